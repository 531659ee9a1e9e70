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
//! - **Choose it** for a mean at small ε (below 1.29 it is better than piecewise in the worst
//!   case), or when a report must be a single bit. Hybrid is never worse.
//! - **Source** Duchi, Jordan, Wainwright, "Minimax optimal procedures for locally private
//!   estimation", JASA 2018. Rounding the answer to one of the two ends by chance and perturbing
//!   that by randomized response is the same channel, weight for weight
//!   ([`super::StochasticRounding`]).

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    NumericRandomizer, certificate, check_cells,
    nearness::{Nearness, around, parts},
    scaled_weights::{privacy_loss, scaled_weights},
};
use crate::kernel::{
    Certificate, Channel, Epsilon, MechanismError, OutsideDomain, PrivacyLoss, Randomizer, Weights,
    exact::Natural, sampling::uniform_below,
};

pub(crate) const NAME: &str = "duchi";
pub(crate) const SHORT_NAME: &str = NAME;

/// Duchi's mechanism over a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duchi {
    cells: u32,
    weights: Weights,
    total: NonZeroU64,
    privacy_loss: PrivacyLoss,
}

impl Duchi {
    /// Duchi's mechanism with the weights that ε implies.
    ///
    /// # Errors
    /// When the grid has not from 2 to [`crate::numbers::Grid::MAX_CELLS`] cells.
    pub fn new(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let weights = scaled_weights(NAME, epsilon, |weights| total(weights, cells).is_some())?;
        Self::with_weights(weights, cells)
    }

    /// Duchi's mechanism with published weights.
    ///
    /// # Errors
    /// When the weights or the grid do not fit this mechanism.
    pub fn with_weights(weights: Weights, cells: u32) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let weights = Weights::published(NAME, &[weights.truth, weights.other])?;
        Ok(Self {
            cells,
            weights,
            total: total(weights, cells).ok_or(MechanismError::Weights {
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

    /// The weight of 1 when the truth is cell `input`.
    fn upper_weight(&self, input: u32) -> u64 {
        let Weights { truth, other } = self.weights;
        other * self.steps() + (truth - other) * u64::from(input)
    }

    fn steps(&self) -> u64 {
        u64::from(self.cells - 1)
    }
}

/// N(a + b), if it fits.
fn total(weights: Weights, cells: u32) -> Option<NonZeroU64> {
    let steps = u64::from(cells.checked_sub(1)?);
    let sum = weights.truth.checked_add(weights.other)?;
    NonZeroU64::new(sum.checked_mul(steps)?)
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    let Weights { truth, other } = Duchi::new(epsilon, cells)?.weights;
    Ok(vec![truth, other])
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Duchi, MechanismError> {
    let weights = Weights::published(NAME, parameters)?;
    Duchi::with_weights(weights, cells)
}

impl Randomizer for Duchi {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, self.cells)?;
        let drawn = uniform_below(self.total, rng);
        Ok(u32::from(drawn < self.upper_weight(input)))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Channel for Duchi {
    fn inputs(&self) -> u32 {
        self.cells
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..2)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let upper = self.upper_weight(input.min(self.cells - 1));
        Natural::from(match output {
            0 => self.total.get() - upper,
            1 => upper,
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
        if output == 0 { 0 } else { self.cells - 1 }
    }

    fn share_within(&self, cell: u32, distance: u32) -> u64 {
        let upper = self.upper_weight(cell);
        let (first, last) = around(cell, distance, self.cells);
        let lowest = if first == 0 {
            self.total.get() - upper
        } else {
            0
        };
        let highest = if last == self.cells - 1 { upper } else { 0 };
        parts(u128::from(lowest) + u128::from(highest), self.total)
    }
}

impl NumericRandomizer for Duchi {
    fn cells(&self) -> u32 {
        self.cells
    }

    fn output_cells(&self) -> u32 {
        2
    }

    fn certificate(&self) -> Certificate {
        certificate(self, self.weights)
    }
}
