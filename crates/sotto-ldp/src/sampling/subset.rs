//! A uniform subset of given size: without replacement, and not index by index when it is large.

use std::num::NonZeroU32;

use rand::CryptoRng;

use super::{bernoulli_lanes, uniform_below_each};
use crate::report::Bits;

/// Up to this size indices are drawn one by one.
const FEW: u32 = 12;

/// Sets `size` of the first `range` bits of `words`, every subset of that size with the same
/// probability; all other bits become zero. `size` is at most `range`, which fits `words`.
pub(crate) fn uniform_subset<R: CryptoRng + ?Sized>(
    words: &mut [u64],
    range: u32,
    size: u32,
    rng: &mut R,
) {
    if size <= FEW {
        floyd(words, range, size, rng);
    } else {
        adjusted(words, range, size, rng);
    }
}

/// The same as a rising list of indices.
pub(crate) fn uniform_indices<R: CryptoRng + ?Sized>(
    range: u32,
    size: u32,
    rng: &mut R,
) -> Vec<u32> {
    let mut bits = Bits {
        words: vec![0; range.div_ceil(64) as usize],
    };
    uniform_subset(&mut bits.words, range, size, rng);
    bits.set_values()
}

/// Floyd's algorithm (Bentley and Floyd, "A sample of brilliance", CACM 1987): for j from
/// range − size on, take a uniform index up to j, or j itself if that one is taken already.
fn floyd<R: CryptoRng + ?Sized>(words: &mut [u64], range: u32, size: u32, rng: &mut R) {
    words.fill(0);
    let first = range - size;
    let mut indices = [0; FEW as usize];
    let indices = &mut indices[..size as usize];
    uniform_below_each(NonZeroU32::MIN.saturating_add(first), indices, rng);
    for (last, &candidate) in (first..).zip(&*indices) {
        let place = if is_set(words, candidate) {
            last
        } else {
            candidate
        };
        flip(words, place);
    }
}

/// Sets every bit with a chance near size/range, then sets clear bits or clears set ones, each
/// uniform among them, until the size is right.
///
/// Given how many bits the first step sets, every set of that many has the same chance, whatever
/// the chance of a single bit. Adding a uniform index that is missing, or removing a uniform one
/// that is present, keeps it so. Hence the result is exactly uniform, though the first chance is
/// rounded to sixteenths to cost at most four words for 64 bits.
fn adjusted<R: CryptoRng + ?Sized>(words: &mut [u64], range: u32, size: u32, rng: &mut R) {
    let sixteenths = (32 * u64::from(size) / u64::from(range))
        .div_ceil(2)
        .min(15);
    // At most 15/16 of 2³², which fits.
    let weight = u32::try_from(sixteenths << 28).unwrap_or(0);
    let mut found = 0;
    for (index, word) in (0..).zip(words.iter_mut()) {
        *word = bernoulli_lanes(weight, lanes(range, index), rng);
        found += word.count_ones();
    }
    // Set or clear, `members` bits are eligible at last, and one more before each step.
    let (set, members) = if found < size {
        (false, range - size)
    } else {
        (true, size)
    };
    let mut surplus = found.abs_diff(size);
    let mut ranks = [0; BATCH as usize];
    while surplus > 0 {
        // The last of the steps have the least to choose from.
        let steps = surplus.min(BATCH);
        let ranks = &mut ranks[..steps as usize];
        let least = (NonZeroU32::MIN).saturating_add(members + surplus - steps);
        uniform_below_each(least, ranks, rng);
        for &rank in ranks.iter().rev() {
            flip_eligible(words, range, set, rank);
        }
        surplus -= steps;
    }
}

/// Steps whose choices are drawn at a time.
const BATCH: u32 = 8;

/// The bits of a word of `words` that are within the range.
fn lanes(range: u32, word: u32) -> u64 {
    let lanes = range.saturating_sub(word * 64).min(64);
    u64::MAX.checked_shr(64 - lanes).unwrap_or(0)
}

/// Flips, of the set bits of the range or of its clear ones, that with `rank` others below it.
fn flip_eligible(words: &mut [u64], range: u32, set: bool, rank: u32) {
    let clear = u64::from(!set).wrapping_neg();
    let mut rest = rank;
    for (index, word) in (0..).zip(words) {
        let eligible = (*word ^ clear) & lanes(range, index);
        let ones = eligible.count_ones();
        if rest < ones {
            *word ^= 1 << place_of(eligible, rest);
            return;
        }
        rest -= ones;
    }
}

/// Where the set bit with `rank` others below it is; by halves.
fn place_of(word: u64, rank: u32) -> u32 {
    let (mut place, mut rest) = (0, rank);
    for half in [32, 16, 8, 4, 2, 1] {
        let below = ((word >> place) & ((1 << half) - 1)).count_ones();
        let above = u32::from(rest >= below);
        rest -= below * above;
        place += half * above;
    }
    place
}

