//! Recovering a distribution from noisy reports: maximum likelihood by expectation-maximization,
//! with or without smoothing (Li et al., SIGMOD 2020).

use rand::Rng;

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

/// Standard errors of figures read off a recovered distribution, by the parametric bootstrap: what
/// `figures` vary by when the same number of reports are drawn anew from the expected shares.
///
/// They hold the noise and the sampling, not the bias of smoothing. The generator needs no secrecy.
/// Costs `resamples` deconvolutions; `None` when there were no reports, or fewer than two resamples
/// give the figures.
#[must_use]
pub fn bootstrap<R: Rng + ?Sized>(
    estimator: &dyn DensityEstimator,
    found: &Deconvolution,
    reports: u64,
    (smoothing, resamples): (Smoothing, u32),
    figures: impl Fn(&Distribution) -> Vec<f64>,
    rng: &mut R,
) -> Option<Vec<f64>> {
    let expected = estimator.expected(found.distribution.shares());
    let mut count = 0.0;
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for _ in 0..resamples {
        let drawn: Vec<u64> = expected
            .iter()
            .map(|share| poisson(share * float(reports), rng))
            .collect();
        let Ok(counts) = Counts::new(drawn.iter().sum(), drawn) else {
            continue;
        };
        let Some(again) = expectation_maximization(estimator, &counts, smoothing) else {
            continue;
        };
        let found = figures(&again.distribution);
        sums.resize(found.len(), (0.0, 0.0));
        count += 1.0;
        // Welford's update: no difference of large squares.
        for ((mean, squares), figure) in sums.iter_mut().zip(found) {
            let distance = figure - *mean;
            *mean += distance / count;
            *squares += distance * (figure - *mean);
        }
    }
    (count >= 2.0).then(|| {
        let deviations = sums
            .iter()
            .map(|(_, squares)| (squares / (count - 1.0)).sqrt());
        deviations.collect()
    })
}

/// A Poisson number of that mean; above 30 by the normal distribution.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held above zero, and counts are far below 2⁵³"
)]
fn poisson<R: Rng + ?Sized>(mean: f64, rng: &mut R) -> u64 {
    if mean > 30.0 {
        let radius = (-2.0 * uniform(rng).ln()).sqrt();
        let normal = radius * (2.0 * std::f64::consts::PI * uniform(rng)).cos();
        return (mean + mean.sqrt() * normal).round().max(0.0) as u64;
    }
    let limit = (-mean).exp();
    let mut product = uniform(rng);
    let mut count = 0;
    while product > limit {
        product *= uniform(rng);
        count += 1;
    }
    count
}

/// A number above 0 and at most 1, in steps of 2⁻⁵³.
fn uniform<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    float((rng.next_u64() >> 11) + 1) / 2_f64.powi(53)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::square_wave::square_wave;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

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

    /// Means of 20,000 draws within 5 standard deviations: a false alarm below 10⁻⁶.
    #[test]
    fn poisson_numbers_have_their_mean_and_variance() {
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        for mean in [0.1, 3.0, 29.0, 31.0, 1000.0] {
            let draws: Vec<f64> = (0..20_000)
                .map(|_| float(poisson(mean, &mut rng)))
                .collect();
            let n = draws.len() as f64;
            let found = draws.iter().sum::<f64>() / n;
            let spread = draws.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / n;
            assert!(
                (found - mean).abs() < 5.0 * (mean / n).sqrt(),
                "{mean}: {found}"
            );
            let tolerance = 5.0 * ((2.0 * mean * mean + mean) / n).sqrt();
            assert!((spread - mean).abs() < tolerance, "{mean}: {spread}");
        }
    }
}
