//! Whether the collector can do its work.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::extract::State;
use tokio::sync::Mutex;

use super::{ApiError, Context};
use crate::{
    log,
    storage::{StorageError, Unwritable},
};

/// How long an answer is given out: finding one writes to the disk, and anybody may ask.
const KEPT: Duration = Duration::from_secs(1);

/// Whether the storage took what was written when it was last tried.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), Unwritable>)>>);

impl Readiness {
    /// Of those who ask at the same time one tries, and the others wait for it.
    async fn check(&self, context: &Context) -> Result<(), Unwritable> {
        let mut last = self.0.lock().await;
        let now = context.clock.instant();
        if let Some((tried, found)) = *last
            && now.saturating_duration_since(tried) < KEPT
        {
            return found;
        }
        let found = context.storage.check_writing().await;
        let reason = found.as_ref().map_err(StorageError::unwritable).copied();
        let before = last.replace((now, reason));
        if let Err(error) = &found
            && before.map(|(_, found)| found) != Some(reason)
        {
            log::say(format_args!("The collector is not ready: {error}"));
        }
        reason
    }
}

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
    let ready = context.readiness.check(&context).await;
    ready.map_err(StorageError::NotCounted)?;
    Ok("ready\n")
}
