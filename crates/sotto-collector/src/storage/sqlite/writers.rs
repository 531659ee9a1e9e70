//! The connections that write, and their turns.

use std::{path::Path, sync::Arc};

use sqlx::SqliteConnection;
use tokio::sync::Mutex;

use super::counting::Counting;
use crate::storage::StorageError;

/// The connections that write. Both are missing at first, and each again once it has failed.
#[derive(Default)]
pub(super) struct Writers {
    /// Counts submissions.
    pub(super) counting: Option<Counting>,
    /// Writes everything else.
    pub(super) connection: Option<SqliteConnection>,
    /// Whether it had a turn since submissions were counted last.
    pub(super) has_written: bool,
    /// Whether the storage was closed: whoever comes later must not open the file again.
    pub(super) is_closed: bool,
}

impl Writers {
    pub(super) fn counting(&mut self, file: &Path) -> Result<&mut Counting, StorageError> {
        let counting = match self.counting.take() {
            Some(counting) => counting,
            None => Counting::open(file)?,
        };
        Ok(self.counting.insert(counting))
    }
}

/// All writers of this process take turns: SQLite's own waiting is not in turn.
pub(super) type Writing = Arc<Mutex<Writers>>;
