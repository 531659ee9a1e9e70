//! Square wave: the window whose width tells most about the whole distribution.
//!
//! - **Input** a cell i of a grid of k cells. **Report** a cell j of k + 2h output cells.
//! - **Channel** that of [`Window`] with width w = 2h + 1, h = ⌊b·k⌋ for the half-width
//!   b = (εe−e+1)/(2e(e−1−ε)), e = e^ε, in parts of the range: cells within h of the answer have
//!   weight a, the others b.
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε; h only
//!   shapes what can be learned.
//! - **Estimator** [`crate::numbers::expectation_maximization`], best with smoothing, for the distribution;
//!   for the mean, the window's unbiased one.
//! - **Variance** none in closed form: the shape is recovered well where neighbouring answers have
//!   similar shares, and spikes are blurred. [`crate::numbers::BoundedDistribution`] gives intervals
//!   that hold all the same.
//! - **Declining** as of [`Window`]; the share of those who declined is found with the shape.
//! - **Choose it** when the distribution of a number is wanted, or its quantiles.
//! - **Source** Li, Wang, Lopuhaä-Zwakenberg, Škorić, Li, "Estimating numerical distributions under
//!   local differential privacy", SIGMOD 2020, in its discrete form.

use super::window::Window;
use crate::{
    kernel::{Epsilon, MechanismError},
    numbers::design,
};

pub(crate) const NAME: &str = "square-wave";
pub(crate) const SHORT_NAME: &str = "sw";

/// Square wave over a grid of that many cells.
///
/// # Errors
/// When the grid has not from 2 to [`crate::numbers::Grid::MAX_CELLS`] cells.
pub fn square_wave(epsilon: &Epsilon, cells: u32) -> Result<Window, MechanismError> {
    of(epsilon, cells, false)
}

/// The same for numbers that can be declined.
///
/// # Errors
/// As of [`square_wave`].
pub fn square_wave_or_declined(epsilon: &Epsilon, cells: u32) -> Result<Window, MechanismError> {
    of(epsilon, cells, true)
}

fn of(epsilon: &Epsilon, cells: u32, declined: bool) -> Result<Window, MechanismError> {
    super::check_cells(NAME, cells)?;
    let width = design::square_wave_width(epsilon, cells);
    Window::of_width(NAME, epsilon, cells, (width, declined))
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Window, MechanismError> {
    Window::of_parameters(NAME, parameters, cells)
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    Ok(square_wave(epsilon, cells)?.parameters())
}

pub(crate) fn parameters_or_declined(
    epsilon: &Epsilon,
    cells: u32,
) -> Result<Vec<u64>, MechanismError> {
    Ok(square_wave_or_declined(epsilon, cells)?.parameters())
}
