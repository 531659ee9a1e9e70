//! Duchi: the two ends.

use crate::{
    kernel::Weights,
    numbers::{
        declined_cell::DeclinedCell,
        mean::{CubeLaw, MeanEstimator, SquareLaw},
        randomizers::{Duchi, NumericRandomizer},
        ratio::Ratio,
        score::Score,
    },
};

impl MeanEstimator for Duchi {
    fn score(&self, output: u32) -> Score {
        let steps = match output {
            0 => -1,
            1 => 1,
            _ => 0,
        };
        Score::new(0, steps)
    }

    fn unit(&self, _: usize) -> Ratio {
        let Weights { truth, other } = self.weights();
        Ratio {
            numerator: self.ways(),
            denominator: u128::from(truth - other),
        }
    }

    fn square_law(&self, _: usize) -> SquareLaw {
        let Weights { truth, other } = self.weights();
        let constant = Ratio {
            numerator: u128::from(truth) + u128::from(other),
            denominator: self.ways(),
        };
        SquareLaw {
            slope: 0.0,
            constant: constant.to_f64(),
        }
    }

    /// A step is its own cube.
    fn cube_law(&self, _: usize) -> CubeLaw {
        CubeLaw {
            linear: 1.0 / self.unit(0).to_f64(),
            cubic: 0.0,
        }
    }

    fn declined(&self) -> Option<DeclinedCell> {
        let Weights { truth, other } = self.weights();
        let of = |weight: u64| {
            let share = Ratio {
                numerator: weight.into(),
                denominator: self.ways(),
            };
            share.to_f64()
        };
        self.takes_declined().then(|| DeclinedCell {
            truth: of(truth),
            other: of(other),
            square: 2.0 * of(other) * self.unit(0).to_f64().powi(2),
        })
    }
}

impl Duchi {
    /// a + b, and b more where a number can be declined.
    fn ways(&self) -> u128 {
        let Weights { truth, other } = self.weights();
        u128::from(truth) + u128::from(other) * (1 + u128::from(self.takes_declined()))
    }
}
