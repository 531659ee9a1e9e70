//! Norm-Cut: the smallest estimates become 0 until what is left adds up to at most 1.

use super::base_pos;

/// Sets negative estimates to 0, then the smallest positive ones, until the sum is at most 1 (Wang
/// et al. 2020, §IV-B). What is left is unchanged, so that the sum may be less than 1; values with
/// equal estimates go together.
pub(super) fn norm_cut(estimates: &[f64]) -> Vec<f64> {
    let positive = base_pos(estimates);
    let mut descending = positive.clone();
    descending.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut threshold = 0.0;
    for group in descending.chunk_by(|a, b| a.total_cmp(b).is_eq()) {
        sum += group.iter().sum::<f64>();
        // Shares that add up to 1 but for rounding are kept.
        if sum > 1.0 + 1e-12 {
            threshold = group.first().copied().unwrap_or(0.0);
            break;
        }
    }
    positive
        .into_iter()
        .map(|share| if share > threshold { share } else { 0.0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_together_and_little_stays_as_it_is() {
        assert_eq!(norm_cut(&[0.5, 0.3, 0.3]), [0.5, 0.0, 0.0]);
        assert_eq!(norm_cut(&[0.2, -0.3, 0.3]), [0.2, 0.0, 0.3]);
        assert_eq!(norm_cut(&[1.5, 0.1]), [0.0, 0.0]);
        assert_eq!(norm_cut(&[0.5, 0.5, 0.0]), [0.5, 0.5, 0.0]);
    }
}
