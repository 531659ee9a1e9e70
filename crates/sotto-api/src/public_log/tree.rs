//! The tree of a log, whole.

use thiserror::Error;
use tlog_tiles::{
    tile::Tile,
    tlog::{
        Error as TlogError, Hash, HashReader, prove_record, prove_tree, stored_hashes, tree_hash,
    },
};

use super::LogEntry;

/// The height of a tile, which C2SP fixes.
const HEIGHT: u8 = 8;

/// No log has tiles above: they would be of 256⁵ entries.
const LEVELS: [&str; 5] = ["0", "1", "2", "3", "4"];

/// Why a tree does not tell something.
#[derive(Debug, Error)]
pub enum TreeError {
    /// It has fewer entries.
    #[error("the log has no such part")]
    Absent,
    /// A hash that must be there is not.
    #[error("the log's tree cannot be computed: {0}")]
    Hash(#[from] TlogError),
}

/// Every entry of a log and the hashes of its tree.
#[derive(Clone, Debug, Default)]
pub struct LogTree {
    entries: Vec<LogEntry>,
    stored: Stored,
}

/// Hashes in the order in which they are complete.
#[derive(Clone, Debug, Default)]
struct Stored(Vec<Hash>);

impl HashReader for Stored {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, TlogError> {
        indexes
            .iter()
            .map(|&index| {
                let index = usize::try_from(index).ok();
                let found = index.and_then(|index| self.0.get(index)).copied();
                found.ok_or(TlogError::IndexesNotInTree)
            })
            .collect()
    }
}

impl LogTree {
    /// The number of entries in a full bundle, and of hashes in a full tile.
    pub const FULL: u64 = 1 << HEIGHT;

    /// The number of entries.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The entries, in the order in which they came.
    #[must_use]
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// When the hashes cannot be computed.
    pub fn push(&mut self, entry: LogEntry) -> Result<(), TreeError> {
        let new = stored_hashes(self.size(), entry.as_str().as_bytes(), &self.stored)?;
        self.stored.0.extend(new);
        self.entries.push(entry);
        Ok(())
    }

    /// The root of the tree of the first `size` entries.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn root(&self, size: u64) -> Result<[u8; 32], TreeError> {
        if size > self.size() {
            return Err(TreeError::Absent);
        }
        Ok(tree_hash(size, &self.stored)?.0)
    }

    /// What proves that an entry stands in the log: with it, whoever knows the entry and its index, from 0,
    /// computes the root of the whole tree (RFC 9162, section 2.1.3). The hash beside the entry comes first.
    ///
    /// # Errors
    /// When there are fewer entries.
    pub fn inclusion(&self, index: u64) -> Result<Vec<[u8; 32]>, TreeError> {
        if index >= self.size() {
            return Err(TreeError::Absent);
        }
        let proof = prove_record(self.size(), index, &self.stored)?;
        Ok(proof.into_iter().map(|hash| hash.0).collect())
    }

    /// What proves that the log begins with its first `size` entries: with it, whoever knows the root of
    /// their tree computes that of the whole one (RFC 9162, section 2.1.4). Of none and of all of them there
    /// is nothing to prove.
    ///
    /// # Errors
    /// When there are fewer entries.
    pub fn growth(&self, size: u64) -> Result<Vec<[u8; 32]>, TreeError> {
        if size > self.size() {
            return Err(TreeError::Absent);
        }
        if size == 0 {
            return Ok(Vec::new());
        }
        let proof = prove_tree(self.size(), size, &self.stored)?;
        Ok(proof.into_iter().map(|hash| hash.0).collect())
    }

