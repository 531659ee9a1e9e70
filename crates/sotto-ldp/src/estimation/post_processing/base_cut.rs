//! Base-Cut: estimates that noise alone could well give become 0.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::kernel::float;

/// How often, unless asked, any of the values that nobody has may survive the cut.
pub(super) const BASE_CUT_SIGNIFICANCE: f64 = 0.05;

/// Sets to 0 what lies below T = Φ⁻¹(1 − α/k)·s, where s is the standard error of a value that
/// nobody has and α the `significance`: then no absent value survives but with probability α
/// (Wang et al. 2017, eq. 8; Wang et al. 2020, §IV-A). Negative estimates always become 0. A
/// significance outside 0 to 1 cuts everything or nothing above 0.
pub(super) fn base_cut(
    estimates: &[f64],
    standard_error_of_absent: f64,
    significance: f64,
) -> Vec<f64> {
    let tail = (significance / float(estimates.len().max(1) as u64)).clamp(0.0, 0.5);
    let threshold = -Normal::standard().inverse_cdf(tail) * standard_error_of_absent;
    // A standard error of 0 times infinity is not a number, and cuts nothing above 0.
    let below = |estimate: f64| estimate <= 0.0 || estimate < threshold;
    estimates
        .iter()
        .map(|&estimate| if below(estimate) { 0.0 } else { estimate })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_is_the_published_quantile() {
        // Φ⁻¹(1 − 0.05/10) = 2.5758
        let found = base_cut(
            &[0.257, 0.258, 0.0, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0],
            0.1,
            0.05,
        );
        assert_eq!(found, [0.0, 0.258, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
        for significance in [0.0, -1.0, 2.0] {
            assert!(base_cut(&[0.1, -0.1], 0.0, significance)[1].abs() < 1e-300);
        }
    }
}
