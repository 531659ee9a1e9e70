//! Moving what the write-ahead log holds into the database's file, beside the writer instead of in
//! its way: SQLite by itself would do it in some unlucky commit, while everyone waits. The log holds
//! every state that the counts went through since it was emptied.

use std::time::Duration;

use sqlx::{Connection, Row, SqliteConnection, sqlite::SqliteConnectOptions};

use super::writers::Writing;
use crate::storage::{
    StorageError,
    trail::{Trail, WrittenSince},
};

/// How long the writer waits for those who are reading before the log is emptied another time.
const PATIENCE: Duration = Duration::from_millis(100);

/// Leaves what was moved in the log, where the next to write overwrite it.
pub(super) const MOVE: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// Leaves nothing in the log.
const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// The log, and whose turn it is to write it.
pub(super) struct Log {
    options: SqliteConnectOptions,
    writing: Writing,
}

impl Log {
    pub(super) fn new(options: &SqliteConnectOptions, writing: &Writing) -> Self {
        Self {
            options: options.clone().busy_timeout(PATIENCE),
            writing: Writing::clone(writing),
        }
    }
}

impl Trail for Log {
    const HINDERED: &'static str = "The database's log could not be emptied because somebody has been reading the database for long; until then it tells in which order reports came.";
    const FAILED: &'static str =
        "The database's log could not be moved into its file, which is tried again soon:";

    /// Moves the log, so that it begins anew.
    async fn shorten(&self, written: &WrittenSince) -> Result<(), StorageError> {
        written.shortened();
        // By far the most of it, while the writer goes on writing at its end.
        let mut connection = SqliteConnection::connect_with(&self.options).await?;
        sqlx::query(MOVE).execute(&mut connection).await?;
        // The little that came meanwhile, while the writer waits: only a log that has been moved to
        // its end begins anew, and would grow for ever otherwise.
        let turn = self.writing.lock().await;
        sqlx::query(MOVE).execute(&mut connection).await?;
        drop(turn);
        Ok(connection.close().await?)
    }

