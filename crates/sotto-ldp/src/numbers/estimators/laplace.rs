//! Laplace: the noisy number itself.

use crate::numbers::{
    mean::{MeanEstimator, Score, SquareLaw},
    randomizers::{Laplace, NumericRandomizer},
    ratio::Ratio,
};

impl MeanEstimator for Laplace {
    fn score(&self, output: u32) -> Score {
        Score {
            part: 0,
            steps: 2 * i64::from(output) + 1 - i64::from(self.output_cells()),
        }
    }

    fn unit(&self, _: usize) -> Ratio {
        Ratio {
            numerator: 1,
            denominator: (self.cells() - 1).into(),
        }
    }

    /// 2y − N = Nt + 2Z, and the variance of Z is 2e^(−γ)/(1−e^(−γ))².
    fn square_law(&self, _: usize) -> SquareLaw {
        let (numerator, denominator) = self.noise.decay();
        let gamma = Ratio {
            numerator: numerator.into(),
            denominator: denominator.into(),
        }
        .to_f64();
        let steps = f64::from(self.cells() - 1);
        let below_one = -(-gamma).exp_m1();
        SquareLaw {
            slope: steps * steps,
            constant: 8.0 * (-gamma).exp() / (below_one * below_one),
        }
    }
}
