//! The embedded database: one SQLite file, written by one connection and read by several.

mod checkpoint;
mod counted_before;
mod counting;
mod ledger;
mod pragmas;
mod recent;
mod writers;

use std::{
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::{
    AssertSqlSafe, Connection, Row, Sqlite, SqliteConnection, SqlitePool,
    pool::PoolConnection,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};
use tokio::{
    sync::{MappedMutexGuard, Mutex, MutexGuard},
    task::spawn_blocking,
    time::sleep,
};

use self::{
    checkpoint::Log,
    counting::Counting,
    ledger::SqliteLedger,
    pragmas::PRAGMAS,
    writers::{Writers, Writing},
};
use super::{
    CheckedSubmission, StorageError, SubmissionOutcome, SurveyKey, Unwritable, batch, migrations,
    trail::Clearing,
};

const READERS: u32 = 4;
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const PATIENCE_TO_WIPE: Duration = Duration::from_secs(1);

/// How long nothing is counted after each batch where another process writes as well.
const LET_OTHERS_IN: Duration = Duration::from_millis(2);

/// Tables that do not grow with respondents, and without which nothing works.
const FEW_ROWS: [&str; 8] = [
    "catalog_revision",
    "surveys",
    "survey_settings",
    "survey_counts",
    "part_counts",
    "told_counts",
    "given_rows",
    "tokens",
];

/// A SQLite file that has the tables it needs.
pub(crate) struct SqliteStorage {
    file: PathBuf,
    options: SqliteConnectOptions,
    readers: SqlitePool,
    writing: Writing,
    /// Empties the write-ahead log.
    log: Clearing,
    /// Whether counting found the file damaged.
    is_damaged: AtomicBool,
}

/// Creates the file if it is missing. Only its owner may read it and what SQLite puts beside it: class
/// codes and the keys of unlinkable tokens are in it.
fn make_private(file: &Path) -> std::io::Result<()> {
    let mut new = std::fs::OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    match new.open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Where the database is if nobody says where: the one folder that is created.
const USUAL_FOLDER: &str = "data";

impl SqliteStorage {
    /// How a transaction that writes begins: it waits for its turn at once, not in its middle.
    pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

    /// A fingerprint is of the id as well, and stands in one place alone.
    pub(super) const WAS_COUNTED: &str = "SELECT (SELECT COUNT(*) FROM submissions \
         WHERE survey = $1 AND id_hash = $2 AND fingerprint = $3) + \
         (SELECT COUNT(*) FROM recent_submissions WHERE survey = $1 AND instr(keys, $3) > 0)";

    /// What erases identities where only SQLite keeps them. First: what is here is moved.
    pub(super) const ALSO_IDENTITIES: &[&str] =
        &["DELETE FROM recent_submissions WHERE survey = $1 AND $2 > 0"];

    /// Opens the file; creates it if it is missing, but no folder that somebody may have mistyped.
    pub(crate) async fn open(file: &Path) -> Result<Self, StorageError> {
        match file.parent() {
            Some(folder) if folder.as_os_str().is_empty() || folder.is_dir() => {}
            Some(folder) if folder == Path::new(USUAL_FOLDER) => {
                std::fs::create_dir(folder).map_err(|error| StorageError::Folder {
                    folder: folder.to_owned(),
                    error,
                })?;
            }
            Some(folder) => {
                return Err(StorageError::MissingFolder {
                    file: file.to_owned(),
                    folder: folder.to_owned(),
                });
            }
            None => {}
        }
        let database = format!("sqlite:{}", file.display());
        let unopened = |error| StorageError::Open {
            database: database.clone(),
            error,
        };
        make_private(file).map_err(|error| unopened(sqlx::Error::Io(error)))?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .busy_timeout(BUSY_TIMEOUT);
        let options = PRAGMAS.iter().fold(options, |options, &(name, value)| {
            options.pragma(name, value)
        });
        let mut first = SqliteConnection::connect_with(&options)
            .await
            .map_err(unopened)?;
        migrations::sqlite()
            .run(&mut first)
            .await
            .map_err(|error| migrations::refused(&database, error))?;
        first.close().await.map_err(unopened)?;
        // From now on the file must be there: a new, empty one in its place would forget.
        let options = options.create_if_missing(false);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .connect_with(options.clone().pragma("query_only", "ON"))
            .await
            .map_err(unopened)?;
        Ok(Self {
            file: file.to_owned(),
            options,
            readers,
            writing: Arc::default(),
            log: Clearing::default(),
            is_damaged: AtomicBool::default(),
        })
    }

    /// A connection to read.
    pub(super) async fn read(&self) -> Result<PoolConnection<Sqlite>, StorageError> {
        Ok(self.readers.acquire().await?)
    }

    /// Whoever writes has the whole file alone already.
    #[expect(clippy::unused_async, reason = "Postgres has to ask")]
    pub(super) async fn alone(_: &mut SqliteConnection, _: SurveyKey) -> Result<(), StorageError> {
        Ok(())
    }

    /// The connection that writes, when it is free.
    pub(crate) async fn write(
        &self,
    ) -> Result<MappedMutexGuard<'_, SqliteConnection>, StorageError> {
        let mut writers = self.writing.lock().await;
        if writers.is_closed {
            return Err(StorageError::Stopping);
        }
        let connection = match writers.connection.take() {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        writers.has_written = true;
        Ok(MutexGuard::map(writers, |writers| {
            writers.connection.insert(connection)
        }))
    }

    /// Reads anew what does not grow with respondents, which connections in use would find in their own
    /// memory. What does grow is read by counting, whose word holds until the next start.
    pub(super) async fn check_whole(&self) -> Result<(), StorageError> {
        if self.is_damaged.load(Ordering::Relaxed) {
            return Err(StorageError::Corrupted);
        }
        let mut connection = SqliteConnection::connect_with(&self.options).await?;
        for table in FEW_ROWS {
            let check = format!("PRAGMA quick_check({table})");
            let found: String = sqlx::query_scalar(AssertSqlSafe(check))
                .fetch_one(&mut connection)
                .await?;
            if found != "ok" {
                return Err(StorageError::Corrupted);
            }
        }
        Ok(connection.close().await?)
    }

    /// As [`Self::count_all`], and notes that the file is damaged if that is why it failed.
    pub(super) async fn count_batch(
        &self,
        batch: &[CheckedSubmission],
    ) -> Result<Vec<SubmissionOutcome>, StorageError> {
        let counted = self.count_all(batch).await;
        if let Err(error) = &counted
            && error.unwritable() == Unwritable::Corrupted
        {
            self.is_damaged.store(true, Ordering::Relaxed);
        }
        counted
    }

    /// Works, and waits for the disk, on the thread that asks.
    async fn count_all(
        &self,
        batch: &[CheckedSubmission],
    ) -> Result<Vec<SubmissionOutcome>, StorageError> {
        let mut writers = self.writing.lock().await;
        // After an error the connection is not put back, and the next batch begins with a new one:
        // what was wrong may have passed.
        let mut counting = match writers.counting.take() {
            Some(counting) => counting,
            None => Counting::open(&self.file)?,
        };
        let mut ledger = SqliteLedger::new(&mut counting, mem::take(&mut writers.has_written));
        let outcomes = batch::count(&mut ledger, batch).await?;
        let pages = ledger.commit()?;
        let is_shared = counting.is_shared();
        counting.read_counted_before();
        writers.counting = Some(counting);
        drop(writers);
        self.log
            .written(pages, || Log::new(&self.options, &self.writing));
        if is_shared {
            // Another process may wait, and SQLite keeps no queue: whoever begins again at once
            // would keep it out.
            sleep(LET_OTHERS_IN).await;
        }
        Ok(outcomes)
    }

    /// Takes what was deleted out of the file and its log.
    pub(super) async fn wipe(&self) -> Result<(), StorageError> {
        // Nobody counts meanwhile, so it must not wait long for a reader.
        let mut turn = self.writing.lock().await;
        turn.has_written = true;
        let options = self.options.clone().busy_timeout(PATIENCE_TO_WIPE);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut connection)
            .await?;
        let is_hindered = row.try_get::<i64, _>(0)? != 0;
        drop(turn);
        connection.close().await?;
        if is_hindered {
            return Err(StorageError::StillRead);
        }
        Ok(())
    }

    /// Rewrites the whole file, every table in the order of its keys, and empties the log.
    pub(super) async fn rewrite_rows(&self) -> Result<(), StorageError> {
        let (file, writing) = (self.file.clone(), Arc::clone(&self.writing));
        let moved = spawn_blocking(move || move_all(&file, &writing));
        moved.await.map_err(|_| StorageError::Stopping)??;
        sqlx::query("VACUUM")
            .execute(&mut *self.write().await?)
            .await?;
        self.wipe().await
    }

    pub(super) async fn end(&self) {
        self.log.end().await;
        let closed = Writers {
            is_closed: true,
            ..Writers::default()
        };
        let writers = mem::replace(&mut *self.writing.lock().await, closed);
        // Whatever was acknowledged is durable without this.
        drop(writers.counting);
        if let Some(connection) = writers.connection {
            let _ = connection.close().await;
        }
        self.readers.close().await;
        // SQLite moves the log into the file with its last connection, but of two that close at once each may leave that to
        // the other: one more closes by itself.
        if let Ok(mut last) = SqliteConnection::connect_with(&self.options).await {
            let _ = sqlx::query(checkpoint::MOVE).execute(&mut last).await;
            let _ = last.close().await;
        }
    }
}

/// Moves all recent submissions to their places. Others have their turn in between.
fn move_all(file: &Path, writing: &Mutex<Writers>) -> Result<(), StorageError> {
    let mut moving = None;
    loop {
        let mut writers = writing.blocking_lock();
        let counting = writers.counting(file)?;
        let moved = counting.move_some(&mut moving);
        // They lie in other places than it knows.
        if !matches!(moved, Ok(Some(_))) {
            writers.counting = None;
        }
        if moved?.is_none() {
            return Ok(());
        }
    }
}
