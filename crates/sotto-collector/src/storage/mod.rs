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
mod rows;
mod sqlite;
mod surveys;
mod transfer;

pub use access::{AccessStorage, AuditEntry, StoredSession, StoredToken};
pub use counts::{CountStorage, StoredCounts};
pub use entry::{Entry, InviteKey, Outcome, SubmissionKey};
pub use error::{StorageError, Unwritable};
pub use invites::{Bought, InviteStorage};
pub use rows::{NoisyRow, RowStorage};
pub use surveys::{StoredSurvey, SurveyKey, SurveyStorage};
pub use transfer::{Copied, TransferError, back_up, migrate};

use std::sync::Arc;

use async_trait::async_trait;

use self::{postgres::PostgresStorage, sqlite::SqliteStorage};
use crate::database_url::DatabaseUrl;

/// Everything that a database keeps for the collector.
pub trait Storage:
    SurveyStorage + CountStorage + RowStorage + AccessStorage + InviteStorage + Upkeep
{
}

impl<S: SurveyStorage + CountStorage + RowStorage + AccessStorage + InviteStorage + Upkeep> Storage
    for S
{
}

/// The database as a whole.
#[async_trait]
pub trait Upkeep: Send + Sync {
    /// Whether the database answers.
    async fn check(&self) -> Result<(), StorageError>;

    /// Whether the database takes and keeps what is written: it writes what is there already.
    async fn check_writing(&self) -> Result<(), StorageError>;

    /// Lays the rows of respondents anew, in the order of their random keys. Where a database puts
    /// a new row tells when it came, though no column does: SQLite within a page and in its log,
    /// Postgres in its heap and by the number of the transaction. Others wait meanwhile.
    async fn forget_order(&self) -> Result<(), StorageError>;

    /// Ends every connection, after what they are doing.
    async fn close(&self);
}

/// Opens a database, makes it and its tables if there are none, and ends erasures that a stop had
/// interrupted.
///
/// # Errors
/// When the database cannot be reached, is none, or was changed by a newer version of Sotto.
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

for_both!(Upkeep {
    async fn check(&self) -> Result<(), StorageError> {
        sqlx::query("SELECT revision FROM catalog_revision")
            .execute(&mut *self.read().await?)
            .await?;
        Ok(())
    }

    async fn check_writing(&self) -> Result<(), StorageError> {
        sqlx::query("UPDATE catalog_revision SET revision = revision WHERE one = 1")
            .execute(&mut *self.write().await?)
            .await?;
        Ok(())
    }

    async fn forget_order(&self) -> Result<(), StorageError> {
        self.lay_anew().await
    }

    async fn close(&self) {
        self.end().await;
    }
});
