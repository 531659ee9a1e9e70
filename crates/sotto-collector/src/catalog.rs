//! The surveys, as the storage held them when it was last looked at: at every change that this
//! collector makes, and once a second for what others change.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use parking_lot::RwLock;
use sotto_api::{Moment, Phase, Settings, public_log::LogEntry};
use sotto_survey::{Edit, Pin};
use tokio::sync::{Mutex, MutexGuard, watch};

use crate::{
    clock::pause,
    eligibility::Terms,
    estimates::Published,
    log,
    public_log::PublicLog,
    storage::{Storage, StorageError},
};

/// How long a change that another collector made may go unnoticed.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

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

    /// The version that collects, and those before it whose counts may be added to its own, the newest
    /// first.
    pub(crate) fn compatible(&self) -> Vec<Arc<Published>> {
        let mut found: Vec<Arc<Published>> = Vec::new();
        for version in self.versions.values().rev() {
            let fits = found
                .last()
                .is_none_or(|later| Edit::between(version.survey(), later.survey()).keeps_counts());
            if !fits {
                break;
            }
            found.push(Arc::clone(version));
        }
        found
    }

    /// What its designer decided.
    pub(crate) const fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// The number of reports below which nothing is told, and of submissions by which results grow.
    pub(crate) fn minimum_reports(&self, version: &Published) -> u64 {
        let of_survey = version.survey().results_step();
        self.settings.minimum_reports.max(of_survey)
    }

    /// The pin of a version, as its settings are.
    pub(crate) fn pin(&self, version: &Published) -> Pin {
        let Settings {
            access,
            keep_rows,
            relay,
            ..
        } = &*self.settings;
        version
            .hash()
            .pin_through(*access, *keep_rows, relay.as_ref())
    }

    /// The code of the room whose answers it takes; none of a designer's survey.
    pub(crate) fn room(&self) -> Option<&str> {
        self.current.stored().room.as_deref()
    }

    /// The lines of the log about its versions, as its settings are. A room's survey has none: it ends with its
    /// class and leaves nothing, and lines stay.
    fn log_entries(&self) -> impl Iterator<Item = LogEntry> {
        let logged = self.versions().filter(|_| self.room().is_none());
        logged.map(|version| {
            let survey = version.survey();
            LogEntry::survey(survey.id().as_str(), survey.version(), &self.pin(version))
        })
    }

    /// What it asks of those who answer.
    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms {
            survey: self.current.survey().id().as_str(),
            version: self.current.survey().version(),
            oldest: self
                .versions
                .first_key_value()
                .map_or(self.current.stored().key, |(_, oldest)| oldest.stored().key),
            is_logged: self.room().is_none(),
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
        if self.current.stored().closed {
            return Ok(Phase::Closed);
        }
        let submissions = match self.settings.quota {
            None => 0,
            Some(_) => storage.submissions(self.current.stored().key).await?,
        };
        Ok(self.settings.phase(now, submissions))
    }
}

/// Every survey, by id, as the storage held them when it was last looked at.
#[derive(Default)]
pub(crate) struct Catalog {
    surveys: RwLock<Arc<ListedSurveys>>,
    /// One look at a time.
    looking: Mutex<Option<i64>>,
    /// One change at a time.
    changing: Mutex<()>,
    /// What the surveys are held to that are given out.
    log: Arc<PublicLog>,
}

type ListedSurveys = BTreeMap<String, Arc<Listed>>;

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
                    known.stored().key == stored.key && known.stored().closed == stored.closed
                });
            let published = match known {
                Some(known) => Arc::clone(known),
                None => Arc::new(Published::new(stored)?),
            };
            versions.entry(id).or_default().insert(version, published);
        }
        let mut surveys = ListedSurveys::new();
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
        let entries: Vec<LogEntry> = surveys.values().flat_map(|one| one.log_entries()).collect();
        self.log.hold(storage, &entries).await?;
        *self.surveys.write() = Arc::new(surveys);
        *seen = Some(revision);
        Ok(revision)
    }

    /// The log in which every survey stands before it is given out.
    pub(crate) const fn log(&self) -> &Arc<PublicLog> {
        &self.log
    }

    /// The turn of whoever changes surveys or their settings, until it is dropped.
    pub(crate) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// Looks again and again, until the collector stops.
    pub(crate) async fn follow(
        self: Arc<Self>,
        storage: Arc<dyn Storage>,
        mut stopping: watch::Receiver<bool>,
    ) {
        let mut failing = false;
        while pause(BETWEEN_LOOKS, &mut stopping).await {
            let looked = self.look(&*storage).await;
            if let Err(error) = &looked
                && !failing
            {
                log::say(format_args!("Changes of surveys cannot be read: {error}"));
            }
            failing = looked.is_err();
        }
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Listed>> {
        let surveys = self.surveys.read();
        surveys.get(id).cloned()
    }

    /// Every survey, in alphabetical order.
    pub(crate) fn all(&self) -> Arc<ListedSurveys> {
        let surveys = self.surveys.read();
        Arc::clone(&surveys)
    }
}
