//! The embedded database: one SQLite file, written by one connection and read by several.

mod bloom_filter;
mod checkpoint;
mod counted_before;
mod counting;
mod ledger;
mod recent;

use std::{
    mem,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use sqlx::{
    Connection, Row, Sqlite, SqliteConnection, SqlitePool,
    pool::PoolConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tokio::{
    sync::{MappedMutexGuard, Mutex, MutexGuard},
    task::spawn_blocking,
    time::sleep,
};

use self::{
    checkpoint::{AT_THE_LATEST, Checkpoint},
    counting::Counting,
    ledger::SqliteLedger,
};
use super::{Entry, Outcome, StorageError, batch, migrations};

const READERS: u32 = 4;
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const PATIENCE_TO_WIPE: Duration = Duration::from_secs(1);

/// How long nothing is counted after each batch where another process writes as well.
const LET_OTHERS_IN: Duration = Duration::from_millis(2);

/// Bytes of the log that stay on the disk after a burst.
const MOST_LOG: &str = "67108864";
/// What a connection keeps in memory: 8 MiB. The system's own cache stands behind it.
const CACHE: &str = "-8192";

/// A SQLite file that has the tables it needs.
pub(crate) struct SqliteStorage {
    file: PathBuf,
    options: SqliteConnectOptions,
    readers: SqlitePool,
    writing: Writing,
    checkpoint: Checkpoint,
}

/// The connections that write. Both are missing at first, and each again once it has failed.
#[derive(Default)]
struct Writers {
    /// Counts submissions.
    counting: Option<Counting>,
    /// Writes everything else.
    connection: Option<SqliteConnection>,
    /// Whether it had a turn since submissions were counted last.
    has_written: bool,
}

impl Writers {
    fn counting(&mut self, file: &Path) -> Result<&mut Counting, StorageError> {
        let counting = match self.counting.take() {
            Some(counting) => counting,
            None => Counting::open(file)?,
        };
        Ok(self.counting.insert(counting))
    }
}

/// All writers of this process take turns: SQLite's own waiting is not in turn.
type Writing = Arc<Mutex<Writers>>;

/// Makes the file if there is none. It and what SQLite puts beside it are nobody else's to read: class
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

    /// Opens the file, and creates it and its folder if there is none.
    pub(super) async fn open(file: &Path) -> Result<Self, StorageError> {
        if let Some(folder) = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(|error| StorageError::Folder {
                folder: folder.to_owned(),
                error,
            })?;
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
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged submission survives a power cut.
            .synchronous(SqliteSynchronous::Full)
            // What is deleted is overwritten.
            .pragma("secure_delete", "ON")
            .pragma("wal_autocheckpoint", AT_THE_LATEST)
            .pragma("journal_size_limit", MOST_LOG)
            .pragma("cache_size", CACHE)
            .busy_timeout(BUSY_TIMEOUT);
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
            checkpoint: Checkpoint::default(),
        })
    }

    /// A connection to read.
    pub(super) async fn read(&self) -> Result<PoolConnection<Sqlite>, StorageError> {
        Ok(self.readers.acquire().await?)
    }

    /// The connection that writes, when it is free.
    pub(super) async fn write(
        &self,
    ) -> Result<MappedMutexGuard<'_, SqliteConnection>, StorageError> {
        let mut writers = self.writing.lock().await;
        let connection = match writers.connection.take() {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        writers.has_written = true;
        Ok(MutexGuard::map(writers, |writers| {
            writers.connection.insert(connection)
        }))
    }

    /// Works, and waits for the disk, on the thread that asks.
    pub(super) async fn count_batch(&self, batch: &[Entry]) -> Result<Vec<Outcome>, StorageError> {
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
        self.checkpoint.written(pages, &self.options, &self.writing);
        if is_shared {
            // Another process may wait, and SQLite keeps no queue: whoever begins again at once
            // would keep it out.
            sleep(LET_OTHERS_IN).await;
        }
        Ok(outcomes)
    }

    /// Takes what was deleted out of the file and its log.
    pub(super) async fn wipe(&self) -> Result<(), StorageError> {
        // Whoever counts waits meanwhile, and should not wait for who reads for long.
        let turn = self.writing.lock().await;
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

    /// Writes the whole file anew, every table in the order of its keys, and empties the log.
    pub(super) async fn lay_anew(&self) -> Result<(), StorageError> {
        let (file, writing) = (self.file.clone(), Arc::clone(&self.writing));
        let moved = spawn_blocking(move || move_all(&file, &writing));
        moved.await.map_err(|_| StorageError::Stopping)??;
        sqlx::query("VACUUM")
            .execute(&mut *self.write().await?)
            .await?;
        self.wipe().await
    }

    pub(super) async fn end(&self) {
        let writers = mem::take(&mut *self.writing.lock().await);
        // Whatever was acknowledged is durable without this.
        drop(writers.counting);
        if let Some(connection) = writers.connection {
            let _ = connection.close().await;
        }
        self.readers.close().await;
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
