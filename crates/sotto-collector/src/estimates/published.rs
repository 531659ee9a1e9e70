//! A version of a survey, and what was last read and computed of it.

use std::sync::Arc;

use axum::body::Bytes;
use parking_lot::Mutex;
use sotto_api::PublishedHash;
use sotto_ldp::Counts;
use sotto_survey::{Survey, SurveyOracles, Tally};
use tokio::sync::watch;

use super::{Step, kept::KeptResults, listeners::Listeners};
use crate::storage::{Storage, StorageError, StoredCounts, StoredSurvey};

/// Counts as they stood together at one moment.
pub(crate) struct Snapshot {
    /// The number of submissions counted: it only grows, so that it tells snapshots apart.
    pub(crate) submissions: u64,
    pub(crate) tally: Tally,
}

/// A version of a survey, and what live listeners need to know about it.
pub(crate) struct Published {
    stored: Arc<StoredSurvey>,
    definition: Bytes,
    compiled: Bytes,
    hash: PublishedHash,
    /// How many submissions this process has counted; listeners wait for it to change.
    counted: watch::Sender<u64>,
    latest: Mutex<Option<Arc<Snapshot>>>,
    /// The last step, and what is told since.
    last_step: tokio::sync::Mutex<Option<(Step, Arc<Snapshot>)>>,
    results: tokio::sync::Mutex<KeptResults>,
    listeners: Mutex<Listeners>,
}

impl Published {
    pub(crate) fn new(stored: StoredSurvey) -> Result<Self, StorageError> {
        let definition = serde_json::to_vec(stored.survey()).map_err(|_| StorageError::Damaged)?;
        let compiled = stored.survey().compile();
        Ok(Self {
            hash: PublishedHash::new(&compiled),
            stored: Arc::new(stored),
            definition: definition.into(),
            compiled: compiled.into(),
            counted: watch::Sender::new(0),
            latest: Mutex::new(None),
            last_step: tokio::sync::Mutex::default(),
            results: tokio::sync::Mutex::default(),
            listeners: Mutex::default(),
        })
    }

    pub(crate) const fn stored(&self) -> &Arc<StoredSurvey> {
        &self.stored
    }

    pub(crate) fn survey(&self) -> &Survey {
        self.stored.survey()
    }

    /// What counts and estimates.
    pub(crate) fn oracles(&self) -> &SurveyOracles {
        &self.stored.oracles
    }

    /// The survey as it is published, in JSON.
    pub(crate) const fn definition(&self) -> &Bytes {
        &self.definition
    }

    /// The same in the compiled form, which the widget reads.
    pub(crate) const fn compiled(&self) -> &Bytes {
        &self.compiled
    }

    /// What its pins are made of.
    pub(crate) const fn hash(&self) -> &PublishedHash {
        &self.hash
    }

    /// Tells the listeners that more submissions have been counted.
    pub(crate) fn counted(&self, submissions: u64) {
        self.counted.send_modify(|sum| *sum += submissions);
    }

    /// Results that were computed of late.
    pub(super) const fn results(&self) -> &tokio::sync::Mutex<KeptResults> {
        &self.results
    }

    /// Who listens to its results.
    pub(super) const fn listeners(&self) -> &Mutex<Listeners> {
        &self.listeners
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.counted.subscribe()
    }

    /// The counts that are told at that step, which it takes if there are enough new ones. Whoever asks
    /// first in a stretch of time decides for all.
    pub(crate) async fn told(
        &self,
        storage: &dyn Storage,
        step: Step,
    ) -> Result<Arc<Snapshot>, StorageError> {
        if step.tells_each() {
            let submissions = storage.submissions(self.stored.key).await?;
            return self
                .after(submissions, storage.counts(self.stored.key))
                .await;
        }
        let mut last = self.last_step.lock().await;
        if let Some((_, snapshot)) = last.as_ref().filter(|(taken, _)| *taken == step) {
            return Ok(Arc::clone(snapshot));
        }
        let submissions = storage.take_step(self.stored.key, step.size).await?;
        let told = storage.told(self.stored.key);
        let snapshot = self.after(submissions, told).await?;
        *last = Some((step, Arc::clone(&snapshot)));
        Ok(snapshot)
    }

    /// The counts after that many submissions: read only if they are not those that were read last.
    async fn after(
        &self,
        submissions: u64,
        counts: impl Future<Output = Result<StoredCounts, StorageError>>,
    ) -> Result<Arc<Snapshot>, StorageError> {
        if let Some(snapshot) = self.snapshot_after(submissions) {
            return Ok(snapshot);
        }
        let stored = counts.await?;
        let sizes: Vec<_> = stored.parts.iter().map(|part| part.sums().len()).collect();
        let tally = Tally::of_counts(self.oracles(), stored.parts);
        let fits = |(size, counts): (usize, &Counts)| size == 0 || size == counts.sums().len();
        if sizes.len() > tally.counts().len() || !sizes.into_iter().zip(tally.counts()).all(fits) {
            return Err(StorageError::Damaged);
        }
        let snapshot = Arc::new(Snapshot {
            submissions: stored.submissions,
            tally,
        });
        self.keep(Arc::clone(&snapshot));
        Ok(snapshot)
    }

    /// The last snapshot, if it is the one after that many submissions.
    fn snapshot_after(&self, submissions: u64) -> Option<Arc<Snapshot>> {
        let latest = self.latest.lock();
        latest
            .as_ref()
            .filter(|snapshot| snapshot.submissions == submissions)
            .cloned()
    }

    fn keep(&self, snapshot: Arc<Snapshot>) {
        let mut latest = self.latest.lock();
        if latest
            .as_ref()
            .is_none_or(|older| older.submissions <= snapshot.submissions)
        {
            *latest = Some(snapshot);
        }
    }
}
