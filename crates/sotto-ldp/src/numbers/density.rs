//! Distributions of numbers, and the mechanisms from whose reports they can be recovered.

use super::grid::Grid;
use crate::kernel::Weights;

/// A mechanism whose channel can be applied to a whole distribution, and back: what
/// expectation-maximization works with.
pub trait DensityEstimator {
    /// The number of cells of the question's grid.
    fn grid_cells(&self) -> u32;

    /// Whether the shares of the grid's cells are followed by that of those who declined.
    fn tells_declined(&self) -> bool {
        false
    }

    /// The shares of the output cells when the truth has these shares: Σᵢ shareᵢ·Pr\[j | i\].
    fn expected(&self, shares: &[f64]) -> Vec<f64>;

    /// Σⱼ ratioⱼ·Pr\[j | i\] for every grid cell i, and for "declined" behind them.
    fn back_projected(&self, ratios: &[f64]) -> Vec<f64>;
}

/// A channel of two weights as floats: the smaller for all, and the rest for those near.
#[derive(Clone, Copy)]
pub(super) struct Bands {
    near: f64,
    all: f64,
}

impl Bands {
    #[expect(clippy::cast_precision_loss, reason = "read by estimators alone")]
    pub(super) fn of(weights: Weights, total: u64) -> Self {
        Self {
            near: (weights.truth - weights.other) as f64 / total as f64,
            all: weights.other as f64 / total as f64,
        }
    }

    /// What comes through of a sum over the near cells and a sum over all.
    pub(super) fn mix(self, near: f64, all: f64) -> f64 {
        self.near * near + self.all * all
    }
}

/// Shares of the cells of a grid, or of these and of those who declined; all at least 0, together 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    shares: Vec<f64>,
}

impl Distribution {
    /// Scales non-negative weights to shares; `None` when one is negative or not finite, or all
    /// are zero.
    #[must_use]
    pub fn of_weights(weights: Vec<f64>) -> Option<Self> {
        let sum: f64 = weights.iter().sum();
        let usable = weights.iter().all(|&weight| weight >= 0.0) && sum.is_finite() && sum > 0.0;
        usable.then(|| Self {
            shares: weights.into_iter().map(|weight| weight / sum).collect(),
        })
    }

    /// The shares, one for each cell.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The same among the first so many cells alone: of a grid whose numbers can be declined, among those who
    /// answered. `None` where nobody is.
    #[must_use]
    pub fn among(&self, cells: u32) -> Option<Self> {
        let shares = self.shares.iter().take(cells as usize);
        Self::of_weights(shares.copied().collect())
    }

    /// The least cell at or below which at least `level` of the distribution lies; `None` when
    /// `level` is not from 0 to 1. One half is the median.
    #[must_use]
    pub fn quantile(&self, level: f64) -> Option<u32> {
        if !(0.0..=1.0).contains(&level) {
            return None;
        }
        let mut sum = 0.0;
        let mut last = 0;
        for (cell, share) in (0..).zip(&self.shares) {
            sum += share;
            if *share > 0.0 {
                last = cell;
            }
            // A sum of shares may miss 1 by some units in the last place.
            if sum >= level && sum > 0.0 {
                return Some(cell);
            }
        }
        Some(last)
    }

    /// The mean on that grid.
    #[must_use]
    pub fn mean(&self, grid: &Grid) -> f64 {
        self.expectation(grid, |number| number)
    }

    /// The variance on that grid.
    #[must_use]
    pub fn variance(&self, grid: &Grid) -> f64 {
        let mean = self.mean(grid);
        self.expectation(grid, |number| (number - mean).powi(2))
    }

    fn expectation(&self, grid: &Grid, of: impl Fn(f64) -> f64) -> f64 {
        let numbers = (0..).map_while(|cell| grid.value(cell));
        let terms = self.shares.iter().zip(numbers);
        terms
            .map(|(share, number)| share * of(number.to_f64()))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(weights: &[f64]) -> Distribution {
        Distribution::of_weights(weights.to_vec()).unwrap()
    }

    #[test]
    fn a_small_distribution_by_hand() {
        let grid = Grid::new(0.into(), 30.into(), 10.into()).unwrap();
        let found = of(&[1.0, 0.0, 2.0, 1.0]);
        assert_eq!(found.shares(), [0.25, 0.0, 0.5, 0.25]);
        assert!((found.mean(&grid) - 17.5).abs() < 1e-12);
        assert!(
            (found.variance(&grid) - (0.25 * 306.25 + 0.5 * 6.25 + 0.25 * 156.25)).abs() < 1e-9
        );
        let quantiles = [0.0, 0.25, 0.26, 0.5, 0.75, 0.76, 1.0].map(|level| found.quantile(level));
        assert_eq!(quantiles, [0, 0, 2, 2, 2, 3, 3].map(Some));
        for level in [-0.1, 1.1, f64::NAN] {
            assert_eq!(found.quantile(level), None);
        }
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        for weights in [
            vec![],
            vec![0.0],
            vec![1.0, -0.1],
            vec![f64::NAN],
            vec![f64::INFINITY],
        ] {
            assert_eq!(Distribution::of_weights(weights), None);
        }
    }

    proptest! {
        #[test]
        fn quantiles_are_monotone(
            weights in prop::collection::vec(0.0..1.0_f64, 1..30), a in 0.0..1.0_f64, b in 0.0..1.0_f64
        ) {
            if let Some(found) = Distribution::of_weights(weights) {
                prop_assert!(found.quantile(a.min(b)) <= found.quantile(a.max(b)));
            }
        }
    }
}
