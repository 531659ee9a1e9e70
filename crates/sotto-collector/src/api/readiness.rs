//! Whether the storage takes what is written; tried at a limited rate.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::{
    clock::Clock,
    log,
    storage::{Storage, StorageError, Unwritable},
};

/// How long an answer is given out: finding one writes to the disk, and anybody may ask.
const KEPT: Duration = Duration::from_secs(1);

/// Whether the storage took what was written when it was last tried.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), Unwritable>)>>);

impl Readiness {
    /// Of those who ask at the same time one tries, and the others wait for it.
    pub(super) async fn check(
        &self,
        storage: &dyn Storage,
        clock: &dyn Clock,
    ) -> Result<(), Unwritable> {
        let mut last = self.0.lock().await;
        let now = clock.instant();
        if let Some((tried, found)) = *last
            && now.saturating_duration_since(tried) < KEPT
        {
            return found;
        }
        let found = storage.check_writing().await;
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
