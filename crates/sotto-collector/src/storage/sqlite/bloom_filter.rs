//! Which submissions have certainly not been counted before, without asking the database.
//!
//! Nearly every submission is new, and to learn that from a tree of millions costs more than anything
//! else that is done with it. A split-block Bloom filter (Putze, Sanders and Singler, "Cache-, Hash-
//! and Space-Efficient Bloom Filters", 2007) answers from one line of memory. It errs in one
//! direction alone: what it does not hold is new, and for what it may hold the database is asked.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// 8 MiB: beside ten million, fewer than one in ten new ones is asked for in vain; beside a million,
/// hardly any.
const BLOCKS: usize = 1 << 17;

/// A line of the processor's memory; each of its words has one bit for an id.
type Block = [AtomicU64; 8];

/// Grows by no memory, whatever it holds. Two threads may add at once; who has added sees what it
/// added.
pub(super) struct BloomFilter(Box<[Block]>);

impl BloomFilter {
    pub(super) fn new() -> Self {
        let empty = || Block::default();
        Self(std::iter::repeat_with(empty).take(BLOCKS).collect())
    }

    pub(super) fn add(&self, id_hash: &[u8; 16]) {
        let (block, bits) = self.places(id_hash);
        for (word, bit) in block.iter().zip(bits) {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Whether it may have been added. `false` is certain.
    pub(super) fn may_hold(&self, id_hash: &[u8; 16]) -> bool {
        let (block, bits) = self.places(id_hash);
        block
            .iter()
            .zip(bits)
            .all(|(word, bit)| word.load(Relaxed) & bit != 0)
    }

    /// The hash is as good as random: it names the places by itself. Whoever makes ids so that their
    /// hashes meet gains nothing but that the database is asked.
    fn places(&self, id_hash: &[u8; 16]) -> (&Block, [u64; 8]) {
        let number = u128::from_le_bytes(*id_hash);
        let block = (number % BLOCKS as u128) as usize;
        let bit = |word: usize| 1 << ((number >> (64 + 6 * word)) & 63);
        (&self.0[block], std::array::from_fn(bit))
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};

    use super::*;

    #[test]
    fn what_was_added_is_never_taken_for_new_and_few_new_ones_are_asked_for() {
        let mut generator = ChaCha20Rng::seed_from_u64(1);
        let mut draw = || {
            let mut id_hash = [0; 16];
            generator.fill_bytes(&mut id_hash);
            id_hash
        };
        let filter = BloomFilter::new();
        let added: Vec<_> = (0..100_000).map(|_| draw()).collect();
        for id_hash in &added {
            filter.add(id_hash);
        }
        assert!(added.iter().all(|id_hash| filter.may_hold(id_hash)));
        // With under one in each block: each bit is set by chance with less than 2/64, all eight
        // with less than 2^-40.
        let in_vain = (0..200_000).filter(|_| filter.may_hold(&draw())).count();
        assert_eq!(in_vain, 0);
    }
}
