//! Estimates for the whole crowd.

use std::sync::Arc;

use axum::{body::Bytes, extract::State, http::StatusCode, response::Response};
use serde::Deserialize;
use sotto_api::Readers;
use sotto_ldp::Confidence;
use sotto_survey::Results;

use super::{
    ApiError, Context,
    asked::{Asked, Named, Parameters, parameters},
    credentials::Credentials,
    respond::json_bytes,
    surveys::version,
};
use crate::{
    access::Permission,
    catalog::Listed,
    estimates::{self, Inquiry, Published, Step},
    storage::StorageError,
};

parameters! {
    /// What may be asked of results.
    pub(super) struct ResultsQuery {
        /// How sure the intervals are; 0.95 unless given
        #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
        pub(super) confidence: Option<f64>,
        /// A version; the one that collects unless given
        #[param(minimum = 1)]
        pub(super) version: Option<u32>,
        /// Adds the counts of the versions before it that fit
        #[param(inline)]
        pub(super) versions: Option<Together>,
    }
    "the parameters are \"confidence\", a number between 0 and 1, both excluded, such as 0.95, and either \"version\", such as 1, or \"versions\", which is \"compatible\"; each once"
}

/// Which versions are counted together.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Together {
    /// The one that collects, and those before it whose counts fit.
    Compatible,
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
    Named(listed): Named,
    query: Asked<ResultsQuery>,
) -> Result<Response, ApiError> {
    may_read(&context, &credentials, &listed).await?;
    let wanted = wanted(&listed, &query.read()?)?;
    let results = if wanted.earlier.is_empty() {
        json(&context, &wanted).await?
    } else {
        let written = |results: &Results| {
            serde_json::to_vec(results).map_err(|_| StorageError::Damaged.into())
        };
        made_of_results(&context, &wanted, "results".to_owned(), written).await?
    };
    Ok(json_bytes(StatusCode::OK, context.unread.body(results)?))
}

/// Which results are wanted.
pub(super) struct ResultsRequest {
    /// The version that was named, if one was.
    pub(super) named: Option<u32>,
    pub(super) published: Arc<Published>,
    /// Versions whose counts are added.
    pub(super) earlier: Vec<Arc<Published>>,
    pub(super) with: estimates::ResultsOptions,
}

/// How sure intervals are to be, if a query says so.
pub(super) fn confidence<T: Parameters>(level: Option<f64>) -> Result<Confidence, ApiError> {
    level.map_or(Ok(Confidence::default()), |level| {
        Confidence::new(level).map_err(|_| ApiError::MalformedQuery(T::SENTENCE))
    })
}

pub(super) fn wanted(listed: &Listed, query: &ResultsQuery) -> Result<ResultsRequest, ApiError> {
    let confidence = confidence::<ResultsQuery>(query.confidence)?;
    let published = Arc::clone(version(listed, query.version)?);
    let earlier = match (query.versions, query.version) {
        (None, _) => Vec::new(),
        (Some(Together::Compatible), None) => listed.compatible().into_iter().skip(1).collect(),
        (Some(Together::Compatible), Some(_)) => {
            return Err(ApiError::MalformedQuery(ResultsQuery::SENTENCE));
        }
    };
    let with = estimates::ResultsOptions {
        confidence,
        minimum: listed.minimum_reports(&published),
        pin: listed.pin(&published),
    };
    Ok(ResultsRequest {
        named: query.version,
        published,
        earlier,
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
    let told = estimates::json(&wanted.published, storage, wanted.with, turns, now).await?;
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
    let mut versions = Vec::with_capacity(1 + wanted.earlier.len());
    let now = context.clock.moment();
    for version in [&wanted.published].into_iter().chain(&wanted.earlier) {
        // Who answered an earlier version was told of its own steps.
        let size = wanted.with.minimum.max(version.survey().results_step());
        let step = Step::of(size, now);
        let snapshot = version.told(&*context.storage, step).await?;
        versions.push((Arc::clone(version), snapshot));
    }
    let told = versions.iter();
    let told = told.map(|(version, snapshot)| (version.stored().key, snapshot.submissions));
    let with = wanted.with;
    let inquiry = Inquiry {
        told: told.collect(),
        with,
        what,
    };
    let answer = context
        .answers
        .to(inquiry, &context.estimating, move |in_turn| {
            make(&estimates::estimate(in_turn, &versions, with)?)
        });
    answer.await
}
