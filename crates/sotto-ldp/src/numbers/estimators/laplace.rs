//! Laplace: the noisy number itself, and at the ends the mean of all that was cut there.
//!
//! Let α = e^(−γ). Of what is beyond an end, the distance from it is geometric with mean β = α/(1−α)
//! and variance K = α/(1−α)², whatever the input: geometric noise has no memory. So an end stands for
//! the number β cells beyond it, and that is the conditional mean of i + Z, whose variance is 2K: exactly
//! unbiased, and by the theorem of Rao and Blackwell with less variance, by K times the chance of an end,
//! h(t) = (α^i + α^(N−i))/(1+α).
//!
//! Scores are integers, so the unit is 1/S of a half step, S = ⌊2²⁴/(N + 2⌈1/γ⌉)⌋, and the ends' are
//! rounded. That is all the bias there is: at most 1/(2S) half steps, half of an N-th of it of half the
//! range, which is less than a thousandth of the standard error of 10⁷ reports up to ε = 10.

use crate::{
    kernel::float,
    numbers::{
        mean::{MeanEstimator, SquareLaw},
        randomizers::{Laplace, NumericRandomizer, laplace::MAX_OUTPUT_CELLS},
        ratio::Ratio,
        score::Score,
    },
};

impl Laplace {
    /// N.
    fn steps(&self) -> u64 {
        u64::from(self.cells()) - 1
    }

    /// S: how many units half a step of the grid is.
    fn units_per_half_step(&self) -> u64 {
        if !self.is_cut() {
            return 1;
        }
        let (numerator, denominator) = self.noise.decay();
        // The constructor holds the divisor to the dividend.
        MAX_OUTPUT_CELLS / (self.steps() + 2 * denominator.div_ceil(numerator))
    }

    fn tail(&self) -> Tail {
        let (numerator, denominator) = self.noise.decay();
        let gamma = Ratio {
            numerator: numerator.into(),
            denominator: denominator.into(),
        };
        Tail::of(gamma.to_f64())
    }

    /// What the upper end stands for where reports are cut: the number and the square.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "both are positive, below 2²⁵ and 2⁵⁰"
    )]
    fn end(&self) -> (i64, u64) {
        let units = float(self.units_per_half_step());
        let Tail { mean, variance, .. } = self.tail();
        let number = float(self.steps()) + 2.0 * mean;
        let square = number * number + 4.0 * variance;
        (
            (units * number).round() as i64,
            (units * units * square).round() as u64,
        )
    }
}

/// Of geometric noise beyond a bound, in cells.
#[derive(Clone, Copy)]
struct Tail {
    /// α.
    ratio: f64,
    /// β.
    mean: f64,
    /// K.
    variance: f64,
}

impl Tail {
    fn of(gamma: f64) -> Self {
        let ratio = (-gamma).exp();
        let below_one = -(-gamma).exp_m1();
        Self {
            ratio,
            mean: ratio / below_one,
            variance: ratio / (below_one * below_one),
        }
    }
}

impl MeanEstimator for Laplace {
    fn score(&self, output: u32) -> Score {
        let last = self.output_cells() - 1;
        if self.is_cut() && (output == 0 || output == last) {
            let (number, square) = self.end();
            let steps = if output == 0 { -number } else { number };
            return Score {
                part: 0,
                steps,
                square,
            };
        }
        let half_steps = 2 * i64::from(output) - i64::from(last);
        // S is at most 2²⁴.
        Score::new(0, half_steps * self.units_per_half_step().cast_signed())
    }

    fn unit(&self, _: usize) -> Ratio {
        Ratio {
            numerator: 1,
            denominator: u128::from(self.steps()) * u128::from(self.units_per_half_step()),
        }
    }

    /// Of reports that are cut, at most: 4K·(2 − h(t)) + N²t² is concave in t², and this is its tangent at
    /// t = 0. It is too great by 0.1 % at ε = 1, and nowhere by more than 3 %.
    fn square_law(&self, part: usize) -> SquareLaw {
        let all = self.squares(part);
        if !self.is_cut() {
            return all;
        }
        let Tail {
            ratio, variance, ..
        } = self.tail();
        let (steps, units) = (float(self.steps()), float(self.units_per_half_step()));
        // γN is −2·ln of α^(N/2).
        let (numerator, denominator) = self.noise.decay();
        let loss = float(numerator) / float(denominator) * steps;
        let removed = 8.0 * variance * units * units * (-loss / 2.0).exp() / (1.0 + ratio);
        SquareLaw {
            slope: all.slope - removed * loss * loss / 8.0,
            constant: all.constant - removed,
        }
    }

    /// 2y − N = Nt + 2Z before anything is cut, and the variance of Z is 2K.
    fn squares(&self, _: usize) -> SquareLaw {
        let half_step = float(self.units_per_half_step());
        let number = float(self.steps()) * half_step;
        SquareLaw {
            slope: number * number,
            constant: 8.0 * self.tail().variance * half_step * half_step,
        }
    }
}
