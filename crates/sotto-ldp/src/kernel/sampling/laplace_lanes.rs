//! Discrete Laplace noise four numbers at a time, exactly, from the digits of its magnitude.
//!
//! A geometric number G with Pr\[G ≥ x\] = e^(−γx) has independent binary digits: Pr\[G = x\] is in
//! proportion to e^(−γx), a product over the digits of x, and digit n is one with the chance
//! 1/(1 + e^(γ2ⁿ)). Noise X is 0 with probability (1−e^(−γ))/(1+e^(−γ)) = 1 − 2/(1+e^γ), and otherwise
//! 1 + G with a fair sign. So X takes a handful of independent bits. Those of four numbers are drawn
//! at once, one lane of a word for each, by comparing random binary fractions with the digits of
//! the chances, one digit of all lanes a word.

use rand::CryptoRng;

use super::{DiscreteLaplace, bernoulli_exp};
use crate::kernel::exact::ExponentialChance;

/// Numbers in a word of lanes.
pub(crate) const NUMBERS: usize = 4;

/// Lanes of a number.
const FIELD: u32 = 16;

/// Digits of the magnitude with a lane of their own, at most.
const MOST_DIGITS: u32 = 13;

/// The lane that says that there are more digits which are not all zero.
const MORE: u32 = 13;
/// The lane that says that the noise is not zero.
const NOT_ZERO: u32 = 14;
/// The lane of the sign.
const NEGATIVE: u32 = 15;

/// A sampler of noise with γ from 2⁻¹³ to 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaplaceLanes {
    /// The digits of the magnitude that have a lane.
    digits: u32,
    /// What each lane of a number is compared with; the sign's, ½, has no digits but the first.
    chances: [Option<ExponentialChance>; FIELD as usize],
    /// The lanes that are drawn, of four numbers.
    lanes: u64,
    /// Word i holds the i-th digit of each lane's chance.
    planes: [u64; 64],
    /// γ·2^`digits` as a numerator and a denominator: the decay of what is beyond them.
    beyond: (u64, std::num::NonZeroU64),
}

impl LaplaceLanes {
    /// The sampler of that noise; `None` when γ is below 2⁻¹³ or above 16,
    /// or a fraction of too great numbers.
    pub(crate) fn new(noise: DiscreteLaplace) -> Option<Self> {
        let (numerator, denominator) = noise.decay_parts();
        let decay = |digits: u32| u128::from(numerator.get()) << digits;
        let one = u128::from(denominator.get());
        // More digits than these are needed with a chance of e^(−16), where there are lanes enough.
        let digits = (0..MOST_DIGITS)
            .find(|&digits| decay(digits) >= 16 * one)
            .unwrap_or(MOST_DIGITS);
        if decay(0) > 16 * one || decay(digits) < one {
            return None;
        }
        let beyond = (u64::try_from(decay(digits)).ok()?, denominator);
        let chance = |doublings, plus_one, twice| ExponentialChance {
            numerator,
            denominator,
            doublings,
            plus_one,
            twice,
        };
        let chances = std::array::from_fn(|lane| match u32::try_from(lane).unwrap_or(FIELD) {
            lane if lane < digits => Some(chance(lane, true, false)),
            MORE => Some(chance(digits, false, false)),
            NOT_ZERO => Some(chance(0, true, true)),
            _ => None,
        });
        let mut planes = [0; 64];
        let mut drawn = 1 << NEGATIVE;
        planes[0] |= 1 << NEGATIVE;
        for (lane, chance) in (0..).zip(&chances) {
            let Some(chance) = chance else { continue };
            drawn |= 1 << lane;
            for word in chance.digits(1) {
                for (plane, index) in planes.iter_mut().zip((0..64).rev()) {
                    *plane |= (word >> index & 1) << lane;
                }
            }
        }
        let four_times = |field: u64| (0..NUMBERS).fold(0, |word, _| word << FIELD | field);
        Some(Self {
            digits,
            chances,
            lanes: four_times(drawn),
            planes: planes.map(four_times),
            beyond,
        })
    }

