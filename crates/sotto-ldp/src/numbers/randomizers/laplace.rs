//! Laplace: the answer plus discrete Laplace noise, cut at the ends of the range.
//!
//! - **Input** a cell i of a grid of N+1 cells; it stands for t = (2i − N)/N from −1 to 1.
//!   **Report** i + Z, held between 0 and N: a cell of the same grid.
//! - **Channel** Pr\[Z = z\] ∝ α^|z| on the integers, α = e^(−γ), γ a published fraction: drawn
//!   exactly ([`DiscreteLaplace`]), never as a float, whose last digits could give the answer away.
//! - **Privacy** two inputs are at most N apart, so Pr\[i + Z = y\] differs by a factor of at most
//!   e^(γN) ≤ e^ε; holding the sum between two bounds is post-processing.
//! - **Estimator** a cell y between the ends stands for (2y − N)/N, and an end for the mean of all that
//!   was cut there: geometric noise has no memory, so that is α/(1−α) cells beyond the end, whatever
//!   the input. What a report stands for is the conditional mean of i + Z, so it is unbiased; its
//!   integers round the ends alone, by less than 2⁻²⁴ of what an end stands for.
//! - **Variance** 8/ε² less what the cut removes: below 5.6 at ε = 1.
//! - **Fakes** a report stands for a number at most 1/γ cells, 1/ε ranges, beyond an end.
//! - **Choose it** to compare with, or where its noise is wanted for its shape: hybrid has less worst
//!   variance.
//! - **Uncut** ([`Laplace::uncut`]) reports reach 32 times the noise's scale beyond the ends, behind which less
//!   than e^(−32) of it lies, and a fake carries as far: lessons show that noise, and no survey asks with it.
//! - **Source** Dwork, McSherry, Nissim, Smith 2006; drawn as in Canonne, Kamath, Steinke 2020; the ends
//!   by the theorem of Rao and Blackwell.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    NumericRandomizer, check_cells,
    nearness::{Nearness, around},
};
use crate::kernel::{
    BIT_WEIGHT_TOTAL, Certificate, Epsilon, MechanismError, OutsideDomain, PrivacyLoss, Randomizer,
    sampling::DiscreteLaplace,
};

pub(crate) const NAME: &str = "laplace";
pub(crate) const SHORT_NAME: &str = NAME;

/// How many scales of the noise, 1/γ each, reports reach beyond the grid on either side.
const REACH_IN_SCALES: u64 = 32;

/// The most output cells, and the most half steps of the grid between what the two ends stand for: sums of
/// fourth powers must not overflow.
pub(in crate::numbers) const MAX_OUTPUT_CELLS: u64 = 1 << 24;

/// Discrete Laplace noise over a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laplace {
    cells: u32,
    pub(in crate::numbers) noise: DiscreteLaplace,
    /// r: how many cells reports reach beyond the grid on either side; 0 where they are cut at its ends.
    reach: u32,
    privacy_loss: PrivacyLoss,
}

impl Laplace {
    /// Noise that falls off by e^ε over the whole range.
    ///
    /// # Errors
    /// When the grid has not from 2 to [`crate::numbers::Grid::MAX_CELLS`] cells, or the ends would stand
    /// for numbers more than 2²⁴ half steps apart.
    pub fn new(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let micros = u64::from(epsilon.micros_rounded_down());
        Self::with_decay(micros, MICROS_PER_UNIT * steps_of(cells), cells)
    }

