//! Synthetic data: rows drawn from an estimated marginal.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::CentralError;
use crate::{estimation::post_processing::norm_sub, kernel::sampling::uniform_below};

/// A distribution over categories, made from estimates: a one-way marginal, or a joint one row by
/// row. Drawing from it, and any number of queries to it, are post-processing: they cost nothing
/// beyond the estimates.
///
/// For the lessons: no answer of a respondent ever meets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginal {
    shares: Vec<f64>,
    /// Rising sums of the shares, out of [`TOTAL`].
    sums: Vec<u64>,
}

/// What the shares are rounded to.
const TOTAL: u64 = 1 << 53;

impl Marginal {
    /// Makes estimates a distribution (negative ones become 0, all add up to 1, by Norm-Sub).
    ///
    /// # Errors
    /// When there are no estimates, or one is not a finite number.
    pub fn new(estimates: &[f64]) -> Result<Self, CentralError> {
        if estimates.is_empty() {
            return Err(CentralError::NoCounts);
        }
        if let Some(index) = estimates.iter().position(|share| !share.is_finite()) {
            return Err(CentralError::Share(index));
        }
        let shares = norm_sub(estimates);
        let mut sum = 0.0;
        let mut sums: Vec<_> = shares
            .iter()
            .map(|share| {
                sum += share;
                parts(sum)
            })
            .collect();
        // Rounding must not leave a part to nobody: it goes to the last category that has a share.
        if let Some(last) = shares.iter().rposition(|&share| share > 0.0) {
            sums[last..].fill(TOTAL);
        }
        Ok(Self { shares, sums })
    }

    /// The share of each category: at least 0, together 1.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The mean of `values`, one for each category; missing values count as 0.
    #[must_use]
    pub fn mean(&self, values: &[f64]) -> f64 {
        let pairs = self.shares.iter().zip(values);
        pairs.map(|(share, value)| share * value).sum()
    }

    /// Draws the category of one synthetic row.
    pub fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> usize {
        let bound = NonZeroU64::MIN.saturating_add(TOTAL - 1);
        let index = uniform_below(bound, rng);
        self.sums.partition_point(|&sum| sum <= index)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "between 0 and 2⁵³"
)]
fn parts(sum: f64) -> u64 {
    (sum.clamp(0.0, 1.0) * TOTAL as f64).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    #[test]
    fn rows_follow_the_shares() {
        let marginal = Marginal::new(&[0.5, -0.1, 0.3, 0.2]).unwrap();
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        let mut rows = [0.0; 4];
        for _ in 0..40_000 {
            rows[marginal.draw(&mut rng)] += 1.0;
        }
        for (rows, share) in rows.iter().zip(marginal.shares()) {
            // |z| > 6
            let deviation = (40_000.0 * share * (1.0 - share)).sqrt();
            assert!(
                (rows - 40_000.0 * share).abs() <= 6.0 * deviation,
                "{rows} {share}"
            );
        }
        let ages = [10.0, 20.0, 30.0, 40.0];
        let mean = marginal.mean(&ages);
        assert!((10.0..40.0).contains(&mean));
    }

    #[test]
    fn what_is_no_marginal_is_refused() {
        assert_eq!(Marginal::new(&[]), Err(CentralError::NoCounts));
        assert_eq!(Marginal::new(&[0.5, f64::NAN]), Err(CentralError::Share(1)));
        assert!(Marginal::new(&[f64::INFINITY]).is_err());
    }

    proptest! {
        #[test]
        fn every_row_is_of_a_category_with_a_share(
            estimates in prop::collection::vec(-1.0..1.0_f64, 1..20), seed: u64
        ) {
            let marginal = Marginal::new(&estimates).unwrap();
            let mut rng = ChaCha20Rng::seed_from_u64(seed);
            for _ in 0..20 {
                prop_assert!(marginal.shares()[marginal.draw(&mut rng)] > 0.0);
            }
        }
    }
}
