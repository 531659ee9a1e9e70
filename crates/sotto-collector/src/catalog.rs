//! The surveys that collect, as read from the storage when the collector starts.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::body::Bytes;
use sotto_ldp::Counts;
use sotto_survey::{Survey, SurveyOracles, Tally};
use tokio::sync::watch;

use crate::storage::{Storage, StorageError, StoredSurvey};

/// Counts as they stood together at one moment.
pub(crate) struct Snapshot {
    /// The number of submissions counted: it only grows, so that it tells snapshots apart.
    pub(crate) submissions: u64,
    pub(crate) tally: Tally,
}

/// A survey that collects, and what live listeners need to know about it.
pub(crate) struct Published {
    stored: Arc<StoredSurvey>,
    definition: Bytes,
    /// How many submissions this process has counted; listeners wait for it to change.
    counted: watch::Sender<u64>,
    latest: Mutex<Option<Arc<Snapshot>>>,
}

impl Published {
    fn new(stored: StoredSurvey) -> Result<Self, StorageError> {
        let definition = serde_json::to_vec(stored.survey()).map_err(|_| StorageError::Damaged)?;
        Ok(Self {
            stored: Arc::new(stored),
            definition: definition.into(),
            counted: watch::Sender::new(0),
            latest: Mutex::new(None),
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

    /// Tells the listeners that more submissions have been counted.
    pub(crate) fn counted(&self, submissions: u64) {
        self.counted.send_modify(|sum| *sum += submissions);
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.counted.subscribe()
    }

    /// The counts as they are; they are read again only if something was counted since.
    pub(crate) async fn snapshot(
        &self,
        storage: &dyn Storage,
    ) -> Result<Arc<Snapshot>, StorageError> {
        let submissions = storage.submissions(self.stored.key).await?;
        if let Some(snapshot) = self.snapshot_after(submissions) {
            return Ok(snapshot);
        }
        let stored = storage.counts(self.stored.key).await?;
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
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest
            .as_ref()
            .filter(|snapshot| snapshot.submissions == submissions)
            .cloned()
    }

    fn keep(&self, snapshot: Arc<Snapshot>) {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest
            .as_ref()
            .is_none_or(|older| older.submissions <= snapshot.submissions)
        {
            *latest = Some(snapshot);
        }
    }
}

/// The current version of every survey, by id.
pub(crate) struct Catalog(HashMap<String, Arc<Published>>);

impl Catalog {
    /// The newest version of each survey collects.
    pub(crate) fn new(stored: Vec<StoredSurvey>) -> Result<Self, StorageError> {
        let mut newest: HashMap<String, Arc<Published>> = HashMap::new();
        for stored in stored {
            let id = stored.survey().id().to_string();
            let version = stored.survey().version();
            if newest
                .get(&id)
                .is_none_or(|other| other.survey().version() < version)
            {
                newest.insert(id, Arc::new(Published::new(stored)?));
            }
        }
        Ok(Self(newest))
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Arc<Published>> {
        self.0.get(id)
    }

    /// The ids in alphabetical order.
    pub(crate) fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<_> = self.0.keys().map(String::as_str).collect();
        ids.sort_unstable();
        ids
    }
}