    /// Noise of a published γ = `numerator`/`denominator` for each step of the grid.
    ///
    /// # Errors
    /// When γ is not positive, costs more than an ε of 20, or the ends would stand for numbers more than
    /// 2²⁴ half steps apart.
    pub fn with_decay(
        numerator: u64,
        denominator: u64,
        cells: u32,
    ) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let parts = NonZeroU64::new(numerator).zip(NonZeroU64::new(denominator));
        let (above, below) = parts.ok_or_else(|| unusable("the decay must be above zero"))?;
        let steps = u128::from(steps_of(cells));
        let micros = (steps * u128::from(numerator))
            .checked_mul(MICROS_PER_UNIT.into())
            .map(|product| product.div_ceil(denominator.into()))
            .and_then(|micros| u64::try_from(micros).ok())
            .filter(|&micros| micros <= Epsilon::MAX_MICROS.into())
            .ok_or_else(|| {
                unusable("over the whole range the decay must not cost more than an epsilon of 20")
            })?;
        denominator
            .div_ceil(numerator)
            .checked_mul(2)
            .and_then(|beyond| beyond.checked_add(steps_of(cells)))
            .filter(|&between| between <= MAX_OUTPUT_CELLS)
            .ok_or_else(|| {
                unusable("the noise is wider than 8388608 cells: choose a larger epsilon or a larger step")
            })?;
        Ok(Self {
            cells,
            noise: DiscreteLaplace::new(above, below),
            reach: 0,
            privacy_loss: PrivacyLoss::from_micros(micros),
        })
    }

    /// The same noise with reports that are not cut at the ends of the range but reach 32 scales of the noise,
    /// 1/γ each, beyond: to show it, and to hold other mechanisms against it. No survey publishes it.
    ///
    /// # Errors
    /// When the noise would reach more than 2²⁴ cells.
    pub fn uncut(self) -> Result<Self, MechanismError> {
        let (numerator, denominator) = self.noise.decay();
        let reach = denominator
            .div_ceil(numerator)
            .checked_mul(REACH_IN_SCALES)
            .filter(|&reach| reach <= MAX_OUTPUT_CELLS / 2)
            .filter(|&reach| 2 * reach + u64::from(self.cells) <= MAX_OUTPUT_CELLS)
            .and_then(|reach| u32::try_from(reach).ok())
            .ok_or_else(|| {
                unusable("the noise would reach more than 16777216 cells: choose a larger epsilon or a larger step")
            })?;
        Ok(Self { reach, ..self })
    }

    /// The integers that a survey publishes: γ's numerator and denominator, and the reach of reports beyond the
    /// range, 0.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        let (numerator, denominator) = self.noise.decay();
        vec![numerator, denominator, self.reach.into()]
    }

    /// Whether reports are cut at the ends of the range.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        self.reach == 0
    }

    /// r: how many cells reports reach beyond the grid on either side; 0 where they are cut at its ends.
    #[must_use]
    pub const fn reach(&self) -> u32 {
        self.reach
    }
}

const MICROS_PER_UNIT: u64 = 1_000_000;

/// The third published integer: how far reports reach beyond the range.
const CUT: u64 = 0;

const fn unusable(reason: &'static str) -> MechanismError {
    MechanismError::Weights {
        mechanism: NAME,
        reason,
    }
}

/// N.
fn steps_of(cells: u32) -> u64 {
    u64::from(cells) - 1
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    Ok(Laplace::new(epsilon, cells)?.parameters())
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Laplace, MechanismError> {
    match *parameters {
        [numerator, denominator, CUT] => Laplace::with_decay(numerator, denominator, cells),
        _ => Err(unusable(
            "write three integers, the numerator and the denominator of the decay for each step, and 0",
        )),
    }
}

impl Randomizer for Laplace {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, self.cells)?;
        let noisy = i64::from(input).saturating_add(self.noise.sample(rng));
        let cell = noisy.saturating_add(self.reach.into());
        let last = i64::from(self.output_cells() - 1);
        u32::try_from(cell.clamp(0, last)).map_err(|_| OutsideDomain {
            value: input,
            domain_size: self.cells,
        })
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.privacy_loss
    }
}

impl Nearness for Laplace {
    fn nearest_cell(&self, output: u32) -> u32 {
        output.saturating_sub(self.reach).min(self.cells - 1)
    }

    /// All beyond an end of the grid is read as that end.
    fn share_within(&self, cell: u32, distance: u32) -> u64 {
        let (first, last) = around(cell, distance, self.cells);
        let sides = u64::from(first > 0) + u64::from(last < self.cells - 1);
        BIT_WEIGHT_TOTAL - sides * self.noise.tail(u64::from(distance) + 1)
    }
}

impl NumericRandomizer for Laplace {
    fn cells(&self) -> u32 {
        self.cells
    }

    fn output_cells(&self) -> u32 {
        self.cells + 2 * self.reach
    }

    /// Who declines is told by a report of its own.
    fn takes_declined(&self) -> bool {
        false
    }

    fn certificate(&self) -> Certificate {
        // The constructor holds the loss to 20,000,000 millionths.
        let micros = u32::try_from(self.privacy_loss.micros()).unwrap_or(u32::MAX);
        Certificate::of_exponential(micros)
    }
}
