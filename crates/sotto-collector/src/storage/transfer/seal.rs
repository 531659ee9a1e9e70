//! What a backup carries so that no other is restored in its place: a digest of all its rows under a key.
//! Whoever can write where backups lie has not got the key, and so can neither change one nor make one.
//!
//! Each backup has a key of its own, drawn from the operator's by a nonce: sums of rows under one key could
//! be added and taken from each other. The moment at which it was made goes into that key, so that an old backup
//! cannot be given a later date.

use std::{
    collections::BTreeMap,
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

use hmac::{Hmac, KeyInit, Mac};
use rand::rngs::SysError;
use sha2::Sha256;
use sotto_api::Moment;
use subtle::ConstantTimeEq;
use thiserror::Error;

use super::{digest::Digest, value::StoredValue};
use crate::secret::Secret;

const PREFIX: &str = "sotto-backup-key_";

/// Bytes of a backup's nonce.
pub(super) const NONCE: usize = 16;

/// The key under which backups are sealed: a line of text in a file that only its owner may read.
#[derive(Clone, Debug)]
pub struct BackupKey(Secret);

/// Why there is no key.
#[derive(Debug, Error)]
pub enum BackupKeyError {
    /// There is no such file.
    #[error("there is no key {}: name the file with --key", .0.display())]
    Missing(PathBuf),
    /// The file holds something else.
    #[error("{} is not a backup's key: that is a line that begins with {PREFIX}", .0.display())]
    NotAKey(PathBuf),
    /// The file cannot be read or written.
    #[error("the key {} cannot be read or written: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The system gives no randomness.
    #[error("no key can be drawn: {0}")]
    Randomness(#[from] SysError),
}

impl BackupKey {
    /// Draws one.
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn draw() -> Result<Self, SysError> {
        Secret::draw().map(Self)
    }

    /// Reads the key in a file.
    ///
    /// # Errors
    /// When there is none.
    pub fn read(file: &Path) -> Result<Self, BackupKeyError> {
        let text = std::fs::read_to_string(file).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => BackupKeyError::Missing(file.to_owned()),
            _ => BackupKeyError::File {
                file: file.to_owned(),
                error,
            },
        })?;
        text.trim_end()
            .strip_prefix(PREFIX)
            .and_then(Secret::parse)
            .map(Self)
            .ok_or_else(|| BackupKeyError::NotAKey(file.to_owned()))
    }

    /// Reads the key in a file, or draws one and writes it there; whether it is new.
    ///
    /// # Errors
    /// When the file holds something else, or cannot be read or written.
    pub fn read_or_make(file: &Path) -> Result<(Self, bool), BackupKeyError> {
        match Self::read(file) {
            Err(BackupKeyError::Missing(_)) => {}
            read => return Ok((read?, false)),
        }
        let key = Self::draw()?;
        let mut new = OpenOptions::new();
        new.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
        let write = || {
            let mut new = new.open(file)?;
            writeln!(new, "{PREFIX}{}", key.0.reveal())?;
            new.sync_all()
        };
        write().map_err(|error| BackupKeyError::File {
            file: file.to_owned(),
            error,
        })?;
        Ok((key, true))
    }
}

/// Adds up what a backup holds.
pub(super) struct Sealer {
    key: Hmac<Sha256>,
    /// What each table adds up to, by name.
    tables: BTreeMap<String, Digest>,
}

impl Sealer {
    /// What adds up the backup that was made at that moment.
    pub(super) fn new(key: &BackupKey, nonce: &[u8; NONCE], made: Moment) -> Self {
        let mut mac = key.0.mac();
        mac.update(b"sotto backup ");
        mac.update(nonce);
        mac.update(&made.seconds().to_le_bytes());
        let mut block = [0; 64];
        for (slot, byte) in block.iter_mut().zip(mac.finalize().into_bytes()) {
            *slot = byte;
        }
        Self {
            key: Hmac::new(&block.into()),
            tables: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, table: &str, row: &[StoredValue]) {
        let digest = match self.tables.get_mut(table) {
            Some(digest) => digest,
            None => self.tables.entry(table.to_owned()).or_default(),
        };
        digest.add_under(&self.key, row);
    }

    /// The seal of all that was added.
    pub(super) fn seal(self) -> [u8; 32] {
        let mut mac = self.key;
        for (table, digest) in self.tables {
            mac.update(&(table.len() as u64).to_le_bytes());
            mac.update(table.as_bytes());
            mac.update(&digest.to_bytes());
        }
        mac.finalize().into_bytes().into()
    }

    /// Whether that is the seal of all that was added.
    pub(super) fn fits(self, seal: &[u8]) -> bool {
        self.seal()[..].ct_eq(seal).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(key: &BackupKey, nonce: u8, rows: &[(&str, i64)]) -> [u8; 32] {
        seal_at(key, nonce, 0, rows)
    }

    fn seal_at(key: &BackupKey, nonce: u8, made: i64, rows: &[(&str, i64)]) -> [u8; 32] {
        let mut sealer = Sealer::new(key, &[nonce; NONCE], Moment::of_seconds(made));
        for &(table, number) in rows {
            sealer.add(table, &[StoredValue::Number(number)]);
        }
        sealer.seal()
    }

    #[test]
    fn a_seal_is_of_one_key_one_backup_and_its_rows_in_whatever_order() {
        let [key, other] = [(); 2].map(|()| BackupKey::draw().unwrap());
        let rows = [("a", 1), ("a", 2), ("b", 1)];
        let sealed = seal(&key, 1, &rows);
        assert_eq!(seal(&key, 1, &[("b", 1), ("a", 2), ("a", 1)]), sealed);
        for different in [
            seal(&other, 1, &rows),
            seal(&key, 2, &rows),
            seal_at(&key, 1, 1, &rows),
            seal(&key, 1, &rows[..2]),
            seal(&key, 1, &[("a", 1), ("b", 2), ("b", 1)]),
        ] {
            assert_ne!(different, sealed);
        }
    }

    #[test]
    fn a_key_is_made_once_and_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        assert!(matches!(
            BackupKey::read(&file),
            Err(BackupKeyError::Missing(_))
        ));
        let (made, is_new) = BackupKey::read_or_make(&file).unwrap();
        let (read, is_new_again) = BackupKey::read_or_make(&file).unwrap();
        assert!(is_new && !is_new_again);
        assert_eq!(made.0.bytes(), read.0.bytes());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let rights = std::fs::metadata(&file).unwrap().permissions();
            assert_eq!(rights.mode() & 0o777, 0o600);
        }
        std::fs::write(&file, "something else").unwrap();
        let refused = BackupKey::read_or_make(&file).unwrap_err();
        assert!(matches!(refused, BackupKeyError::NotAKey(_)));
        assert!(!refused.to_string().contains("something else"));
    }
}
