//! Several numbers of one person in one report, at one ε for all of them together.
//!
//! The numbers need not be independent: reporting each on its own at the full ε would cost their
//! number times ε.
//!
//! For learning: a survey reports each number of a question on its own.

mod sampled;

pub use sampled::{SampledCoordinates, SampledReport};

use crate::{
    kernel::{MechanismError, OutsideDomain},
    numbers::error::NumberError,
};

/// Why a mechanism for several numbers cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeveralDesignError {
    /// There are too few or too many numbers.
    #[error(transparent)]
    Dimensions(#[from] NumberError),
    /// The mechanism does not serve that ε or one of the grids.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
}

/// Why several answers cannot be perturbed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeveralError {
    /// There are more or fewer answers than questions.
    #[error("{found} answers were given, but there are {expected} questions")]
    WrongNumber {
        /// How many there must be.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// One of them is outside its grid.
    #[error("answer {index}, counted from 0: {error}")]
    Outside {
        /// Which answer.
        index: usize,
        /// What is wrong with it.
        error: OutsideDomain,
    },
}

/// Refuses answers that are not one cell of each grid.
fn check_inputs(
    inputs: &[u32],
    grids: impl ExactSizeIterator<Item = u32>,
) -> Result<(), SeveralError> {
    if inputs.len() != grids.len() {
        return Err(SeveralError::WrongNumber {
            expected: grids.len(),
            found: inputs.len(),
        });
    }
    for (index, (&input, cells)) in inputs.iter().zip(grids).enumerate() {
        OutsideDomain::check(input, cells)
            .map_err(|error| SeveralError::Outside { index, error })?;
    }
    Ok(())
}

/// Refuses no questions, or too many.
fn check_dimensions(found: usize, maximum: usize) -> Result<(), NumberError> {
    if (1..=maximum).contains(&found) {
        Ok(())
    } else {
        Err(NumberError::Dimensions { found, maximum })
    }
}
