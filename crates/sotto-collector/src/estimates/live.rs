//! Results as they change, for any number of listeners: computed once for all who want the same.
//!
//! A stream in which every submission could be seen coming would tell, to somebody who knows when a
//! person answered, which reports were theirs. So changes are told together: those of a quarter of
//! a second at least, and where the survey has a minimum of reports, as many submissions as that;
//! fewer only after a minute.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use tokio::time::{Instant, sleep, timeout_at};

use super::{
    EstimatesError, Listening, Published, ResultsOptions, Turns, cache::json, listeners::Announcer,
};
use crate::{clock::Clock, storage::Storage};

/// Changes within this time are told together: four events a second at most.
const PAUSE: Duration = Duration::from_millis(250);

/// How often what other collectors have counted is looked for.
const LOOK: Duration = Duration::from_secs(1);

/// After this time fewer submissions than the survey's minimum are told, too.
const PATIENCE: Duration = Duration::from_mins(1);

/// Begins to listen. The first results come at once.
///
/// # Errors
/// When too many different results are listened to; the usual ones always can be.
pub(crate) fn listen(
    published: &Arc<Published>,
    storage: &Arc<dyn Storage>,
    wanted: ResultsOptions,
    turns: &Turns,
    clock: &Arc<dyn Clock>,
) -> Result<Listening, EstimatesError> {
    let (source, is_new) = published.listeners().lock().source(wanted)?;
    if is_new {
        let teller = Teller {
            published: Arc::clone(published),
            storage: Arc::clone(storage),
            clock: Arc::clone(clock),
            wanted,
            turns: turns.clone(),
        };
        tokio::spawn(teller.tell(Arc::downgrade(&source)));
    }
    Ok(Listening::to(source))
}

/// Tells the same results to all who listen to them.
struct Teller {
    published: Arc<Published>,
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    wanted: ResultsOptions,
    turns: Turns,
}

impl Teller {
    /// Computes and tells until nobody listens.
    async fn tell(self, source: Weak<Announcer>) {
        let mut changes = self.published.changes();
        let mut last: Option<u64> = None;
        let mut told_at = self.clock.instant();
        loop {
            changes.mark_unchanged();
            let (published, storage) = (&self.published, &*self.storage);
            let found = json(published, storage, self.wanted, &self.turns).await;
            let Some(source) = source.upgrade() else {
                return;
            };
            // The storage may be back by the next time, or there may be a turn.
            if let Ok(told) = found {
                let new = last.map_or(u64::MAX, |last| told.submissions.saturating_sub(last));
                let now = self.clock.instant();
                let is_patient = now.saturating_duration_since(told_at) < PATIENCE;
                if new >= self.wanted.minimum.max(1) || (new > 0 && !is_patient) {
                    last = Some(told.submissions);
                    told_at = now;
                    source.send_replace(Some(told));
                }
            }
            drop(source);
            let next_look = Instant::now() + LOOK;
            sleep(PAUSE).await;
            // Others may count as well: their changes are not heard of, only looked for.
            let _ = timeout_at(next_look, changes.changed()).await;
        }
    }
}
