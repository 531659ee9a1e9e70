//! Duchi's mechanism: one bit, whose chance moves evenly with the answer (Duchi, Jordan and
//! Wainwright 2018, in one dimension).
//!
//! - **Input** a cell i of a grid of N+1 cells; it stands for t = (2i − N)/N from −1 to 1.
//!   **Report** 1 for +B, 0 for −B.
//! - **Channel** 1 has weight bN + i(a−b), 0 has weight aN − i(a−b), out of N(a+b): from b to a
//!   parts in a+b, evenly.
//! - **Privacy** either weight lies between bN and aN, so no ratio exceeds a/b ≤ e^ε.
//! - **Estimator** the mean of ±B, B = (a+b)/(a−b): exactly unbiased, for
//!   ((2·weight of 1)/(N(a+b)) − 1)·B = t.
//! - **Variance** B² − t² for one report; it tells nothing about the spread of the answers.
//! - **Declining** where a number can be declined there are three outputs. A number has weight bN for the
//!   third, out of N(a+2b); "declined" has aN for it, and bN for either end: the number is rounded to an
//!   end by chance, and then direct encoding tells one of three categories. Still no ratio exceeds a/b, and
//!   the third stands for nothing: the mean of ±B, B = (a+2b)/(a−b), is t for a number, and 0 where it is
//!   declined.
//! - **Choose it** for a mean at small ε (below 1.29 it is better than piecewise in the worst
//!   case), or when a report must be a single bit. Hybrid is never worse.
//! - **Source** Duchi, Jordan, Wainwright, "Minimax optimal procedures for locally private
//!   estimation", JASA 2018. Rounding the answer to one of the two ends by chance and perturbing
//!   that by randomized response is the same channel, weight for weight.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    NumericRandomizer, certificate, check_cells, declined_cell,
    nearness::{Nearness, around, parts},
    scaled_weights::{privacy_loss, scaled_weights},
    with_declined_cell,
};
use crate::kernel::{
    Certificate, Channel, Epsilon, MechanismError, OutsideDomain, PrivacyLoss, Randomizer, Weights,
    exact::Natural, sampling::uniform_below,
};

pub(crate) const NAME: &str = "duchi";
pub(crate) const SHORT_NAME: &str = NAME;

/// The output behind the two ends.
const DECLINED: u32 = 2;

/// Duchi's mechanism over a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duchi {
    cells: u32,
    declined: bool,
    weights: Weights,
    pub(in crate::numbers) total: NonZeroU64,
    privacy_loss: PrivacyLoss,
}

impl Duchi {
    /// Duchi's mechanism with the weights that ε implies.
    ///
    /// # Errors
    /// When the grid has not from 2 to [`crate::numbers::Grid::MAX_CELLS`] cells.
    pub fn new(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        Self::of(epsilon, cells, false)
    }

    /// The same for numbers that can be declined.
    ///
    /// # Errors
    /// As of [`Self::new`].
    pub fn or_declined(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        Self::of(epsilon, cells, true)
    }

    pub(super) fn of(
        epsilon: &Epsilon,
        cells: u32,
        declined: bool,
    ) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let weights = scaled_weights(NAME, epsilon, |weights| {
            total(weights, cells, declined).is_some()
        })?;
        Self::of_weights(weights, cells, declined)
    }

    /// Duchi's mechanism with published weights.
    ///
    /// # Errors
    /// When the weights or the grid do not fit this mechanism.
    pub fn with_weights(weights: Weights, cells: u32) -> Result<Self, MechanismError> {
        Self::of_weights(weights, cells, false)
    }

    pub(super) fn of_weights(
        weights: Weights,
        cells: u32,
        declined: bool,
    ) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let weights = Weights::published(NAME, &[weights.truth, weights.other])?;
        Ok(Self {
            cells,
            declined,
            weights,
            total: total(weights, cells, declined).ok_or(MechanismError::Weights {
                mechanism: NAME,
                reason: "their sum times the number of steps must fit 64 bits",
            })?,
            privacy_loss: privacy_loss(NAME, weights)?,
        })
    }

    /// a and b.
    #[must_use]
    pub const fn weights(&self) -> Weights {
        self.weights
    }

    /// The integers that a survey publishes: a and b, and 1 where a number can be declined.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        let Weights { truth, other } = self.weights;
        with_declined_cell(vec![truth, other], self.declined)
    }

    /// The weights of 1 and of 0 when the truth is that input.
    fn end_weights(&self, input: u32) -> (u64, u64) {
        let Weights { truth, other } = self.weights;
        let least = other * self.steps();
        if input >= self.cells {
            return (least, least);
        }
        let upper = least + (truth - other) * u64::from(input);
        (upper, (truth + other) * self.steps() - upper)
    }

    fn steps(&self) -> u64 {
        u64::from(self.cells - 1)
    }
}

/// N(a + b), and bN more where a number can be declined, if it fits.
fn total(weights: Weights, cells: u32, declined: bool) -> Option<NonZeroU64> {
    let steps = u64::from(cells.checked_sub(1)?);
    let other = weights.other.checked_mul(1 + u64::from(declined))?;
    let sum = weights.truth.checked_add(other)?;
    NonZeroU64::new(sum.checked_mul(steps)?)
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    Ok(Duchi::new(epsilon, cells)?.parameters())
}

pub(crate) fn parameters_or_declined(
    epsilon: &Epsilon,
    cells: u32,
) -> Result<Vec<u64>, MechanismError> {
    Ok(Duchi::or_declined(epsilon, cells)?.parameters())
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Duchi, MechanismError> {
    let (parameters, declined) = declined_cell(parameters, 2);
    let weights = Weights::published(NAME, parameters)?;
    Duchi::of_weights(weights, cells, declined)
}

impl Randomizer for Duchi {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, self.inputs())?;
        let (upper, lower) = self.end_weights(input);
        let drawn = uniform_below(self.total, rng);
        Ok(match drawn.checked_sub(upper) {
            None => 1,
            Some(rest) if rest < lower => 0,
            Some(_) => DECLINED,
        })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Channel for Duchi {
    fn inputs(&self) -> u32 {
        self.cells + u32::from(self.declined)
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.output_cells())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let (upper, lower) = self.end_weights(input.min(self.inputs() - 1));
        Natural::from(match *output {
            0 => lower,
            1 => upper,
            DECLINED => self.total.get() - upper - lower,
            _ => 0,
        })
    }

    fn row_total(&self) -> Natural {
        Natural::from(self.total.get())
    }
}

impl Nearness for Duchi {
    /// One end of the grid or the other.
    fn nearest_cell(&self, output: u32) -> u32 {
        match output {
            0 => 0,
            1 => self.cells - 1,
            _ => self.cells,
        }
    }

    fn share_within(&self, cell: u32, distance: u32) -> u64 {
        let (upper, lower) = self.end_weights(cell);
        if cell >= self.cells {
            return parts(u128::from(self.total.get() - upper - lower), self.total);
        }
        let (first, last) = around(cell, distance, self.cells);
        let lowest = if first == 0 { lower } else { 0 };
        let highest = if last == self.cells - 1 { upper } else { 0 };
        parts(u128::from(lowest) + u128::from(highest), self.total)
    }
}

impl NumericRandomizer for Duchi {
    fn cells(&self) -> u32 {
        self.cells
    }

    fn output_cells(&self) -> u32 {
        2 + u32::from(self.declined)
    }

    fn takes_declined(&self) -> bool {
        self.declined
    }

    fn certificate(&self) -> Certificate {
        certificate(self, self.weights)
    }
}
