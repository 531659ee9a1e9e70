//! The tree of a log that is read from its first line to its last, of which few hashes are kept.

use tlog_tiles::tlog::{EMPTY_HASH, Hash, node_hash, record_hash};

use super::LogEntry;

/// A compact range: the roots of the full subtrees that the lines so far make up. It takes a hash for each
/// binary digit of their number, however many lines there are.
#[derive(Clone, Debug, Default)]
pub struct LogRange {
    size: u64,
    /// The largest subtree first.
    subtrees: Vec<Hash>,
}

impl LogRange {
    /// The number of lines so far.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends a line.
    pub fn push(&mut self, entry: &LogEntry) {
        let mut hash = record_hash(entry.as_str().as_bytes());
        // Each trailing one of the size is a full subtree that the new one completes.
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.subtrees.pop() {
                hash = node_hash(left, hash);
            }
        }
        self.subtrees.push(hash);
        self.size += 1;
    }

    /// The root of the tree of the lines so far.
    #[must_use]
    pub fn root(&self) -> [u8; 32] {
        let from_the_right = self.subtrees.iter().rev().copied();
        from_the_right
            .reduce(|right, left| node_hash(left, right))
            .unwrap_or(EMPTY_HASH)
            .0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::public_log::LogTree;

    #[test]
    fn the_root_is_that_of_the_whole_tree() {
        let mut range = LogRange::default();
        let mut tree = LogTree::default();
        for number in 0..=300 {
            assert_eq!(range.size(), number);
            assert_eq!(range.root(), tree.root(number).unwrap(), "{number}");
            let entry = LogEntry::read(&format!("entry {number}")).unwrap();
            range.push(&entry);
            tree.push(entry).unwrap();
            assert!(range.subtrees.len() <= 9);
        }
    }
}
