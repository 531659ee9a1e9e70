//! What can go wrong with the storage.

use std::path::PathBuf;

use sqlx::error::DatabaseError;
use thiserror::Error;

use super::SurveyKey;

/// Why the storage cannot be opened, read or written. Databases are named without passwords.
#[derive(Debug, Error)]
pub enum StorageError {
    /// The folder of a new database cannot be made.
    #[error("the folder {} cannot be created: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// There is no such folder, which somebody may have mistyped.
    #[error("the database {} cannot be created, because there is no folder {}: correct the path, or create the folder first", file.display(), folder.display())]
    MissingFolder {
        /// The database's file.
        file: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// The database cannot be reached or opened, or is something else.
    #[error("the database {database} cannot be opened: {error}")]
    Open {
        /// The database.
        database: String,
        /// Why.
        error: sqlx::Error,
    },
    /// A later version of Sotto has changed the database.
    #[error(
        "the database {database} was written by a newer version of Sotto (it has migration {migration}, and this program knows only those up to {newest}): use that version, or another database"
    )]
    Newer {
        /// The database.
        database: String,
        /// The migration that this program does not have.
        migration: i64,
        /// The last one that it has.
        newest: i64,
    },
    /// The tables cannot be brought to this program's version.
    #[error("the tables of the database {database} cannot be prepared: {error}")]
    Migrate {
        /// The database.
        database: String,
        /// Why.
        error: sqlx::migrate::MigrateError,
    },
    /// A stored survey cannot be read.
    #[error("the stored survey {id:?}, version {version}, cannot be read: {reason}")]
    Survey {
        /// Its id.
        id: String,
        /// Its version.
        version: i64,
        /// Why.
        reason: String,
    },
    /// A survey is not stored, as it could not be read again: that is a mistake of the program.
    #[error(
        "the survey is not stored, as it could not be read again: {0}. That is a mistake of the program; please report it"
    )]
    NotReadBack(String),
    /// Stored settings cannot be read.
    #[error("the stored settings of the survey {id:?} cannot be read: {reason}")]
    Settings {
        /// The survey's id.
        id: String,
        /// Why.
        reason: String,
    },
    /// What was counted for a version of a survey cannot be read.
    #[error(
        "what was counted for the survey in the row {survey} of \"surveys\" contradicts itself: restore a backup"
    )]
    Counts {
        /// The version's key.
        survey: SurveyKey,
    },
    /// The state of a room cannot be read.
    #[error("the stored room {code} cannot be read: {reason}")]
    Room {
        /// Its code.
        code: String,
        /// Why.
        reason: String,
    },
    /// A line of the public log is none.
    #[error(
        "line {0} of the public log (\"log_entries\") is no line of a log: nothing that stands behind it is given out, and nothing new; restore a backup"
    )]
    LogLine(u64),
    /// The key of the public log cannot be read. Nothing of it is repeated: it is a secret.
    #[error("the key of the public log (\"log_keys\") cannot be read: restore a backup")]
    LogKey,
    /// The counts contradict each other.
    #[error("the stored counts contradict each other")]
    Damaged,
    /// Somebody or something changed the database's file behind its back.
    #[error(
        "the database's file is damaged: stop the collector, put the file aside, and restore a backup"
    )]
    Corrupted,
    /// Somebody reads the database all the time, a backup perhaps, and keeps it from being cleaned.
    #[error(
        "what was erased can no longer be read, but is still in the database's files, because something keeps reading them"
    )]
    StillRead,
    /// Which rows had been given out when they began to be read is forgotten by now.
    #[error(
        "the rows were put in the order of their keys while they were read: ask for them again"
    )]
    RowsInOrder,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Randomness(#[from] rand::rngs::SysError),
    /// A statement failed.
    #[error("the database failed: {0}")]
    Statement(#[from] sqlx::Error),
    /// A statement that counts failed in SQLite.
    #[error("the database failed: {0}")]
    Counting(#[from] rusqlite::Error),
    /// The database did not answer: what it was asked for may be done or not.
    #[error("the database did not answer in time")]
    Silent,
    /// The transaction that would have counted a submission failed, or nobody knows how it ended.
    #[error("not known to be counted, as {0}; send the same again")]
    NotCounted(Unwritable),
    /// More submissions are waiting than can be held.
    #[error("too many submissions are waiting")]
    Busy,
    /// Other collectors changed something first, again and again.
    #[error("changes by other collectors came first every time")]
    Contended,
    /// The collector is stopping.
    #[error("the collector is stopping")]
    Stopping,
}

/// Why nothing can be written just now, as far as a respondent's device may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// No room.
    #[error("the collector's disk is full")]
    Full,
    /// No right to write.
    #[error("the collector's storage can only be read")]
    ReadOnly,
    /// No answer.
    #[error("the collector's storage does not answer")]
    Silent,
    /// The file is not as it was written.
    #[error("the collector's storage is damaged")]
    Corrupted,
    /// What others changed in it could not be read when it was last looked at.
    #[error("the collector cannot read which surveys there are")]
    Unread,
    /// Anything else.
    #[error("the collector's storage failed")]
    Failed,
}

impl StorageError {
    /// The same, with the survey named whose counts contradict each other.
    pub(super) fn of_counts(self, survey: SurveyKey) -> Self {
        match self {
            Self::Damaged => Self::Counts { survey },
            error => error,
        }
    }

    /// What of it a respondent's device may know.
    #[must_use]
    pub fn unwritable(&self) -> Unwritable {
        match self {
            Self::NotCounted(reason) => *reason,
            Self::Silent => Unwritable::Silent,
            Self::Corrupted => Unwritable::Corrupted,
            Self::Statement(error) => of_statement(error),
            Self::Counting(error) => error
                .sqlite_error()
                .map_or(Unwritable::Failed, |error| of_sqlite(error.extended_code)),
            _ => Unwritable::Failed,
        }
    }
}

/// SQLite's codes are numbers, Postgres' have five characters.
fn of_statement(error: &sqlx::Error) -> Unwritable {
    if matches!(error, sqlx::Error::PoolTimedOut) {
        return Unwritable::Silent;
    }
    let Some(code) = error.as_database_error().and_then(DatabaseError::code) else {
        return Unwritable::Failed;
    };
    match &*code {
        "53100" => Unwritable::Full,
        "25006" => Unwritable::ReadOnly,
        "XX001" | "XX002" => Unwritable::Corrupted,
        // A statement was cancelled, as it took too long.
        "57014" => Unwritable::Silent,
        _ if code.len() == 5 => Unwritable::Failed,
        _ => code.parse().map_or(Unwritable::Failed, of_sqlite),
    }
}

/// The lowest byte of SQLite's codes tells the kind.
fn of_sqlite(code: i32) -> Unwritable {
    match code & 0xff {
        rusqlite::ffi::SQLITE_FULL => Unwritable::Full,
        rusqlite::ffi::SQLITE_READONLY => Unwritable::ReadOnly,
        rusqlite::ffi::SQLITE_CORRUPT | rusqlite::ffi::SQLITE_NOTADB => Unwritable::Corrupted,
        _ => Unwritable::Failed,
    }
}
