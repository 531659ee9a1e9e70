//! The embedded database: one SQLite file, written by one connection and read by several.

mod checkpoint;
mod ledger;
mod recent;

use std::{path::Path, sync::Arc, time::Duration};

use sqlx::{
    Connection, Row, Sqlite, SqliteConnection, SqlitePool,
    pool::PoolConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

use self::{
    checkpoint::Checkpoint,
    ledger::SqliteLedger,
    recent::{Moving, Recent},
};
use super::{Entry, Outcome, StorageError, batch, migrations};

const READERS: u32 = 4;
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const PATIENCE_TO_WIPE: Duration = Duration::from_secs(1);

/// Bytes of the log that stay on the disk after a burst.
const MOST_LOG: &str = "67108864";
/// What a connection keeps in memory: 8 MiB. The system's own cache stands behind it.
const CACHE: &str = "-8192";

/// A SQLite file that has the tables it needs.
pub(crate) struct SqliteStorage {
    options: SqliteConnectOptions,
    readers: SqlitePool,
    /// All writers of this process take turns: SQLite's own waiting is not in turn.
    writing: Writing,
    checkpoint: Checkpoint,
}

/// The connection that writes, and what it has written of late.
struct Writer {
    connection: SqliteConnection,
    recent: Recent,
}

impl Writer {
    async fn new(options: &SqliteConnectOptions) -> Result<Self, StorageError> {
        Ok(Self {
            connection: SqliteConnection::connect_with(options).await?,
            recent: Recent::default(),
        })
    }
}

/// A writer, unless the last one has failed.
type Writing = Arc<Mutex<Option<Writer>>>;

/// The writer, when it is free.
async fn turn<'a>(
    options: &SqliteConnectOptions,
    writing: &'a Writing,
) -> Result<MappedMutexGuard<'a, Writer>, StorageError> {
    let mut slot = writing.lock().await;
    let writer = match slot.take() {
        Some(writer) => writer,
        None => Writer::new(options).await?,
    };
    Ok(MutexGuard::map(slot, |slot| slot.insert(writer)))
}

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
            .pragma("wal_autocheckpoint", checkpoint::AT_THE_LATEST)
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
        let writer = turn(&self.options, &self.writing).await?;
        Ok(MappedMutexGuard::map(writer, |writer| {
            &mut writer.connection
        }))
    }

    pub(super) async fn count_batch(&self, batch: &[Entry]) -> Result<Vec<Outcome>, StorageError> {
        let mut slot = self.writing.lock().await;
        // After an error the writer is not put back, and the next batch begins with a new one: what
        // was wrong may have passed.
        let mut writer = match slot.take() {
            Some(writer) => writer,
            None => Writer::new(&self.options).await?,
        };
        let mut ledger = SqliteLedger::new(&mut writer);
        let outcomes = batch::count(&mut ledger, batch).await?;
        let pages = ledger.commit().await?;
        *slot = Some(writer);
        drop(slot);
        self.checkpoint.written(pages, &self.options, &self.writing);
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
        let mut writer = turn(&self.options, &self.writing).await?;
        let mut moving = Moving::begin(&mut writer.connection).await?;
        while moving.some(&mut writer.connection).await?.is_some() {
            // Others have their turn in between.
            drop(writer);
            writer = turn(&self.options, &self.writing).await?;
        }
        writer.recent = Recent::default();
        sqlx::query("VACUUM")
            .execute(&mut writer.connection)
            .await?;
        drop(writer);
        self.wipe().await
    }

    pub(super) async fn end(&self) {
        if let Some(writer) = self.writing.lock().await.take() {
            // Whatever was acknowledged is durable without this.
            let _ = writer.connection.close().await;
        }
        self.readers.close().await;
    }
}
