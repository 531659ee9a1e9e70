//! Closing, opening again, and deleting.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use sotto_api::Settings;

use super::{
    super::{
        ApiError, Context,
        asked::{SentParameters, SurveyId, find, parameters},
        credentials::Credentials,
        respond::nothing,
    },
    settings::change,
};
use crate::access::Permission;

parameters! {
    /// How to close.
    pub(in super::super) struct CloseQuery {
        /// Whether it can never be reopened, because what recognised repeated submissions and spent invites is erased
        #[serde(default)]
        for_good: bool,
    }
    "the only parameter is \"for_good\", once, true or false"
}

/// `POST /api/v1/surveys/{id}/close`: on return nothing more is counted for it by any collector that shares its database.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/close",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id"), CloseQuery),
    responses((status = 204, description = "Closed")),
)]
pub(in super::super) async fn close_survey(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
    query: SentParameters<CloseQuery>,
) -> Result<Response, ApiError> {
    let query = query.read()?;
    let (permission, act) = if query.for_good {
        (Permission::Delete, "survey.close-for-good")
    } else {
        (Permission::OpenAndClose, "survey.close")
    };
    let actor = credentials.may(&context, permission, &id).await?;
    let _turn = context.catalog.turn().await;
    change(&context, &id, |listed| {
        Ok(Settings {
            closed: true,
            ..Settings::clone(listed.settings())
        })
    })
    .await?;
    if query.for_good {
        close_for_good(&context, &id).await?;
    }
    context.record(&actor, act, Some(&id)).await?;
    Ok(nothing())
}

/// Closes every version, those that other collectors publish meanwhile as well.
async fn close_for_good(context: &Context, id: &str) -> Result<(), ApiError> {
    loop {
        context.catalog.look(&*context.storage).await?;
        let listed = find(context, id)?;
        let open: Vec<_> = listed
            .versions()
            .filter(|one| !one.stored().closed)
            .map(|one| one.stored().key)
            .collect();
        if open.is_empty() {
            return Ok(());
        }
        for key in open {
            context.storage.close_survey(key).await?;
        }
    }
}

/// `POST /api/v1/surveys/{id}/reopen`.
#[utoipa::path(
    post,
    path = "/api/v1/surveys/{id}/reopen",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 204, description = "It collects again, as far as its dates and quota allow")),
)]
pub(in super::super) async fn reopen_survey(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
) -> Result<Response, ApiError> {
    let actor = credentials
        .may(&context, Permission::OpenAndClose, &id)
        .await?;
    let _turn = context.catalog.turn().await;
    change(&context, &id, |listed| {
        if listed.current().stored().closed {
            return Err(ApiError::ClosedForGood);
        }
        Ok(Settings {
            closed: false,
            ..Settings::clone(listed.settings())
        })
    })
    .await?;
    context.record(&actor, "survey.reopen", Some(&id)).await?;
    Ok(nothing())
}

/// `DELETE /api/v1/surveys/{id}`: on return nothing of it is left, in whatever version: no
/// definition, no settings, no counts, no rows.
#[utoipa::path(
    delete,
    path = "/api/v1/surveys/{id}",
    tag = "surveys",
    security(("token" = []), ("session" = [])),
    params(("id" = String, Path, description = "The survey's id")),
    responses((status = 204, description = "It is deleted, without remains")),
)]
pub(in super::super) async fn delete_survey(
    State(context): State<Arc<Context>>,
    credentials: Credentials,
    SurveyId(id): SurveyId,
) -> Result<Response, ApiError> {
    let actor = credentials.may(&context, Permission::Delete, &id).await?;
    let _turn = context.catalog.turn().await;
    context.catalog.look(&*context.storage).await?;
    match find(&context, &id) {
        Ok(listed) => {
            if let Some(room) = listed.room() {
                context.rooms.delete(room).await?;
                // What is noted stays, and of a room nothing does.
                context.record(&actor, "room.end", None).await?;
                return Ok(nothing());
            }
        }
        // What cannot be read can be deleted, as anything else.
        Err(ApiError::Unreadable) => {}
        Err(error) => return Err(error),
    }
    // First: whoever makes a survey of this id later must not find old tokens to be for it.
    context.storage.forget_grants(&id).await?;
    context.storage.delete_survey(&id).await?;
    context.catalog.look(&*context.storage).await?;
    context.record(&actor, "survey.delete", Some(&id)).await?;
    Ok(nothing())
}
