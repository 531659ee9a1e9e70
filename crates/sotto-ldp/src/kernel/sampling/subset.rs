//! A uniform subset of given size: without replacement, and not index by index when it is large.

use std::num::NonZeroU32;

use rand::CryptoRng;

use super::{bernoulli_lanes, index, uniform_below_each};
use crate::kernel::report::Bits;

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
    let first = range - size;
    let mut indices = [0; FEW as usize];
    let indices = &mut indices[..size as usize];
    uniform_below_each(NonZeroU32::MIN.saturating_add(first), indices, rng);
    if let [word] = words {
        let set = (first..).zip(&*indices).fold(0, |set, (last, &candidate)| {
            let taken = set >> candidate & 1;
            set | (taken << last) | (1 << candidate)
        });
        *word = set;
        return;
    }
    words.fill(0);
    for (last, &candidate) in (first..).zip(&*indices) {
        let chosen = if is_set(words, candidate) {
            last
        } else {
            candidate
        };
        flip(words, chosen);
    }
}

/// Sets every bit with a chance near size/range, then sets or clears uniform bits until the size
/// is right.
///
/// Given how many bits the first step sets, every set of that many has the same chance, whatever
/// the chance of a single bit. Adding a uniform index that is missing, or removing a uniform one
/// that is present, keeps it so: an index that is neither is drawn in vain. Hence the result is
/// exactly uniform, though the first chance is rounded to sixteenths to cost at most four words for
/// 64 bits.
fn adjusted<R: CryptoRng + ?Sized>(words: &mut [u64], range: u32, size: u32, rng: &mut R) {
    let sixteenths = (32 * u64::from(size) / u64::from(range))
        .div_ceil(2)
        .min(15);
    // At most 15/16 of 2³², which fits.
    let weight = u32::try_from(sixteenths << 28).unwrap_or(0);
    let mut found = 0;
    for (index, word) in (0..).zip(words.iter_mut()) {
        let lanes = range.saturating_sub(index * 64).min(64);
        let lanes = u64::MAX.checked_shr(64 - lanes).unwrap_or(0);
        *word = bernoulli_lanes(weight, lanes, rng);
        found += word.count_ones();
    }
    // Whether the index is the right one enters as a number: it cannot be foreseen.
    let mut indices = Indices::new(range);
    while found < size {
        let index = indices.draw(rng);
        if let Some(word) = words.get_mut((index / 64) as usize) {
            found += u32::from(*word >> (index % 64) & 1 == 0);
            *word |= 1 << (index % 64);
        }
    }
    while found > size {
        let index = indices.draw(rng);
        if let Some(word) = words.get_mut((index / 64) as usize) {
            found -= u32::from(*word >> (index % 64) & 1 == 1);
            *word &= !(1 << (index % 64));
        }
    }
}

/// Uniform indices below a range, several from one random word.
struct Indices {
    range: u64,
    width: u32,
    word: u64,
    left: u32,
}

impl Indices {
    fn new(range: u32) -> Self {
        Self {
            range: range.into(),
            width: 32 - range.saturating_sub(1).leading_zeros().min(31),
            word: 0,
            left: 0,
        }
    }

    fn draw<R: CryptoRng + ?Sized>(&mut self, rng: &mut R) -> u32 {
        loop {
            if self.left < self.width {
                self.word = rng.next_u64();
                self.left = 64;
            }
            let candidate = self.word & !(u64::MAX << self.width);
            self.word >>= self.width;
            self.left -= self.width;
            if candidate < self.range {
                return index(candidate);
            }
        }
    }
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
    use crate::kernel::sampling::tests::{Playback, word_for};
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
    fn small_indices_come_from_the_whole_range() {
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        for range in [1_u32, 2, 3, 64, 65, 1000] {
            let mut indices = Indices::new(range);
            let mut seen = vec![0_u32; range as usize];
            for _ in 0..range * 200 {
                seen[indices.draw(&mut rng) as usize] += 1;
            }
            // Each is Binomial(200·range, 1/range), about Poisson(200).
            assert!(
                seen.iter().all(|&count| (100..320).contains(&count)),
                "{range}"
            );
        }
    }
}
