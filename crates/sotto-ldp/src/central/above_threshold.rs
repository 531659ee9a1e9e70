//! The sparse vector technique: which count is the first above a threshold, whatever the number of counts before it.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::CentralError;
use crate::kernel::{Epsilon, sampling::DiscreteLaplace};

/// Above threshold (Dwork and Roth 2014, algorithm 1): counts come one by one, and each is told to be below or above a
/// threshold with noise; the first above ends it. The whole costs ε once.
///
/// The noise is discrete, of scale 2Δ/ε on the threshold and 4Δ/ε on each count; thresholds and counts are integers, so
/// that the book's proof, which moves the threshold by Δ and the last count's noise by 2Δ, holds word for word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboveThreshold {
    threshold: i64,
    noise: DiscreteLaplace,
    is_over: bool,
}

impl AboveThreshold {
    /// Begins, with the threshold's noise drawn once, for counts of which a person changes each by at most
    /// `sensitivity`.
    ///
    /// # Errors
    /// When the sensitivity is 0 or above 10⁹, or ε is below a millionth.
    pub fn new<R: CryptoRng + ?Sized>(
        threshold: i64,
        epsilon: &Epsilon,
        sensitivity: u64,
        rng: &mut R,
    ) -> Result<Self, CentralError> {
        let refused = CentralError::Sensitivity(sensitivity);
        if sensitivity > 1_000_000_000 {
            return Err(refused);
        }
        let micros =
            NonZeroU64::new(epsilon.micros_rounded_down().into()).ok_or(CentralError::Epsilon)?;
        let scale = |times: u64| {
            let units = NonZeroU64::new(times * 1_000_000 * sensitivity).ok_or(refused)?;
            Ok::<_, CentralError>(DiscreteLaplace::new(micros, units))
        };
        Ok(Self {
            threshold: threshold.saturating_add(scale(2)?.sample(rng)),
            noise: scale(4)?,
            is_over: false,
        })
    }

    /// Whether the next count is above; `None` once one was, for then the budget is spent.
    pub fn ask<R: CryptoRng + ?Sized>(&mut self, count: i64, rng: &mut R) -> Option<bool> {
        if self.is_over {
            return None;
        }
        let is_above = count.saturating_add(self.noise.sample(rng)) >= self.threshold;
        self.is_over = is_above;
        Some(is_above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn mass(x: i64, scale: f64) -> f64 {
        let decay = 1.0 / scale;
        (-decay * x.abs() as f64).exp() * (1.0 - (-decay).exp()) / (1.0 + (-decay).exp())
    }

    /// Pr\[X ≥ x\]
    fn tail(x: i64, scale: f64) -> f64 {
        let z = (-1.0 / scale).exp();
        if x > 0 {
            z.powi(x as i32) / (1.0 + z)
        } else {
            1.0 - z.powi((1 - x) as i32) / (1.0 + z)
        }
    }

    /// The chance of each index that the first count above can have, and of none, by adding up over the threshold's noise.
    fn chances(counts: &[i64], threshold: i64, epsilon: f64) -> Vec<f64> {
        let (first, each) = (2.0 / epsilon, 4.0 / epsilon);
        let mut chances = vec![0.0; counts.len() + 1];
        for noise in -300..=300 {
            let mut left = mass(noise, first);
            for (index, count) in counts.iter().enumerate() {
                let above = tail(threshold + noise - count, each);
                chances[index] += left * above;
                left *= 1.0 - above;
            }
            *chances.last_mut().unwrap() += left;
        }
        chances
    }

    /// Every count moves by at most one, each as it likes.
    #[test]
    fn neighbours_stop_alike() {
        for epsilon in [0.5, 1.0, 2.0] {
            for counts in [[0_i64, 0, 0], [3, 5, 1], [9, 0, 9]] {
                let here = chances(&counts, 4, epsilon);
                assert!((here.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for change in 0..27_i64 {
                    let moved = [
                        counts[0] + change % 3 - 1,
                        counts[1] + change / 3 % 3 - 1,
                        counts[2] + change / 9 - 1,
                    ];
                    for (a, b) in here.iter().zip(chances(&moved, 4, epsilon)) {
                        assert!(
                            (a / b).ln().abs() <= epsilon + 1e-6,
                            "{counts:?} {moved:?}: {a} {b}"
                        );
                    }
                }
            }
        }
    }

    /// Frequencies of 40,000 runs; |z| > 6, seeded.
    #[test]
    fn where_it_stops_follows_its_chances() {
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        let counts = [0, 6, 3];
        let mut seen = [0.0; 4];
        for _ in 0..40_000 {
            let mut vector = AboveThreshold::new(4, &"1".parse().unwrap(), 1, &mut rng).unwrap();
            let index = counts
                .iter()
                .position(|&count| vector.ask(count, &mut rng) == Some(true));
            if index.is_some() {
                assert_eq!(vector.ask(0, &mut rng), None);
            }
            seen[index.unwrap_or(3)] += 1.0;
        }
        for (seen, chance) in seen.iter().zip(chances(&counts, 4, 1.0)) {
            let deviation = (40_000.0 * chance * (1.0 - chance)).sqrt();
            assert!(
                (seen - 40_000.0 * chance).abs() < 6.0 * deviation,
                "{seen} {chance}"
            );
        }
    }

    #[test]
    fn sensitivities_that_cannot_be_are_refused() {
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        for sensitivity in [0, 1_000_000_001] {
            let refused = AboveThreshold::new(0, &"1".parse().unwrap(), sensitivity, &mut rng);
            assert_eq!(refused, Err(CentralError::Sensitivity(sensitivity)));
        }
    }
}
