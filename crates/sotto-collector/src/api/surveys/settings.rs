//! A survey's settings, read and changed.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::Value;
use sotto_api::{ChangedSettings, Settings};

use super::{
    super::{ApiError, Context, audit_log, body, credentials::Credentials, respond::json},
    find_named, name,
};
use crate::{
    access::{Permission, Secret},
    catalog::Listed,
    settings::patched,
    storage::StorageError,
    webhook::TargetError,
};

/// `GET /api/v1/surveys/{id}/settings`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/settings",
    operation_id = "read_settings",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 200, description = "The settings, without secrets", body = Settings)),
)]
pub(in super::super) async fn read_settings(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    credentials
        .may(&context, Permission::ReadSettings, &id)
        .await?;
    let listed = find_named(&context, &id)?;
    json(StatusCode::OK, &listed.settings().shown())
}

/// `PATCH /api/v1/surveys/{id}/settings`: a JSON merge patch (RFC 7396).
#[utoipa::path(
    patch,
    path = "/api/v1/surveys/{id}/settings",
    operation_id = "change_settings",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    request_body(
        content = Settings,
        description = "What is named is changed, null takes it back to its default, the rest stays"
    ),
    responses((status = 200, description = "The settings after it", body = ChangedSettings)),
)]
pub(in super::super) async fn change_settings(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    let actor = credentials.may(&context, Permission::Edit, &id).await?;
    find_named(&context, &id)?;
    let patch: Value = body::read_json(&headers, body, body::SMALL, "").await?;
    let _turn = context.changing.lock().await;
    let mut webhook_secret = None;
    let settings = change(&context, &id, |listed| {
        let settings;
        (settings, webhook_secret) =
            patched(listed.settings(), patch.clone(), || Secret::draw().ok())?;
        if let Some(webhook) = &settings.webhook {
            let address = webhook.address().ok_or(TargetError::Malformed)?;
            context.webhook_targets.check(&address)?;
        }
        Ok(settings)
    })
    .await?;
    audit_log::record(&context, &actor.token, "settings.change", Some(&id)).await?;
    let changed = ChangedSettings {
        settings: settings.shown(),
        webhook_secret,
    };
    json(StatusCode::OK, &changed)
}

/// How often settings are changed anew because another collector was first. Each time it was, its
/// own change was done.
const TRIES: u32 = 10;

/// Stores what becomes of a survey's settings as they are in the storage, whichever collector
/// changed them last.
pub(super) async fn change(
    context: &Context,
    id: &str,
    mut changed: impl FnMut(&Listed) -> Result<Settings, ApiError>,
) -> Result<Settings, ApiError> {
    for _ in 0..TRIES {
        let revision = context.catalog.look(&*context.storage).await?;
        let listed = find_named(context, id)?;
        let settings = changed(&listed)?.at(context.clock.moment());
        let json = serde_json::to_string(&settings).map_err(|_| StorageError::Damaged)?;
        if context.storage.set_settings(id, &json, revision).await? {
            context.catalog.look(&*context.storage).await?;
            return Ok(settings);
        }
    }
    Err(StorageError::Contended.into())
}
