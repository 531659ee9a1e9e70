//! The window: cells near the answer have the greater weight, all others the smaller. With its
//! best width it is the exact, discrete form of the piecewise mechanism.
//!
//! - **Input** a cell i of a grid of N+1 cells; it stands for t = (2i − N)/N from −1 to 1.
//!   **Report** a cell j of N + w output cells.
//! - **Channel** the w cells i ≤ j < i + w have weight a, the N others weight b, out of
//!   W = aw + bN.
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε.
//! - **Estimator** cell j stands for (2j − N − w + 1)·W/((a−b)wN), whose mean over the channel is t
//!   exactly: cells outside the window balance those inside by their number, that is, by length.
//! - **Variance** a constant and a multiple of t²; for large N and the best w at ε = 2 it is at
//!   most 1.092, where the textbook's piecewise mechanism has 1.228.
//! - **Declining** where a number can be declined, w more outputs stand behind the others and are told as
//!   one, and W grows by bw. A number gives each of them weight b; "declined" gives them weight a and the
//!   N + w others weight b, so that still no ratio exceeds a/b. The last output stands for nothing: the
//!   mean is t for a number and 0 where it is declined.
//! - **Choose it** for a mean at ε above 1.29, or when the spread of the answers is wanted with it;
//!   for the mean alone, hybrid is better still.
//! - **Source** Wang et al., "Collecting and analyzing multidimensional data with local
//!   differential privacy", ICDE 2019, in continuous form.
//!
//! The width is a published parameter. [`crate::numbers::design`] finds the one with the least worst
//! variance; any width keeps ε and the mean.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    NumericRandomizer, certificate, check_cells, declined_cell,
    nearness::{Nearness, around, parts},
    scaled_weights::{privacy_loss, scaled_weights},
    with_declined_cell,
};
use crate::{
    kernel::{
        Certificate, Channel, Epsilon, MechanismError, OutsideDomain, PrivacyLoss, Randomizer,
        Weights, exact::Natural, sampling::uniform_below,
    },
    numbers::{declined_design, design},
};

pub(crate) const NAME: &str = "piecewise";
pub(crate) const SHORT_NAME: &str = "pm";

/// The window mechanism over a grid, of any width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    cells: u32,
    width: u32,
    declined: bool,
    weights: Weights,
    pub(in crate::numbers) total: NonZeroU64,
    privacy_loss: PrivacyLoss,
}

impl Window {
    /// The widest window there is.
    pub const MAX_WIDTH: u32 = design::MAX_WIDTH;

    /// The window of the width whose worst variance is least.
    ///
    /// # Errors
    /// When the grid has not from 2 to [`Grid::MAX_CELLS`](super::Grid::MAX_CELLS) cells.
    pub fn piecewise(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let width = design::piecewise_width(epsilon, cells);
        Self::of_width(NAME, epsilon, cells, (width, false))
    }

    /// The same for numbers that can be declined.
    ///
    /// # Errors
    /// As of [`Self::piecewise`].
    pub fn piecewise_or_declined(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let width = declined_design::piecewise_width(epsilon, cells);
        Self::of_width(NAME, epsilon, cells, (width, true))
    }

    /// The window of a given width with the weights that ε implies.
    ///
    /// # Errors
    /// When the grid has not from 2 to [`Grid::MAX_CELLS`](super::Grid::MAX_CELLS) cells, or the width is not from 1 to
    /// [`Self::MAX_WIDTH`].
    pub fn with_width(epsilon: &Epsilon, cells: u32, width: u32) -> Result<Self, MechanismError> {
        Self::of_width(NAME, epsilon, cells, (width, false))
    }

    /// Of a width, and for numbers that can be declined or not.
    pub(super) fn of_width(
        mechanism: &'static str,
        epsilon: &Epsilon,
        cells: u32,
        form: (u32, bool),
    ) -> Result<Self, MechanismError> {
        check_cells(mechanism, cells)?;
        let weights = scaled_weights(mechanism, epsilon, |weights| {
            total(weights, cells, form).is_some()
        })?;
        Self::of_weights(mechanism, weights, cells, form)
    }

    pub(super) fn of_weights(
        mechanism: &'static str,
        weights: Weights,
        cells: u32,
        (width, declined): (u32, bool),
    ) -> Result<Self, MechanismError> {
        check_cells(mechanism, cells)?;
        let unusable = |reason| MechanismError::Weights { mechanism, reason };
        let weights = Weights::published(mechanism, &[weights.truth, weights.other])?;
        if !(1..=Self::MAX_WIDTH).contains(&width) {
            return Err(unusable("the width must be from 1 to 4194304 cells"));
        }
        let total = total(weights, cells, (width, declined))
            .ok_or_else(|| unusable("the total of all cells must fit 64 bits"))?;
        Ok(Self {
            cells,
            width,
            declined,
            weights,
            total,
            privacy_loss: privacy_loss(mechanism, weights)?,
        })
    }

