//! Base-Pos: negative estimates become 0.

/// Sets negative estimates to 0 (Wang et al. 2020, §IV-A). The sum is usually above 1.
pub(super) fn base_pos(estimates: &[f64]) -> Vec<f64> {
    estimates.iter().map(|estimate| estimate.max(0.0)).collect()
}