fn is_set(words: &[u64], index: u32) -> bool {
    words
        .get((index / 64) as usize)
        .is_some_and(|word| word >> (index % 64) & 1 == 1)
}

fn flip(words: &mut [u64], index: u32) {
    if let Some(word) = words.get_mut((index / 64) as usize) {
        *word ^= 1 << (index % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::tests::{Playback, word_for};
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use std::collections::HashMap;

    fn binomial(n: u32, k: u32) -> u32 {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    /// Over all choices of Floyd's indices, each subset must come out equally often: size! times.
    #[test]
    fn floyd_reaches_every_subset_equally_often() {
        for (range, size) in [(4_u32, 2_u32), (5, 3), (6, 3), (6, 1), (4, 4)] {
            let mut seen: HashMap<u64, u32> = HashMap::new();
            let choices: u64 = (range - size..range)
                .map(|last| u64::from(last) + 1)
                .product();
            for choice in 0..choices {
                // All indices are drawn together from one word.
                let mut generator = Playback(vec![word_for(choice, choices)]);
                let mut words = [u64::MAX];
                floyd(&mut words, range, size, &mut generator);
                assert_eq!(words[0].count_ones(), size);
                *seen.entry(words[0]).or_default() += 1;
            }
            let times: u32 = (1..=size).product();
            assert_eq!(seen.len() as u32, binomial(range, size), "{range} {size}");
            assert!(seen.values().all(|&count| count == times), "{seen:?}");
        }
    }

    /// Pearson's χ² over all subsets, fixed seed. With d degrees of freedom, d + 6·√(2d) + 24 is
    /// exceeded with a chance below 10⁻⁸ (Laurent and Massart 2000, t = 18).
    #[test]
    fn adjusted_subsets_are_uniform() {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        for (range, size) in [(5_u32, 2_u32), (7, 3), (8, 7), (9, 1), (6, 0), (6, 6)] {
            let mut seen: HashMap<u64, u32> = HashMap::new();
            let subsets = binomial(range, size);
            let draws = 2_000 * subsets;
            for _ in 0..draws {
                let mut words = [u64::MAX];
                adjusted(&mut words, range, size, &mut rng);
                assert_eq!(words[0].count_ones(), size);
                *seen.entry(words[0]).or_default() += 1;
            }
            assert_eq!(seen.len() as u32, subsets);
            let chi: f64 = seen
                .values()
                .map(|&count| (f64::from(count) - 2000.0).powi(2) / 2000.0)
                .sum();
            let degrees = f64::from(subsets - 1);
            assert!(
                chi < degrees + 6.0 * (2.0 * degrees).sqrt() + 24.0 + 12.0,
                "{chi}"
            );
        }
    }

    /// Large subsets: each index equally often, and each pair (z-tests, |z| > 6.5 in any of 200
    /// has a chance below 2·10⁻⁸).
    #[test]
    fn large_subsets_hold_each_index_equally_often() {
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        let (range, size, draws) = (200_u32, 54_u32, 20_000_u32);
        let mut single = vec![0_u32; range as usize];
        let mut beside_the_first = vec![0_u32; range as usize];
        for _ in 0..draws {
            let mut words = [0; 4];
            uniform_subset(&mut words, range, size, &mut rng);
            assert_eq!(words.iter().map(|w| w.count_ones()).sum::<u32>(), size);
            for index in 0..range {
                let here = u32::from(is_set(&words, index));
                single[index as usize] += here;
                beside_the_first[index as usize] += here & u32::from(is_set(&words, 0));
            }
        }
        let z = |count: u32, chance: f64| {
            let mean = f64::from(draws) * chance;
            (f64::from(count) - mean) / (mean * (1.0 - chance)).sqrt()
        };
        let (k, w) = (f64::from(range), f64::from(size));
        for index in 0..range as usize {
            assert!(z(single[index], w / k).abs() < 6.5);
            if index > 0 {
                let pair = w * (w - 1.0) / (k * (k - 1.0));
                assert!(z(beside_the_first[index], pair).abs() < 6.5);
            }
        }
    }

    #[test]
    fn ranks_are_counted_from_below() {
        for word in [1_u64, 1 << 63, 0b1011_0000, u64::MAX, 0x8000_1000_0200_0041] {
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            for (rank, place) in (0..).zip(places) {
                assert_eq!(place_of(word, rank), place, "{word:b} {rank}");
            }
        }
        let mut words = [0b101, u64::MAX];
        // Clear bits among the first 66: 62 in the first word, none in the second.
        flip_eligible(&mut words, 66, false, 1);
        assert_eq!(words, [0b1101, u64::MAX]);
        // Set ones: 0, 2, 3, 64, 65.
        flip_eligible(&mut words, 66, true, 4);
        assert_eq!(words, [0b1101, u64::MAX - 2]);
    }
}
