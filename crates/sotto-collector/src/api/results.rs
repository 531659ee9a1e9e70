//! Estimates for the whole crowd.

use std::sync::Arc;

use axum::{body::Bytes, extract::State, http::StatusCode, response::Response};
use sotto_api::Readers;
use sotto_ldp::Confidence;
use sotto_survey::Results;

use super::{
    ApiError, Context,
    asked::{NamedSurvey, Parameters, SentParameters, parameters},
    credentials::Credentials,
    respond::json_bytes,
    surveys::version,
};
use crate::{
    access::Permission,
    catalog::Listed,
    estimates::{self, CountedVersions, Inquiry},
};

parameters! {
    /// What may be asked of results.
    pub(super) struct ResultsQuery {
        /// How sure the intervals are; 0.95 unless given
        #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
        pub(super) confidence: Option<f64>,
        /// A version alone
        #[param(minimum = 1)]
        pub(super) version: Option<u32>,
        /// A version, with the counts of those before it that fit; the one that collects unless given
        #[param(minimum = 1)]
        pub(super) through: Option<u32>,
    }
    "the parameters are \"confidence\", a number between 0 and 1, both excluded, such as 0.95, and either \"version\", a version alone, such as 1, or \"through\", a version with those before it that fit; each once"
}

/// `GET /api/v1/surveys/{id}/results?confidence=0.95`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((status = 200, description = "The results", body = Results)),
)]
pub(super) async fn read_results(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    NamedSurvey(listed): NamedSurvey,
    query: SentParameters<ResultsQuery>,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let query = query.read()?;
    let wanted = wanted::<ResultsQuery>(&listed, query.confidence, [query.version, query.through])?;
    let results = json(&context, &wanted).await?;
    Ok(json_bytes(StatusCode::OK, context.unread.body(results)?))
}

/// Which results are wanted.
pub(super) struct ResultsRequest {
    which: Which,
    pub(super) versions: CountedVersions,
    pub(super) with: estimates::ResultsOptions,
}

/// Which versions are asked for.
#[derive(Clone, Copy)]
pub(super) enum Which {
    /// The one that collects, with those before it that fit.
    Current,
    /// A version, with those before it that fit.
    Through(u32),
    /// A version alone.
    Alone(u32),
}

impl Which {
    /// What a query's parameters ask for; `None`: two things.
    pub(super) const fn asked(version: Option<u32>, through: Option<u32>) -> Option<Self> {
        match (version, through) {
            (None, None) => Some(Self::Current),
            (None, Some(version)) => Some(Self::Through(version)),
            (Some(version), None) => Some(Self::Alone(version)),
            (Some(_), Some(_)) => None,
        }
    }

    /// The versions that are meant now.
    pub(super) fn of(self, listed: &Listed) -> Result<CountedVersions, ApiError> {
        Ok(match self {
            Self::Current => listed.counted_with(listed.current()),
            Self::Through(number) => listed.counted_with(version(listed, Some(number))?),
            Self::Alone(number) => {
                CountedVersions::alone(Arc::clone(version(listed, Some(number))?))
            }
        })
    }
}

impl ResultsRequest {
    /// Whether it would be answered alike by now.
    pub(super) fn still_stands(&self, listed: &Listed) -> bool {
        let newest = &self.versions.newest;
        // Another of the same id and version is another survey, or one that was closed for good.
        let versions = self.which.of(listed);
        versions.is_ok_and(|versions| versions.is(&self.versions))
            && listed.minimum_reports(newest) == self.with.minimum
            && listed.pin(newest) == self.with.pin
    }
}

/// How sure intervals are to be, if a query says so.
pub(super) fn confidence<T: Parameters>(level: Option<f64>) -> Result<Confidence, ApiError> {
    level.map_or(Ok(Confidence::default()), |level| {
        Confidence::new(level).map_err(|_| ApiError::MalformedQuery(T::SENTENCE))
    })
}

/// Which results a query wants. What is wrong with it is said in the words of that query.
pub(super) fn wanted<T: Parameters>(
    listed: &Listed,
    level: Option<f64>,
    [version, through]: [Option<u32>; 2],
) -> Result<ResultsRequest, ApiError> {
    let confidence = confidence::<T>(level)?;
    let which = Which::asked(version, through).ok_or(ApiError::MalformedQuery(T::SENTENCE))?;
    let versions = which.of(listed)?;
    let with = estimates::ResultsOptions {
        confidence,
        minimum: listed.minimum_reports(&versions.newest),
        together: !versions.earlier.is_empty(),
        pin: listed.pin(&versions.newest),
    };
    Ok(ResultsRequest {
        which,
        versions,
        with,
    })
}

/// Whether the results of a survey may be read: by everybody, if its settings say so.
pub(super) async fn may_read(
    context: &Context,
    credentials: &Credentials,
    listed: &Listed,
) -> Result<(), ApiError> {
    if listed.settings().results == Readers::Private {
        let id = listed.current().survey().id().as_str();
        credentials
            .may(context, Permission::ReadResults, id)
            .await?;
    }
    Ok(())
}

/// The results in JSON, on one line.
async fn json(context: &Context, wanted: &ResultsRequest) -> Result<Bytes, ApiError> {
    let (storage, turns) = (&*context.storage, &context.estimating);
    let now = context.clock.moment();
    let told = estimates::json(&wanted.versions, storage, wanted.with, turns, now).await?;
    Ok(told.json)
}

/// What is made of the results, without what is below the minimum of reports, and kept until more is told.
/// `what` names what is made, with all that it follows from beside the results.
pub(super) async fn made_of_results(
    context: &Context,
    wanted: &ResultsRequest,
    what: String,
    make: impl FnOnce(&Results) -> Result<Vec<u8>, ApiError> + Send + 'static,
) -> Result<Bytes, ApiError> {
    let (storage, with) = (&*context.storage, wanted.with);
    let now = context.clock.moment();
    let told = wanted.versions.told(storage, with.minimum, now).await?;
    let inquiry = Inquiry {
        told: (wanted.versions.newest.stored().key, told.submissions()),
        with,
        what,
    };
    let answer = context
        .answers
        .to(inquiry, &context.estimating, move |in_turn| {
            make(&estimates::estimate(in_turn, &told, with)?)
        });
    answer.await
}
