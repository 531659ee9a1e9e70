//! Everything that the API refuses, and the one place where it becomes a response.

use std::time::Duration;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sotto_api::{SettingsError, pictures::PictureError};
use sotto_export::{ExportError, UnknownFormat};
use sotto_survey::{PictureHash, Problem, ProblemKind, SubmissionError};
use thiserror::Error;

use crate::{
    access::AccessError, eligibility::EligibilityError, estimates::EstimatesError,
    gateway::GatewayError, log, rooms::RoomError, storage::StorageError, webhook::TargetError,
};

/// Why a request is refused. No sentence repeats what was sent.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error("no survey with this id is collecting here")]
    UnknownSurvey,
    #[error(
        "what is stored of this survey cannot be read, so that nothing of it is given out, counted or changed; its designer can delete it, and the operator finds in the collector's log what is wrong"
    )]
    Unreadable,
    #[error("the API begins at /api/v1/surveys/{{id}}")]
    UnknownAddress,
    #[error("the log has no such tile, or not yet: its head says how many lines it has")]
    NoTile,
    #[error("the log has no such line: nothing was given out that it would be of")]
    UnknownLine,
    #[error("see the header \"allow\" for what the address takes")]
    MethodNotAllowed,
    #[error("{0}")]
    MalformedBody(String),
    #[error("{0}")]
    MalformedQuery(&'static str),
    #[error("send the body as \"content-type: application/json\"")]
    UnsupportedMediaType,
    #[error("send an encapsulated request (RFC 9458), as \"content-type: message/ohttp-req\"")]
    NotEncapsulated,
    #[error("the body has at most {0} bytes here")]
    BodyTooLarge(usize),
    #[error("the body did not arrive in time; send the same again")]
    BodyTooSlow,
    #[error("too many requests came from your address; try again in {} seconds", .0.as_secs() + 1)]
    TooManyRequests(Duration),
    #[error(
        "the survey takes only so many answers in an hour; send the same again in {} seconds", .0.as_secs() + 1
    )]
    TooManyAnswers(Duration),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    UnknownFormat(#[from] UnknownFormat),
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    #[error(
        "this report id has been counted with other reports; a new submission needs a new report id"
    )]
    ReportIdReused,
    #[error("the survey is closed; nothing is added to it")]
    NotCollecting,
    #[error("the survey is not open yet; its status says when it opens")]
    NotYetOpen,
    #[error("the survey has as many submissions as it asked for")]
    Full,
    #[error("another submission has used this invite; each is good for one")]
    InviteSpent,
    #[error(transparent)]
    Eligibility(EligibilityError),
    #[error("the survey's settings do not name the origin of this page")]
    OriginNotAllowed,
    #[error(transparent)]
    Access(AccessError),
    #[error("your token is not for this: its role or its surveys do not include it")]
    Forbidden,
    #[error(
        "a change with a cookie must come from the collector's own pages, with the session's token in \"x-sotto-csrf\""
    )]
    CrossSite,
    #[error("{0}")]
    InvalidSurvey(String),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(
        "what is kept of this picture has another hash: hand it in at /pictures/{0}, and name that in the survey"
    )]
    OtherPicture(PictureHash),
    #[error(
        "no more pictures of this survey are kept: delete some that it does not show, or publish the version that shows those that are here"
    )]
    TooManyPictures,
    #[error("the survey has no such picture")]
    UnknownPicture,
    #[error(
        "the picture {0} was not handed in: PUT it at /api/v1/surveys/{{id}}/pictures/{0} first, then publish the version"
    )]
    PictureMissing(PictureHash),
    #[error("people who answer see this picture: publish a version without it first")]
    PictureShown,
    #[error("there is a survey with this id already; publish a new version of it instead")]
    SurveyExists,
    #[error(
        "a survey with this id was deleted, and answers to it may still arrive; take another id, or a version after {newest}"
    )]
    SurveyDeleted { newest: u32 },
    #[error("the new version must be greater than {current}, the one that collects now")]
    VersionConflict { current: u32 },
    #[error("the body is not the survey that the address names: their ids differ")]
    AnotherSurvey,
    #[error(
        "\"closing\" gives each person a completion code of their own (\"own-code\"), and whoever may answer as often as they like could collect any number: set \"access\" to \"invites\" or \"unlinkable\" first"
    )]
    OwnCodeForAnybody,
    #[error(
        "the version that collects gives each person a completion code of their own, which needs \"access\" \"invites\" or \"unlinkable\": publish a version without \"own-code\" first"
    )]
    OwnCodeCollects,
    #[error("{0}")]
    EditForbidden(String),
    #[error(
        "people have answered version {0} already, and rows are kept only where everybody is told so first: publish a new version, and set \"keep_rows\" before anybody answers it"
    )]
    RowsPromised(u32),
    #[error(
        "the edit was not made from version {current}, which collects now: read that version, make the edit again, and send \"if-match: \\\"{current}\\\"\""
    )]
    EditedMeanwhile { current: u32 },
    #[error("the survey has no such version")]
    UnknownVersion,
    #[error("no token has this id")]
    UnknownToken,
    #[error("this is the last operator's token that is in force; make another operator first")]
    LastOperator,
    #[error("the survey was closed for good, and what told its submissions apart has been erased")]
    ClosedForGood,
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("\"webhook\": {0}")]
    WebhookTarget(#[from] TargetError),
    #[error(
        "the survey keeps no noisy rows; set \"keep_rows\" in its settings to keep those of later submissions"
    )]
    RowsNotKept,
    #[error("there are fewer reports than the survey's minimum")]
    TooFewReports,
    #[error("{0}")]
    CrossTabs(String),
    #[error("{0}")]
    Sums(String),
    #[error(transparent)]
    Gateway(GatewayError),
    #[error("{0}")]
    NotPassedOn(&'static str),
    #[error(transparent)]
    Room(RoomError),
    #[error(
        "too many streams are open, from your address or in all: ask for the same without a stream, or try again later"
    )]
    TooManyStreams,
    #[error("the collector is sending others as much as it can hold; ask again in a moment")]
    Unread,
    #[error(transparent)]
    Busy(EstimatesError),
    #[error("{}; send the same again in a moment: under the same report id it counts once", unavailable(.0))]
    Storage(StorageError),
}

