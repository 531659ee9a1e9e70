//! A generator whose only randomness is a few words, for going through all draws there are.

use std::convert::Infallible;

use rand::{TryCryptoRng, TryRng};

/// Plays given words, and notes when there were too few.
pub(crate) struct Words {
    words: std::vec::IntoIter<u64>,
    pub(crate) ran_out: bool,
}

impl Words {
    pub(crate) fn new(words: impl Into<Vec<u64>>) -> Self {
        Self {
            words: words.into().into_iter(),
            ran_out: false,
        }
    }

    /// Whether exactly the words given were drawn.
    pub(crate) fn all_taken(&self) -> bool {
        !self.ran_out && self.words.len() == 0
    }
}

/// The word in the middle of those that `uniform_below(bound)` takes for that sample. Each sample
/// has as many words as any other, so going through the samples is going through the words.
pub(crate) fn word_for(sample: u64, bound: u64) -> u64 {
    let middle = ((2 * u128::from(sample) + 1) << 63) / u128::from(bound);
    u64::try_from(middle).unwrap()
}

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("samplers draw whole words")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let word = self.words.next();
        self.ran_out |= word.is_none();
        // As a fraction next to nothing, and never rejected.
        Ok(word.unwrap_or(1))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("samplers draw whole words")
    }
}

impl TryCryptoRng for Words {}

#[test]
fn words_are_taken_for_their_samples() {
    for bound in [1_u64, 2, 3, 9, 17, 1 << 20, (1 << 40) + 1] {
        for sample in (0..bound.min(50)).chain([bound - 1]) {
            let mut words = Words::new([word_for(sample, bound)]);
            let found = sotto_ldp::uniform_below(bound.try_into().unwrap(), &mut words);
            assert_eq!((found, words.all_taken()), (sample, true), "{bound}");
        }
    }
}
