//! Waiting for what is to come about, and never for a time to pass.

use std::{future::Future, time::Duration};

use tokio::{task::yield_now, time::timeout};

/// Far more than anything takes on any machine: only what never comes is waited for that long.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// What comes of something; whoever waits in vain hears what for.
pub(crate) async fn patiently<T>(what: &str, event: impl Future<Output = T>) -> T {
    let Ok(outcome) = timeout(PATIENCE, event).await else {
        panic!("it never came, in a minute: {what}");
    };
    outcome
}

/// Looks until something is so.
pub(crate) async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let looking = async {
        while !is_so().await {
            yield_now().await;
        }
    };
    patiently(what, looking).await;
}
