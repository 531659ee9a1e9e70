//! A survey's settings, read and changed.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::Response};
use serde_json::Value;
use sotto_api::{ChangedSettings, Settings};

use super::super::{
    ApiError, Context,
    asked::{SurveyId, find},
    body::{SMALL, SentBody},
    credentials::Credentials,
    respond::json,
};
use crate::{
    access::Permission, catalog::Listed, collecting, secret::Secret, settings::patched,
    storage::StorageError, webhook::TargetError,
};

/// `GET /api/v1/surveys/{id}/settings`.
#[utoipa::path(
    get,
    path = "/api/v1/surveys/{id}/settings",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 200, description = "The settings, without secrets", body = Settings)),
)]
pub(in super::super) async fn read_settings(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
) -> Result<Response, ApiError> {
    credentials
        .may(&context, Permission::ReadSettings, &id)
        .await?;
    let listed = find(&context, &id)?;
    json(StatusCode::OK, &listed.settings().shown())
}

/// `PATCH /api/v1/surveys/{id}/settings`: a JSON merge patch (RFC 7396).
#[utoipa::path(
    patch,
    path = "/api/v1/surveys/{id}/settings",
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
    SurveyId(id): SurveyId,
    body: SentBody,
) -> Result<Response, ApiError> {
    let actor = credentials.may(&context, Permission::Edit, &id).await?;
    find(&context, &id)?;
    let patch: Value = body.json(SMALL, "").await?;
    let _turn = context.catalog.turn().await;
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
    context.record(&actor, "settings.change", Some(&id)).await?;
    let changed = ChangedSettings {
        settings: settings.shown(),
        webhook_secret,
    };
    json(StatusCode::OK, &changed)
}

/// How often a change of settings is tried again because another collector was first. Each time it was, its
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
        let listed = find(context, id)?;
        let settings = changed(&listed)?.at(context.clock.moment());
        if settings.keep_rows && !listed.settings().keep_rows {
            let (storage, current) = (&context.storage, listed.current());
            if storage.submissions(current.stored().key).await? > 0 {
                return Err(ApiError::RowsPromised(current.survey().version()));
            }
        }
        if listed.current().survey().gives_own_code() && !settings.access.is_for_the_invited() {
            return Err(ApiError::OwnCodeCollects);
        }
        if !listed.is_pinned_alike(&settings) {
            context.catalog.log().check()?;
        }
        let json = serde_json::to_string(&settings).map_err(|_| StorageError::Damaged)?;
        let collecting = collecting::of(&settings);
        let storage = &context.storage;
        if storage
            .set_settings(id, &json, collecting, revision)
            .await?
        {
            context.catalog.look(&*context.storage).await?;
            return Ok(settings);
        }
    }
    Err(StorageError::Contended.into())
}
