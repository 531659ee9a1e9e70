//! The surveys, as the storage held them when it was last looked at: at every change that this
//! collector makes, and once a second for what others change.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::Duration,
};

use axum::body::Bytes;
use sotto_api::{Moment, Phase, Settings};
use sotto_ldp::Counts;
use sotto_survey::{Survey, SurveyOracles, Tally};
use tokio::{sync::watch, time::sleep};

use crate::{
    eligibility::Terms,
    estimates::{LiveResults, ResultsCache},
    log,
    storage::{Storage, StorageError, StoredSurvey},
};

/// How long a change that another collector made may go unnoticed.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

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
    /// How many submissions this process has counted; listeners wait for it to change.
    counted: watch::Sender<u64>,
    latest: Mutex<Option<Arc<Snapshot>>>,
    results: ResultsCache,
    live: LiveResults,
}

impl Published {
    fn new(stored: StoredSurvey) -> Result<Self, StorageError> {
        let definition = serde_json::to_vec(stored.survey()).map_err(|_| StorageError::Damaged)?;
        Ok(Self {
            stored: Arc::new(stored),
            definition: definition.into(),
            counted: watch::Sender::new(0),
            latest: Mutex::new(None),
            results: ResultsCache::default(),
            live: LiveResults::default(),
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

    /// Results that were computed of late.
    pub(crate) const fn results(&self) -> &ResultsCache {
        &self.results
    }

    /// Results that are being listened to.
    pub(crate) const fn live(&self) -> &LiveResults {
        &self.live
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

/// A survey with all its versions and what its designer decided.
pub(crate) struct Listed {
    /// The newest version: the one that collects.
    current: Arc<Published>,
    /// Every version, the current one as well.
    versions: BTreeMap<u32, Arc<Published>>,
    settings: Arc<Settings>,
}

impl Listed {
    /// The version that collects.
    pub(crate) const fn current(&self) -> &Arc<Published> {
        &self.current
    }

    /// Any version.
    pub(crate) fn version(&self, version: u32) -> Option<&Arc<Published>> {
        self.versions.get(&version)
    }

    /// Every version, the oldest first.
    pub(crate) fn versions(&self) -> impl Iterator<Item = &Arc<Published>> {
        self.versions.values()
    }

    /// What its designer decided.
    pub(crate) const fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// The number of reports below which nothing is told.
    pub(crate) fn minimum_reports(&self, version: &Published) -> u64 {
        let of_survey = version.survey().minimum_reports();
        self.settings.minimum_reports.max(of_survey)
    }

    /// What it asks of those who answer.
    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms {
            survey: self.current.survey().id().as_str(),
            oldest: self
                .versions
                .first_key_value()
                .map_or(self.current.stored.key, |(_, oldest)| oldest.stored.key),
            access: self.settings.access,
            class_code: self.settings.class_code.as_ref(),
        }
    }

    /// Whether it collects at that moment.
    pub(crate) async fn phase(
        &self,
        storage: &dyn Storage,
        now: Moment,
    ) -> Result<Phase, StorageError> {
        if self.current.stored.closed {
            return Ok(Phase::Closed);
        }
        let submissions = match self.settings.quota {
            None => 0,
            Some(_) => storage.submissions(self.current.stored.key).await?,
        };
        Ok(self.settings.phase(now, submissions))
    }
}

/// Every survey, by id, as the storage held them when it was last looked at.
#[derive(Default)]
pub(crate) struct Catalog {
    surveys: RwLock<Arc<Surveys>>,
    /// One look at a time.
    looking: tokio::sync::Mutex<Option<i64>>,
}

type Surveys = BTreeMap<String, Arc<Listed>>;

impl Catalog {
    /// Reads the surveys if any of them, or their settings, changed since the last look, whichever
    /// collector changed them. The revision up to which every change is known now.
    pub(crate) async fn look(&self, storage: &dyn Storage) -> Result<i64, StorageError> {
        let mut seen = self.looking.lock().await;
        let revision = storage.revision().await?;
        if *seen == Some(revision) {
            return Ok(revision);
        }
        // Read after the revision: what changes meanwhile is seen at the next look.
        let stored = storage.surveys().await?;
        let mut settings: HashMap<String, String> =
            storage.every_settings().await?.into_iter().collect();
        let before = self.all();
        let mut versions: BTreeMap<String, BTreeMap<u32, Arc<Published>>> = BTreeMap::new();
        for stored in stored {
            let survey = stored.survey();
            let (id, version) = (survey.id().to_string(), survey.version());
            let known = before
                .get(&id)
                .and_then(|listed| listed.version(version))
                .filter(|known| {
                    known.stored.key == stored.key && known.stored.closed == stored.closed
                });
            let published = match known {
                Some(known) => Arc::clone(known),
                None => Arc::new(Published::new(stored)?),
            };
            versions.entry(id).or_default().insert(version, published);
        }
        let mut surveys = Surveys::new();
        for (id, versions) in versions {
            let settings = match settings.remove(&id) {
                None => Settings::default(),
                Some(json) => {
                    serde_json::from_str(&json).map_err(|error| StorageError::Settings {
                        id: id.clone(),
                        reason: error.to_string(),
                    })?
                }
            };
            if let Some((_, current)) = versions.last_key_value() {
                let listed = Listed {
                    current: Arc::clone(current),
                    versions,
                    settings: Arc::new(settings),
                };
                surveys.insert(id, Arc::new(listed));
            }
        }
        *self.surveys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(surveys);
        *seen = Some(revision);
        Ok(revision)
    }

    /// Looks again and again, until the collector stops.
    pub(crate) async fn follow(&self, storage: &dyn Storage, mut stopping: watch::Receiver<bool>) {
        let mut failing = false;
        loop {
            tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => return,
                () = sleep(BETWEEN_LOOKS) => {}
            }
            let looked = self.look(storage).await;
            if let Err(error) = &looked
                && !failing
            {
                log::say(format_args!("Changes of surveys cannot be read: {error}"));
            }
            failing = looked.is_err();
        }
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Listed>> {
        let surveys = self.surveys.read().unwrap_or_else(PoisonError::into_inner);
        surveys.get(id).cloned()
    }

    /// Every survey, in alphabetical order.
    pub(crate) fn all(&self) -> Arc<Surveys> {
        let surveys = self.surveys.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&surveys)
    }
}
