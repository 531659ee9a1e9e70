//! Duchi: the two ends.

use crate::{
    kernel::Weights,
    numbers::{
        mean::{MeanEstimator, SquareLaw},
        randomizers::Duchi,
        ratio::Ratio,
        score::Score,
    },
};

impl MeanEstimator for Duchi {
    fn score(&self, output: u32) -> Score {
        Score::new(0, if output == 0 { -1 } else { 1 })
    }

    fn unit(&self, _: usize) -> Ratio {
        let Weights { truth, other } = self.weights();
        Ratio {
            numerator: u128::from(truth) + u128::from(other),
            denominator: u128::from(truth - other),
        }
    }

    fn square_law(&self, _: usize) -> SquareLaw {
        SquareLaw {
            slope: 0.0,
            constant: 1.0,
        }
    }
}
