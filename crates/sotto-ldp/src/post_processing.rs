//! Making estimates consistent for display. Post-processing costs no privacy, but is biased: the
//! unbiased figure always stands beside it.

/// Norm-Sub (Wang et al., NDSS 2020): one constant is added to every estimate and what falls below
/// zero is set to zero, so that all are at least 0 and add up to 1. It is the Euclidean projection
/// onto the simplex. Empty in, empty out.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "domains are far smaller than 2⁵²"
)]
pub fn norm_sub(estimates: &[f64]) -> Vec<f64> {
    let mut descending = estimates.to_vec();
    descending.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut shift = 0.0;
    for (index, estimate) in descending.iter().enumerate() {
        sum += estimate;
        let candidate = (1.0 - sum) / (index + 1) as f64;
        // The values kept are those that stay positive with the shift that they imply.
        if estimate + candidate > 0.0 {
            shift = candidate;
        }
    }
    estimates
        .iter()
        .map(|estimate| (estimate + shift).max(0.0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_examples_by_hand() {
        assert_eq!(norm_sub(&[0.25, 0.75]), [0.25, 0.75]);
        assert_eq!(norm_sub(&[1.5, -0.5]), [1.0, 0.0]);
        // −0.2 goes to zero, the others share the excess of 0.2.
        let found = norm_sub(&[0.7, 0.5, -0.2]);
        assert!((found[0] - 0.6).abs() < 1e-12 && (found[1] - 0.4).abs() < 1e-12);
        assert!(found[2].abs() < 1e-12);
        assert!(norm_sub(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn the_result_is_a_distribution_in_the_same_order(
            estimates in prop::collection::vec(-2.0..2.0_f64, 1..50)
        ) {
            let found = norm_sub(&estimates);
            prop_assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(found.iter().all(|&share| share >= 0.0));
            for (a, x) in estimates.iter().zip(&found) {
                for (b, y) in estimates.iter().zip(&found) {
                    prop_assert!(a < b || x >= y);
                }
            }
        }
    }
}
