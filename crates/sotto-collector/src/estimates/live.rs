//! Results as they change, for any number of listeners: computed once for all who want the same.
//!
//! A stream in which every submission could be seen coming would tell, to somebody who knows when a
//! person answered, which reports were theirs. So changes are told together: those of a quarter of
//! a second at least, and where the survey has a minimum of reports, as many submissions as that;
//! fewer only after a minute.

use std::{
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout_at},
};

use super::cache::{ResultsCache, Told, Wanted};
use crate::{catalog::Published, storage::Storage};

/// Changes within this time are told together: four events a second at most.
const PAUSE: Duration = Duration::from_millis(250);

/// How often what other collectors have counted is looked for.
const LOOK: Duration = Duration::from_secs(1);

/// After this time fewer submissions than the survey's minimum are told, too.
const PATIENCE: Duration = Duration::from_mins(1);

/// What is listened to.
#[derive(Default)]
pub(crate) struct LiveResults(Mutex<Vec<(Wanted, Weak<Source>)>>);

/// Where results are told; none at first.
type Source = watch::Sender<Option<Told>>;

/// A place among those who listen.
pub(crate) struct Listening {
    told: watch::Receiver<Option<Told>>,
    /// Ends when nobody holds it any more.
    _source: Arc<Source>,
}

impl LiveResults {
    /// Begins to listen. The first results come at once.
    pub(crate) fn listen(
        published: &Arc<Published>,
        storage: &Arc<dyn Storage>,
        wanted: Wanted,
    ) -> Listening {
        let mut sources = published
            .live()
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        sources.retain(|(_, source)| source.strong_count() > 0);
        let found = sources.iter().find(|(one, _)| *one == wanted);
        let source = found.and_then(|(_, source)| source.upgrade());
        let source = source.unwrap_or_else(|| {
            let source = Arc::new(watch::Sender::new(None));
            sources.push((wanted, Arc::downgrade(&source)));
            let (published, storage) = (Arc::clone(published), Arc::clone(storage));
            tokio::spawn(tell(published, storage, wanted, Arc::downgrade(&source)));
            source
        });
        drop(sources);
        let mut told = source.subscribe();
        told.mark_changed();
        Listening {
            told,
            _source: source,
        }
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

/// Computes and tells until nobody listens.
async fn tell(
    published: Arc<Published>,
    storage: Arc<dyn Storage>,
    wanted: Wanted,
    source: Weak<Source>,
) {
    let mut changes = published.changes();
    let mut last: Option<u64> = None;
    let mut told_at = Instant::now();
    loop {
        changes.mark_unchanged();
        let found = ResultsCache::json(&published, &*storage, wanted).await;
        let Some(source) = source.upgrade() else {
            return;
        };
        // The storage may be back by the next time.
        if let Ok(told) = found {
            let new = last.map_or(u64::MAX, |last| told.submissions.saturating_sub(last));
            if new >= wanted.minimum.max(1) || (new > 0 && told_at.elapsed() >= PATIENCE) {
                last = Some(told.submissions);
                told_at = Instant::now();
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
