//! The connection that counts, and what it knows of the database without asking: what it has read
//! or written itself, for as long as nobody else writes.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use sotto_ldp::Counts;

use super::{
    counted_before::CountedBefore,
    pragmas::PRAGMAS,
    recent::{Moving, Recent},
};
use crate::storage::{StorageError, SubmissionKey, SurveyKey};

/// Changes whenever another connection has written.
const VERSION: &str = "PRAGMA data_version";

/// How long to wait before asking again whether another process has ended its transaction. SQLite's
/// own waiting becomes so long that others, who begin again at once, might never let it in.
const BETWEEN_TRIES: Duration = Duration::from_millis(1);

/// How often it is asked: as long as every other connection waits.
const TRIES: i32 = 5_000;

/// How long another process that has written is taken to be about to write again: longer than anybody
/// waits for that.
const SHARED: Duration = Duration::from_secs(10);

/// What was counted before is read again at most this often: every change of a setting makes it old.
const BETWEEN_READINGS: Duration = Duration::from_mins(1);

/// Sums that are known at once, of 8 bytes each.
const MOST_SUMS: usize = 1 << 17;

/// Statements that are kept ready: as many as there are.
const STATEMENTS: usize = 32;

/// Counts, in the thread that asks it to.
pub(super) struct Counting {
    file: PathBuf,
    pub(super) connection: Connection,
    pub(super) recent: Recent,
    pub(super) surveys: HashMap<SurveyKey, KnownSurvey>,
    counted_before: Option<Arc<CountedBefore>>,
    /// When it was begun last.
    reading_since: Option<Instant>,
    /// Of which version of the database all of this is.
    version: Option<i64>,
    /// Until when another process is taken to be writing as well.
    shared_until: Option<Instant>,
}

/// What is known of a survey.
pub(super) struct KnownSurvey {
    /// Whether it is there and open.
    pub(super) collects: bool,
    /// How many submissions it may have.
    pub(super) quota: Option<i64>,
    /// Its counts as they are stored, of every part.
    pub(super) counts: Option<Vec<Counts>>,
}

impl Counting {
    /// Opens a file that is there. As with every other connection, an acknowledged submission
    /// survives a power cut, and what is deleted is overwritten.
    pub(super) fn open(file: &Path) -> Result<Self, StorageError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_handler(Some(try_again))?;
        for (name, value) in PRAGMAS {
            connection.pragma_update(None, name, value)?;
        }
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self {
            file: file.to_owned(),
            connection,
            recent: Recent::default(),
            surveys: HashMap::new(),
            counted_before: None,
            reading_since: None,
            version: None,
            shared_until: None,
        })
    }

    /// Reads again what may have changed. To be called in a transaction that writes: until its end
    /// nobody else does. `by_this_process`: whether one of its other connections has written.
    pub(super) fn refresh(&mut self, by_this_process: bool) -> Result<(), StorageError> {
        let mut statement = self.connection.prepare_cached(VERSION)?;
        let version = Some(statement.query_row((), |row| row.get(0))?);
        drop(statement);
        if self.version.is_some() && self.version != version && !by_this_process {
            self.shared_until = Some(Instant::now() + SHARED);
        }
        if self.version != version {
            self.version = None;
            self.surveys.clear();
            self.counted_before = None;
            self.recent.refresh(&self.connection)?;
            self.version = version;
        }
        Ok(())
    }

    /// Whether a submission certainly was not counted before. To be asked in a transaction that
    /// writes, after [`Counting::refresh`].
    pub(super) fn is_new(&self, id_hash: &[u8; 16]) -> bool {
        let known = self.counted_before.as_ref();
        known.is_some_and(|known| known.is_new(id_hash))
    }

    /// Notes what is being counted.
    pub(super) fn note(&self, submissions: &[SubmissionKey]) {
        if let Some(known) = &self.counted_before {
            for key in submissions {
                known.add(&key.id_hash);
            }
        }
    }

    /// Begins to read what was counted before, if that is due. To be called between transactions.
    pub(super) fn read_counted_before(&mut self) {
        if self.counted_before.is_none()
            && !self.is_shared()
            && self
                .reading_since
                .is_none_or(|since| since.elapsed() >= BETWEEN_READINGS)
        {
            let known = CountedBefore::begin(&self.file);
            for id_hash in self.recent.ids() {
                known.add(id_hash);
            }
            self.counted_before = Some(known);
            self.reading_since = Some(Instant::now());
        }
    }

    /// Whether another process writes as well.
    pub(super) fn is_shared(&self) -> bool {
        self.shared_until.is_some_and(|end| Instant::now() < end)
    }

    /// Moves some of the recent submissions in a transaction of their own; returns about how many
    /// pages that changes, `None` if there were none any more.
    pub(super) fn move_some(
        &mut self,
        moving: &mut Option<Moving>,
    ) -> Result<Option<usize>, StorageError> {
        let number = self.recent.len();
        let immediately = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(immediately)?;
        let moving = match moving {
            Some(moving) => moving,
            none => none.insert(Moving::begin(&transaction, number)?),
        };
        let moved = moving.some(&transaction)?;
        transaction.commit()?;
        Ok(moved)
    }

    /// Keeps what is known of a survey, and of others if there is room.
    pub(super) fn learn(&mut self, survey: SurveyKey, known: KnownSurvey) {
        let sums = |known: &KnownSurvey| -> usize {
            let parts = known.counts.iter().flatten();
            // A survey itself counts as well.
            parts.map(|part| part.sums().len()).sum::<usize>() + 1
        };
        if !self.surveys.contains_key(&survey)
            && self.surveys.values().map(sums).sum::<usize>() > MOST_SUMS
        {
            self.surveys.clear();
        }
        self.surveys.insert(survey, known);
    }
}

