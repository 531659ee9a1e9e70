//! Norm-Sub: negative estimates become 0 and a constant is added to the others, until all are at
//! least 0 and add up to 1.

use crate::kernel::float;

/// Adds the constant that makes the values still kept add up to 1, sets what falls below zero to
/// zero for good, and repeats until nothing does (Wang et al. 2020, §IV-B). Done once, it would
/// leave a sum above 1 or negative shares. Its result is the Euclidean projection onto the simplex
/// (`simplex_projection`). Empty in, empty out.
///
/// ```
/// let shares = sotto_ldp::norm_sub(&[0.7, 0.5, -0.2]);
/// assert!((shares[0] - 0.6).abs() < 1e-12 && shares[2] == 0.0);
/// ```
#[must_use]
pub fn norm_sub(estimates: &[f64]) -> Vec<f64> {
    // The values kept are the leading ones of this order, so dropping shortens it at the end.
    let mut order: Vec<usize> = (0..estimates.len()).collect();
    order.sort_by(|&a, &b| estimates[b].total_cmp(&estimates[a]));
    let mut sum: f64 = estimates.iter().sum();
    let mut kept = order.len();
    let mut shift = (1.0 - sum) / float(kept.max(1) as u64);
    loop {
        let before = kept;
        while kept > 1 && estimates[order[kept - 1]] + shift < 0.0 {
            kept -= 1;
            sum -= estimates[order[kept]];
        }
        if kept == before {
            break;
        }
        shift = (1.0 - sum) / float(kept as u64);
    }
    let mut shares = vec![0.0; estimates.len()];
    for &value in &order[..kept] {
        shares[value] = (estimates[value] + shift).max(0.0);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_examples_by_hand() {
        assert_eq!(norm_sub(&[0.25, 0.75]), [0.25, 0.75]);
        assert_eq!(norm_sub(&[1.5, -0.5]), [1.0, 0.0]);
        // −0.2 goes to zero, the others share the excess of 0.2.
        let found = norm_sub(&[0.7, 0.5, -0.2]);
        assert!((found[0] - 0.6).abs() < 1e-12 && (found[1] - 0.4).abs() < 1e-12);
        assert!(found[2].abs() < 1e-12);
        assert!(norm_sub(&[]).is_empty());
        assert_eq!(norm_sub(&[-3.0]), [1.0]);
    }
}
