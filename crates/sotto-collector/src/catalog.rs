//! The surveys that collect, as read from the storage when the collector starts.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::body::Bytes;
use sotto_survey::Survey;
use tokio::sync::watch;

use crate::storage::{Snapshot, StorageError, StoredSurvey};

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
        let definition = serde_json::to_vec(&stored.survey).map_err(|_| StorageError::Damaged)?;
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
        &self.stored.survey
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

    /// The last snapshot, if it is the one after that many submissions.
    pub(crate) fn snapshot_after(&self, submissions: u64) -> Option<Arc<Snapshot>> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest
            .as_ref()
            .filter(|snapshot| snapshot.submissions == submissions)
            .cloned()
    }

    pub(crate) fn keep(&self, snapshot: Arc<Snapshot>) {
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
            let id = stored.survey.id().to_string();
            let version = stored.survey.version();
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
