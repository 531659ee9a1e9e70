//! Reading a survey.

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::header,
    response::IntoResponse,
};

use super::{ApiError, Context};
use crate::catalog::Published;

/// `GET /api/v1/surveys/{id}`: the survey as it is published, the mechanisms' integers included.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}",
    operation_id = "read_survey",
    tag = "respondents",
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 200, description = "The survey", body = super::openapi::SurveySchema)),
)]
pub(super) async fn read(
    State(context): State<Arc<Context>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let published = find(&context, id)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, published.definition().clone()))
}

/// The survey that a path names.
pub(super) fn find(
    context: &Context,
    id: Result<Path<String>, PathRejection>,
) -> Result<Arc<Published>, ApiError> {
    // A path that is no UTF-8 names no survey either.
    id.ok()
        .and_then(|Path(id)| context.catalog.get(&id).cloned())
        .ok_or(ApiError::UnknownSurvey)
}
