//! Why a database cannot be copied.

use std::path::PathBuf;

use sotto_api::Moment;
use thiserror::Error;

use super::BroughtBack;
use crate::storage::StorageError;

/// Why a database cannot be copied.
#[derive(Debug, Error)]
pub enum TransferError {
    /// One of the two cannot be opened, read or written.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// There is no such file to copy from.
    #[error("the database {0} does not exist")]
    NoSource(String),
    /// What is copied was written by another version of the program.
    #[error(
        "the database {database} has the tables of another version of Sotto (migration {found}, this program's is {expected}): use that version, or start `sotto serve` of this one on it first"
    )]
    OtherVersion {
        /// The database.
        database: String,
        /// Its last migration.
        found: i64,
        /// This program's.
        expected: i64,
    },
    /// The target holds surveys already.
    #[error("the database {0} holds surveys: only a new one is filled; name another")]
    NotEmpty(String),
    /// The target was used after the backup was made.
    #[error(
        "the backup was made on {made}, and the database {database} has been used since: {brought_back}. Restore the newest backup, or say --older if this one is meant"
    )]
    Older {
        /// The database.
        database: String,
        /// When the backup was made.
        made: Moment,
        /// What would come back.
        brought_back: BroughtBack,
    },
    /// There is a file where the backup would go.
    #[error("{} is there already, and a backup never replaces one: name another file", .0.display())]
    FileExists(PathBuf),
    /// The file of the backup cannot be finished.
    #[error("the file {} cannot be written: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// What was written is not what was read.
    #[error("the table {table} does not read back as it was written; nothing was kept")]
    Different {
        /// The table.
        table: String,
    },
    /// The tables of the two databases differ, though their versions are the same.
    #[error("the table {table} is not the same in both databases; nothing was copied")]
    Tables {
        /// The table.
        table: String,
    },
    /// The backup has no seal.
    #[error(
        "the backup {} carries no seal: somebody else made it, or another program; if you know where it comes from, copy it with `sotto migrate --from sqlite:{}`", .0.display(), .0.display()
    )]
    Unsealed(PathBuf),
    /// The backup is not as it was made, or was made under another key.
    #[error(
        "the backup {} was changed after it was made, or was made with another key; nothing was restored", .0.display()
    )]
    OtherSeal(PathBuf),
    /// Submissions or changes came in while it was copied.
    #[error(
        "{0} changed while it was copied, and the copy lacks that: stop its collectors first, then migrate into another new database"
    )]
    Changed(String),
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        StorageError::from(error).into()
    }
}
