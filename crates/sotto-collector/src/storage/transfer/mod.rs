//! Copying a whole database into an empty one, of the same kind or the other: what backup, restore
//! and migration are. Every table is found by its name and copied row by row in one transaction,
//! whatever subject it belongs to; what was written is read back and compared before it is kept.
//!
//! It must not know what the tables mean.

mod digest;
mod error;
mod seal;
mod side;
mod standing;
mod value;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use futures_util::TryStreamExt;
use rand::{TryRng, rngs::SysRng};
use sotto_api::Moment;

use self::{
    digest::Digest,
    seal::{NONCE, Sealer},
    side::{SealRow, TransferSide},
};
pub use self::{
    error::TransferError,
    seal::{BackupKey, BackupKeyError},
    standing::BroughtBack,
};
use super::StorageError;
use crate::database_url::DatabaseUrl;

/// Rows that are written by one statement.
const SOME: usize = 500;

/// What a copy held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Versions of surveys.
    pub surveys: u64,
    /// Submissions that are remembered by their hashes.
    pub submissions: u64,
    /// All rows of all tables.
    pub rows: u64,
}

/// What was restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What the backup held.
    pub copied: Copied,
    /// When the backup was made.
    pub made: Moment,
}

/// Whether a database may be put back to an earlier state than its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Older {
    /// It may not.
    Refused,
    /// The operator has said so.
    Meant,
}

/// Copies a database, which collectors may go on using, into a new SQLite file: all of one moment, which is
/// said to be `made`, and sealed under a key.
///
/// # Errors
/// When `file` exists, or one of the two cannot be opened, read or written.
pub async fn back_up(
    from: &DatabaseUrl,
    file: &Path,
    key: &BackupKey,
    made: Moment,
) -> Result<Copied, TransferError> {
    if file.exists() {
        return Err(TransferError::FileExists(file.to_owned()));
    }
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    let partial = PathBuf::from(name);
    let unwritten = |error| TransferError::File {
        file: file.to_owned(),
        error,
    };
    // What an interrupted backup has left.
    let removed = ["", "-wal", "-shm"].map(|end| {
        let mut name = partial.clone().into_os_string();
        name.push(end);
        std::fs::remove_file(name)
    });
    for result in removed {
        result
            .or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            })
            .map_err(unwritten)?;
    }
    let to = DatabaseUrl::sqlite_file(&partial);
    let copied = copy(from, &to, Seal::Make(key, made)).await?.sum;
    let finish = || {
        std::fs::File::open(&partial)?.sync_all()?;
        // Nobody else writes a backup of this name; a hard link would not replace one that appears
        // just now, but not every file system has them.
        std::fs::rename(&partial, file)?;
        match file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            Some(folder) => std::fs::File::open(folder)?.sync_all(),
            None => std::fs::File::open(".")?.sync_all(),
        }
    };
    finish().map_err(unwritten)?;
    Ok(copied)
}

/// Fills a new database from a backup, if that is as it was made under this key.
///
/// # Errors
/// When it is not, when `to` holds surveys or was used after the backup was made and nobody said that this is
/// meant, or one of the two cannot be opened, read or written.
pub async fn restore(
    file: &Path,
    to: &DatabaseUrl,
    key: &BackupKey,
    older: Older,
) -> Result<Restored, TransferError> {
    let from = DatabaseUrl::sqlite_file(file);
    let copy = copy(&from, to, Seal::Check(key, file, older)).await?;
    Ok(Restored {
        copied: copy.sum,
        made: copy
            .made
            .ok_or_else(|| TransferError::Unsealed(file.to_owned()))?,
    })
}

/// Copies a database into a new one, and finds both equal at the end.
///
/// # Errors
/// When `to` holds surveys, one of the two cannot be opened, read or written, or `from` was changed
/// meanwhile.
pub async fn migrate(from: &DatabaseUrl, to: &DatabaseUrl) -> Result<Copied, TransferError> {
    let copied = copy(from, to, Seal::None).await?;
    let mut after = TransferSide::open(from).await?;
    after.begin_to_read().await?;
    let mut is_same = true;
    for table in after.tables().await? {
        is_same &= copied.digests.get(&table.name) == Some(&after.digest(&table).await?);
    }
    after.close().await;
    if is_same {
        Ok(copied.sum)
    } else {
        Err(TransferError::Changed(from.to_string()))
    }
}

/// What was copied, and what each table added up to.
struct Copy {
    sum: Copied,
    digests: HashMap<String, Digest>,
    /// When it was made, if it is a backup.
    made: Option<Moment>,
}