const fn kind_of_access(error: &AccessError) -> ProblemKind {
    match error {
        AccessError::Unknown => ProblemKind::Unauthenticated,
        AccessError::Wait(_) => ProblemKind::TooManyAttempts,
        AccessError::SetUp => ProblemKind::AlreadySetUp,
        AccessError::Secrets => ProblemKind::Unavailable,
        AccessError::Storage(_) => ProblemKind::StorageUnavailable,
    }
}

const fn kind_of_eligibility(error: &EligibilityError) -> ProblemKind {
    match error {
        EligibilityError::Missing => ProblemKind::InviteMissing,
        EligibilityError::Unknown => ProblemKind::InviteUnknown,
        EligibilityError::Spent => ProblemKind::InviteSpent,
        EligibilityError::Blinded | EligibilityError::BlindedCode | EligibilityError::NoCodes => {
            ProblemKind::MalformedBody
        }
        EligibilityError::Version(_) => ProblemKind::WrongVersion,
        EligibilityError::NoSale => ProblemKind::NoTokensHere,
        EligibilityError::NoSurvey => ProblemKind::UnknownSurvey,
        EligibilityError::Wait(_) => ProblemKind::TooManyAttempts,
        EligibilityError::Randomness(_) | EligibilityError::Key => ProblemKind::Unavailable,
        EligibilityError::Storage(_) => ProblemKind::StorageUnavailable,
    }
}

