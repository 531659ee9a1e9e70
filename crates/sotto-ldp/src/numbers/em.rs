//! Recovering a distribution from noisy reports: maximum likelihood by expectation-maximization,
//! with or without smoothing (Li et al., SIGMOD 2020).

use super::density::{DensityEstimator, Distribution};
use crate::kernel::{Counts, float};

/// What happens to a distribution between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Smoothing {
    /// Nothing: the limit is the maximum likelihood, which follows the noise where reports are few.
    None,
    /// Each share becomes the mean of itself and its neighbours with weights ¼, ½, ¼ (⅔, ⅓ at the
    /// ends): biased towards smooth shapes, and much closer to smooth truths.
    #[default]
    Binomial,
}

/// A recovered distribution, and how it was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Deconvolution {
    /// The shares of the grid's cells, and behind them that of those who declined, where they can.
    pub distribution: Distribution,
    /// Steps taken.
    pub iterations: u32,
    /// Whether the last step changed the likelihood as little as is asked for.
    pub converged: bool,
    /// Σ countⱼ·ln(expected shareⱼ), to compare fits to the same reports.
    pub log_likelihood: f64,
}

/// More steps are never taken.
const MAX_ITERATIONS: u32 = 10_000;

/// The gain in log-likelihood at which steps end: as in the paper, 10⁻³. Likelihood ratios are
/// judged on a scale of ones, so less is not evidence.
const LEAST_GAIN: f64 = 1e-3;

/// Finds the distribution that explains counts of output cells; `None` without reports, or with
/// counts of another number of cells.
///
/// One step is fᵢ ← fᵢ·Σⱼ rⱼ·Pr\[j | i\] with r the ratio of seen to expected shares, for any
/// channel; it never lowers the likelihood. Steps cost time in proportion to the cells.
#[must_use]
pub fn expectation_maximization(
    estimator: &dyn DensityEstimator,
    counts: &Counts,
    smoothing: Smoothing,
) -> Option<Deconvolution> {
    let cells = estimator.grid_cells() as usize;
    let values = cells + usize::from(estimator.tells_declined());
    let seen: Vec<f64> = counts
        .supports()
        .iter()
        .map(|&count| float(count))
        .collect();
    let all: f64 = seen.iter().sum();
    let mut distribution = Distribution::of_weights(vec![1.0; values])?;
    let mut expected = estimator.expected(distribution.shares());
    if all <= 0.0 || expected.len() != seen.len() {
        return None;
    }
    let mut log_likelihood = fit(&seen, &expected);
    for iterations in 1..=MAX_ITERATIONS {
        let ratios: Vec<f64> = seen
            .iter()
            .zip(&expected)
            .map(|(count, share)| {
                if *count > 0.0 {
                    count / all / share
                } else {
                    0.0
                }
            })
            .collect();
        let factors = estimator.back_projected(&ratios);
        let shares = distribution.shares().iter().zip(&factors);
        let mut next: Vec<f64> = shares
            .map(|(share, factor)| share * factor.max(0.0))
            .collect();
        // Those who declined are no cell's neighbours.
        let declined = next.split_off(cells.min(next.len()));
        let mut next = smoothed(next, smoothing);
        next.extend(declined);
        distribution = Distribution::of_weights(next)?;
        expected = estimator.expected(distribution.shares());
        let before = log_likelihood;
        log_likelihood = fit(&seen, &expected);
        let converged = (log_likelihood - before).abs() < LEAST_GAIN;
        if converged || iterations == MAX_ITERATIONS {
            return Some(Deconvolution {
                distribution,
                iterations,
                converged,
                log_likelihood,
            });
        }
    }
    None
}

fn fit(seen: &[f64], expected: &[f64]) -> f64 {
    let possible = seen.iter().zip(expected).filter(|(count, _)| **count > 0.0);
    possible.map(|(count, share)| count * share.ln()).sum()
}

fn smoothed(shares: Vec<f64>, smoothing: Smoothing) -> Vec<f64> {
    if smoothing == Smoothing::None || shares.len() < 2 {
        return shares;
    }
    let last = shares.len() - 1;
    (0..=last)
        .map(|index| match index {
            0 => (2.0 * shares[0] + shares[1]) / 3.0,
            _ if index == last => (2.0 * shares[last] + shares[last - 1]) / 3.0,
            _ => (shares[index - 1] + 2.0 * shares[index] + shares[index + 1]) / 4.0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::square_wave::square_wave;

    #[test]
    #[expect(clippy::cast_sign_loss, reason = "shares are positive")]
    fn without_noise_the_distribution_comes_back() {
        let wave = square_wave(&"2".parse().unwrap(), 6).unwrap();
        let truth = [0.1, 0.3, 0.25, 0.2, 0.1, 0.05];
        let exact: Vec<u64> = wave
            .expected(&truth)
            .iter()
            .map(|share| (share * 1e12).round() as u64)
            .collect();
        let counts = Counts::new(exact.iter().sum(), exact).unwrap();
        let found = expectation_maximization(&wave, &counts, Smoothing::None).unwrap();
        assert!(found.converged);
        for (share, expected) in found.distribution.shares().iter().zip(truth) {
            assert!((share - expected).abs() < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn no_reports_and_foreign_counts_give_nothing() {
        let wave = square_wave(&"1".parse().unwrap(), 11).unwrap();
        let outputs = wave.expected(&[0.0; 11]).len() as u32;
        for counts in [Counts::empty(outputs), Counts::new(3, vec![3]).unwrap()] {
            assert_eq!(
                expectation_maximization(&wave, &counts, Smoothing::Binomial),
                None
            );
        }
    }
}
