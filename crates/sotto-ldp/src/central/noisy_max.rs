//! Report Noisy Max: only which count is the greatest.

use rand::CryptoRng;

use super::{CentralCounts, CentralError};
use crate::kernel::Epsilon;

/// The index of the greatest noisy count; of equal ones the first. Nothing else is published, so
/// that it costs ε once, however many counts there are (Dwork and Roth 2014, §3.3).
///
/// A person who joins raises some counts by at most one each and lowers none. Fix the noise of all
/// counts but i: then i wins exactly when its noise is at least some whole number t, and among the
/// neighbours at least when it is t + 1 or more; Pr\[X ≥ t + 1\] ≥ e^−ε·Pr\[X ≥ t\] for discrete
/// Laplace noise of scale 1/ε. The same holds for a person who leaves.
///
/// For lessons and learning: no program here uses it.
///
/// # Errors
/// When there are no counts, or ε is below a millionth.
pub fn report_noisy_max<R: CryptoRng + ?Sized>(
    counts: &[u64],
    epsilon: &Epsilon,
    rng: &mut R,
) -> Result<usize, CentralError> {
    let noisy = CentralCounts::histogram(epsilon)?.publish(counts, rng);
    let indices = noisy.iter().enumerate().rev();
    // Of equal ones `max_by_key` takes the last, which is the first in the order of the counts.
    indices
        .max_by_key(|(_, count)| **count)
        .map(|(index, _)| index)
        .ok_or(CentralError::NoCounts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    /// Pr[index i wins], by adding up over all noise within ±60.
    fn chances(counts: &[i64], decay: f64) -> Vec<f64> {
        let mass = |x: i64| {
            (-decay * x.abs() as f64).exp() * (1.0 - (-decay).exp()) / (1.0 + (-decay).exp())
        };
        // Pr[X < x] in closed form.
        let below = |x: i64| {
            let tail = (-decay * (x - 1).abs() as f64).exp() / (1.0 + (-decay).exp());
            if x > 0 {
                1.0 - tail * (-decay).exp()
            } else {
                tail
            }
        };
        let wins = |i: usize| {
            (-60..=60)
                .map(|noise| {
                    let value = counts[i] + noise;
                    let others = counts.iter().enumerate().filter(|(j, _)| *j != i);
                    let loses = |(j, count): (usize, &i64)| {
                        // Before i a tie wins, behind it a tie loses.
                        below(value - count + i64::from(j > i))
                    };
                    mass(noise) * others.map(loses).product::<f64>()
                })
                .sum()
        };
        (0..counts.len()).map(wins).collect()
    }

    #[test]
    fn neighbours_are_within_epsilon() {
        for decay in [0.5, 1.0, 2.0] {
            for counts in [[3, 3, 3], [5, 4, 0], [0, 1, 2]] {
                let here = chances(&counts, decay);
                assert!((here.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                for joining in 1..8 {
                    // Even a person who is in several cells.
                    let mut more = counts;
                    for (cell, count) in more.iter_mut().enumerate() {
                        *count += joining >> cell & 1;
                    }
                    for (a, b) in here.iter().zip(chances(&more, decay)) {
                        let loss = (a / b).ln().abs();
                        assert!(loss <= decay + 1e-9, "{counts:?} {more:?}: {loss}");
                    }
                }
            }
        }
    }

    /// Frequencies of 40,000 draws against those chances; |z| > 6, seeded.
    #[test]
    fn the_winner_follows_its_chances() {
        let mut rng = ChaCha20Rng::seed_from_u64(8);
        let mut wins = [0.0; 3];
        for _ in 0..40_000 {
            let winner = report_noisy_max(&[5, 4, 4], &"1".parse().unwrap(), &mut rng).unwrap();
            wins[winner] += 1.0;
        }
        for (wins, chance) in wins.iter().zip(chances(&[5, 4, 4], 1.0)) {
            let deviation = (40_000.0 * chance * (1.0 - chance)).sqrt();
            assert!(
                (wins - 40_000.0 * chance).abs() < 6.0 * deviation,
                "{wins} {chance}"
            );
        }
        assert_eq!(
            report_noisy_max(&[], &"1".parse().unwrap(), &mut rng),
            Err(CentralError::NoCounts)
        );
    }
}
