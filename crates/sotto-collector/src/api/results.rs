//! Estimates for the whole crowd.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::header,
    response::IntoResponse,
};
use serde::Deserialize;
use sotto_api::Readers;
use sotto_ldp::Confidence;
use sotto_survey::Results;

use super::{
    ApiError, Context,
    credentials::Credentials,
    surveys::{find, version},
};
use crate::{
    access::Permission,
    catalog::{Listed, Published},
    estimates::{self, ResultsCache},
};

/// What may be asked of results.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultsQuery {
    /// How sure the intervals are; 0.95 unless given
    #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
    confidence: Option<f64>,
    /// A version; the one that collects unless given
    #[param(minimum = 1)]
    version: Option<u32>,
}

/// `GET /api/v1/surveys/{id}/results?confidence=0.95`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results",
    operation_id = "read_results",
    tag = "results",
    security((), ("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((status = 200, description = "The results", body = Results)),
)]
pub(super) async fn read(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let listed = find(&context, id)?;
    may_read(&context, &credentials, &listed).await?;
    let wanted = wanted(&listed, query)?;
    let results = json(&context, &wanted).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, results))
}

/// Which results are wanted.
pub(super) struct Wanted {
    /// The version that was named, if one was.
    pub(super) named: Option<u32>,
    pub(super) published: Arc<Published>,
    pub(super) with: estimates::Wanted,
}

pub(super) fn wanted(
    listed: &Listed,
    query: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<Wanted, ApiError> {
    let Query(query) = query.map_err(|_| MALFORMED)?;
    let confidence = match query.confidence {
        None => Confidence::default(),
        Some(level) => Confidence::new(level).map_err(|_| MALFORMED)?,
    };
    let published = Arc::clone(version(listed, query.version)?);
    let minimum = listed.minimum_reports(&published);
    Ok(Wanted {
        named: query.version,
        published,
        with: estimates::Wanted {
            confidence,
            minimum,
        },
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

const MALFORMED: ApiError = ApiError::MalformedQuery(
    "the parameters are \"confidence\", a number between 0 and 1, both excluded, such as 0.95, and \"version\", such as 1; each once",
);

/// The results in JSON, on one line.
async fn json(context: &Context, wanted: &Wanted) -> Result<Bytes, ApiError> {
    let (storage, turns) = (&*context.storage, &context.estimating);
    let told = ResultsCache::json(&wanted.published, storage, wanted.with, turns).await?;
    Ok(told.json)
}

/// What is made of the results, without what is below the minimum of reports.
pub(super) async fn made_of_results<T: Send + 'static>(
    context: &Context,
    wanted: &Wanted,
    make: impl FnOnce(&Results) -> T + Send + 'static,
) -> Result<T, ApiError> {
    let published = &wanted.published;
    let snapshot = published.snapshot(&*context.storage).await?;
    let turns = &context.estimating;
    Ok(estimates::estimate(published, snapshot, wanted.with, turns, make).await?)
}
