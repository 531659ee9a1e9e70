//! Exact sampling from integer weights.
//!
//! How many random words a sample takes depends on the words alone, never on the input.

mod bernoulli_bytes;
mod discrete_laplace;
mod subset;

use std::num::NonZeroU64;

use rand::CryptoRng;

pub(crate) use bernoulli_bytes::BernoulliBytes;
pub use discrete_laplace::{DiscreteLaplace, bernoulli_exp};
pub(crate) use subset::{uniform_indices, uniform_subset};

/// A uniform integer below `bound`, by rejection: no modulo, no bias.
pub fn uniform_below<R: CryptoRng + ?Sized>(bound: NonZeroU64, rng: &mut R) -> u64 {
    let greatest = bound.get() - 1;
    let mask = u64::MAX.checked_shr(greatest.leading_zeros()).unwrap_or(0);
    loop {
        let candidate = rng.next_u64() & mask;
        if candidate <= greatest {
            return candidate;
        }
    }
}

/// A uniform index below a bound of at most 2³²; 0 when the bound is 0.
#[expect(
    clippy::cast_possible_truncation,
    reason = "an index is below the bound of 32 bits"
)]
pub(crate) fn below<R: CryptoRng + ?Sized>(bound: u64, rng: &mut R) -> u32 {
    uniform_below(NonZeroU64::new(bound).unwrap_or(NonZeroU64::MIN), rng) as u32
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
    use rand::{SeedableRng, TryCryptoRng, TryRng, rngs::ChaCha20Rng};
    use std::convert::Infallible;

    /// Plays back given words, then zeros.
    #[derive(Clone, Debug)]
    pub(crate) struct Playback(pub(crate) Vec<u64>);

    impl TryRng for Playback {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|word| word as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(if self.0.is_empty() {
                0
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

    fn bound(value: u64) -> NonZeroU64 {
        NonZeroU64::new(value).unwrap()
    }

    #[test]
    fn every_accepted_word_has_its_own_sample() {
        for limit in 1..=64_u64 {
            let width = 64 - (limit - 1).leading_zeros();
            let mut seen = vec![0; limit as usize];
            for word in 0..1_u64 << width {
                // A rejected word is followed by zeros, which are always accepted.
                let sample = uniform_below(bound(limit), &mut Playback(vec![word, 0]));
                if word < limit {
                    assert_eq!(sample, word);
                }
                seen[sample as usize] += u64::from(word < limit);
            }
            assert!(seen.iter().all(|&count| count == 1), "{limit}: {seen:?}");
        }
    }

    #[test]
    fn the_whole_range_and_one_value_are_possible() {
        assert_eq!(uniform_below(bound(1), &mut Playback(vec![u64::MAX])), 0);
        assert_eq!(
            uniform_below(bound(u64::MAX), &mut Playback(vec![u64::MAX, 5])),
            5
        );
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
        let chance = f64::from(weight) / 2_f64.powi(32);
        let deviation = (f64::from(draws) * chance * (1.0 - chance)).sqrt();
        for count in set {
            let z = (f64::from(count) - f64::from(draws) * chance) / deviation;
            assert!(z.abs() < 6.7, "z = {z}"); // Bonferroni over 64 lanes
        }
    }
}