    /// Fills up to four numbers with noise.
    pub(crate) fn fill<R: CryptoRng + ?Sized>(&self, noise: &mut [i64], rng: &mut R) {
        let numbers = u32::try_from(noise.len().min(NUMBERS)).unwrap_or(0);
        let lanes = u64::MAX.checked_shr(64 - FIELD * numbers).unwrap_or(0);
        let mut bits = self.draw(self.lanes & lanes, rng);
        let digits = (1 << self.digits) - 1;
        for number in noise.iter_mut().take(NUMBERS) {
            let mut magnitude = (bits & digits).cast_signed();
            if bits >> MORE & 1 == 1 {
                magnitude = self.with_more(magnitude, rng);
            }
            let not_zero = (bits >> NOT_ZERO & 1).cast_signed();
            let negative = (bits >> NEGATIVE & 1).cast_signed();
            let value = not_zero * magnitude.saturating_add(1);
            *number = (value ^ -negative) + negative;
            bits >>= FIELD;
        }
    }

    /// Bits with the chances of their lanes: set where a random binary fraction is smaller.
    fn draw<R: CryptoRng + ?Sized>(&self, lanes: u64, rng: &mut R) -> u64 {
        let (mut set, mut undecided) = (0, lanes);
        for &digits in &self.planes {
            if undecided == 0 {
                return set;
            }
            let fraction = rng.next_u64();
            set |= undecided & !fraction & digits;
            undecided &= !(fraction ^ digits);
        }
        while undecided != 0 {
            let lane = undecided.trailing_zeros();
            set |= u64::from(self.is_smaller_beyond(lane % FIELD, rng)) << lane;
            undecided &= undecided - 1;
        }
        set
    }

    /// Whether a random fraction is smaller than a lane's chance whose first 64 digits it has.
    #[cold]
    fn is_smaller_beyond<R: CryptoRng + ?Sized>(&self, lane: u32, rng: &mut R) -> bool {
        let Some(Some(chance)) = self.chances.get(lane as usize) else {
            // All further digits of ½ are zeros: nothing is smaller.
            return false;
        };
        for words in 2.. {
            let digits = chance.digits(words).last().copied().unwrap_or(0);
            let fraction = rng.next_u64();
            if fraction != digits {
                return fraction < digits;
            }
        }
        false
    }

