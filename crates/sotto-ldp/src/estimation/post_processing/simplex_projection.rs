//! The Euclidean projection onto the simplex.

use crate::kernel::float;

/// The distribution nearest to the estimates by Euclidean distance, by sorting (Duchi,
/// Shalev-Shwartz, Singer and Chandra 2008, figure 1). Empty in, empty out.
pub(super) fn simplex_projection(estimates: &[f64]) -> Vec<f64> {
    let mut descending = estimates.to_vec();
    descending.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut shift = 0.0;
    for (index, estimate) in descending.iter().enumerate() {
        sum += estimate;
        let candidate = (1.0 - sum) / float(index as u64 + 1);
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

    proptest! {
        /// x is the projection of y exactly when (y − x)·(z − x) ≤ 0 for every distribution z; the
        /// corners of the simplex suffice.
        #[test]
        fn no_distribution_is_nearer(estimates in prop::collection::vec(-2.0..2.0_f64, 1..50)) {
            let found = simplex_projection(&estimates);
            let pull: Vec<_> = estimates.iter().zip(&found).map(|(y, x)| y - x).collect();
            let at_found: f64 = pull.iter().zip(&found).map(|(pull, x)| pull * x).sum();
            prop_assert!(pull.iter().all(|pull| pull - at_found < 1e-9));
        }
    }
}
