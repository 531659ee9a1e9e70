//! Hybrid: a part of window reports and a part of bits.

use crate::numbers::{
    declined_cell::DeclinedCell,
    mean::{CubeLaw, MeanEstimator, SquareLaw},
    randomizers::{Hybrid, hybrid::COIN_TOTAL},
    ratio::Ratio,
    score::Score,
};

impl MeanEstimator for Hybrid {
    fn parts(&self) -> usize {
        2
    }

    fn share(&self, part: usize) -> f64 {
        let share = Ratio {
            numerator: self.window_share.into(),
            denominator: COIN_TOTAL.get().into(),
        };
        if part == 0 {
            share.to_f64()
        } else {
            1.0 - share.to_f64()
        }
    }

    fn score(&self, output: u32) -> Score {
        match output.checked_sub(self.window.number_outputs()) {
            None => self.window.score(output),
            Some(bit) => Score {
                part: 1,
                ..self.duchi.score(bit)
            },
        }
    }

    fn unit(&self, part: usize) -> Ratio {
        if part == 0 {
            self.window.unit(0)
        } else {
            self.duchi.unit(0)
        }
    }

    fn square_law(&self, part: usize) -> SquareLaw {
        if part == 0 {
            self.window.square_law(0)
        } else {
            self.duchi.square_law(0)
        }
    }

    fn cube_law(&self, part: usize) -> CubeLaw {
        if part == 0 {
            self.window.cube_law(0)
        } else {
            self.duchi.cube_law(0)
        }
    }

    fn declined(&self) -> Option<DeclinedCell> {
        let (window, duchi) = (self.window.declined()?, self.duchi.declined()?);
        Some(window.mixed(duchi, self.share(0)))
    }
}