    /// The magnitude with the digits that have no lane, given that they are not all zero: they
    /// count from one, and each further one has the chance e^(−γ2ⁿ), n being the lanes' number.
    #[cold]
    fn with_more<R: CryptoRng + ?Sized>(&self, magnitude: i64, rng: &mut R) -> i64 {
        let (numerator, denominator) = self.beyond;
        let mut more = 1_i64;
        while bernoulli_exp(numerator, denominator, rng) {
            more = more.saturating_add(1);
        }
        more.saturating_mul(1 << self.digits)
            .saturating_add(magnitude)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::sampling::tests::Playback;
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use std::num::NonZeroU64;

    fn noise(numerator: u64, denominator: u64) -> DiscreteLaplace {
        let natural = |value| NonZeroU64::new(value).unwrap();
        DiscreteLaplace::new(natural(numerator), natural(denominator))
    }

    /// G-test of every cell that expects ten draws or more, the others taken together; the limit is
    /// the χ² quantile of 10⁻⁸ (Wilson and Hilferty 1931), the seed fixed.
    #[test]
    fn the_distribution_is_its_formula() {
        let mut rng = ChaCha20Rng::seed_from_u64(21);
        for (numerator, denominator) in [(1, 1), (1, 4), (1, 32), (7, 2), (15, 1), (1, 4000)] {
            let lanes = LaplaceLanes::new(noise(numerator, denominator)).unwrap();
            let gamma = numerator as f64 / denominator as f64;
            let draws = 300_000;
            let mut seen = std::collections::HashMap::new();
            let mut numbers = [0; NUMBERS];
            for _ in 0..draws / NUMBERS {
                lanes.fill(&mut numbers, &mut rng);
                for number in numbers {
                    *seen.entry(number).or_insert(0_u32) += 1;
                }
            }
            let norm = (1.0 - (-gamma).exp()) / (1.0 + (-gamma).exp());
            let expected = |x: i64| draws as f64 * norm * (-gamma * x.abs() as f64).exp();
            let frequent = (0..1_000_000).take_while(|&x| expected(x) >= 10.0);
            let reach = frequent.last().unwrap_or(0);
            let (mut g, mut inside) = (0.0, (0.0, 0.0));
            let mut add = |observed: f64, expected: f64| {
                if observed > 0.0 {
                    g += 2.0 * observed * (observed / expected).ln();
                }
            };
            for x in -reach..=reach {
                let observed = f64::from(seen.get(&x).copied().unwrap_or(0));
                add(observed, expected(x));
                inside = (inside.0 + observed, inside.1 + expected(x));
            }
            add(draws as f64 - inside.0, (draws as f64 - inside.1).max(1e-9));
            let degrees = (2 * reach + 1) as f64;
            let spread = 2.0 / (9.0 * degrees);
            let limit = degrees * (1.0 - spread + 5.7 * spread.sqrt()).powi(3) + 3.0;
            assert!(g < limit, "γ = {gamma}: G = {g}, limit {limit}");
        }
    }

    /// The bits of a number decide it: digits, sign, zero.
    #[test]
    fn lanes_are_put_together() {
        let lanes = LaplaceLanes::new(noise(1, 32)).unwrap();
        assert_eq!(lanes.digits, 9);
        // A first word of ones is not smaller than any chance whose first digit is zero; where it
        // is one, that of ½ and of being not zero, the next words decide.
        let mut number = [7];
        let not_smaller = vec![u64::MAX; 64];
        lanes.fill(&mut number, &mut Playback(not_smaller));
        assert_eq!(number, [0]);
        // Zeros are smaller than any chance that has a digit.
        let smaller = vec![0; 64];
        lanes.fill(&mut number, &mut Playback(smaller));
        // All nine digits and more: 511 + 512·(1 + …), negative.
        assert!(number[0] <= -1024);
    }

    /// Fractions that agree in 64 digits are compared in the next.
    #[test]
    fn chances_are_compared_beyond_the_first_digits() {
        let lanes = LaplaceLanes::new(noise(1, 32)).unwrap();
        let chance = lanes.chances[0].unwrap();
        let digits = chance.digits(3);
        for (difference, smaller) in [(-1_i64, true), (1, false)] {
            let mut words: Vec<u64> = lanes.planes.to_vec();
            words.extend([digits[1], digits[2].wrapping_add_signed(difference)]);
            assert_eq!(lanes.draw(1, &mut Playback(words)), u64::from(smaller));
        }
        // The sign agrees with ½ in all digits: not smaller.
        let sign = lanes.draw(1 << NEGATIVE, &mut Playback(lanes.planes.to_vec()));
        assert_eq!(sign, 0);
    }

    #[test]
    fn scales_beyond_the_lanes_are_left_to_others() {
        for (numerator, denominator) in [
            (1, 8193),
            (1, u64::MAX),
            (3, 1 << 40),
            (33, 2),
            (u64::MAX, 1),
            (u64::MAX, u64::MAX - 1),
        ] {
            assert_eq!(LaplaceLanes::new(noise(numerator, denominator)), None);
        }
        let mut rng = ChaCha20Rng::seed_from_u64(22);
        for (numerator, denominator) in [(1, 8192), (16, 1), (1 << 50, 1 << 50)] {
            let lanes = LaplaceLanes::new(noise(numerator, denominator)).unwrap();
            let mut numbers = [0; NUMBERS];
            lanes.fill(&mut numbers, &mut rng);
            // Beyond 64 scales lies e^(−64).
            assert!(numbers.iter().all(|x| x.abs() < 64 * 8192));
        }
    }
}
