//! Closing, opening again, and deleting.

use std::sync::Arc;

use axum::{
    extract::{Path, Query, State, rejection::PathRejection, rejection::QueryRejection},
    response::Response,
};
use serde::Deserialize;

use super::{
    super::{ApiError, Context, audit_log, credentials::Credentials, respond::nothing},
    find_named, name,
    settings::store,
};
use crate::{
    access::Permission,
    settings::{Moment, Settings},
};

/// How to close.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CloseQuery {
    /// Whether it can never be opened again: then what told submissions and invites apart is erased
    #[serde(default)]
    for_good: bool,
}

/// `POST /api/v1/surveys/{id}/close`: on return this collector counts nothing more for it, and
/// others that share its database within a second (at once, if it is for good).
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/close",
    operation_id = "close_survey",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), CloseQuery),
    responses((status = 204, description = "Closed")),
)]
pub(in super::super) async fn close(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
    query: Result<Query<CloseQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    let Query(query) = query.map_err(|_| {
        ApiError::MalformedQuery("the only parameter is \"for_good\", once, true or false")
    })?;
    let (permission, act) = if query.for_good {
        (Permission::Delete, "survey.close-for-good")
    } else {
        (Permission::OpenAndClose, "survey.close")
    };
    let actor = credentials.may(&context, permission, &id).await?;
    let _turn = context.changing.lock().await;
    let listed = find_named(&context, &id)?;
    let settings = Settings {
        closed: true,
        ..Settings::clone(listed.settings())
    }
    .at(Moment::now());
    store(&context, &id, &settings).await?;
    if query.for_good {
        for published in listed.versions() {
            context.storage.close_survey(published.stored().key).await?;
        }
    }
    context.catalog.look(&*context.storage).await?;
    audit_log::record(&context, &actor.token, act, Some(&id)).await?;
    Ok(nothing())
}

/// `POST /api/v1/surveys/{id}/reopen`.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/reopen",
    operation_id = "reopen_survey",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 204, description = "It collects again, as far as its dates and quota allow")),
)]
pub(in super::super) async fn reopen(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    let actor = credentials
        .may(&context, Permission::OpenAndClose, &id)
        .await?;
    let _turn = context.changing.lock().await;
    let listed = find_named(&context, &id)?;
    if listed.current().stored().closed {
        return Err(ApiError::ClosedForGood);
    }
    let settings = Settings {
        closed: false,
        ..Settings::clone(listed.settings())
    }
    .at(Moment::now());
    store(&context, &id, &settings).await?;
    context.catalog.look(&*context.storage).await?;
    audit_log::record(&context, &actor.token, "survey.reopen", Some(&id)).await?;
    Ok(nothing())
}

/// `DELETE /api/v1/surveys/{id}`: on return nothing of it is left, in whatever version: no
/// definition, no settings, no counts, no rows.
#[utoipa::path(
    delete,
    path = "/api/v1/surveys/{id}",
    operation_id = "delete_survey",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 204, description = "Nothing of it is left")),
)]
pub(in super::super) async fn delete(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let id = name(id)?;
    let actor = credentials.may(&context, Permission::Delete, &id).await?;
    let _turn = context.changing.lock().await;
    find_named(&context, &id)?;
    // First: whoever makes a survey of this id later must not find old tokens to be for it.
    context.storage.forget_grants(&id).await?;
    context.storage.delete_survey(&id).await?;
    context.catalog.look(&*context.storage).await?;
    audit_log::record(&context, &actor.token, "survey.delete", Some(&id)).await?;
    Ok(nothing())
}