    /// Reads the published integers a, b and w, and 1 behind them where a number can be declined.
    pub(super) fn of_parameters(
        mechanism: &'static str,
        parameters: &[u64],
        cells: u32,
    ) -> Result<Self, MechanismError> {
        let (parameters, declined) = declined_cell(parameters, 3);
        let [truth, other, width] = *parameters else {
            return Err(MechanismError::Weights {
                mechanism,
                reason: "write three integers: the weight of a cell in the window, the smaller one, above zero, of a cell outside, and the window's width in cells; and 1 where a number can be declined",
            });
        };
        // A width beyond u32 is refused as too wide.
        let width = u32::try_from(width).unwrap_or(u32::MAX);
        Self::of_weights(
            mechanism,
            Weights { truth, other },
            cells,
            (width, declined),
        )
    }

    /// The integers that a survey publishes: a, b and w, and 1 where a number can be declined.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        with_declined_cell(self.integers(), self.declined)
    }

    /// a, b and w.
    pub(super) fn integers(&self) -> Vec<u64> {
        let Weights { truth, other } = self.weights;
        vec![truth, other, self.width.into()]
    }

    /// a and b.
    #[must_use]
    pub const fn weights(&self) -> Weights {
        self.weights
    }

    /// w: how many output cells are near an answer.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// N: how many steps the grid has.
    pub(in crate::numbers) const fn steps(&self) -> u32 {
        self.cells - 1
    }

    /// N + w: how many outputs stand for a number.
    pub(in crate::numbers) const fn number_outputs(&self) -> u32 {
        self.steps() + self.width
    }

    fn cell_weight(&self, input: u32, output: u32) -> u64 {
        let outputs = self.number_outputs();
        let (near, times) = if output == outputs {
            (input == self.cells, self.width)
        } else {
            let near = input <= output && output < input + self.width;
            (near && input < self.cells, 1)
        };
        let weight = if near {
            self.weights.truth
        } else {
            self.weights.other
        };
        weight * u64::from(times)
    }
}

/// W = aw + bN, and bw more where a number can be declined, if it fits.
fn total(weights: Weights, cells: u32, (width, declined): (u32, bool)) -> Option<NonZeroU64> {
    let near = weights.truth.checked_mul(width.into())?;
    let others = u64::from(cells.checked_sub(1)?) + u64::from(width) * u64::from(declined);
    let far = weights.other.checked_mul(others)?;
    NonZeroU64::new(near.checked_add(far)?)
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Window, MechanismError> {
    Window::of_parameters(NAME, parameters, cells)
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    Ok(Window::piecewise(epsilon, cells)?.parameters())
}

pub(crate) fn parameters_or_declined(
    epsilon: &Epsilon,
    cells: u32,
) -> Result<Vec<u64>, MechanismError> {
    Ok(Window::piecewise_or_declined(epsilon, cells)?.parameters())
}

impl Randomizer for Window {
    type Input = u32;
    type Output = u32;

    /// Walks from the answer's own cell: first the window, a draws for each of its cells, then
    /// around the end through all others, b draws each, and last through those of "declined"; from
    /// "declined", first through its own and then through all others.
    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, self.inputs())?;
        let drawn = uniform_below(self.total, rng);
        let (width, outputs) = (u64::from(self.width), u64::from(self.number_outputs()));
        let near = self.weights.truth * width;
        let walk = match drawn.checked_sub(near) {
            None => drawn / self.weights.truth,
            Some(rest) => width + rest / self.weights.other,
        };
        let cell = if input < self.cells {
            if walk < outputs {
                (u64::from(input) + walk) % outputs
            } else {
                outputs
            }
        } else {
            walk.checked_sub(width).unwrap_or(outputs)
        };
        u32::try_from(cell).map_err(|_| OutsideDomain {
            value: input,
            domain_size: self.cells,
        })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Channel for Window {
    fn inputs(&self) -> u32 {
        self.cells + u32::from(self.declined)
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.output_cells())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        Natural::from(if *output < self.output_cells() {
            self.cell_weight(input.min(self.inputs() - 1), *output)
        } else {
            0
        })
    }

    fn row_total(&self) -> Natural {
        Natural::from(self.total.get())
    }
}

impl Nearness for Window {
    fn nearest_cell(&self, output: u32) -> u32 {
        if output == self.number_outputs() {
            return self.cells;
        }
        output
            .saturating_sub((self.width - 1) / 2)
            .min(self.steps())
    }

    fn share_within(&self, cell: u32, distance: u32) -> u64 {
        if cell >= self.cells {
            let own = self.cell_weight(cell, self.number_outputs());
            return parts(own.into(), self.total);
        }
        let (first, last) = around(cell, distance, self.cells);
        let shift = (self.width - 1) / 2;
        // The outputs that are read as those cells; all beyond the end belong to the last one.
        let from = if first == 0 { 0 } else { first + shift };
        let to = if last == self.steps() {
            self.number_outputs()
        } else {
            last + shift + 1
        };
        let near = to.min(cell + self.width).saturating_sub(from.max(cell));
        let far = to - from - near;
        let weight = u128::from(self.weights.truth) * u128::from(near)
            + u128::from(self.weights.other) * u128::from(far);
        parts(weight, self.total)
    }
}

impl NumericRandomizer for Window {
    fn cells(&self) -> u32 {
        self.cells
    }

    fn output_cells(&self) -> u32 {
        self.number_outputs() + u32::from(self.declined)
    }

    fn takes_declined(&self) -> bool {
        self.declined
    }

    fn certificate(&self) -> Certificate {
        certificate(self, self.weights)
    }
}
