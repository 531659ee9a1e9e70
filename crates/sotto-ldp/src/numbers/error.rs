//! What can be wrong with a number, a grid, or what is built on them; each says what would be
//! right.

use thiserror::Error;

use crate::kernel::{Decimal, DecimalError};

/// Why a number, a grid or a set of bins cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// No mechanism for numbers has that name.
    #[error("there is no mechanism \"{name}\" for numbers: use one of {known}")]
    UnknownMechanism {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// It is not a decimal that is kept exactly.
    #[error(transparent)]
    Decimal(#[from] DecimalError),
    /// A question's range is empty.
    #[error("the minimum {minimum} is not below the maximum {maximum}")]
    EmptyRange {
        /// The least answer.
        minimum: Decimal,
        /// The greatest answer.
        maximum: Decimal,
    },
    /// A step is zero or negative.
    #[error("the step {0} is not above zero")]
    StepNotPositive(Decimal),
    /// Stepping from the minimum misses the maximum.
    #[error(
        "steps of {step} from {minimum} do not meet {maximum}: choose a step that divides the range"
    )]
    StepMissesMaximum {
        /// The least answer.
        minimum: Decimal,
        /// The greatest answer.
        maximum: Decimal,
        /// The step.
        step: Decimal,
    },
    /// The range holds too many steps.
    #[error(
        "there are {found} different answers, but at most {maximum} can be asked for: choose a larger step"
    )]
    TooManyCells {
        /// How many there are.
        found: u64,
        /// How many there may be.
        maximum: u32,
    },
    /// An answer is below the minimum or above the maximum.
    #[error("{number} is outside the range: it must be from {minimum} to {maximum}")]
    OutsideRange {
        /// The answer.
        number: Decimal,
        /// The least answer.
        minimum: Decimal,
        /// The greatest answer.
        maximum: Decimal,
    },
    /// An answer lies between two steps.
    #[error("{number} is not on a step: the nearest below is {below}, and steps are {step}")]
    BetweenSteps {
        /// The answer.
        number: Decimal,
        /// The step below it.
        below: Decimal,
        /// The step.
        step: Decimal,
    },
    /// Bins are too few or too many.
    #[error("{found} bins are impossible here: choose from 1 to {maximum}")]
    BinCount {
        /// How many were asked for.
        found: u32,
        /// How many there may be: as many as the grid has cells.
        maximum: u32,
    },
    /// Cut points of bins are out of order or outside the grid.
    #[error("bins must start at increasing cells, the first at 0 and all below {cells}")]
    BinStarts {
        /// The number of cells.
        cells: u32,
    },
    /// One person's several numbers are none, or too many.
    #[error("{found} numbers are impossible here: choose from 1 to {maximum}")]
    Dimensions {
        /// How many were given.
        found: usize,
        /// How many there may be.
        maximum: usize,
    },
}
