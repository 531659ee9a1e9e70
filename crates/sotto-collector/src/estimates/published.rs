//! A version of a survey, and what was last read and computed of it.

use std::{io::Write as _, sync::Arc};

use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use parking_lot::Mutex;
use sotto_api::PublishedHash;
use sotto_survey::{Survey, SurveyOracles, Tally};
use tokio::sync::watch;

use super::{Step, kept::KeptResults, listeners::ResultsListeners};
use crate::storage::{Storage, StorageError, StoredCounts, StoredSurvey};

/// Counts as they are told. Those of an entry stood together at one moment.
pub(crate) struct Snapshot {
    /// The number of submissions that are told: it only grows, so that it tells snapshots apart.
    pub(crate) submissions: u64,
    pub(crate) tally: Tally,
}

/// The last step that was looked for, and what is told since.
struct LastStep {
    step: Step,
    submissions: u64,
    /// As it was last read, perhaps before that step.
    snapshot: Option<Arc<Snapshot>>,
}

/// A version of a survey, and what live listeners need to know about it.
pub(crate) struct Published {
    stored: Arc<StoredSurvey>,
    definition: Bytes,
    compiled: Bytes,
    compressed: Bytes,
    hash: PublishedHash,
    /// How many submissions this process has counted; listeners wait for it to change.
    counted: watch::Sender<u64>,
    /// The parts of each entry.
    entries: Vec<usize>,
    /// Where every submission is told: what was last read.
    latest: Mutex<Option<Arc<Snapshot>>>,
    last_step: tokio::sync::Mutex<Option<LastStep>>,
    results: tokio::sync::Mutex<KeptResults>,
    listeners: Mutex<ResultsListeners>,
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, StorageError> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // A vector takes whatever is written.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.map_err(|_| StorageError::Damaged)
}

impl Published {
    pub(crate) fn new(stored: StoredSurvey) -> Result<Self, StorageError> {
        let definition = serde_json::to_vec(stored.survey()).map_err(|_| StorageError::Damaged)?;
        let compiled = stored.survey().compile();
        let entries = stored
            .survey()
            .entries()
            .map(|entry| entry.parts().len())
            .collect();
        Ok(Self {
            hash: PublishedHash::new(&compiled),
            stored: Arc::new(stored),
            definition: definition.into(),
            compressed: gzip(&compiled)?.into(),
            compiled: compiled.into(),
            counted: watch::Sender::new(0),
            entries,
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

    /// That by gzip: ten thousand options are half a megabyte without, and a sixth of that with it.
    pub(crate) const fn compressed(&self) -> &Bytes {
        &self.compressed
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
    pub(super) const fn listeners(&self) -> &Mutex<ResultsListeners> {
        &self.listeners
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.counted.subscribe()
    }

    /// How many submissions are told at that step, as [`Self::told`] takes it.
    pub(crate) async fn told_submissions(
        &self,
        storage: &dyn Storage,
        step: Step,
    ) -> Result<u64, StorageError> {
        if step.tells_each() {
            return storage.submissions(self.stored.key).await;
        }
        let mut last = self.last_step.lock().await;
        self.take(storage, step, &mut last).await
    }

    /// The counts that are told at that step, which it takes if there are enough new ones. Whoever asks
    /// first in a stretch of time decides for all. Nothing else may tell what was counted.
    pub(crate) async fn told(
        &self,
        storage: &dyn Storage,
        step: Step,
    ) -> Result<Arc<Snapshot>, StorageError> {
        let key = self.stored.key;
        if step.tells_each() {
            let submissions = storage.submissions(key).await?;
            if let Some(snapshot) = self.snapshot_after(submissions) {
                return Ok(snapshot);
            }
            let snapshot = Arc::new(self.snapshot(storage.counts(key).await?)?);
            self.keep(Arc::clone(&snapshot));
            return Ok(snapshot);
        }
        let mut last = self.last_step.lock().await;
        let submissions = self.take(storage, step, &mut last).await?;
        // What is told changes with the number of submissions that are, and with nothing else.
        let known = last.as_ref().and_then(|last| last.snapshot.as_ref());
        if let Some(snapshot) = known.filter(|known| known.submissions == submissions) {
            return Ok(Arc::clone(snapshot));
        }
        let snapshot = Arc::new(self.snapshot(storage.told(key).await?)?);
        *last = Some(LastStep {
            step,
            submissions: snapshot.submissions,
            snapshot: Some(Arc::clone(&snapshot)),
        });
        Ok(snapshot)
    }

    /// Takes a step, unless it was looked for in the same stretch of time already.
    async fn take(
        &self,
        storage: &dyn Storage,
        step: Step,
        last: &mut Option<LastStep>,
    ) -> Result<u64, StorageError> {
        if let Some(last) = last.as_ref().filter(|last| last.step == step) {
            return Ok(last.submissions);
        }
        let taken = storage.take_step(self.stored.key, step.size, &self.entries);
        let submissions = taken.await?;
        *last = Some(LastStep {
            step,
            submissions,
            snapshot: last.take().and_then(|last| last.snapshot),
        });
        Ok(submissions)
    }

    fn snapshot(&self, stored: StoredCounts) -> Result<Snapshot, StorageError> {
        let sizes: Vec<_> = stored.parts.iter().map(|part| part.sums().len()).collect();
        let tally = Tally::of_counts(self.oracles(), stored.parts);
        if sizes.len() > tally.counts().len()
            || !sizes
                .into_iter()
                .zip(tally.counts())
                .all(|(size, counts)| size == 0 || size == counts.sums().len())
        {
            return Err(StorageError::Damaged);
        }
        Ok(Snapshot {
            submissions: stored.submissions,
            tally,
        })
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
