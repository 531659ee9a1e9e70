//! The likeliest distribution of numbers, without any smoothing.

use super::{Convergence, Fit, LikelihoodError, expectation_maximization::climb};
use crate::{
    kernel::{Counts, float},
    numbers::DensityEstimator,
};

/// The shares of the grid's cells under which the reports are likeliest, and behind them that of those who
/// declined, where they can. It follows the noise where reports are few: [`crate::numbers::Smoothing`] does
/// not.
///
/// # Errors
/// When there are no reports, or they are counted over other cells.
pub fn numbers(
    estimator: &dyn DensityEstimator,
    counts: &Counts,
    convergence: Convergence,
) -> Result<Fit, LikelihoodError> {
    let seen: Vec<f64> = counts
        .supports()
        .iter()
        .map(|&count| float(count))
        .collect();
    let reports: f64 = seen.iter().sum();
    if reports <= 0.0 {
        return Err(LikelihoodError::NoReports);
    }
    let values = estimator.grid_cells() as usize + usize::from(estimator.tells_declined());
    let outputs = estimator.expected(&vec![0.0; values]).len();
    if outputs != seen.len() {
        return Err(LikelihoodError::Outputs {
            expected: outputs,
            found: seen.len(),
        });
    }
    let gradient = |shares: &[f64], slopes: &mut [f64]| {
        let expected = estimator.expected(shares);
        let came = || {
            seen.iter()
                .zip(&expected)
                .map(|(&count, &share)| (count, share))
        };
        let ratios: Vec<f64> = came()
            .map(|(count, share)| {
                if count > 0.0 {
                    count / (reports * share)
                } else {
                    0.0
                }
            })
            .collect();
        for (slope, found) in slopes.iter_mut().zip(estimator.back_projected(&ratios)) {
            *slope = found.max(0.0);
        }
        came()
            .filter(|(count, _)| *count > 0.0)
            .map(|(count, share)| count * share.ln())
            .sum()
    };
    Ok(climb(values, reports, convergence, gradient))
}
