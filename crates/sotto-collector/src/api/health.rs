//! Whether the collector can do its work.

use std::sync::Arc;

use axum::extract::State;

use super::{ApiError, Context};
use crate::storage::StorageError;

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

/// `GET /readyz`: 200 when the storage is whole and takes what is written.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "operation",
    responses((status = 200, description = "Send requests", body = String, content_type = "text/plain")),
)]
pub(super) async fn ready(State(context): State<Arc<Context>>) -> Result<&'static str, ApiError> {
    if *context.stopping.borrow() {
        return Err(StorageError::Stopping.into());
    }
    let ready = context
        .readiness
        .check(&*context.storage, &*context.clock)
        .await;
    ready.map_err(StorageError::NotCounted)?;
    Ok("ready\n")
}
