//! Everything that the API refuses, and the one place where it becomes a response.

use std::time::Duration;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sotto_survey::{Problem, ProblemKind, SubmissionError};
use thiserror::Error;

use super::submissions::MAX_BODY;
use crate::{log, storage::StorageError};

/// Why a request is refused. No sentence repeats what was sent.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error("no survey with this id is collecting here")]
    UnknownSurvey,
    #[error("the API begins at /api/v1/surveys/{{id}}")]
    UnknownAddress,
    #[error("see the header \"allow\" for what the address takes")]
    MethodNotAllowed,
    #[error("{0}")]
    MalformedBody(String),
    #[error(
        "the only parameter is \"confidence\", once, a number between 0 and 1, both excluded, such as 0.95"
    )]
    MalformedQuery,
    #[error("send the body as \"content-type: application/json\"")]
    UnsupportedMediaType,
    #[error("a submission has at most {MAX_BODY} bytes")]
    BodyTooLarge,
    #[error("the body did not arrive in time; send the same again")]
    BodyTooSlow,
    #[error("from your address there were too many requests; try again in {} seconds", .0.as_secs() + 1)]
    TooManyRequests(Duration),
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    #[error(
        "this report id was counted with other reports; a new submission needs a new report id"
    )]
    ReportIdReused,
    #[error("the survey's collection has ended; nothing can be added to it")]
    NotCollecting,
    #[error("another submission has used this invite; each is good for one")]
    InviteSpent,
    #[error("send the same again in a moment: under the same report id it counts once")]
    Storage(#[from] StorageError),
}

impl ApiError {
    const fn kind(&self) -> ProblemKind {
        match self {
            Self::UnknownSurvey => ProblemKind::UnknownSurvey,
            Self::UnknownAddress => ProblemKind::UnknownAddress,
            Self::MethodNotAllowed => ProblemKind::MethodNotAllowed,
            Self::MalformedBody(_) | Self::Submission(SubmissionError::ReportId) => {
                ProblemKind::MalformedBody
            }
            Self::MalformedQuery => ProblemKind::MalformedQuery,
            Self::UnsupportedMediaType => ProblemKind::UnsupportedMediaType,
            Self::BodyTooLarge => ProblemKind::BodyTooLarge,
            Self::BodyTooSlow => ProblemKind::BodyTooSlow,
            Self::TooManyRequests(_) => ProblemKind::TooManyRequests,
            Self::Submission(SubmissionError::Version { .. }) => ProblemKind::WrongVersion,
            Self::Submission(
                SubmissionError::UnknownQuestion(_)
                | SubmissionError::MissingReport(_)
                | SubmissionError::Impossible { .. }
                | SubmissionError::ReportCount { .. }
                | SubmissionError::Malformed(_)
                | SubmissionError::PartCount { .. }
                | SubmissionError::DrawnParts { .. }
                | SubmissionError::DrawnQuestions { .. }
                | SubmissionError::Unanswered(_)
                | SubmissionError::AnswerCount { .. }
                | SubmissionError::Answer { .. },
            ) => ProblemKind::ImpossibleSubmission,
            Self::ReportIdReused => ProblemKind::ReportIdReused,
            Self::NotCollecting => ProblemKind::SurveyClosed,
            Self::InviteSpent => ProblemKind::InviteSpent,
            Self::Storage(_) => ProblemKind::StorageUnavailable,
        }
    }

    fn detail(&self) -> String {
        match self {
            // The name of the unknown question is the sender's.
            Self::Submission(SubmissionError::UnknownQuestion(_)) => {
                "there is a report for a question that the survey does not have".to_owned()
            }
            error => error.to_string(),
        }
    }

    /// For the operator, who can mend it; the respondent only hears that it failed.
    fn report(&self) {
        match self {
            // The writer has told of it, or there would be a line for each of a flood.
            Self::Storage(
                StorageError::NotCounted | StorageError::Stopping | StorageError::Busy,
            ) => {}
            Self::Storage(error) => log::say(error),
            _ => {}
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.report();
        let kind = self.kind();
        let problem = Problem::new(kind, self.detail());
        // Four plain fields always become JSON.
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let status = StatusCode::from_u16(kind.status()).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        let fixed = HeaderValue::from_static;
        headers.insert(header::CONTENT_TYPE, fixed("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, fixed("no-store"));
        let wait = match &self {
            Self::TooManyRequests(wait) => Some(wait.as_secs() + 1),
            Self::Storage(_) => Some(1),
            _ => None,
        };
        if let Some(seconds) = wait {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
