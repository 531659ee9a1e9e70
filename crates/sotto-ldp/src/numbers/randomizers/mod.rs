//! The respondent's half: from a cell of a grid to an output cell, with published integers alone.
//!
//! There is no floating-point number in here, and no estimator: which number an output cell stands
//! for is told by [`super::MeanEstimator`].
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

pub(crate) mod duchi;
pub(crate) mod hybrid;
pub(crate) mod laplace;
mod nearness;
mod scaled_weights;
mod several;
pub(crate) mod square_wave;
pub(crate) mod window;

pub use duchi::Duchi;
pub use hybrid::Hybrid;
pub use laplace::Laplace;
pub(super) use nearness::Nearness;
pub use several::{SampledCoordinates, SampledReport, SeveralDesignError, SeveralError};
pub use square_wave::{square_wave, square_wave_or_declined};
pub use window::Window;

use super::grid::Grid;
use crate::kernel::{Certificate, Channel, MechanismError, Randomizer, Weights, certify};

/// A randomizer of numbers on a grid. Input cell i of N+1 stands for t = (2i − N)/N, from −1 to 1; input
/// N+1, where there is one, for "Prefer not to answer".
pub trait NumericRandomizer: Randomizer<Input = u32, Output = u32> {
    /// The number of cells of the question's grid, N + 1.
    fn cells(&self) -> u32;

    /// The number of output cells; they are counted from 0.
    fn output_cells(&self) -> u32;

    /// Whether a number can be declined. The value behind the last cell of the grid says so then, and so
    /// does the last output cell.
    fn takes_declined(&self) -> bool;

    /// The channel, held against e^ε.
    fn certificate(&self) -> Certificate;
}

/// The last published integer where a number can be declined.
const DECLINED_CELL: u64 = 1;

/// The published integers but for the one that says that a number can be declined, and whether it does:
/// behind so many others.
fn declined_cell(parameters: &[u64], others: usize) -> (&[u64], bool) {
    match parameters.split_last() {
        Some((&DECLINED_CELL, rest)) if rest.len() == others => (rest, true),
        _ => (parameters, false),
    }
}

/// The published integers with one more where a number can be declined.
fn with_declined_cell(mut parameters: Vec<u64>, declined: bool) -> Vec<u64> {
    parameters.extend(declined.then_some(DECLINED_CELL));
    parameters
}

/// Refuses a grid of too few or too many cells.
fn check_cells(mechanism: &'static str, cells: u32) -> Result<(), MechanismError> {
    crate::kernel::check_domain_size(mechanism, (2, Grid::MAX_CELLS), cells)
}

/// Channels with at most so many weights are read whole when a certificate is asked for.
const WHOLE: u64 = 1 << 20;

/// Reads a channel whole if it is small enough, else takes it by its structure: in every column the
/// weights are from b to a, and both occur in some.
fn certificate<M: NumericRandomizer + Channel>(channel: &M, weights: Weights) -> Certificate {
    let outputs = u64::from(channel.output_cells());
    if outputs * u64::from(channel.cells()) <= WHOLE {
        certify(channel)
    } else {
        Certificate::of_two_levels(Some(outputs), weights)
    }
}
