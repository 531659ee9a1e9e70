//! Whether the collector can do its work.

use std::sync::Arc;

use axum::extract::State;

use super::{ApiError, Context};

/// `GET /healthz`: 200 when the storage answers.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "check_health",
    tag = "operation",
    responses((status = 200, description = "It can", body = String, content_type = "text/plain")),
)]
pub(super) async fn check(State(context): State<Arc<Context>>) -> Result<&'static str, ApiError> {
    context.storage.check().await?;
    Ok("ok\n")
}
