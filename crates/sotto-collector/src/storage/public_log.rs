//! The lines of the public log, and the key that signs its head.

use async_trait::async_trait;
use sotto_api::public_log::{LogEntry, LogKey};

use super::{
    StorageError,
    both::for_both,
    statements::{begin, bind},
    surveys::UNCHANGED,
};

/// The public log.
#[async_trait]
pub trait LogStorage: Send + Sync {
    /// The lines from this position on, in the order in which they came, as they are stored.
    async fn log_lines(&self, from: u64) -> Result<Vec<String>, StorageError>;

    /// Appends those lines that do not stand in the log yet.
    async fn append_to_log(&self, entries: &[LogEntry]) -> Result<(), StorageError>;

    /// The key that signs the log's head; `fresh`, if there was none before.
    async fn log_key(&self, fresh: LogKey) -> Result<LogKey, StorageError>;
}

const LINES: &str = "SELECT entry FROM log_entries WHERE position >= $1 ORDER BY position";
const APPEND: &str = "INSERT INTO log_entries (position, entry) \
     SELECT (SELECT COUNT(*) FROM log_entries), $1 \
     WHERE NOT EXISTS (SELECT 1 FROM log_entries WHERE entry = $1)";
const KEY: &str = "SELECT signing, verifying FROM log_keys WHERE one = 1";
const NEW_KEY: &str = "INSERT INTO log_keys (one, signing, verifying) VALUES (1, $1, $2) \
     ON CONFLICT DO NOTHING";

for_both!(LogStorage {
    async fn log_lines(&self, from: u64) -> Result<Vec<String>, StorageError> {
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        let lines = bind!(sqlx::query_scalar(LINES), from);
        Ok(lines.fetch_all(&mut *self.read().await?).await?)
    }

    async fn append_to_log(&self, entries: &[LogEntry]) -> Result<(), StorageError> {
        begin!(self => transaction, UNCHANGED);
        for entry in entries {
            let append = bind!(sqlx::query(APPEND), entry.as_str());
            append.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn log_key(&self, fresh: LogKey) -> Result<LogKey, StorageError> {
        let known: Option<(String, String)> =
            sqlx::query_as(KEY).fetch_optional(&mut *self.read().await?).await?;
        let (signing, verifying) = if let Some(known) = known {
            known
        } else {
            let add = bind!(sqlx::query(NEW_KEY), fresh.signing(), fresh.verifying());
            add.execute(&mut *self.write().await?).await?;
            // Another may have given it one first.
            sqlx::query_as(KEY).fetch_one(&mut *self.read().await?).await?
        };
        LogKey::stored(signing, verifying).map_err(|_| StorageError::LogKey)
    }
});
