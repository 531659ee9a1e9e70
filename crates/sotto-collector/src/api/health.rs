//! Whether the collector can do its work.

use std::sync::Arc;

use axum::extract::State;

use super::{ApiError, Context};
use crate::storage::{StorageError, Unwritable};

/// `GET /healthz`: 200 when the storage answers.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "operation",
    responses((status = 200, description = "It can", body = String, content_type = "text/plain")),
)]
pub(super) async fn check_health(
    State(context): State<Arc<Context>>,
) -> Result<&'static str, ApiError> {
    context.storage.check().await?;
    Ok("ok\n")
}

/// `GET /readyz`: 200 when the storage takes what is written, and the surveys can be read.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operation",
    responses((status = 200, description = "Send requests; rows that cannot be read are named by table and number", body = String, content_type = "text/plain")),
)]
pub(super) async fn ready(State(context): State<Arc<Context>>) -> Result<String, ApiError> {
    if *context.stopping.borrow() {
        return Err(StorageError::Stopping.into());
    }
    let ready = context
        .readiness
        .check(&*context.storage, &*context.clock)
        .await;
    ready.map_err(StorageError::NotCounted)?;
    if context.catalog.is_blind() {
        return Err(StorageError::NotCounted(Unwritable::Unread).into());
    }
    let unreadable = context.catalog.unreadable();
    if unreadable.count() == 0 {
        return Ok("ready\n".to_owned());
    }
    // That is no reason to send no requests: every collector of the database has the same rows, and one of them would
    // take all surveys from everybody.
    Ok(format!(
        "ready, but these rows cannot be read, and what they are of is left out: {unreadable}\n"
    ))
}
