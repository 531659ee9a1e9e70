//! What a report of a number stands for.

/// What an output cell stands for: an integer multiple of its part's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Which part of the mechanism it comes from; counted from 0.
    pub part: usize,
    /// How many units.
    pub steps: i64,
    /// What it stands for as the square of a number, in units squared: the square of the steps, unless an
    /// output stands for many numbers at once, as the ends of the cut Laplace do.
    pub square: u64,
}

impl Score {
    /// Of an output that stands for one number, of less than 2³² steps.
    #[must_use]
    pub const fn new(part: usize, steps: i64) -> Self {
        Self {
            part,
            steps,
            square: steps.unsigned_abs().saturating_pow(2),
        }
    }
}
