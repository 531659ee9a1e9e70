//! The connection that counts, and what it knows of the database without asking: what it has read
//! or written itself, for as long as nobody else writes.

use std::{
    collections::HashMap,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use sotto_ldp::Counts;

use super::{
    AT_THE_LATEST, CACHE, MOST_LOG,
    recent::{Moving, Recent},
};
use crate::storage::{StorageError, SurveyKey};

/// Changes whenever another connection has written.
const VERSION: &str = "PRAGMA data_version";

/// How long to wait before asking again whether another process has ended its transaction. SQLite's
/// own waiting becomes so long that others, who begin again at once, might never let it in.
const BETWEEN_TRIES: Duration = Duration::from_millis(1);

/// How often it is asked: as long as every other connection waits.
const TRIES: i32 = 5_000;

/// How long another process that has written is taken to be about to write again: longer than anybody
/// waits for that.
const SHARED: Duration = Duration::from_secs(10);

/// Sums that are known at once, of 8 bytes each.
const MOST_SUMS: usize = 1 << 17;

/// Statements that are kept ready: as many as there are.
const STATEMENTS: usize = 32;

/// Counts, in the thread that asks it to.
pub(super) struct Counting {
    pub(super) connection: Connection,
    pub(super) recent: Recent,
    pub(super) surveys: HashMap<SurveyKey, Survey>,
    /// Of which version of the database all of this is.
    version: Option<i64>,
    /// Until when another process is taken to be writing as well.
    shared_until: Option<Instant>,
}

/// What is known of a survey.
pub(super) struct Survey {
    /// Whether it is there and open.
    pub(super) collects: bool,
    /// Its counts as they are stored, of every part.
    pub(super) counts: Option<Vec<Counts>>,
}

impl Counting {
    /// Opens a file that is there. As with every other connection, an acknowledged submission
    /// survives a power cut, and what is deleted is overwritten.
    pub(super) fn open(file: &Path) -> Result<Self, StorageError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_handler(Some(try_again))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "secure_delete", "ON")?;
        connection.pragma_update(None, "wal_autocheckpoint", AT_THE_LATEST)?;
        connection.pragma_update(None, "journal_size_limit", MOST_LOG)?;
        connection.pragma_update(None, "cache_size", CACHE)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Self {
            connection,
            recent: Recent::default(),
            surveys: HashMap::new(),
            version: None,
            shared_until: None,
        })
    }

    /// Reads again what may have changed. To be called in a transaction that writes: until its end
    /// nobody else does. `by_this_process`: whether one of its other connections has written.
    pub(super) fn refresh(&mut self, by_this_process: bool) -> Result<(), StorageError> {
        let mut statement = self.connection.prepare_cached(VERSION)?;
        let version = Some(statement.query_row((), |row| row.get(0))?);
        drop(statement);
        if self.version.is_some() && self.version != version && !by_this_process {
            self.shared_until = Some(Instant::now() + SHARED);
        }
        if self.version != version {
            self.version = None;
            self.surveys.clear();
            self.recent.refresh(&self.connection)?;
            self.version = version;
        }
        Ok(())
    }

    /// Whether another process writes as well.
    pub(super) fn is_shared(&self) -> bool {
        self.shared_until.is_some_and(|end| Instant::now() < end)
    }

    /// Moves some of the recent submissions in a transaction of their own; returns about how many
    /// pages that changes, `None` if there were none any more.
    pub(super) fn move_some(
        &mut self,
        moving: &mut Option<Moving>,
    ) -> Result<Option<usize>, StorageError> {
        let immediately = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(immediately)?;
        let moving = match moving {
            Some(moving) => moving,
            none => none.insert(Moving::begin(&transaction)?),
        };
        let moved = moving.some(&transaction)?;
        transaction.commit()?;
        Ok(moved)
    }

    /// Keeps what is known of a survey, and of others if there is room.
    pub(super) fn learn(&mut self, survey: SurveyKey, known: Survey) {
        let sums = |known: &Survey| -> usize {
            let parts = known.counts.iter().flatten();
            // A survey itself counts as well.
            parts.map(|part| part.sums().len()).sum::<usize>() + 1
        };
        if !self.surveys.contains_key(&survey)
            && self.surveys.values().map(sums).sum::<usize>() > MOST_SUMS
        {
            self.surveys.clear();
        }
        self.surveys.insert(survey, known);
    }
}

fn try_again(tried: i32) -> bool {
    sleep(BETWEEN_TRIES);
    tried < TRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_durable_and_what_is_deleted_is_overwritten() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let counting = Counting::open(file.path()).unwrap();
        let setting = |name: &str| -> String {
            let found = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            let value = counting.connection.pragma_query_value(None, name, found);
            match value.unwrap() {
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Text(text) => text,
                other => panic!("{other:?}"),
            }
        };
        for (name, value) in [
            ("journal_mode", "wal"),
            // FULL
            ("synchronous", "2"),
            ("secure_delete", "1"),
            ("wal_autocheckpoint", AT_THE_LATEST),
            ("journal_size_limit", MOST_LOG),
            ("cache_size", CACHE),
        ] {
            assert_eq!(setting(name), value, "{name}");
        }
    }
}
