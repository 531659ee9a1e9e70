//! Whether the collector can do its work.

use std::sync::Arc;

use axum::extract::State;

use super::{ApiError, Context};

/// `GET /healthz`: 200 when the storage answers.
pub(super) async fn check(State(context): State<Arc<Context>>) -> Result<&'static str, ApiError> {
    context.storage.check().await?;
    Ok("ok\n")
}
