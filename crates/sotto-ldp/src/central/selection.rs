//! Choosing one of several by a score: the exponential mechanism, and permute-and-flip, both exactly.
//!
//! Both draw candidates and keep one with the chance e^(ε·(score − best)/(2Δ)), compared in integers. The exponential
//! mechanism (McSherry and Talwar 2007) draws with replacement, so that what it keeps has the weight e^(ε·score/(2Δ));
//! permute-and-flip (McKenna and Sheldon 2020) goes once through all in random order, costs the same, and is never
//! worse.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::CentralError;
use crate::kernel::{
    Epsilon,
    sampling::{bernoulli_exp, uniform_below},
};

/// The choice of one of several by their scores, at ε in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// ε in millionths, rounded down.
    micros: NonZeroU64,
    /// 2Δ·10⁶.
    units: NonZeroU64,
}

impl Selection {
    /// For scores of which a person changes each by at most `sensitivity`.
    ///
    /// # Errors
    /// When the sensitivity is 0 or above 10⁹, or ε is below a millionth.
    pub fn new(epsilon: &Epsilon, sensitivity: u64) -> Result<Self, CentralError> {
        let refused = CentralError::Sensitivity(sensitivity);
        if sensitivity > 1_000_000_000 {
            return Err(refused);
        }
        let micros = NonZeroU64::new(epsilon.micros_rounded_down().into());
        Ok(Self {
            micros: micros.ok_or(CentralError::Epsilon)?,
            units: NonZeroU64::new(2_000_000 * sensitivity).ok_or(refused)?,
        })
    }

    /// The index of the chosen one by the exponential mechanism.
    ///
    /// # Errors
    /// When there are no scores.
    pub fn exponential<R: CryptoRng + ?Sized>(
        &self,
        scores: &[i64],
        rng: &mut R,
    ) -> Result<usize, CentralError> {
        let best = best(scores)?;
        let count = NonZeroU64::new(scores.len() as u64).ok_or(CentralError::NoCounts)?;
        loop {
            let index = usize::try_from(uniform_below(count, rng)).unwrap_or(0);
            if scores
                .get(index)
                .is_some_and(|&score| self.keeps(best, score, rng))
            {
                return Ok(index);
            }
        }
    }

    /// The index of the chosen one by permute-and-flip.
    ///
    /// # Errors
    /// When there are no scores.
    pub fn permute_and_flip<R: CryptoRng + ?Sized>(
        &self,
        scores: &[i64],
        rng: &mut R,
    ) -> Result<usize, CentralError> {
        let best = best(scores)?;
        let mut left: Vec<usize> = (0..scores.len()).collect();
        // The best one is kept whenever it is reached, so that one is found before all are gone.
        while let Some(count) = NonZeroU64::new(left.len() as u64) {
            let position = usize::try_from(uniform_below(count, rng)).unwrap_or(0);
            let index = left.swap_remove(position);
            if scores
                .get(index)
                .is_some_and(|&score| self.keeps(best, score, rng))
            {
                return Ok(index);
            }
        }
        Err(CentralError::NoCounts)
    }

    /// True with chance e^(−ε·(best − score)/(2Δ)).
    fn keeps<R: CryptoRng + ?Sized>(&self, best: i64, score: i64, rng: &mut R) -> bool {
        let behind = best.abs_diff(score);
        match behind.checked_mul(self.micros.get()) {
            Some(exponent) => bernoulli_exp(exponent, self.units, rng),
            // The same in two steps: as often as it is behind, so that no product can overflow.
            None => (0..behind).all(|_| bernoulli_exp(self.micros.get(), self.units, rng)),
        }
    }
}

