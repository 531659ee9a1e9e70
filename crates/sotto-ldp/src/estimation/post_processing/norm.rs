//! Norm: one constant is added to every estimate so that all add up to 1.

use crate::kernel::float;

/// Adds (1 − Σf̂)/k to every estimate (Wang et al. 2020, §IV-B). Negative estimates stay negative:
/// the result is not a distribution. [`super::norm_sub`] is the one that goes on until it is.
pub(super) fn norm(estimates: &[f64]) -> Vec<f64> {
    let sum: f64 = estimates.iter().sum();
    let shift = (1.0 - sum) / float(estimates.len().max(1) as u64);
    estimates.iter().map(|estimate| estimate + shift).collect()
}
