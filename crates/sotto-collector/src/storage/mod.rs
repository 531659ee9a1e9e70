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
//!    them, so the methods are written once, inside `for_both!` (`both.rs`). A read takes a connection from
//!    `self.read()`, a write from `self.write()`; several writes that belong together stand in
//!    `begin!(self => transaction)` … `transaction.commit()`. `surveys.rs` is an example.
//! 4. Where its rows belong to a survey: its statement in `delete_survey` (`surveys.rs`), and its table in the test
//!    `nothing_is_left_of_a_deleted_survey`.
//! 5. What both databases must do alike: a test in `tests/evidence/storage/` that runs on each.
//!
//! Only where speed needs it do the two differ: counting a batch (`sqlite/ledger.rs`,
//! `postgres/ledger.rs`).
//!
//! What must happen in the transaction that counts a submission is part of [`CheckedSubmission`]: the invite
//! that it spends, the row that is kept.

mod access;
mod batch;
mod both;
mod collecting;
mod counts;
mod entry;
mod erasure;
mod error;
mod gateway;
mod invites;
mod migrations;
mod pictures;
mod pools;
mod postgres;
mod public_log;
mod rooms;
mod rows;
mod sqlite;
mod statements;
mod sums;
mod survey;
mod survey_key;
mod surveys;
mod told;
mod trail;
mod transfer;
mod upkeep;

pub use access::{AccessStorage, AuditEntry, StoredSession, StoredToken};
pub use collecting::{Collecting, CollectingStorage};
pub use counts::{CountStorage, StoredCounts};
pub use entry::{CheckedSubmission, InviteKey, NoisyRow, SubmissionKey, SubmissionOutcome};
pub use error::{StorageError, Unwritable};
pub use gateway::{GatewayStorage, StoredGatewayKey};
pub use invites::{Bought, InviteStorage};
pub use pictures::{PictureKept, PictureStorage};
pub use pools::{PoolHash, PoolStorage, StoredPool};
pub use public_log::LogStorage;
pub use rooms::{RoomStorage, StoredRoom, UsedRoom};
pub use rows::{GivenRows, RowStorage};
pub use survey::{StoredSurvey, SurveyVersion};
pub use survey_key::SurveyKey;
pub use surveys::{Creation, SurveyStorage};
pub use told::ToldStorage;
pub use transfer::{
    BackupKey, BackupKeyError, BroughtBack, Copied, Older, Restored, TransferError, back_up,
    migrate, restore,
};
pub use upkeep::Upkeep;

use std::sync::Arc;

use self::postgres::PostgresStorage;
pub(crate) use self::sqlite::SqliteStorage;
use crate::database_url::DatabaseUrl;

/// Everything that a database keeps for the collector.
pub trait Storage:
    SurveyStorage
    + CollectingStorage
    + CountStorage
    + ToldStorage
    + RowStorage
    + AccessStorage
    + InviteStorage
    + RoomStorage
    + PoolStorage
    + PictureStorage
    + LogStorage
    + GatewayStorage
    + Upkeep
{
}

impl<
    S: SurveyStorage
        + CollectingStorage
        + CountStorage
        + ToldStorage
        + RowStorage
        + AccessStorage
        + InviteStorage
        + RoomStorage
        + PoolStorage
        + PictureStorage
        + LogStorage
        + GatewayStorage
        + Upkeep,
> Storage for S
{
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
