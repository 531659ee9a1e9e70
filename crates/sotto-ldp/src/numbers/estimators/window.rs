//! The window: numbers for the mean, and the channel for the whole distribution.

use crate::{
    kernel::Weights,
    numbers::{
        declined_cell::DeclinedCell,
        density::{Bands, DensityEstimator},
        mean::{CubeLaw, MeanEstimator, SquareLaw},
        randomizers::{NumericRandomizer, Window},
        ratio::Ratio,
        score::Score,
    },
};

impl MeanEstimator for Window {
    fn score(&self, output: u32) -> Score {
        let outputs = self.number_outputs();
        let steps = if output < outputs {
            2 * i64::from(output) + 1 - i64::from(outputs)
        } else {
            0
        };
        Score::new(0, steps)
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
        let spread = u128::from(truth - other) * width;
        let total = u128::from(self.total.get());
        let balanced = self.balanced();
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

    /// The smaller weight of all outputs is even; the rest lies in a window about the number.
    fn cube_law(&self, _: usize) -> CubeLaw {
        let Weights { truth, other } = self.weights();
        let (steps, width) = (u128::from(self.steps()), u128::from(self.width()));
        let spread = u128::from(truth - other) * width;
        let total = u128::from(self.total.get());
        let numerator = spread * steps;
        let of = |numerator, times: u128| {
            let ratio = Ratio {
                numerator,
                denominator: total,
            };
            ratio.to_f64()
                * Ratio {
                    numerator: times,
                    denominator: 1,
                }
                .to_f64()
        };
        CubeLaw {
            linear: of(numerator, width * width - 1),
            cubic: of(numerator, steps * steps),
        }
    }

    fn declined(&self) -> Option<DeclinedCell> {
        let Weights { truth, other } = self.weights();
        let of = |numerator: u128, parts: u128| {
            let share = Ratio {
                numerator,
                denominator: parts * u128::from(self.total.get()),
            };
            share.to_f64()
        };
        let width = u128::from(self.width());
        self.takes_declined().then(|| DeclinedCell {
            truth: of(u128::from(truth) * width, 1),
            other: of(u128::from(other) * width, 1),
            square: of(self.balanced(), 3) * self.unit(0).to_f64().powi(2),
        })
    }

    fn density(&self) -> Option<&dyn DensityEstimator> {
        Some(self)
    }
}

impl Window {
    /// b·O(O² − 1) for the O outputs that stand for numbers: three times the sum of their squares, in steps,
    /// each with the smaller weight.
    fn balanced(&self) -> u128 {
        let outputs = u128::from(self.number_outputs());
        u128::from(self.weights().other) * outputs * (outputs * outputs - 1)
    }
}

impl DensityEstimator for Window {
    fn grid_cells(&self) -> u32 {
        self.cells()
    }

    fn tells_declined(&self) -> bool {
        self.takes_declined()
    }

    fn expected(&self, shares: &[f64]) -> Vec<f64> {
        let bands = Bands::of(self.weights(), self.total.get());
        let (width, mut near) = (self.width() as usize, 0.0);
        let all: f64 = shares.iter().sum();
        let (shares, behind) = shares.split_at(shares.len().min(self.cells() as usize));
        let declined = self.takes_declined();
        let declined = declined.then(|| behind.first().copied().unwrap_or(0.0));
        // A cell is in the windows of the `width` grid cells up to its own number.
        let mut expected: Vec<f64> = (0..self.number_outputs() as usize)
            .map(|cell| {
                near += shares.get(cell).copied().unwrap_or(0.0);
                if let Some(left) = cell.checked_sub(width) {
                    near -= shares.get(left).copied().unwrap_or(0.0);
                }
                bands.mix(near, all)
            })
            .collect();
        expected.extend(declined.map(|share| f64::from(self.width()) * bands.mix(share, all)));
        expected
    }

    fn back_projected(&self, ratios: &[f64]) -> Vec<f64> {
        let bands = Bands::of(self.weights(), self.total.get());
        let width = self.width() as usize;
        let (ratios, behind) = ratios.split_at(ratios.len().min(self.number_outputs() as usize));
        // That of "declined" stands for as many outputs as a window has.
        let declined = behind.first().map(|ratio| f64::from(self.width()) * ratio);
        let all: f64 = ratios.iter().sum::<f64>() + declined.unwrap_or(0.0);
        let mut near: f64 = ratios.iter().take(width).sum();
        let mut projected: Vec<f64> = (0..self.cells() as usize)
            .map(|cell| {
                let found = bands.mix(near, all);
                near += ratios.get(cell + width).copied().unwrap_or(0.0);
                near -= ratios.get(cell).copied().unwrap_or(0.0);
                found
            })
            .collect();
        projected.extend(declined.map(|near| bands.mix(near, all)));
        projected
    }
}
