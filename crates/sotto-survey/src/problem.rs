//! Errors of the HTTP API, shared by both of its ends (RFC 9457, `application/problem+json`).

use serde::{Deserialize, Serialize};

/// The kinds of problem there are; each has a stable type, a title and a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// No survey has that id.
    UnknownSurvey,
    /// Nothing lives at that address.
    UnknownAddress,
    /// The address does not take that method.
    MethodNotAllowed,
    /// The body is not the JSON that belongs there.
    MalformedBody,
    /// A query parameter is wrong.
    MalformedQuery,
    /// The body's content type is not JSON.
    UnsupportedMediaType,
    /// The body is larger than any submission.
    BodyTooLarge,
    /// The body did not arrive in time.
    BodyTooSlow,
    /// More requests than one address may make.
    TooManyRequests,
    /// The submission is to another version of the survey.
    WrongVersion,
    /// A report that its mechanism cannot produce, or a question too many or too few.
    ImpossibleSubmission,
    /// The report id was counted before, with other reports.
    ReportIdReused,
    /// The survey's collection has ended.
    SurveyClosed,
    /// Another submission has used the invite.
    InviteSpent,
    /// The storage cannot be written or read just now; nothing was counted.
    StorageUnavailable,
}

impl ProblemKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::UnknownSurvey,
        Self::UnknownAddress,
        Self::MethodNotAllowed,
        Self::MalformedBody,
        Self::MalformedQuery,
        Self::UnsupportedMediaType,
        Self::BodyTooLarge,
        Self::BodyTooSlow,
        Self::TooManyRequests,
        Self::WrongVersion,
        Self::ImpossibleSubmission,
        Self::ReportIdReused,
        Self::SurveyClosed,
        Self::InviteSpent,
        Self::StorageUnavailable,
    ];

    /// The problem type, a stable URI.
    #[must_use]
    pub const fn type_uri(self) -> &'static str {
        match self {
            Self::UnknownSurvey => "urn:sotto:problem:unknown-survey",
            Self::UnknownAddress => "urn:sotto:problem:unknown-address",
            Self::MethodNotAllowed => "urn:sotto:problem:method-not-allowed",
            Self::MalformedBody => "urn:sotto:problem:malformed-body",
            Self::MalformedQuery => "urn:sotto:problem:malformed-query",
            Self::UnsupportedMediaType => "urn:sotto:problem:unsupported-media-type",
            Self::BodyTooLarge => "urn:sotto:problem:body-too-large",
            Self::BodyTooSlow => "urn:sotto:problem:body-too-slow",
            Self::TooManyRequests => "urn:sotto:problem:too-many-requests",
            Self::WrongVersion => "urn:sotto:problem:wrong-version",
            Self::ImpossibleSubmission => "urn:sotto:problem:impossible-submission",
            Self::ReportIdReused => "urn:sotto:problem:report-id-reused",
            Self::SurveyClosed => "urn:sotto:problem:survey-closed",
            Self::InviteSpent => "urn:sotto:problem:invite-spent",
            Self::StorageUnavailable => "urn:sotto:problem:storage-unavailable",
        }
    }

    /// The same words for every problem of the kind.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::UnknownSurvey => "There is no such survey",
            Self::UnknownAddress => "There is nothing at this address",
            Self::MethodNotAllowed => "This address does not take that method",
            Self::MalformedBody => "The body cannot be read",
            Self::MalformedQuery => "The query cannot be read",
            Self::UnsupportedMediaType => "The body must be application/json",
            Self::BodyTooLarge => "The body is too large",
            Self::BodyTooSlow => "The body did not arrive in time",
            Self::TooManyRequests => "There were too many requests",
            Self::WrongVersion => "The survey has another version",
            Self::ImpossibleSubmission => "The submission cannot have come from this survey",
            Self::ReportIdReused => "The report id was used for another submission",
            Self::SurveyClosed => "The survey collects no more",
            Self::InviteSpent => "The invite was used for another submission",
            Self::StorageUnavailable => "The storage is not available just now",
        }
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::MalformedBody | Self::MalformedQuery => 400,
            Self::UnknownSurvey | Self::UnknownAddress => 404,
            Self::MethodNotAllowed => 405,
            Self::BodyTooSlow => 408,
            Self::WrongVersion | Self::ReportIdReused | Self::InviteSpent => 409,
            Self::SurveyClosed => 410,
            Self::BodyTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::ImpossibleSubmission => 422,
            Self::TooManyRequests => 429,
            Self::StorageUnavailable => 503,
        }
    }
}

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// A stable URI for the kind of problem.
    #[serde(rename = "type")]
    pub type_uri: String,
    /// The kind in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong this time, and what would be right.
    pub detail: String,
}

impl Problem {
    /// A problem of that kind.
    #[must_use]
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            type_uri: kind.type_uri().to_owned(),
            title: kind.title().to_owned(),
            status: kind.status(),
            detail: detail.into(),
        }
    }
}
