//! Norm-Mul: negative estimates become 0, the others are multiplied so that all add up to 1.

use super::base_pos;
use crate::kernel::float;

/// Sets negative estimates to 0 and divides by the sum of the rest (Wang et al. 2020, §IV-B).
/// Where nothing is positive, every value gets the same share. It favours popular values: use
/// [`super::norm_sub`] for display.
#[must_use]
pub fn norm_mul(estimates: &[f64]) -> Vec<f64> {
    let positive = base_pos(estimates);
    let sum: f64 = positive.iter().sum();
    if sum > 0.0 {
        positive.iter().map(|share| share / sum).collect()
    } else {
        vec![1.0 / float(estimates.len().max(1) as u64); estimates.len()]
    }
}
