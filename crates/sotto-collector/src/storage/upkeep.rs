//! The database as a whole: whether it is well, and what keeps it so.

use async_trait::async_trait;
use rand::{TryRng, rngs::SysRng};

use super::{StorageError, both::for_both, statements::bind};

/// The database as a whole.
#[async_trait]
pub trait Upkeep: Send + Sync {
    /// Whether the database answers.
    async fn check(&self) -> Result<(), StorageError>;

    /// Whether the database is whole, and takes and keeps what is written: it writes as much as a batch of
    /// submissions would.
    async fn check_writing(&self) -> Result<(), StorageError>;

    /// The day on which it was last looked for what is to be erased, in days since 1970 began; `None` at
    /// first.
    async fn day_of_upkeep(&self) -> Result<Option<i64>, StorageError>;

    /// Notes that it was looked on that day.
    async fn set_day_of_upkeep(&self, day: i64) -> Result<(), StorageError>;

    /// Rewrites the rows of respondents in the order of their random keys. Where a database puts
    /// a new row tells when it came, though no column does: SQLite within a page and in its log,
    /// Postgres in its heap and by the number of the transaction. Forgets as well after which step each
    /// noisy row came, as far as it was taken. Others wait meanwhile.
    async fn forget_order(&self) -> Result<(), StorageError>;

    /// Ends every connection, after what they are doing.
    async fn close(&self);
}

/// Bytes that are written to see whether submissions could be.
const AS_A_BATCH: usize = 64 * 1024;
const WRITTEN: &str = "UPDATE upkeep SET written = $1 WHERE one = 1";

for_both!(Upkeep {
    async fn check(&self) -> Result<(), StorageError> {
        let check = sqlx::query("SELECT revision FROM catalog_revision");
        Ok(check.execute(&mut *self.read().await?).await.map(drop)?)
    }

    async fn check_writing(&self) -> Result<(), StorageError> {
        self.check_whole().await?;
        // New each time: SQLite writes no page that stays as it is.
        let mut some = [0; 16];
        SysRng.try_fill_bytes(&mut some)?;
        let check = bind!(sqlx::query(WRITTEN), some.repeat(AS_A_BATCH / some.len()));
        Ok(check.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn day_of_upkeep(&self) -> Result<Option<i64>, StorageError> {
        let read = sqlx::query_scalar("SELECT day FROM upkeep WHERE one = 1");
        Ok(read.fetch_one(&mut *self.read().await?).await?)
    }

    async fn set_day_of_upkeep(&self, day: i64) -> Result<(), StorageError> {
        let set = bind!(sqlx::query("UPDATE upkeep SET day = $1 WHERE one = 1"), day);
        Ok(set.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn forget_order(&self) -> Result<(), StorageError> {
        self.forget_steps().await?;
        self.rewrite_rows().await
    }

    async fn close(&self) {
        self.end().await;
    }
});
