//! Publishing: from then on a version never changes. What the designer left open, `auto` and the
//! mechanisms' integers, is decided and stands in what is published.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use sotto_api::Settings;
use sotto_survey::{Json, Survey, SurveyFile};
use tokio::task::spawn_blocking;

use super::{
    super::{ApiError, Context, audit_log, body, credentials::Credentials},
    MAX_SURVEY, find_named, name, reserved,
};
use crate::{
    access::{Actor, Permission, Surveys},
    storage::StorageError,
};

/// `POST /api/v1/surveys`: the first version of a survey. Its results are for those with a token
/// until its settings say otherwise.
#[utoipa::path(
    post,
    path = "/api/v1/surveys",
    operation_id = "create_survey",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    request_body = SurveyFile,
    responses((status = 201, description = "The survey as it is published", body = SurveyFile)),
)]
pub(in super::super) async fn create(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let actor = credentials.actor(&context).await?;
    if !actor.may_create() {
        return Err(ApiError::Forbidden);
    }
    let survey = read(&headers, body).await?;
    if let Some(sentence) = reserved(survey.id()) {
        return Err(ApiError::InvalidSurvey(sentence));
    }
    let id = survey.id().as_str();
    let settings =
        serde_json::to_string(&Settings::of_new_survey()).map_err(|_| StorageError::Damaged)?;
    let _turn = context.changing.lock().await;
    context
        .storage
        .create_survey(&survey, &settings)
        .await?
        .ok_or(ApiError::SurveyExists)?;
    if matches!(actor.surveys, Surveys::These(_)) {
        context
            .storage
            .grant_survey(actor.token.as_str(), id)
            .await?;
    }
    published(&context, &actor, id, "survey.create").await
}

/// `POST /api/v1/surveys/{id}/versions`: a later version, which collects from now on. The earlier
/// ones take no more submissions, and keep their results.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/versions",
    operation_id = "publish_version",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    request_body = SurveyFile,
    responses((status = 201, description = "The version as it is published", body = SurveyFile)),
)]
pub(in super::super) async fn publish_version(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    let actor = credentials.may(&context, Permission::Edit, &id).await?;
    find_named(&context, &id)?;
    let survey = read(&headers, body).await?;
    if survey.id().as_str() != id {
        return Err(ApiError::AnotherSurvey);
    }
    let _turn = context.changing.lock().await;
    if context.storage.publish_version(&survey).await?.is_none() {
        context.catalog.look(&*context.storage).await?;
        let current = find_named(&context, &id)?.current().survey().version();
        return Err(ApiError::VersionConflict { current });
    }
    published(&context, &actor, &id, "survey.version").await
}

/// Reads a survey, and decides what its designer left open.
async fn read(headers: &HeaderMap, body: Body) -> Result<Survey, ApiError> {
    let bytes = body::read_json_bytes(headers, body, MAX_SURVEY).await?;
    // Choosing mechanisms for hundreds of long questions takes its time.
    let survey = spawn_blocking(move || {
        let json: Json = serde_json::from_slice(&bytes)
            .map_err(|error| ApiError::MalformedBody(format!("the body is no JSON: {error}")))?;
        Survey::read(json).map_err(|faults| ApiError::InvalidSurvey(faults.to_string()))
    });
    survey.await.map_err(|_| StorageError::Damaged)?
}

async fn published(
    context: &Context,
    actor: &Actor,
    id: &str,
    act: &str,
) -> Result<Response, ApiError> {
    context.catalog.look(&*context.storage).await?;
    audit_log::record(context, &actor.token, act, Some(id)).await?;
    let listed = find_named(context, id)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        // An id needs no escaping.
        (header::LOCATION, format!("/api/v1/surveys/{id}")),
    ];
    let definition = listed.current().definition().clone();
    Ok((StatusCode::CREATED, headers, definition).into_response())
}
