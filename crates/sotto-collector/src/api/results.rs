//! Estimates for the whole crowd.

use std::sync::Arc;

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    http::header,
    response::IntoResponse,
};
use serde::Deserialize;
use sotto_ldp::Confidence;

use super::{ApiError, Context, surveys::find};
use crate::{catalog::Published, storage::StorageError};

/// What may be asked of results.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultsQuery {
    /// How sure the intervals are; 0.95 unless given
    #[param(exclusive_minimum = 0, exclusive_maximum = 1)]
    confidence: Option<f64>,
}

/// `GET /api/v1/surveys/{id}/results?confidence=0.95`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/results",
    operation_id = "read_results",
    tag = "results",
    params(("id" = String, Path, description = "The survey's id"), ResultsQuery),
    responses((status = 200, description = "The results", body = super::openapi::ResultsSchema)),
)]
pub(super) async fn read(
    State(context): State<Arc<Context>>,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let published = find(&context, id)?;
    let confidence = confidence(query)?;
    let results = json(&context, &published, confidence).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, results))
}

pub(super) fn confidence(
    query: Result<Query<ResultsQuery>, QueryRejection>,
) -> Result<Confidence, ApiError> {
    let Query(query) = query.map_err(|_| ApiError::MalformedQuery)?;
    match query.confidence {
        None => Ok(Confidence::default()),
        Some(level) => Confidence::new(level).map_err(|_| ApiError::MalformedQuery),
    }
}

/// The results in JSON, on one line.
pub(super) async fn json(
    context: &Context,
    published: &Published,
    confidence: Confidence,
) -> Result<String, ApiError> {
    let snapshot = published.snapshot(&*context.storage).await?;
    let results = snapshot.tally.results(published.oracles(), confidence);
    // Every number in it is finite, every key a string.
    serde_json::to_string(&results).map_err(|_| StorageError::Damaged.into())
}
