//! Exact sampling from integer weights.
//!
//! How many random words a sample takes depends on the words alone, never on the input.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

mod bernoulli_bytes;
mod discrete_laplace;
mod laplace_lanes;
mod subset;

use std::num::{NonZeroU32, NonZeroU64};

use rand::CryptoRng;

pub(crate) use bernoulli_bytes::BernoulliBytes;
pub use discrete_laplace::{DiscreteLaplace, bernoulli_exp};
pub(crate) use laplace_lanes::{LaplaceLanes, NUMBERS};
pub(crate) use subset::{uniform_indices, uniform_subset};

/// A uniform integer below `bound`: a word is read as a binary fraction and multiplied by the bound;
/// the few words that would make some integers more likely than others are rejected (Lemire, "Fast
/// Random Integer Generation in an Interval", TOMACS 2019). One in 2⁶⁴/`bound` is, at most.
pub fn uniform_below<R: CryptoRng + ?Sized>(bound: NonZeroU64, rng: &mut R) -> u64 {
    loop {
        if let Some(sample) = scaled::<64>(rng.next_u64(), bound) {
            return sample;
        }
    }
}

/// The whole part of `word`/2^`WIDTH`·`bound`; `None` for those words, 2^`WIDTH` mod `bound` of them,
/// without which each whole part has as many words as any other.
#[inline]
fn scaled<const WIDTH: u32>(word: u64, bound: NonZeroU64) -> Option<u64> {
    let product = u128::from(word) * u128::from(bound.get());
    let fraction = low(product) & (u64::MAX >> (64 - WIDTH));
    // The remainder, which takes long, is below the bound: hardly ever asked for.
    let accepted = fraction >= bound.get() || fraction >= surplus::<WIDTH>(bound);
    accepted.then(|| low(product >> WIDTH))
}

/// 2^`WIDTH` mod `bound`.
#[cold]
fn surplus<const WIDTH: u32>(bound: NonZeroU64) -> u64 {
    if WIDTH == 64 {
        bound.get().wrapping_neg() % bound
    } else {
        low((1_u128 << WIDTH) % u128::from(bound.get()))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the low word is what is asked for"
)]
const fn low(number: u128) -> u64 {
    number as u64
}

/// Fills `samples` with independent uniform integers, the i-th below `least_bound` + i: several
/// from each word. What one multiplication leaves of the fraction is the fraction for the next
/// (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024), so that together
/// they are one uniform integer below the product of their bounds.
pub(crate) fn uniform_below_each<R: CryptoRng + ?Sized>(
    least_bound: NonZeroU32,
    samples: &mut [u32],
    rng: &mut R,
) {
    let mut bound = u64::from(least_bound.get());
    let mut rest = samples;
    while !rest.is_empty() {
        // As many as have a product far below 2⁶⁴, so that hardly a word is rejected; one at least.
        let (mut taken, mut product) = (0, 1_u64);
        while let Some(next) = product.checked_mul(bound + taken as u64)
            && taken < rest.len()
            && (next < 1 << 56 || taken == 0)
        {
            product = next;
            taken += 1;
        }
        let (batch, behind) = rest.split_at_mut(taken);
        let product = NonZeroU64::new(product).unwrap_or(NonZeroU64::MIN);
        loop {
            let mut fraction = rng.next_u64();
            for (bound, sample) in (bound..).zip(&mut *batch) {
                let scaled = u128::from(fraction) * u128::from(bound);
                *sample = index(low(scaled >> 64));
                fraction = low(scaled);
            }
            if fraction >= product.get() || fraction >= surplus::<64>(product) {
                break;
            }
        }
        bound += taken as u64;
        rest = behind;
    }
}

/// A uniform index below a bound of at most 2³²; 0 when the bound is 0.
pub(crate) fn below<R: CryptoRng + ?Sized>(bound: u64, rng: &mut R) -> u32 {
    index(uniform_below(
        NonZeroU64::new(bound).unwrap_or(NonZeroU64::MIN),
        rng,
    ))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "an index is below a bound of 32 bits"
)]
const fn index(sample: u64) -> u32 {
    sample as u32
}

/// 64 independent bits, each set with probability `weight`/2³² exactly.
///
/// Compares 64 random binary fractions with the expansion of `weight`/2³² at once, one digit a
/// word, and stops when every comparison is decided; a weight of 2³¹ takes a single word.
pub fn bernoulli_word<R: CryptoRng + ?Sized>(weight: u32, rng: &mut R) -> u64 {
    bernoulli_lanes(weight, u64::MAX, rng)
}