    /// A tile, by what stands behind `tile/` in its address: `0/x001/234`, `0/000.p/5` or
    /// `entries/000.p/5`.
    ///
    /// # Errors
    /// When the log has no such tile, or not yet.
    pub fn tile(&self, path: &str) -> Result<Vec<u8>, TreeError> {
        let (level, number) = path.split_once('/').ok_or(TreeError::Absent)?;
        let level = match level {
            "entries" => "data",
            level if LEVELS.contains(&level) => level,
            _ => return Err(TreeError::Absent),
        };
        // A width of 0 is asserted not to be there.
        if number.contains(".p/0") {
            return Err(TreeError::Absent);
        }
        let path = format!("tile/{HEIGHT}/{level}/{number}");
        let tile = Tile::from_path(&path).map_err(|_| TreeError::Absent)?;
        if tile.level_index() > self.size() / Self::FULL {
            return Err(TreeError::Absent);
        }
        if tile.is_data() {
            return self.bundle(tile.level_index(), tile.width());
        }
        tile.read_data(&self.stored).map_err(|_| TreeError::Absent)
    }

    /// The length of each entry in two bytes, the greater first, and the entry.
    fn bundle(&self, number: u64, width: u32) -> Result<Vec<u8>, TreeError> {
        let first = usize::try_from(number * Self::FULL).map_err(|_| TreeError::Absent)?;
        let width = usize::try_from(width).map_err(|_| TreeError::Absent)?;
        let entries = self.entries.get(first..first + width);
        let mut bundle = Vec::new();
        for entry in entries.ok_or(TreeError::Absent)? {
            let bytes = entry.as_str().as_bytes();
            let length = u16::try_from(bytes.len()).map_err(|_| TreeError::Absent)?;
            bundle.extend(length.to_be_bytes());
            bundle.extend(bytes);
        }
        Ok(bundle)
    }

    /// What stands behind `tile/` in the addresses of all bundles of a log with so many entries, and how
    /// many entries each has.
    pub fn bundles(size: u64) -> impl Iterator<Item = (String, usize)> {
        (0..size.div_ceil(Self::FULL)).map(move |number| {
            let width = (size - number * Self::FULL).min(Self::FULL);
            let path = Tile::new(HEIGHT, 0, number, u32::try_from(width).unwrap_or(1), true).path();
            let behind = path.strip_prefix("tile/8/data/").unwrap_or(&path);
            (
                format!("entries/{behind}"),
                usize::try_from(width).unwrap_or(0),
            )
        })
    }
}

