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
    /// The survey asks for an invite, and there is none.
    InviteMissing,
    /// The invite, code or token is none of the survey's.
    InviteUnknown,
    /// The survey sells no unlinkable tokens.
    NoTokensHere,
    /// The page is of an origin that the survey's settings do not name.
    OriginNotAllowed,
    /// The storage cannot be written or read just now. Nothing was counted, or it is not known
    /// whether: whoever sends the same again is counted once.
    StorageUnavailable,
    /// The survey opens later.
    SurveyNotOpen,
    /// The request needs a token or a session that is in force.
    Unauthenticated,
    /// Too many wrong secrets came from there.
    TooManyAttempts,
    /// There is a first operator.
    AlreadySetUp,
    /// The token's role or surveys do not include it.
    Forbidden,
    /// A change with a cookie that a foreign page may have made.
    CrossSite,
    /// The body is no valid survey.
    InvalidSurvey,
    /// The id is taken.
    SurveyExists,
    /// The version is not greater than the current one.
    VersionConflict,
    /// The survey has no version of that number.
    UnknownVersion,
    /// No token has that id.
    UnknownToken,
    /// Without it nobody could make another.
    LastOperator,
    /// A setting has a value that it cannot have.
    InvalidSettings,
    /// Its settings do not ask for rows.
    RowsNotKept,
    /// Fewer than the survey's minimum.
    TooFewReports,
    /// Not two questions that can be crossed.
    CrossTabsImpossible,
    /// Something other than the storage fails.
    Unavailable,
}

impl ProblemKind {
    /// Every kind.
    pub const ALL: [Self; 36] = [
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
        Self::SurveyNotOpen,
        Self::Unauthenticated,
        Self::TooManyAttempts,
        Self::AlreadySetUp,
        Self::Forbidden,
        Self::CrossSite,
        Self::InvalidSurvey,
        Self::SurveyExists,
        Self::VersionConflict,
        Self::UnknownVersion,
        Self::UnknownToken,
        Self::LastOperator,
        Self::InvalidSettings,
        Self::RowsNotKept,
        Self::TooFewReports,
        Self::CrossTabsImpossible,
        Self::Unavailable,
        Self::InviteMissing,
        Self::InviteUnknown,
        Self::NoTokensHere,
        Self::OriginNotAllowed,
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
            Self::InviteMissing => "urn:sotto:problem:invite-missing",
            Self::InviteUnknown => "urn:sotto:problem:invite-unknown",
            Self::NoTokensHere => "urn:sotto:problem:no-tokens-here",
            Self::OriginNotAllowed => "urn:sotto:problem:origin-not-allowed",
            Self::StorageUnavailable => "urn:sotto:problem:storage-unavailable",
            Self::SurveyNotOpen => "urn:sotto:problem:survey-not-open",
            Self::Unauthenticated => "urn:sotto:problem:unauthenticated",
            Self::TooManyAttempts => "urn:sotto:problem:too-many-attempts",
            Self::AlreadySetUp => "urn:sotto:problem:already-set-up",
            Self::Forbidden => "urn:sotto:problem:forbidden",
            Self::CrossSite => "urn:sotto:problem:cross-site",
            Self::InvalidSurvey => "urn:sotto:problem:invalid-survey",
            Self::SurveyExists => "urn:sotto:problem:survey-exists",
            Self::VersionConflict => "urn:sotto:problem:version-conflict",
            Self::UnknownVersion => "urn:sotto:problem:unknown-version",
            Self::UnknownToken => "urn:sotto:problem:unknown-token",
            Self::LastOperator => "urn:sotto:problem:last-operator",
            Self::InvalidSettings => "urn:sotto:problem:invalid-settings",
            Self::RowsNotKept => "urn:sotto:problem:rows-not-kept",
            Self::TooFewReports => "urn:sotto:problem:too-few-reports",
            Self::CrossTabsImpossible => "urn:sotto:problem:cross-tabs-impossible",
            Self::Unavailable => "urn:sotto:problem:unavailable",
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
            Self::InviteMissing => "This survey is for those who were invited",
            Self::InviteUnknown => "This is no invite to this survey",
            Self::NoTokensHere => "This survey sells no tokens",
            Self::OriginNotAllowed => "This survey is not for that page",
            Self::StorageUnavailable => "The storage is not available just now",
            Self::SurveyNotOpen => "The survey does not collect yet",
            Self::Unauthenticated => "Nobody is signed in",
            Self::TooManyAttempts => "Too many wrong tokens",
            Self::AlreadySetUp => "The first operator was made before",
            Self::Forbidden => "This token is not for that",
            Self::CrossSite => "The change does not come from the collector's own page",
            Self::InvalidSurvey => "This is no survey",
            Self::SurveyExists => "There is such a survey",
            Self::VersionConflict => "The version is not a new one",
            Self::UnknownVersion => "There is no such version",
            Self::UnknownToken => "There is no such token",
            Self::LastOperator => "The last operator stays",
            Self::InvalidSettings => "These settings cannot be",
            Self::RowsNotKept => "The survey keeps no noisy rows",
            Self::TooFewReports => "There are too few reports",
            Self::CrossTabsImpossible => "These questions cannot be crossed",
            Self::Unavailable => "The collector cannot do this just now",
        }
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::MalformedBody | Self::MalformedQuery => 400,
            Self::Unauthenticated => 401,
            Self::Forbidden
            | Self::CrossSite
            | Self::SurveyNotOpen
            | Self::InviteMissing
            | Self::InviteUnknown
            | Self::NoTokensHere
            | Self::OriginNotAllowed => 403,
            Self::UnknownSurvey
            | Self::UnknownAddress
            | Self::UnknownVersion
            | Self::UnknownToken => 404,
            Self::MethodNotAllowed => 405,
            Self::BodyTooSlow => 408,
            Self::WrongVersion
            | Self::ReportIdReused
            | Self::InviteSpent
            | Self::AlreadySetUp
            | Self::SurveyExists
            | Self::VersionConflict
            | Self::LastOperator
            | Self::RowsNotKept
            | Self::TooFewReports => 409,
            Self::SurveyClosed => 410,
            Self::BodyTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::ImpossibleSubmission
            | Self::InvalidSurvey
            | Self::InvalidSettings
            | Self::CrossTabsImpossible => 422,
            Self::TooManyRequests | Self::TooManyAttempts => 429,
            Self::StorageUnavailable | Self::Unavailable => 503,
        }
    }
}

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A stable URI for the kind of problem.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(schema_with = kinds))]
    pub type_uri: String,
    /// The kind in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong this time, and what would be right.
    pub detail: String,
}

/// The URIs of all kinds of problem.
#[cfg(feature = "schema")]
fn kinds() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(ProblemKind::ALL.map(ProblemKind::type_uri)))
        .build()
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
