//! The catastrophe that δ allows: all is published with a small chance, and a noisy count otherwise.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{CentralCounts, CentralError};
use crate::kernel::{Epsilon, sampling::uniform_below};

/// A mechanism that nobody should use and that keeps to (ε, δ) with δ = 1/`odds`: it publishes the whole table with
/// chance δ, and otherwise a count with Laplace noise of ε (Dwork and Roth 2014, section 2.3, on why δ must be far
/// below one in the number of people).
///
/// Proof: of whatever is published, the part that comes with the table has chance δ; the rest comes from a mechanism
/// that is private with ε, so that Pr\[M(x) ∈ S\] ≤ δ + (1 − δ)·e^ε·Pr\[noisy count of x′ ∈ S\] ≤
/// δ + e^ε·Pr\[M(x′) ∈ S\].
///
/// For the lessons: no answer of a respondent ever meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllOrNoise {
    pub(super) odds: NonZeroU64,
    pub(super) counts: CentralCounts,
}

impl AllOrNoise {
    /// Publishes everything once in `odds` times.
    ///
    /// # Errors
    /// When `odds` is below 2, for then δ is no chance below 1, or ε is below a millionth.
    pub fn new(epsilon: &Epsilon, odds: u64) -> Result<Self, CentralError> {
        let counts = CentralCounts::histogram(epsilon)?;
        match NonZeroU64::new(odds) {
            Some(odds) if odds.get() > 1 => Ok(Self { odds, counts }),
            _ => Err(CentralError::Delta(1.0)),
        }
    }

    /// A count with noise, or nothing where the whole table is published.
    pub fn publish<R: CryptoRng + ?Sized>(&self, count: u64, rng: &mut R) -> Option<i64> {
        if uniform_below(self.odds, rng) == 0 {
            return None;
        }
        self.counts.publish(&[count], rng).first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    /// 40,000 tables at one in ten: 4,000, six deviations of 60; seeded.
    #[test]
    fn everything_is_published_as_often_as_delta_says() {
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        let mechanism = AllOrNoise::new(&"1".parse().unwrap(), 10).unwrap();
        let whole = (0..40_000).filter(|_| mechanism.publish(100, &mut rng).is_none());
        assert!(whole.count().abs_diff(4_000) < 360);
        for odds in [0, 1] {
            assert_eq!(
                AllOrNoise::new(&"1".parse().unwrap(), odds),
                Err(CentralError::Delta(1.0))
            );
        }
    }
}