/// The same for those of the 64 bits that are set in `lanes`; the others are zero. The fewer
/// lanes, the sooner all are decided.
pub(crate) fn bernoulli_lanes<R: CryptoRng + ?Sized>(weight: u32, lanes: u64, rng: &mut R) -> u64 {
    let mut set = 0;
    let mut undecided = lanes;
    // Below the last digit that is one, a fraction that still agrees can no longer be smaller.
    let mut digits = weight.reverse_bits();
    while digits != 0 && undecided != 0 {
        let fraction = rng.next_u64();
        let digit = u64::from(digits & 1).wrapping_neg();
        set |= undecided & !fraction & digit;
        undecided &= !(fraction ^ digit);
        digits >>= 1;
    }
    set
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, TryCryptoRng, TryRng, rngs::ChaCha20Rng};
    use std::convert::Infallible;

    /// Plays back given words, then ones: as fractions next to nothing, and never rejected.
    #[derive(Clone, Debug)]
    pub(crate) struct Playback(pub(crate) Vec<u64>);

    impl TryRng for Playback {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|word| word as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(if self.0.is_empty() {
                1
            } else {
                self.0.remove(0)
            })
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            for byte in bytes {
                *byte = self.try_next_u64()? as u8;
            }
            Ok(())
        }
    }

    impl TryCryptoRng for Playback {}

    /// The word in the middle of those that `uniform_below` takes for that sample.
    pub(crate) fn word_for(sample: u64, bound: u64) -> u64 {
        (((2 * u128::from(sample) + 1) << 63) / u128::from(bound)) as u64
    }

    fn bound(value: u64) -> NonZeroU64 {
        NonZeroU64::new(value).unwrap()
    }

    /// Over all words of a smaller generator, each sample must come out equally often.
    /// One, in the 2⁻⁶⁰ths of [`decay`].
    pub(crate) const ONE: i128 = 1 << 60;

    /// e^(−numerator/denominator) by its series, in 2⁻⁶⁰ths: for quotients up to 1, and good to some
    /// twenty of them.
    pub(crate) fn decay(numerator: i128, denominator: i128) -> i128 {
        let terms = std::iter::successors(Some((ONE, 1)), |&(term, index)| {
            Some((-term * numerator / (denominator * index), index + 1))
        });
        terms.take(24).map(|(term, _)| term).sum()
    }

    #[test]
    fn every_sample_has_as_many_accepted_words() {
        for limit in (1..=70_u64).chain([100, 511, 512, 1000, 1023, 1024]) {
            let mut seen = vec![0; limit as usize];
            for word in 0..1024 {
                if let Some(sample) = scaled::<10>(word, bound(limit)) {
                    seen[sample as usize] += 1;
                }
            }
            assert!(
                seen.iter().all(|&count| count == 1024 / limit),
                "{limit}: {seen:?}"
            );
        }
    }

    #[test]
    fn the_whole_range_and_one_value_are_possible() {
        assert_eq!(uniform_below(bound(1), &mut Playback(vec![u64::MAX])), 0);
        // 2⁶⁴ mod (2⁶⁴ − 1) = 1: a fraction of 0 is rejected.
        let greatest = bound(u64::MAX);
        assert_eq!(uniform_below(greatest, &mut Playback(vec![0, 6])), 5);
        assert_eq!(
            uniform_below(greatest, &mut Playback(vec![u64::MAX])),
            u64::MAX - 1
        );
    }

    /// A batch is the mixed-radix digits of one uniform integer below the product of the bounds.
    #[test]
    fn batches_are_digits_of_one_uniform_integer() {
        let mut rng = ChaCha20Rng::seed_from_u64(9);
        for (least, length) in [(1_u32, 5_usize), (12, 4), (90, 8), (1, 0), (5, 12)] {
            let mut bounds: Vec<_> = (u64::from(least)..).take(length).collect();
            let product = bounds.iter().product();
            for _ in 0..200 {
                let word = rng.next_u64();
                let mut samples = vec![0; length];
                let least = NonZeroU32::new(least).unwrap();
                uniform_below_each(least, &mut samples, &mut Playback(vec![word, 1 << 63]));
                let mut number = 0_u64;
                for (bound, &sample) in bounds.iter_mut().zip(&samples) {
                    assert!(u64::from(sample) < *bound);
                    number = number * *bound + u64::from(sample);
                }
                assert_eq!(scaled::<64>(word, bound(product)), Some(number));
            }
        }
    }

    /// Whether a count of `draws`, each with chance `weight / whole`, is nearer to what is expected than
    /// so many hundredths of its standard deviation: with z² = (count·whole − draws·weight)² /
    /// (draws·weight·(whole − weight)), in integers.
    fn is_within(hundredths: i128, count: u32, draws: u32, weight: u32, whole: i128) -> bool {
        let [count, draws, weight] = [count, draws, weight].map(i128::from);
        let off = count * whole - draws * weight;
        let variance = draws * weight * (whole - weight);
        10_000 * off * off < hundredths * hundredths * variance
    }

    /// Bounds whose product is wider than a word take several; each sample must be uniform all the
    /// same (|z| > 6.2 for any of some 300 cells has a chance below 2·10⁻⁷).
    #[test]
    fn samples_of_several_words_are_uniform() {
        let mut rng = ChaCha20Rng::seed_from_u64(10);
        let draws = 40_000_u32;
        let mut seen = vec![[0_u32; 30]; 20];
        for _ in 0..draws {
            let mut samples = [0; 20];
            uniform_below_each(NonZeroU32::new(11).unwrap(), &mut samples, &mut rng);
            for (seen, sample) in seen.iter_mut().zip(samples) {
                seen[sample as usize] += 1;
            }
        }
        for (bound, seen) in (11_u32..).zip(seen) {
            for (value, count) in (0..).zip(seen) {
                assert!(if value < bound {
                    is_within(620, count, draws, 1, bound.into())
                } else {
                    count == 0
                });
            }
        }
    }

    /// Mistake 18 of published code: modulo in place of rejection, and "at most p" in place of
    /// "below p". Over all words of four bits, what should be equally likely is not.
    #[test]
    fn modulo_and_at_most_are_not_uniform() {
        let words = || 0..16_u64;
        let honest = |value| {
            let samples = words().map(|word| scaled::<4>(word, bound(3)));
            samples.filter(|&sample| sample == Some(value)).count()
        };
        assert_eq!([0, 1, 2].map(honest), [5, 5, 5]);
        let modulo = |value| words().filter(|word| word % 3 == value).count();
        assert_eq!([0, 1, 2].map(modulo), [6, 5, 5]);
        // Chance 3/16 of four digits.
        let weight = 3 << 28;
        let told = |word: &u64| {
            let digits = (0..4).rev().map(|digit| (word >> digit & 1).wrapping_neg());
            bernoulli_word(weight, &mut Playback(digits.collect())) == u64::MAX
        };
        assert_eq!(words().filter(told).count(), 3);
        assert_eq!(words().filter(|&word| word <= 3).count(), 4);
    }

    /// A weight with `digits` binary digits decides by the first `digits` words: over all their
    /// values in one lane, the bit must be set exactly `weight` times.
    #[test]
    fn bernoulli_bits_are_set_for_exactly_their_weight_of_all_words() {
        for digits in 1..=8_u32 {
            for numerator in 0..1_u32 << digits {
                let weight = numerator << (32 - digits);
                let mut count = 0;
                for fraction in 0..1_u32 << digits {
                    let words = (0..digits)
                        .rev()
                        .map(|digit| {
                            if fraction >> digit & 1 == 1 {
                                u64::MAX
                            } else {
                                0
                            }
                        })
                        .collect();
                    let word = bernoulli_word(weight, &mut Playback(words));
                    assert!(word == 0 || word == u64::MAX);
                    count += u32::from(word == u64::MAX);
                }
                assert_eq!(count, numerator, "{numerator}/{}", 1 << digits);
            }
        }
    }

    /// Two-sided z-test at a false-alarm rate of 10⁻⁹ (|z| > 6.11), fixed seed.
    #[test]
    fn lanes_are_unbiased() {
        let mut rng = ChaCha20Rng::seed_from_u64(7);
        let weight = 1_155_172_339_u32; // optimized unary encoding at ε = 1
        let draws = 40_000_u32;
        let mut set = [0_u32; 64];
        for _ in 0..draws {
            let word = bernoulli_word(weight, &mut rng);
            for (lane, count) in set.iter_mut().enumerate() {
                *count += u32::from(word >> lane & 1 == 1);
            }
        }
        for count in set {
            // Bonferroni over 64 lanes.
            assert!(is_within(670, count, draws, weight, 1 << 32), "{count}");
        }
    }
}
