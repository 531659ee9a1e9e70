//! Results as they change, for any number of listeners: computed once for all who want the same.
//!
//! Where every submission is told, changes of a quarter of a second are told together; elsewhere they
//! come by steps, as everything that is told does.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::time::{Instant, sleep, timeout_at};

use super::{
    CountedVersions, EstimatesError, ListenerPlace, ResultsOptions, Turns, cache::json,
    listeners::Announcer,
};
use crate::{clock::Clock, storage::Storage};

/// Changes within this time are told together: four events a second at most.
const PAUSE: Duration = Duration::from_millis(250);

/// How often what other collectors have counted is looked for.
const LOOK: Duration = Duration::from_secs(1);

/// Begins to listen. The first results come at once.
///
/// # Errors
/// When too many different results are listened to; the usual ones always can be.
pub(crate) fn listen(
    versions: &CountedVersions,
    storage: &Arc<dyn Storage>,
    wanted: ResultsOptions,
    turns: &Turns,
    clock: &Arc<dyn Clock>,
) -> Result<ListenerPlace, EstimatesError> {
    let (source, is_new) = versions.newest.listeners().lock().source(wanted)?;
    if is_new {
        let teller = Teller {
            versions: versions.clone(),
            storage: Arc::clone(storage),
            clock: Arc::clone(clock),
            wanted,
            turns: turns.clone(),
        };
        tokio::spawn(teller.tell(Arc::downgrade(&source)));
    }
    Ok(ListenerPlace::to(source))
}

/// Tells the same results to all who listen to them.
struct Teller {
    versions: CountedVersions,
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    wanted: ResultsOptions,
    turns: Turns,
}

impl Teller {
    /// Computes and tells until nobody listens.
    async fn tell(self, source: Weak<Announcer>) {
        // Nothing more is counted of earlier versions.
        let mut changes = self.versions.newest.changes();
        let mut last: Option<u64> = None;
        loop {
            changes.mark_unchanged();
            let (versions, storage) = (&self.versions, &*self.storage);
            let now = self.clock.moment();
            let found = json(versions, storage, self.wanted, &self.turns, now).await;
            let Some(source) = source.upgrade() else {
                return;
            };
            // The storage may be back by the next time, or there may be a turn.
            if let Ok(told) = found
                && last != Some(told.submissions)
            {
                last = Some(told.submissions);
                source.send_replace(Some(told));
            }
            drop(source);
            let next_look = Instant::now() + LOOK;
            sleep(PAUSE).await;
            // Others may count as well: their changes are not heard of, only looked for.
            let _ = timeout_at(next_look, changes.changed()).await;
        }
    }
}
