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

use parking_lot::Mutex;
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout_at},
};

use sotto_ldp::Confidence;

use super::Published;
use super::{EstimatesError, ResultsCache, ResultsOptions, Turns, cache::Told};
use crate::{clock::Clock, storage::Storage};

/// Changes within this time are told together: four events a second at most.
const PAUSE: Duration = Duration::from_millis(250);

/// How often what other collectors have counted is looked for.
const LOOK: Duration = Duration::from_secs(1);

/// After this time fewer submissions than the survey's minimum are told, too.
const PATIENCE: Duration = Duration::from_mins(1);

/// How many confidences other than the default a version can be followed with at once. Each makes the
/// results be computed again at every change, and anybody may ask for any.
const UNUSUAL: usize = 8;

/// What is listened to.
#[derive(Default)]
pub(crate) struct LiveResults(Mutex<Vec<(ResultsOptions, Weak<Announcer>)>>);

/// Where results are told; none at first.
type Announcer = watch::Sender<Option<Told>>;

/// A place among those who listen.
pub(crate) struct Listening {
    told: watch::Receiver<Option<Told>>,
    /// Ends when nobody holds it any more.
    _source: Arc<Announcer>,
}

impl LiveResults {
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
        let mut sources = published.live().0.lock();
        sources.retain(|(_, source)| source.strong_count() > 0);
        let found = sources.iter().find(|(one, _)| *one == wanted);
        let source = found.and_then(|(_, source)| source.upgrade());
        let is_unusual = |one: &ResultsOptions| one.confidence != Confidence::default();
        let others = sources.iter().filter(|(one, _)| is_unusual(one)).count();
        if source.is_none() && is_unusual(&wanted) && others >= UNUSUAL {
            return Err(EstimatesError::Crowded);
        }
        let source = source.unwrap_or_else(|| {
            let source = Arc::new(watch::Sender::new(None));
            sources.push((wanted, Arc::downgrade(&source)));
            let teller = Teller {
                published: Arc::clone(published),
                storage: Arc::clone(storage),
                clock: Arc::clone(clock),
                wanted,
                turns: turns.clone(),
            };
            tokio::spawn(teller.tell(Arc::downgrade(&source)));
            source
        });
        drop(sources);
        let mut told = source.subscribe();
        told.mark_changed();
        Ok(Listening {
            told,
            _source: source,
        })
    }
}

impl Listening {
    /// The next results, as soon as there are some.
    pub(crate) async fn next(&mut self) -> Option<Told> {
        loop {
            self.told.changed().await.ok()?;
            let told = self.told.borrow_and_update().clone();
            if told.is_some() {
                return told;
            }
        }
    }
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
            let found = ResultsCache::json(published, storage, self.wanted, &self.turns).await;
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