fn best(scores: &[i64]) -> Result<i64, CentralError> {
    scores.iter().copied().max().ok_or(CentralError::NoCounts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn selection(epsilon: &str) -> Selection {
        Selection::new(&epsilon.parse().unwrap(), 1).unwrap()
    }

    /// Weights e^(ε·score/2) over their sum.
    fn exponential_chances(scores: &[i64], epsilon: f64) -> Vec<f64> {
        let weights: Vec<f64> = scores
            .iter()
            .map(|&score| (epsilon * score as f64 / 2.0).exp())
            .collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    /// Adds to each chance that it is the first kept of those left.
    fn visit(left: &[usize], chance: f64, keeps: &dyn Fn(usize) -> f64, chances: &mut [f64]) {
        for (position, &index) in left.iter().enumerate() {
            let drawn = chance / left.len() as f64;
            chances[index] += drawn * keeps(index);
            let mut rest = left.to_vec();
            rest.remove(position);
            visit(&rest, drawn * (1.0 - keeps(index)), keeps, chances);
        }
    }

    /// Over all orders of the candidates: the first that is kept.
    fn permute_and_flip_chances(scores: &[i64], epsilon: f64) -> Vec<f64> {
        let best = *scores.iter().max().unwrap();
        let keeps = |index: usize| (epsilon * (scores[index] - best) as f64 / 2.0).exp();
        let mut chances = vec![0.0; scores.len()];
        let all: Vec<usize> = (0..scores.len()).collect();
        visit(&all, 1.0, &keeps, &mut chances);
        chances
    }

    /// Every person changes every score by at most one, each as it likes.
    #[test]
    fn neighbours_choose_alike() {
        for chances in [exponential_chances, permute_and_flip_chances] {
            for epsilon in [0.5, 1.0, 3.0] {
                for scores in [[0_i64, 0, 0], [5, 4, 0], [9, 1, 8]] {
                    let here = chances(&scores, epsilon);
                    assert!((here.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                    for change in 0..27_i64 {
                        let moved = [
                            scores[0] + change % 3 - 1,
                            scores[1] + change / 3 % 3 - 1,
                            scores[2] + change / 9 - 1,
                        ];
                        for (a, b) in here.iter().zip(chances(&moved, epsilon)) {
                            assert!((a / b).ln().abs() <= epsilon + 1e-9, "{scores:?} {moved:?}");
                        }
                    }
                }
            }
        }
    }

    /// Frequencies of 60,000 draws each; |z| > 6, seeded.
    #[test]
    fn choices_follow_their_chances() {
        let mut rng = ChaCha20Rng::seed_from_u64(12);
        let scores = [7, 5, 5, 1];
        let chosen = selection("1");
        let draws = 60_000.0;
        let mut seen = [[0.0; 4]; 2];
        for _ in 0..60_000 {
            seen[0][chosen.exponential(&scores, &mut rng).unwrap()] += 1.0;
            seen[1][chosen.permute_and_flip(&scores, &mut rng).unwrap()] += 1.0;
        }
        let chances = [
            exponential_chances(&scores, 1.0),
            permute_and_flip_chances(&scores, 1.0),
        ];
        for (seen, chances) in seen.iter().zip(&chances) {
            for (seen, chance) in seen.iter().zip(chances) {
                let deviation = (draws * chance * (1.0 - chance)).sqrt();
                assert!(
                    (seen - draws * chance).abs() < 6.0 * deviation,
                    "{seen} {chance}"
                );
            }
        }
        // Permute-and-flip is never worse.
        assert!(chances[1][0] > chances[0][0]);
    }

    #[test]
    fn what_cannot_be_chosen_from_is_refused() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        assert_eq!(
            selection("1").exponential(&[], &mut rng),
            Err(CentralError::NoCounts)
        );
        assert_eq!(
            selection("1").permute_and_flip(&[], &mut rng),
            Err(CentralError::NoCounts)
        );
        assert!(Selection::new(&"1".parse().unwrap(), 0).is_err());
        // Scores at both ends of what there is: the better one, but for a chance of e^(−2⁶²).
        let ends = [i64::MIN, i64::MAX];
        assert_eq!(selection("1").exponential(&ends, &mut rng), Ok(1));
        assert_eq!(selection("1").permute_and_flip(&ends, &mut rng), Ok(1));
    }
}