/// What becomes of the seal.
#[derive(Clone, Copy)]
enum Seal<'a> {
    /// There is none.
    None,
    /// The copy gets one, with this date.
    Make(&'a BackupKey, Moment),
    /// What is copied must have one; it is this file.
    Check(&'a BackupKey, &'a Path, Older),
}

async fn copy(from: &DatabaseUrl, to: &DatabaseUrl, seal: Seal<'_>) -> Result<Copy, TransferError> {
    if let DatabaseUrl::Sqlite(file) = from
        && !file.is_file()
    {
        return Err(TransferError::NoSource(from.to_string()));
    }
    let mut source = TransferSide::open(from).await?;
    source.begin_to_read().await?;
    source.check_version(from).await?;
    // Makes the tables.
    super::open(to).await?.close().await;
    let mut target = TransferSide::open(to).await?;
    target.begin_to_write().await?;
    if target.has_surveys().await? {
        return Err(TransferError::NotEmpty(to.to_string()));
    }
    let copied = match seal {
        Seal::None => copy_tables(&mut source, &mut target, None).await?,
        Seal::Make(key, made) => {
            let mut nonce = [0; NONCE];
            SysRng
                .try_fill_bytes(&mut nonce)
                .map_err(StorageError::from)?;
            let mut sealer = Sealer::new(key, &nonce, made);
            let copied = copy_tables(&mut source, &mut target, Some(&mut sealer)).await?;
            let seal = sealer.seal().to_vec();
            target.put_seal(&SealRow { nonce, made, seal }).await?;
            copied
        }
        Seal::Check(key, file, older) => {
            let SealRow { nonce, made, seal } = source
                .seal()
                .await?
                .ok_or_else(|| TransferError::Unsealed(file.to_owned()))?;
            if older == Older::Refused {
                refuse_older(&mut source, &mut target, to, made).await?;
            }
            let mut sealer = Sealer::new(key, &nonce, made);
            let copied = copy_tables(&mut source, &mut target, Some(&mut sealer)).await?;
            if !sealer.fits(&seal) {
                return Err(TransferError::OtherSeal(file.to_owned()));
            }
            Copy {
                made: Some(made),
                ..copied
            }
        }
    };
    target.commit().await?;
    target.close().await;
    source.close().await;
    Ok(copied)
}

/// Refuses a backup that is older than what the database was used for last: a seal says that a backup is ours, and
/// not that it is the newest of ours.
async fn refuse_older(
    source: &mut TransferSide,
    target: &mut TransferSide,
    to: &DatabaseUrl,
    made: Moment,
) -> Result<(), TransferError> {
    let (backup, now) = (source.standing().await?, target.standing().await?);
    if now.is_later_than(&backup, made) {
        return Err(TransferError::Older {
            database: to.to_string(),
            made,
            brought_back: now.brought_back(&backup),
        });
    }
    Ok(())
}

async fn copy_tables(
    source: &mut TransferSide,
    target: &mut TransferSide,
    mut sealer: Option<&mut Sealer>,
) -> Result<Copy, TransferError> {
    let mut copied = Copied {
        surveys: 0,
        submissions: 0,
        rows: 0,
    };
    let mut digests = HashMap::new();
    let targets = target.tables().await?;
    for table in source.tables().await? {
        let into = targets
            .iter()
            .find(|into| into.is_like(&table))
            .ok_or_else(|| TransferError::Tables {
                table: table.name.clone(),
            })?;
        target.empty(into).await?;
        let mut read = Digest::default();
        let mut rows = source.rows(&table);
        let mut some = Vec::with_capacity(SOME);
        while let Some(row) = rows.try_next().await? {
            read.add(&row);
            if let Some(sealer) = &mut sealer {
                sealer.add(&table.name, &row);
            }
            some.push(row);
            if some.len() == SOME {
                target.insert(into, &some).await?;
                some.clear();
            }
        }
        drop(rows);
        if !some.is_empty() {
            target.insert(into, &some).await?;
        }
        target.go_on_numbering(into).await?;
        if target.digest(into).await? != read {
            return Err(TransferError::Different { table: table.name });
        }
        copied.rows += read.rows();
        match table.name.as_str() {
            "surveys" => copied.surveys = read.rows(),
            "submissions" => copied.submissions = read.rows(),
            _ => {}
        }
        digests.insert(table.name, read);
    }
    Ok(Copy {
        sum: copied,
        digests,
        made: None,
    })
}
