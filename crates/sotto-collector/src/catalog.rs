//! The surveys, as the storage held them when it was last looked at: at every change that this
//! collector makes, and once a second for what others change. A look reads what has changed since the
//! one before. What cannot be read is left out and named, and the rest is served.

mod look;
mod seen;
mod unreadable;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use parking_lot::RwLock;
use sotto_api::{Moment, Phase, Settings, public_log::LogEntry};
use sotto_survey::{Edit, Pin};
use tokio::sync::{Mutex, MutexGuard, watch};

use self::seen::LastSeen;
pub(crate) use self::unreadable::Unreadable;
use crate::{
    clock::pause,
    eligibility::{KeptKey, Terms},
    estimates::{CountedVersions, Published},
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
    /// What its unlinkable tokens are sold under, if it sells any.
    key: Arc<KeptKey>,
    /// Those whose counts may be added to those of the version before; compared once somebody asks.
    fitting: OnceLock<BTreeSet<u32>>,
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

    /// A version, and those before it whose counts may be added to its own.
    pub(crate) fn counted_with(&self, newest: &Arc<Published>) -> CountedVersions {
        let fitting = self.fitting.get_or_init(|| self.fitting());
        let earlier = self.versions.range(..newest.survey().version()).rev();
        let mut later = newest;
        let earlier = earlier.map_while(|(_, version)| {
            let fits = fitting.contains(&later.survey().version());
            later = version;
            fits.then(|| Arc::clone(version))
        });
        let earlier: Vec<_> = earlier.collect();
        let oldest = earlier.last().unwrap_or(newest).survey().version();
        let counted_since = newest.survey().counted_since().iter();
        let first = counted_since.map(|one| one.version).min();
        // Older than all that fits: an entry may go on from a version that fits anyway.
        let in_part = first.filter(|first| *first < oldest);
        let in_part = in_part.map(|first| self.versions.range(first..oldest).rev());
        CountedVersions {
            newest: Arc::clone(newest),
            in_part: in_part
                .into_iter()
                .flatten()
                .map(|(_, version)| Arc::clone(version))
                .collect(),
            earlier,
        }
    }

    fn fitting(&self) -> BTreeSet<u32> {
        let pairs = self.versions.values().zip(self.versions.values().skip(1));
        let fitting = pairs.filter(|(earlier, later)| {
            Edit::between(earlier.survey(), later.survey()).keeps_counts()
        });
        let numbers = fitting.map(|(_, later)| later.survey().version());
        numbers.collect()
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

    /// Whether its pins would be the same with other settings, so that nothing new would stand in the log.
    pub(crate) fn is_pinned_alike(&self, settings: &Settings) -> bool {
        let Settings {
            access,
            keep_rows,
            relay,
            ..
        } = &*self.settings;
        (access, keep_rows, relay) == (&settings.access, &settings.keep_rows, &settings.relay)
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
            key: &self.key,
            is_logged: self.room().is_none(),
            access: self.settings.access,
            class_code: self.settings.class_code.as_ref(),
            gives_own_code: self.current.survey().gives_own_code(),
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
    /// What is left out.
    unreadable: RwLock<Arc<Unreadable>>,
    /// Whether the last look failed: then what changed since is not known.
    is_blind: AtomicBool,
    /// One look at a time.
    looking: Mutex<LastSeen>,
    /// One change at a time.
    changing: Mutex<()>,
    /// What the surveys are held to that are given out.
    log: Arc<PublicLog>,
}

type ListedSurveys = BTreeMap<String, Arc<Listed>>;

impl Catalog {
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

    /// What is there and cannot be read.
    pub(crate) fn unreadable(&self) -> Arc<Unreadable> {
        let unreadable = self.unreadable.read();
        Arc::clone(&unreadable)
    }

    /// Whether the last look failed, so that changes since then are not known.
    pub(crate) fn is_blind(&self) -> bool {
        self.is_blind.load(Ordering::Relaxed)
    }

    /// Every survey that can be read, in alphabetical order.
    pub(crate) fn all(&self) -> Arc<ListedSurveys> {
        let surveys = self.surveys.read();
        Arc::clone(&surveys)
    }
}
