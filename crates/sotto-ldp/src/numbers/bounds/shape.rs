//! The shape of a distribution: as smooth as the reports allow.

use super::{
    super::{
        density::{DensityEstimator, Distribution},
        em::{Smoothing, expectation_maximization},
    },
    atoms::{Atoms, blocks},
    simplex::{Quadratic, SimplexPoint, dot},
};
use crate::kernel::{Counts, float};

/// More steps are never taken.
const MAX_STEPS: u32 = 10_000;

/// The slope that least squares leave, in units of the log-likelihood.
pub(super) const TOLERANCE: f64 = 0.1;

/// The smoothed distribution, and from there by steps that are not, until the reports do not speak against
/// it: until it fits them as well as the true distribution would be expected to.
///
/// That is Morozov's discrepancy principle (1966). What fits best has as many shares to choose as are not 0
/// in it, less one; so twice its lead in log-likelihood over the truth is about χ² of as many degrees of
/// freedom, d, and d + √(2d), a standard deviation more than expected, is borne.
pub(super) fn shape(
    estimator: &dyn DensityEstimator,
    counts: &Counts,
    atoms: &Atoms,
) -> Option<Distribution> {
    let smooth = expectation_maximization(estimator, counts, Smoothing::Binomial)?.distribution;
    let seen: Vec<f64> = counts.supports().iter().map(|&c| float(c)).collect();
    let (all, in_blocks) = (float(counts.reports()), blocks(&seen));
    let fit = |expected: &[f64]| -> f64 {
        let cells = in_blocks.iter().zip(expected);
        let seen = cells.filter(|(count, _)| **count > 0.0);
        seen.map(|(count, share)| count * share.ln()).sum()
    };
    let mut expected = estimator.expected(smooth.shares());
    let blocked = blocks(&expected);
    if blocked.iter().any(|share| *share <= 0.0) {
        return None;
    }
    let weights: Vec<f64> = blocked.iter().map(|share| all / share).collect();
    let ratios: Vec<f64> = in_blocks.iter().zip(&blocked).map(|(c, e)| c / e).collect();
    let linear: Vec<f64> = atoms.columns.iter().map(|k| dot(k, &ratios)).collect();
    let best = Quadratic::of_columns(&atoms.columns, &weights, TOLERANCE);
    let best = best.least(&linear, SimplexPoint::corner(linear.len()));
    let mut of_best = vec![0.0; blocked.len()];
    for &atom in &best.free {
        for (sum, share) in of_best.iter_mut().zip(&atoms.columns[atom]) {
            *sum += best.shares[atom] * share;
        }
    }
    let freedom = float(best.free.len() as u64) - 1.0;
    let borne = freedom + (2.0 * freedom).sqrt();
    let enough = fit(&of_best) - borne / 2.0;
    let mut found = smooth;
    for _ in 0..MAX_STEPS {
        if fit(&blocks(&expected)) >= enough {
            break;
        }
        let ratios: Vec<f64> = seen
            .iter()
            .zip(&expected)
            .map(|(count, share)| count / all / share)
            .collect();
        let factors = estimator.back_projected(&ratios);
        let shares = found.shares().iter().zip(&factors);
        found = Distribution::of_weights(shares.map(|(s, f)| s * f.max(0.0)).collect())?;
        expected = estimator.expected(found.shares());
    }
    Some(found)
}
