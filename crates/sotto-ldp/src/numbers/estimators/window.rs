//! The window: numbers for the mean, and the channel for the whole distribution.

use crate::{
    kernel::Weights,
    numbers::{
        density::{Bands, DensityEstimator},
        mean::{MeanEstimator, SquareLaw},
        randomizers::{NumericRandomizer, Window},
        ratio::Ratio,
        score::Score,
    },
};

impl MeanEstimator for Window {
    fn score(&self, output: u32) -> Score {
        Score::new(
            0,
            2 * i64::from(output) + 1 - i64::from(self.output_cells()),
        )
    }

    fn unit(&self, _: usize) -> Ratio {
        let Weights { truth, other } = self.weights();
        // (a−b)w is below W, and N below 2²⁰.
        let spread = u128::from(truth - other) * u128::from(self.width());
        Ratio {
            numerator: self.total.get().into(),
            denominator: spread * u128::from(self.steps()),
        }
    }

    fn square_law(&self, _: usize) -> SquareLaw {
        let Weights { truth, other } = self.weights();
        // Σ(2j+1−O)² over O cells is O(O²−1)/3. Every product is below 2¹²⁸: a·w and b·N are below
        // 2⁶⁴, squares of cells below 2⁴⁶.
        let (steps, width) = (u128::from(self.steps()), u128::from(self.width()));
        let outputs = u128::from(self.output_cells());
        let spread = u128::from(truth - other) * width;
        let total = u128::from(self.total.get());
        let balanced = u128::from(other) * outputs * (outputs * outputs - 1);
        SquareLaw {
            slope: Ratio {
                numerator: spread * steps * steps,
                denominator: total,
            }
            .to_f64(),
            constant: Ratio {
                numerator: balanced + spread * (width * width - 1),
                denominator: 3 * total,
            }
            .to_f64(),
        }
    }

    fn density(&self) -> Option<&dyn DensityEstimator> {
        Some(self)
    }
}

impl DensityEstimator for Window {
    fn grid_cells(&self) -> u32 {
        self.cells()
    }

    fn expected(&self, shares: &[f64]) -> Vec<f64> {
        let bands = Bands::of(self.weights(), self.total.get());
        let (width, mut near) = (self.width() as usize, 0.0);
        // A cell is in the windows of the `width` grid cells up to its own number.
        let all: f64 = shares.iter().sum();
        (0..self.output_cells() as usize)
            .map(|cell| {
                near += shares.get(cell).copied().unwrap_or(0.0);
                if let Some(left) = cell.checked_sub(width) {
                    near -= shares.get(left).copied().unwrap_or(0.0);
                }
                bands.mix(near, all)
            })
            .collect()
    }

    fn back_projected(&self, ratios: &[f64]) -> Vec<f64> {
        let bands = Bands::of(self.weights(), self.total.get());
        let width = self.width() as usize;
        let all: f64 = ratios.iter().sum();
        let mut near: f64 = ratios.iter().take(width).sum();
        (0..self.cells() as usize)
            .map(|cell| {
                let found = bands.mix(near, all);
                near += ratios.get(cell + width).copied().unwrap_or(0.0);
                near -= ratios.get(cell).copied().unwrap_or(0.0);
                found
            })
            .collect()
    }
}
