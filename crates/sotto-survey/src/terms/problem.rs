//! Errors of the HTTP API, shared by both of its ends (RFC 9457, `application/problem+json`).

use serde::{Deserialize, Serialize};

/// One row for each kind of problem: its HTTP status, the end of its URI, and its title.
macro_rules! problem_kinds {
    ($($(#[$words:meta])* $kind:ident = $status:literal $name:literal $title:literal,)+) => {
        /// The kinds of problem; each has a stable URI, a title and a status.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ProblemKind {
            $($(#[$words])* $kind,)+
        }

        impl ProblemKind {
            /// Every kind.
            pub const ALL: [Self; [$($status),+].len()] = [$(Self::$kind),+];

            /// The problem type, a stable URI.
            #[must_use]
            pub const fn type_uri(self) -> &'static str {
                match self {
                    $(Self::$kind => concat!("urn:sotto:problem:", $name),)+
                }
            }

            /// The same words for every problem of the kind.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)+
                }
            }

            /// The HTTP status.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$kind => $status,)+
                }
            }
        }
    };
}

problem_kinds! {
    /// No survey has that id.
    UnknownSurvey = 404 "unknown-survey" "There is no such survey",
    /// Nothing lives at that address.
    UnknownAddress = 404 "unknown-address" "There is nothing at this address",
    /// The address does not take that method.
    MethodNotAllowed = 405 "method-not-allowed" "This address does not take that method",
    /// The body is not the JSON that belongs there.
    MalformedBody = 400 "malformed-body" "The body cannot be read",
    /// A query parameter is wrong.
    MalformedQuery = 400 "malformed-query" "The query cannot be read",
    /// The body's content type is not JSON.
    UnsupportedMediaType = 415 "unsupported-media-type" "The body must be application/json",
    /// The body's content type is not that of an encapsulated request.
    NotEncapsulated = 415 "not-encapsulated" "The body must be an encapsulated request",
    /// The body is larger than any submission.
    BodyTooLarge = 413 "body-too-large" "The body is too large",
    /// The body did not arrive in time.
    BodyTooSlow = 408 "body-too-slow" "The body did not arrive in time",
    /// More requests than one address may make.
    TooManyRequests = 429 "too-many-requests" "There were too many requests",
    /// The survey takes no more for now; what is sent again later is counted.
    SurveyBusy = 429 "survey-busy" "The survey takes no more answers for the moment",
    /// The submission is to another version of the survey.
    WrongVersion = 409 "wrong-version" "The survey has another version",
    /// What people are told of the survey has changed since it was answered.
    OtherSurvey = 409 "other-survey" "The survey is no longer the one that was answered",
    /// A report that its mechanism cannot produce, or a question too many or too few.
    ImpossibleSubmission = 422 "impossible-submission" "The submission cannot have come from this survey",
    /// The report id was counted before, with other reports.
    ReportIdReused = 409 "report-id-reused" "The report id was used for another submission",
    /// The survey's collection has ended.
    SurveyClosed = 410 "survey-closed" "The survey no longer collects answers",
    /// Another submission has used the invite.
    InviteSpent = 409 "invite-spent" "The invite was used for another submission",
    /// The storage cannot be written or read just now. Nothing was counted, or it is not known
    /// whether: whoever sends the same again is counted once.
    StorageUnavailable = 503 "storage-unavailable" "The storage is not available at the moment",
    /// The survey opens later.
    SurveyNotOpen = 403 "survey-not-open" "The survey does not collect answers yet",
    /// The request needs a token or a session that is in force.
    Unauthenticated = 401 "unauthenticated" "Nobody is signed in",
    /// Too many wrong secrets came from there.
    TooManyAttempts = 429 "too-many-attempts" "Too many wrong tokens",
    /// There is a first operator.
    AlreadySetUp = 409 "already-set-up" "There is already a first operator",
    /// The token's role or surveys do not include it.
    Forbidden = 403 "forbidden" "The token does not permit this",
    /// A change with a cookie that a foreign page may have made.
    CrossSite = 403 "cross-site" "The change does not come from the collector's own page",
    /// The body is not a valid survey.
    InvalidSurvey = 422 "invalid-survey" "The body is not a valid survey",
    /// The body is no picture that a survey takes, or another one than the address names.
    InvalidPicture = 422 "invalid-picture" "The body is not a picture that can be kept here",
    /// The survey has no picture of that hash.
    UnknownPicture = 404 "unknown-picture" "There is no such picture",
    /// People would be shown a survey without one of its pictures.
    PictureMissing = 409 "picture-missing" "The survey would lack a picture",
    /// The id is taken.
    SurveyExists = 409 "survey-exists" "A survey with that id already exists",
    /// The id and the version were those of a survey that was deleted.
    SurveyDeleted = 409 "survey-deleted" "A survey with that id was deleted",
    /// The version is not greater than the current one.
    VersionConflict = 409 "version-conflict" "The version is not newer than the current one",
    /// People could lose more than they were told.
    EditForbidden = 409 "edit-forbidden" "The survey cannot be changed so while it is open",
    /// The edit was made from a version that no longer collects.
    EditedMeanwhile = 412 "edited-meanwhile" "The survey was changed meanwhile",
    /// The survey has no version of that number.
    UnknownVersion = 404 "unknown-version" "There is no such version",
    /// The public log does not have that line.
    UnknownLine = 404 "unknown-line" "There is no such line in the log",
    /// No token has that id.
    UnknownToken = 404 "unknown-token" "There is no such token",
    /// Without it nobody could make another.
    LastOperator = 409 "last-operator" "The last operator cannot be removed",
    /// A setting has a value that it cannot have.
    InvalidSettings = 422 "invalid-settings" "The settings are not valid",
    /// Its settings do not ask for rows.
    RowsNotKept = 409 "rows-not-kept" "The survey keeps no noisy rows",
    /// Fewer than the survey's minimum.
    TooFewReports = 409 "too-few-reports" "There are too few reports",
    /// Not two questions that can be crossed.
    CrossTabsImpossible = 422 "cross-tabs-impossible" "These questions cannot be crossed",
    /// Not answers that can be added up or compared.
    SumsImpossible = 422 "sums-impossible" "These answers cannot be added up",
    /// Something other than the storage fails.
    Unavailable = 503 "unavailable" "The collector cannot do this at the moment",
    /// The survey asks for an invite, and there is none.
    InviteMissing = 403 "invite-missing" "This survey is for those who were invited",
    /// The invite, code or token does not belong to the survey.
    InviteUnknown = 403 "invite-unknown" "The invite is not for this survey",
    /// The survey sells no unlinkable tokens.
    NoTokensHere = 403 "no-tokens-here" "The survey issues no tokens",
    /// No room has that code, or it has ended.
    UnknownRoom = 404 "unknown-room" "There is no such room",
    /// Nobody else may join the room.
    RoomLocked = 403 "room-locked" "The room is locked",
    /// As many have joined the room, or as many rounds were asked, as a room takes.
    RoomFull = 409 "room-full" "The room has had as much as it takes",
    /// No pool has that key, or it has ended.
    UnknownPool = 404 "unknown-pool" "There is no such pool",
    /// The room was opened without it, reveals nothing yet, or was added before.
    NotForPool = 409 "not-for-pool" "The room's counts cannot be added to the pool",
    /// As many classes were added as a pool takes.
    PoolFull = 409 "pool-full" "The pool has had as much as it takes",
    /// The page is of an origin that the survey's settings do not name.
    OriginNotAllowed = 403 "origin-not-allowed" "The survey may not be embedded in that page",
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