impl ApiError {
    const fn kind(&self) -> ProblemKind {
        match self {
            Self::UnknownSurvey => ProblemKind::UnknownSurvey,
            Self::UnknownAddress | Self::NoTile | Self::UnknownFormat(_) => {
                ProblemKind::UnknownAddress
            }
            Self::UnknownLine => ProblemKind::UnknownLine,
            Self::MethodNotAllowed => ProblemKind::MethodNotAllowed,
            Self::MalformedBody(_) | Self::Submission(SubmissionError::ReportId) => {
                ProblemKind::MalformedBody
            }
            Self::MalformedQuery(_) => ProblemKind::MalformedQuery,
            Self::UnsupportedMediaType => ProblemKind::UnsupportedMediaType,
            Self::NotEncapsulated => ProblemKind::NotEncapsulated,
            Self::BodyTooLarge(_) => ProblemKind::BodyTooLarge,
            Self::BodyTooSlow => ProblemKind::BodyTooSlow,
            Self::TooManyRequests(_) | Self::TooManyStreams => ProblemKind::TooManyRequests,
            Self::TooManyAnswers(_) => ProblemKind::SurveyBusy,
            Self::Submission(SubmissionError::Version { .. }) => ProblemKind::WrongVersion,
            Self::Submission(SubmissionError::Pin { .. }) => ProblemKind::OtherSurvey,
            Self::Submission(
                SubmissionError::UnknownQuestion(_)
                | SubmissionError::MissingReport(_)
                | SubmissionError::Impossible { .. }
                | SubmissionError::ReportCount { .. }
                | SubmissionError::Malformed(_)
                | SubmissionError::PartCount { .. }
                | SubmissionError::DrawnParts { .. }
                | SubmissionError::DrawnQuestions { .. }
                | SubmissionError::Arms(_)
                | SubmissionError::Unanswered(_)
                | SubmissionError::AnswerCount { .. }
                | SubmissionError::Answer { .. },
            ) => ProblemKind::ImpossibleSubmission,
            Self::ReportIdReused => ProblemKind::ReportIdReused,
            Self::NotCollecting | Self::Full | Self::ClosedForGood => ProblemKind::SurveyClosed,
            Self::NotYetOpen => ProblemKind::SurveyNotOpen,
            Self::InviteSpent => ProblemKind::InviteSpent,
            Self::Eligibility(error) => kind_of_eligibility(error),
            Self::OriginNotAllowed => ProblemKind::OriginNotAllowed,
            Self::Access(error) => kind_of_access(error),
            Self::Forbidden => ProblemKind::Forbidden,
            Self::CrossSite => ProblemKind::CrossSite,
            Self::Picture(_) | Self::OtherPicture(_) | Self::TooManyPictures => {
                ProblemKind::InvalidPicture
            }
            Self::UnknownPicture => ProblemKind::UnknownPicture,
            Self::PictureMissing(_) | Self::PictureShown => ProblemKind::PictureMissing,
            Self::InvalidSurvey(_) | Self::AnotherSurvey | Self::OwnCodeForAnybody => {
                ProblemKind::InvalidSurvey
            }
            Self::SurveyExists => ProblemKind::SurveyExists,
            Self::SurveyDeleted { .. } => ProblemKind::SurveyDeleted,
            Self::VersionConflict { .. } => ProblemKind::VersionConflict,
            Self::EditForbidden(_) | Self::RowsPromised(_) => ProblemKind::EditForbidden,
            Self::EditedMeanwhile { .. } => ProblemKind::EditedMeanwhile,
            Self::UnknownVersion => ProblemKind::UnknownVersion,
            Self::UnknownToken => ProblemKind::UnknownToken,
            Self::LastOperator => ProblemKind::LastOperator,
            Self::Settings(_) | Self::WebhookTarget(_) | Self::OwnCodeCollects => {
                ProblemKind::InvalidSettings
            }
            Self::RowsNotKept => ProblemKind::RowsNotKept,
            Self::TooFewReports => ProblemKind::TooFewReports,
            Self::CrossTabs(_) => ProblemKind::CrossTabsImpossible,
            Self::Sums(_) => ProblemKind::SumsImpossible,
            Self::Room(error) => match error {
                RoomError::Unknown => ProblemKind::UnknownRoom,
                RoomError::Locked => ProblemKind::RoomLocked,
                RoomError::Full | RoomError::NoMoreRounds => ProblemKind::RoomFull,
                RoomError::UnknownPool => ProblemKind::UnknownPool,
                RoomError::NoPool
                | RoomError::OtherPool
                | RoomError::NothingRevealed
                | RoomError::Added => ProblemKind::NotForPool,
                RoomError::PoolFull => ProblemKind::PoolFull,
                RoomError::TooFast(_) => ProblemKind::TooManyRequests,
                RoomError::NotPresenter => ProblemKind::Forbidden,
                RoomError::Request(_) | RoomError::NoSuchQuestion => ProblemKind::InvalidSurvey,
                RoomError::TooMany | RoomError::TooManyPools | RoomError::Randomness(_) => {
                    ProblemKind::Unavailable
                }
                RoomError::Storage(_) => ProblemKind::StorageUnavailable,
            },
            Self::Busy(_) | Self::Unread | Self::Gateway(_) | Self::NotPassedOn(_) => {
                ProblemKind::Unavailable
            }
            Self::Storage(_) | Self::Export(_) | Self::Unreadable => {
                ProblemKind::StorageUnavailable
            }
        }
    }