/// The entries of a bundle; `None` if it is not one of `width` lines.
#[must_use]
pub fn entries_of_bundle(mut bundle: &[u8], width: usize) -> Option<Vec<LogEntry>> {
    let mut entries = Vec::new();
    while let Some((length, rest)) = bundle.split_first_chunk() {
        let (entry, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
        entries.push(LogEntry::read(str::from_utf8(entry).ok()?)?);
        bundle = rest;
    }
    (bundle.is_empty() && entries.len() == width).then_some(entries)
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};
    use tlog_tiles::tlog::{Hash, check_record, check_tree, record_hash};

    use super::*;

    fn tree(size: u64) -> LogTree {
        let mut tree = LogTree::default();
        for number in 0..size {
            tree.push(LogEntry::read(&format!("entry {number}")).unwrap())
                .unwrap();
        }
        tree
    }

    /// By the definition of RFC 6962, section 2.1.
    fn root(entries: &[LogEntry]) -> [u8; 32] {
        match entries {
            [] => Sha256::digest([]).into(),
            [one] => Sha256::new_with_prefix([0])
                .chain_update(one.as_str())
                .finalize()
                .into(),
            more => {
                let left = more.len().next_power_of_two() / 2;
                let (left, right) = more.split_at(left);
                let sum = Sha256::new_with_prefix([1]).chain_update(root(left));
                sum.chain_update(root(right)).finalize().into()
            }
        }
    }

    #[test]
    fn the_root_is_that_of_the_definition() {
        let tree = tree(70);
        for size in 0..=70 {
            assert_eq!(
                tree.root(size).unwrap(),
                root(&tree.entries()[..usize::try_from(size).unwrap()])
            );
        }
        assert!(matches!(tree.root(71), Err(TreeError::Absent)));
    }

    fn hashes(proof: &[[u8; 32]]) -> Vec<Hash> {
        proof.iter().copied().map(Hash).collect()
    }

    #[test]
    fn every_entry_of_every_log_is_proven_and_no_other() {
        for size in (1..=70).chain([300]) {
            let tree = tree(size);
            let root = Hash(tree.root(size).unwrap());
            for (number, entry) in (0..size).zip(tree.entries()) {
                let proof = hashes(&tree.inclusion(number).unwrap());
                let hash = record_hash(entry.as_str().as_bytes());
                check_record(&proof, size, root, number, hash).unwrap();
                check_record(&proof, size, root, number, record_hash(b"another")).unwrap_err();
            }
            let absent = tree.inclusion(size);
            assert!(matches!(absent, Err(TreeError::Absent)), "{size}");
        }
    }

    #[test]
    fn every_growth_is_proven_and_no_other() {
        let whole = tree(70);
        let root = |size| Hash(whole.root(size).unwrap());
        for size in 0..=70 {
            let tree = tree(size);
            for before in 1..=size {
                let proof = hashes(&tree.growth(before).unwrap());
                check_tree(&proof, size, root(size), before, root(before)).unwrap();
                check_tree(&proof, size, root(size), before, root(before - 1)).unwrap_err();
            }
            // There is nothing to prove.
            assert!(tree.growth(0).unwrap().is_empty() && tree.growth(size).unwrap().is_empty());
            let absent = tree.growth(size + 1);
            assert!(matches!(absent, Err(TreeError::Absent)), "{size}");
        }
    }

    #[test]
    fn tiles_and_bundles_are_those_of_the_log() {
        let tree = tree(600);
        assert_eq!(tree.tile("0/000").unwrap().len(), 256 * 32);
        assert_eq!(tree.tile("0/002.p/88").unwrap().len(), 88 * 32);
        // The root of a full tile is a hash of the level above.
        let above = tree.tile("1/000.p/2").unwrap();
        assert_eq!(above[..32], root(&tree.entries()[..256]));
        let mut read = Vec::new();
        for (path, width) in LogTree::bundles(600) {
            read.extend(entries_of_bundle(&tree.tile(&path).unwrap(), width).unwrap());
        }
        assert_eq!(read, tree.entries());
        let paths: Vec<String> = LogTree::bundles(600).map(|(path, _)| path).collect();
        assert_eq!(paths, ["entries/000", "entries/001", "entries/002.p/88"]);
    }

    #[test]
    fn what_the_log_does_not_have_is_absent() {
        let tree = tree(600);
        for path in [
            "",
            "0",
            "0/002",
            "0/002.p/89",
            "0/002.p/0",
            "0/003.p/1",
            "1/000",
            "1/000.p/3",
            "2/000.p/1",
            "5/000.p/1",
            "63/000.p/1",
            "255/000",
            "entries/002",
            "entries/003",
            "entries/000.p/0",
            "entries/002.p/89",
            "data/000",
            "0/x018/x446/x744/x073/x709/x551/615",
            "-1/000",
            "0/000/",
        ] {
            assert!(matches!(tree.tile(path), Err(TreeError::Absent)), "{path}");
        }
        assert!(matches!(
            LogTree::default().tile("entries/000.p/1"),
            Err(TreeError::Absent)
        ));
    }

    #[test]
    fn a_bundle_that_was_cut_or_is_something_else_is_none() {
        let bundle = tree(3).tile("entries/000.p/3").unwrap();
        assert!(entries_of_bundle(&bundle, 3).is_some());
        assert!(entries_of_bundle(&bundle, 2).is_none());
        for length in 0..bundle.len() {
            assert!(
                entries_of_bundle(&bundle[..length], 3).is_none(),
                "{length}"
            );
        }
        assert!(entries_of_bundle(b"\0\x02\xff\xff", 1).is_none());
    }
}