fn try_again(tried: i32) -> bool {
    sleep(BETWEEN_TRIES);
    tried < TRIES
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use tokio::{task::yield_now, time::timeout};

    use super::{
        super::{
            SqliteStorage,
            pragmas::{AT_THE_LATEST, CACHE, MOST_LOG},
        },
        *,
    };
    use crate::storage::{
        CheckedSubmission, SubmissionOutcome, counts::CountStorage as _,
        surveys::SurveyStorage as _,
    };

    const CENSUS: &str = include_str!("../../../../../www/surveys/census.json");

    async fn reads_everything(storage: &SqliteStorage) {
        let whole = async {
            loop {
                let writers = storage.writing.lock().await;
                let known = writers.counting.as_ref().unwrap().counted_before.clone();
                drop(writers);
                if known.unwrap().is_whole() {
                    return;
                }
                yield_now().await;
            }
        };
        timeout(Duration::from_mins(1), whole).await.unwrap();
    }

    /// What was counted before is known from memory only for as long as nobody else counts.
    #[tokio::test(flavor = "multi_thread")]
    async fn what_others_have_counted_since_everything_was_read_is_known() {
        let folder = crate::temporary::folder();
        let file = folder.path().join("a.sqlite");
        let one = SqliteStorage::open(&file).await.unwrap();
        let other = SqliteStorage::open(&file).await.unwrap();
        let survey: sotto_survey::Survey = serde_json::from_str(CENSUS).unwrap();
        let key = one.publish(&survey).await.unwrap().unwrap();
        let surveys = one.surveys().await.unwrap();
        let stored = Arc::new(surveys.into_iter().find(|one| one.key == key).unwrap());
        let mut generator = ChaCha20Rng::seed_from_u64(3);
        let answers: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| Some(question.answer(0).unwrap()))
            .collect();
        let mut entry = || {
            let submission = survey.randomize(&answers, &mut generator).unwrap();
            [CheckedSubmission {
                stored: Arc::clone(&stored),
                key: SubmissionKey::of(&submission),
                submission,
                invite: None,
                keep_row: false,
            }]
        };
        let [first, second, third] = [entry(), entry(), entry()];

        assert_eq!(
            one.count(&first).await.unwrap(),
            [SubmissionOutcome::Counted]
        );
        reads_everything(&one).await;
        assert_eq!(
            one.count(&second).await.unwrap(),
            [SubmissionOutcome::Counted]
        );
        assert_eq!(
            other.count(&third).await.unwrap(),
            [SubmissionOutcome::Counted]
        );
        for counted in [&first, &second, &third] {
            let outcome = one.count(counted).await.unwrap();
            assert_eq!(outcome, [SubmissionOutcome::CountedBefore]);
        }
    }

    #[test]
    fn what_is_counted_is_durable_and_what_is_deleted_is_overwritten() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let counting = Counting::open(file.path()).unwrap();
        let setting = |name: &str| -> String {
            let found = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            let value = counting.connection.pragma_query_value(None, name, found);
            match value.unwrap() {
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Text(text) => text,
                other => panic!("{other:?}"),
            }
        };
        for (name, value) in [
            ("journal_mode", "wal"),
            // FULL
            ("synchronous", "2"),
            ("secure_delete", "1"),
            ("wal_autocheckpoint", AT_THE_LATEST),
            ("journal_size_limit", MOST_LOG),
            ("cache_size", CACHE),
        ] {
            assert_eq!(setting(name), value, "{name}");
        }
    }
}