    pub(crate) fn detail(&self) -> String {
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
                StorageError::NotCounted(_) | StorageError::Stopping | StorageError::Busy,
            ) => {}
            Self::Export(error) => log::say(error),
            Self::Storage(error)
            | Self::Access(AccessError::Storage(error))
            | Self::Room(RoomError::Storage(error)) => log::say(error),
            _ => {}
        }
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::NotReadBack(_) => Self::InvalidSurvey(error.to_string()),
            error => Self::Storage(error),
        }
    }
}

impl From<AccessError> for ApiError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Storage(error) => Self::Storage(error),
            error => Self::Access(error),
        }
    }
}

impl From<EstimatesError> for ApiError {
    fn from(error: EstimatesError) -> Self {
        match error {
            EstimatesError::Storage(error) => Self::Storage(error),
            error @ (EstimatesError::Busy | EstimatesError::Crowded) => Self::Busy(error),
        }
    }
}

impl From<GatewayError> for ApiError {
    fn from(error: GatewayError) -> Self {
        match error {
            GatewayError::Storage(error) => Self::Storage(error),
            error => Self::Gateway(error),
        }
    }
}

impl From<EligibilityError> for ApiError {
    fn from(error: EligibilityError) -> Self {
        match error {
            EligibilityError::Storage(error) => Self::Storage(error),
            error => Self::Eligibility(error),
        }
    }
}

/// What of a storage's failure is told to everyone: never a statement or a file's name.
fn unavailable(error: &StorageError) -> String {
    match error {
        StorageError::Busy => "more submissions are waiting than the collector can hold".to_owned(),
        StorageError::Stopping => "the collector is stopping".to_owned(),
        StorageError::Contended => error.to_string(),
        error => error.unwritable().to_string(),
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
            Self::TooManyRequests(wait)
            | Self::TooManyAnswers(wait)
            | Self::Room(RoomError::TooFast(wait))
            | Self::Access(AccessError::Wait(wait))
            | Self::Eligibility(EligibilityError::Wait(wait)) => Some(wait.as_secs() + 1),
            Self::TooManyStreams | Self::Unreadable => Some(60),
            Self::Storage(_) | Self::Export(_) | Self::Busy(_) | Self::Unread => Some(1),
            _ => None,
        };
        if kind == ProblemKind::Unauthenticated {
            headers.insert(header::WWW_AUTHENTICATE, fixed("Bearer"));
        }
        if let Some(seconds) = wait {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
