//! The public log: whatever is given out stands in it before anybody gets it.

use std::collections::HashMap;

use parking_lot::RwLock;
use rand::{
    SeedableRng,
    rngs::{ChaCha20Rng, SysRng},
};
use sotto_api::public_log::{LogEntry, LogHead, LogKey, LogProof, LogTree, TreeError};
use tokio::sync::{Mutex, OnceCell};

use crate::storage::{Storage, StorageError};

/// The log as the storage held it when it was last looked at.
#[derive(Default)]
pub(crate) struct PublicLog {
    read: RwLock<ReadLog>,
    /// One look at a time.
    looking: Mutex<()>,
    key: OnceCell<LogKey>,
}

#[derive(Default)]
struct ReadLog {
    tree: LogTree,
    /// Where each line stands.
    known: HashMap<LogEntry, u64>,
    /// Whether the line behind them is none, so that the log stands still.
    is_stuck: bool,
}

impl ReadLog {
    /// The log's head, signed.
    fn head(&self, key: &LogKey) -> Result<String, StorageError> {
        let size = self.tree.size();
        let root = self.tree.root(size).map_err(|_| StorageError::Damaged)?;
        let head = LogHead { size, root };
        key.sign(&head).map_err(|_| StorageError::Damaged)
    }
}

impl PublicLog {
    /// Appends those of these lines that are not in the log. On return they all are.
    ///
    /// # Errors
    /// When the storage fails, or the log holds a line that is none: then nothing is appended any more.
    pub(crate) async fn hold(
        &self,
        storage: &dyn Storage,
        entries: &[LogEntry],
    ) -> Result<(), StorageError> {
        if self.missing(entries).is_empty() {
            return Ok(());
        }
        // Another collector may have appended them.
        self.look(storage).await?;
        let missing = self.missing(entries);
        if missing.is_empty() {
            return Ok(());
        }
        self.check()?;
        storage.append_to_log(&missing).await?;
        self.look(storage).await?;
        if self.missing(&missing).is_empty() {
            Ok(())
        } else {
            self.check()
        }
    }

    /// Whether lines can be appended, as the log was when it was last looked at.
    ///
    /// # Errors
    /// Names the line that is none.
    pub(crate) fn check(&self) -> Result<(), StorageError> {
        let read = self.read.read();
        if read.is_stuck {
            Err(StorageError::LogLine(read.tree.size()))
        } else {
            Ok(())
        }
    }

    /// Whether all of these lines stand in the log, as it was when it was last looked at.
    pub(crate) fn holds(&self, entries: impl IntoIterator<Item = LogEntry>) -> bool {
        let read = self.read.read();
        let mut entries = entries.into_iter();
        entries.all(|entry| read.known.contains_key(&entry))
    }

    fn missing(&self, entries: &[LogEntry]) -> Vec<LogEntry> {
        let read = self.read.read();
        entries
            .iter()
            .filter(|entry| !read.known.contains_key(*entry))
            .cloned()
            .collect()
    }

    /// Reads what was appended since the last look, by whichever collector.
    async fn look(&self, storage: &dyn Storage) -> Result<(), StorageError> {
        let _turn = self.looking.lock().await;
        let from = self.read.read().tree.size();
        let new = storage.log_lines(from).await?;
        let mut read = self.read.write();
        read.is_stuck = false;
        for line in new {
            // Nobody could read the log from there on, and a head may never cover what it did not before.
            let Some(entry) = LogEntry::read(&line) else {
                read.is_stuck = true;
                return Ok(());
            };
            let index = read.tree.size();
            read.known.insert(entry.clone(), index);
            read.tree.push(entry).map_err(|_| StorageError::Damaged)?;
        }
        Ok(())
    }

    /// The log's head, signed, with all that any collector appended.
    pub(crate) async fn head(&self, storage: &dyn Storage) -> Result<String, StorageError> {
        self.look(storage).await?;
        let key = self.key(storage).await?;
        self.read.read().head(key)
    }

    /// That a line stands in the log, for whoever knows its first `since` lines; `None` if it does not. The head
    /// is the one that this collector knows, unless line or lines are of a later one.
    pub(crate) async fn proof(
        &self,
        storage: &dyn Storage,
        line: &LogEntry,
        since: u64,
    ) -> Result<Option<LogProof>, StorageError> {
        let is_later = {
            let read = self.read.read();
            !read.known.contains_key(line) || since > read.tree.size()
        };
        if is_later {
            self.look(storage).await?;
        }
        let key = self.key(storage).await?;
        let read = self.read.read();
        let Some(&index) = read.known.get(line) else {
            return Ok(None);
        };
        let proof = LogProof::new(read.head(key)?, &read.tree, index, since);
        proof.map(Some).map_err(|_| StorageError::Damaged)
    }

    /// The key that checks the head, as a text.
    pub(crate) async fn verifier(&self, storage: &dyn Storage) -> Result<&str, StorageError> {
        Ok(self.key(storage).await?.verifying())
    }

    async fn key(&self, storage: &dyn Storage) -> Result<&LogKey, StorageError> {
        let made = async || {
            let mut generator = ChaCha20Rng::try_from_rng(&mut SysRng)?;
            storage.log_key(LogKey::new(&mut generator)).await
        };
        self.key.get_or_try_init(made).await
    }

    /// A tile or a bundle of entries, by what stands behind `tile/`; `None` if the log has no such one.
    pub(crate) async fn tile(
        &self,
        storage: &dyn Storage,
        path: &str,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let tile = || match self.read.read().tree.tile(path) {
            Ok(tile) => Ok(Some(tile)),
            Err(TreeError::Absent) => Ok(None),
            Err(TreeError::Hash(_)) => Err(StorageError::Damaged),
        };
        if let Some(tile) = tile()? {
            return Ok(Some(tile));
        }
        // Of a head that another collector signed.
        self.look(storage).await?;
        tile()
    }
}