    /// Moves the log and leaves nothing in it.
    async fn clear(&self, written: &WrittenSince) -> Result<bool, StorageError> {
        let mut connection = SqliteConnection::connect_with(&self.options).await?;
        sqlx::query(MOVE).execute(&mut connection).await?;
        let mut turn = self.writing.lock().await;
        // An emptied log is another version of the database, as if somebody had written.
        turn.has_written = true;
        let before = written.take();
        let row = sqlx::query(EMPTY).fetch_one(&mut connection).await;
        let hindered = row.and_then(|row| row.try_get::<i64, _>(0));
        if !matches!(hindered, Ok(0)) {
            written.put_back(before);
        }
        drop(turn);
        connection.close().await?;
        Ok(hindered? == 0)
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use sotto_survey::Survey;
    use tempfile::TempDir;
    use tokio::{task::yield_now, time::timeout};

    use super::{super::SqliteStorage, *};
    use crate::storage::{
        CheckedSubmission, SubmissionKey, SubmissionOutcome,
        counts::CountStorage as _,
        sums::sums_bytes,
        surveys::SurveyStorage as _,
        trail::{Clearing, Pace},
    };

    const CENSUS: &str = include_str!("../../../../../www/surveys/census.json");
    const REPORTS: usize = 15;
    const FEW: usize = 3;

    /// Everything that a thief of the folder has.
    fn stolen(folder: &Path) -> Vec<u8> {
        let files = std::fs::read_dir(folder).unwrap();
        files
            .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect()
    }

    /// How many of these states of the counts stand in the files.
    fn recovered(folder: &Path, states: &[Vec<u8>]) -> usize {
        let bytes = stolen(folder);
        let stands = |state: &&Vec<u8>| {
            bytes
                .windows(state.len())
                .any(|window| window == &state[..])
        };
        states.iter().filter(stands).count()
    }

    /// Nothing is due while a test runs.
    const NEVER: Pace = Pace {
        quiet: Duration::from_hours(1),
        longest: Duration::from_hours(1),
    };

    /// A database that has counted one report after the other, the last as if the others had long
    /// been there, and the counts of a part after each of them but the first few.
    async fn counted(last: Pace) -> (TempDir, SqliteStorage, Vec<Vec<u8>>) {
        let folder = crate::temporary::folder();
        let mut storage = SqliteStorage::open(&folder.path().join("a.sqlite"))
            .await
            .unwrap();
        storage.log = Clearing::at(NEVER);
        let survey: Survey = serde_json::from_str(CENSUS).unwrap();
        let key = storage.publish(&survey).await.unwrap().unwrap();
        let surveys = storage.surveys().await.unwrap();
        let stored = Arc::new(surveys.into_iter().find(|one| one.key == key).unwrap());
        let mut generator = ChaCha20Rng::seed_from_u64(13);
        let answers: Vec<_> = survey
            .questions()
            .iter()
            .map(|question| Some(question.answer(0).unwrap()))
            .collect();
        let mut states = Vec::new();
        for report in 1..=REPORTS {
            if report == REPORTS {
                states.dedup();
                assert!(states.len() > REPORTS / 2, "{}", states.len());
                // Until now the log holds them all: this is the attack.
                assert_eq!(recovered(folder.path(), &states), states.len());
                storage.log = Clearing::at(last);
            }
            let submission = survey.randomize(&answers, &mut generator).unwrap();
            let entry = CheckedSubmission {
                stored: Arc::clone(&stored),
                key: SubmissionKey::of(&submission),
                submission,
                invite: None,
                keep_row: false,
            };
            assert_eq!(
                storage.count(&[entry]).await.unwrap(),
                [SubmissionOutcome::Counted]
            );
            // Few counts in many zeros stand in any file. These are of fifteen categories.
            if report > FEW {
                let counts = storage.counts(key).await.unwrap();
                states.push(sums_bytes(&counts.parts[1]));
            }
        }
        states.dedup();
        (folder, storage, states)
    }

    /// Whether only the last state is left once the task is done.
    async fn only_the_last_is_left(folder: &Path, states: &[Vec<u8>]) {
        let emptied = async {
            while recovered(folder, states) > 1 {
                yield_now().await;
            }
        };
        timeout(Duration::from_mins(1), emptied).await.unwrap();
        let bytes = stolen(folder);
        let last = states.last().unwrap();
        assert!(bytes.windows(last.len()).any(|window| window == &last[..]));
    }

    #[tokio::test]
    async fn a_stolen_copy_does_not_hold_the_reports_one_by_one() {
        let at_once = Pace {
            quiet: Duration::from_millis(1),
            ..NEVER
        };
        let (folder, storage, states) = counted(at_once).await;
        only_the_last_is_left(folder.path(), &states).await;
        storage.end().await;
    }

    #[tokio::test]
    async fn a_log_that_is_never_quiet_is_emptied_all_the_same() {
        let under_load = Pace {
            quiet: NEVER.quiet,
            longest: Duration::ZERO,
        };
        let (folder, storage, states) = counted(under_load).await;
        // Woken by pages, as under load, and so not quiet.
        storage.log.written.wake();
        only_the_last_is_left(folder.path(), &states).await;
        storage.end().await;
    }

    /// Another process is let in after each batch, which costs most of the speed.
    #[tokio::test]
    async fn an_emptied_log_is_not_taken_for_another_process() {
        let (_folder, storage, _) = counted(NEVER).await;
        let log = Log::new(&storage.options, &storage.writing);
        assert!(log.clear(&storage.log.written).await.unwrap());
        let survey: Survey = serde_json::from_str(CENSUS).unwrap();
        let mut stored = storage.surveys().await.unwrap();
        let questions = survey.questions().iter();
        let answers: Vec<_> = questions.map(|it| it.answer(0).ok()).collect();
        let mut generator = ChaCha20Rng::seed_from_u64(14);
        let submission = survey.randomize(&answers, &mut generator).unwrap();
        let entry = CheckedSubmission {
            stored: Arc::new(stored.pop().unwrap()),
            key: SubmissionKey::of(&submission),
            submission,
            invite: None,
            keep_row: false,
        };
        assert_eq!(
            storage.count(&[entry]).await.unwrap(),
            [SubmissionOutcome::Counted]
        );
        let writers = storage.writing.lock().await;
        assert!(!writers.counting.as_ref().unwrap().is_shared());
        drop(writers);
        storage.end().await;
    }

    #[tokio::test]
    async fn somebody_who_reads_delays_it_until_they_end() {
        let (folder, storage, states) = counted(NEVER).await;
        let mut reader = SqliteConnection::connect_with(&storage.options)
            .await
            .unwrap();
        sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
        sqlx::query("SELECT * FROM part_counts")
            .fetch_all(&mut reader)
            .await
            .unwrap();
        let log = Log::new(&storage.options, &storage.writing);
        assert!(!log.clear(&storage.log.written).await.unwrap());
        assert!(recovered(folder.path(), &states) > 1);
        assert!(storage.log.written.pages() > 0);
        reader.close().await.unwrap();
        assert!(log.clear(&storage.log.written).await.unwrap());
        assert_eq!(recovered(folder.path(), &states), 1);
        storage.end().await;
    }
}
