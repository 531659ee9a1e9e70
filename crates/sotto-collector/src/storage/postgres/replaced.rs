//! The rows of the counts that updates replaced. Postgres keeps them in the table's file until their
//! room is used again, also after VACUUM.

use std::time::Duration;

use sqlx::PgPool;
use tokio::time::timeout;

use super::anew::write_anew;
use crate::storage::{
    StorageError,
    trail::{Trail, WrittenSince},
};

/// The only table whose rows are replaced by what respondents send, and tell it.
const COUNTS: &str = "part_counts";

/// How long whoever counts waits for those who are reading before it is tried another time.
const PATIENCE: &str = "SET LOCAL lock_timeout = '100ms'";

/// The replaced rows of the counts.
pub(super) struct Replaced {
    pool: PgPool,
    /// After that long it is given up: the server may not be there at all.
    patience: Duration,
}

impl Replaced {
    pub(super) const fn new(pool: PgPool, patience: Duration) -> Self {
        Self { pool, patience }
    }

    async fn write_anew(&self) -> Result<(), StorageError> {
        let mut connection = self.pool.acquire().await?;
        let written = write_anew(&mut connection, COUNTS, PATIENCE);
        if let Ok(done) = timeout(self.patience, written).await {
            return done;
        }
        // Cut, not returned, as a batch's that is given up.
        drop(connection.detach());
        Err(StorageError::Silent)
    }
}

impl Trail for Replaced {
    const HINDERED: &'static str = "Former counts could not be cleared out of the database because somebody has been reading them for long; until then its files tell in which order reports came.";
    const FAILED: &'static str =
        "Former counts could not be cleared out of the database, which is tried again soon:";

    /// Postgres uses their room again by itself.
    async fn shorten(&self, written: &WrittenSince) -> Result<(), StorageError> {
        written.shortened();
        Ok(())
    }

    /// Puts the counts as they are into a new file.
    async fn clear(&self, written: &WrittenSince) -> Result<bool, StorageError> {
        let before = written.take();
        let cleared = self.write_anew().await;
        if cleared.is_err() {
            written.put_back(before);
        }
        match cleared {
            Ok(()) => Ok(true),
            Err(StorageError::StillRead) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
