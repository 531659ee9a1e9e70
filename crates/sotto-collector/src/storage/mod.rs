//! What is kept: surveys and their settings, what was counted, the counts, and noisy rows where a
//! survey asks for them. Nothing here knows about HTTP, about questions or about mechanisms, and
//! nothing is kept that tells who came when.
//!
//! # How to add a subject
//! Each subject (tokens, invites, …) is one file here that holds a trait, the statements and what
//! they need, and that is all the rest of the program sees of it:
//!
//! 1. Its tables: `migrations/sqlite/NNNN_subject.sql` and `migrations/postgres/NNNN_subject.sql`
//!    with the same columns (only `recent_submissions` is SQLite's alone), and one line in `migrations.rs`. Numbers, text, bytes and truth values
//!    are `INTEGER`, `TEXT`, `BLOB`, `INTEGER` in SQLite (tables are `STRICT`) and `BIGINT`, `TEXT`,
//!    `BYTEA`, `BOOLEAN` in Postgres. No row number and no time that would order what respondents
//!    did; no foreign key (copies are written table by table); a table that grows with respondents has a primary key that begins with the survey's key.
//! 2. Its trait with [`async_trait`](async_trait::async_trait), added to [`Storage`]'s list.
//! 3. Its statements, with `$1`, `$2` … and without words that only one database knows: both take
//!    them, so the methods are written once, inside [`for_both!`]. A read takes a connection from
//!    `self.read()`, a write from `self.write()`; several writes that belong together stand in
//!    `begin_with(Self::BEGIN)` … `commit()`. `surveys.rs` is an example.
//! 4. What both databases must do alike: a test in `tests/evidence/storage/` that runs on each.
//!
//! Only where speed needs it do the two differ: counting a batch (`sqlite/ledger.rs`,
//! `postgres/ledger.rs`).
//!
//! What must happen in the transaction that counts a submission is part of [`Entry`]: the invite
//! that it spends, the row that is kept.

mod access;
mod batch;
mod counts;
mod entry;
mod erasure;
mod error;
mod invites;
mod migrations;
mod postgres;
mod rooms;
mod rows;
mod sqlite;
mod surveys;
mod transfer;

pub use access::{AccessStorage, AuditEntry, StoredSession, StoredToken};
pub use counts::{CountStorage, StoredCounts};
pub use entry::{Entry, InviteKey, Outcome, SubmissionKey};
pub use error::{StorageError, Unwritable};
pub use invites::{Bought, InviteStorage};
pub use rooms::{RoomStorage, StoredRoom};
pub use rows::{NoisyRow, RowStorage};
pub use surveys::{StoredSurvey, SurveyKey, SurveyStorage};
pub use transfer::{BackupKey, BackupKeyError, Copied, TransferError, back_up, migrate, restore};

use std::sync::Arc;

use async_trait::async_trait;
use rand::{TryRng, rngs::SysRng};

use self::postgres::PostgresStorage;
pub(crate) use self::sqlite::SqliteStorage;
use crate::database_url::DatabaseUrl;

/// Everything that a database keeps for the collector.
pub trait Storage:
    SurveyStorage + CountStorage + RowStorage + AccessStorage + InviteStorage + RoomStorage + Upkeep
{
}

impl<
    S: SurveyStorage
        + CountStorage
        + RowStorage
        + AccessStorage
        + InviteStorage
        + RoomStorage
        + Upkeep,
> Storage for S
{
}

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
    /// Postgres in its heap and by the number of the transaction. Others wait meanwhile.
    async fn forget_order(&self) -> Result<(), StorageError>;

    /// Ends every connection, after what they are doing.
    async fn close(&self);
}

/// Opens a database, creates it and its tables if they are missing, and finishes erasures that a stop
/// had interrupted.
///
/// # Errors
/// When it cannot be reached, is not a database, or was changed by a newer version of Sotto.
pub async fn open(url: &DatabaseUrl) -> Result<Arc<dyn Storage>, StorageError> {
    let storage: Arc<dyn Storage> = match url {
        DatabaseUrl::Sqlite(file) => Arc::new(SqliteStorage::open(file).await?),
        DatabaseUrl::Postgres(address) => Arc::new(PostgresStorage::open(address).await?),
    };
    storage.end_erasures().await?;
    Ok(storage)
}

/// `for_both!(Trait { methods })` implements a trait for both databases with the same methods.
macro_rules! for_both {
    ($name:ident { $($methods:tt)* }) => {
        #[async_trait::async_trait]
        impl $name for $crate::storage::sqlite::SqliteStorage { $($methods)* }
        #[async_trait::async_trait]
        impl $name for $crate::storage::postgres::PostgresStorage { $($methods)* }
    };
}
use for_both;

/// `bind!(sqlx::query(TEXT), a, b)` binds the values of `$1` and `$2`, for whichever database runs it.
macro_rules! bind {
    ($query:expr $(, $value:expr)+) => { $query$(.bind($value))+ };
}
use bind;

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
        self.rewrite_rows().await
    }

    async fn close(&self) {
        self.end().await;
    }
});
