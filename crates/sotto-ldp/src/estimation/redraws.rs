//! What other draws of chance would have given: the same crowd, perturbed again.
//!
//! With the estimated share f of n people, f·n of them support a value with probability p* and the others
//! with q*, so that the number of reports that support it is the sum of two binomial variables. Drawing it
//! again and again shows how far an estimate is moved by chance alone.

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};

use crate::{
    estimation::{error::EstimateError, protocol::Protocol},
    kernel::{SupportProbabilities, float},
};

/// From so many people on a binomial variable is drawn as a normal one: within a person of it.
const MANY: u64 = 20_000;

/// The share as `draws` other surveys of the same crowd would have estimated it: of `reports` people, of
/// whom the share `share` (cut at 0 and 1) has the value. The same seed gives the same draws: nothing here
/// is secret.
///
/// # Errors
/// When there are no reports, or the protocol does not tell values apart.
pub fn redraws(
    share: f64,
    reports: u64,
    support: SupportProbabilities,
    (draws, seed): (u32, u64),
) -> Result<Vec<f64>, EstimateError> {
    let protocol = Protocol::new(support)?;
    if reports == 0 {
        return Err(EstimateError::NoReports);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the number of reports"
    )]
    let with = (share.clamp(0.0, 1.0) * float(reports)).round() as u64;
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    Ok((0..draws)
        .map(|_| {
            let count = supported(with.min(reports), protocol.p, &mut generator)
                + supported(reports.saturating_sub(with), protocol.q, &mut generator);
            protocol.share_at(count / float(reports))
        })
        .collect())
}

/// How many of so many people's reports support a value, each with that probability.
fn supported(people: u64, probability: f64, generator: &mut ChaCha20Rng) -> f64 {
    let number = float(people);
    if people < MANY {
        let drawn = (0..people).filter(|_| generator.random::<f64>() < probability);
        return float(u64::try_from(drawn.count()).unwrap_or(u64::MAX));
    }
    // Box and Muller (1958).
    let (one, other) = (generator.random::<f64>(), generator.random::<f64>());
    let normal = (-2.0 * (1.0 - one).ln()).sqrt() * (std::f64::consts::TAU * other).cos();
    let spread = (number * probability * (1.0 - probability)).sqrt();
    (number * probability + spread * normal)
        .round()
        .clamp(0.0, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimation::{estimate::standard_error, population::Population};

    const TWO_COINS: SupportProbabilities = SupportProbabilities {
        truth: 3,
        other: 1,
        total: 4,
    };

    /// Mean and spread are those of the estimator: of 4,000 draws the mean lies within six of its standard
    /// errors, and the spread within a tenth (nine of its own); the seeds are fixed.
    #[test]
    fn other_draws_scatter_as_the_standard_error_says() {
        for (share, reports) in [(0.2, 400), (0.0, 400), (1.0, 300), (0.3, 50_000)] {
            let draws = redraws(share, reports, TWO_COINS, (4_000, 7)).unwrap();
            let mean = draws.iter().sum::<f64>() / 4_000.0;
            let square = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>();
            let spread = (square / 3_999.0).sqrt();
            let error = standard_error(share, reports, TWO_COINS, Population::Fixed).unwrap();
            assert!(
                (mean - share).abs() < 6.0 * error / 4_000_f64.sqrt(),
                "{mean}"
            );
            assert!((spread / error - 1.0).abs() < 0.1, "{spread} {error}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_draws() {
        let draws = |seed| redraws(0.4, 100, TWO_COINS, (20, seed)).unwrap();
        assert_eq!(draws(1), draws(1));
        assert_ne!(draws(1), draws(2));
        let beyond = redraws(7.0, 100, TWO_COINS, (20, 1)).unwrap();
        assert_eq!(beyond, redraws(1.0, 100, TWO_COINS, (20, 1)).unwrap());
        assert_eq!(
            redraws(0.4, 0, TWO_COINS, (20, 1)),
            Err(EstimateError::NoReports)
        );
    }
}
