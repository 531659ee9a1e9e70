//! Hybrid: the window or Duchi's bit, by a coin that knows nothing of the answer.
//!
//! - **Input** a cell i of a grid of N+1 cells; it stands for t = (2i − N)/N from −1 to 1.
//!   **Report** an output cell of the window, or one of two cells behind them: −B and +B.
//! - **Channel** with chance α/2³² the window's (weights a and b out of W = aw + bN), else Duchi's
//!   (weights from bN to aN out of D = N(a+b)); together out of 2³²·W·D.
//! - **Privacy** a cell belongs to one of the two, where no ratio exceeds a/b ≤ e^ε, whatever α.
//! - **Estimator** each report stands for the number it stands for in its own mechanism: either is
//!   unbiased, so the mixture is.
//! - **Variance** the mixture of both. The window's grows with t² and Duchi's falls; α and the
//!   width w are chosen so that the worst is least: at ε = 2 below the textbook's 1.0423.
//! - **Declining** where a number can be declined, it can be in both, and both tell it by one more output,
//!   the last: its weight is the sum of both.
//! - **Choose it** for a mean, always; Duchi where a report must be one bit.
//! - **Source** Wang et al., ICDE 2019, with α = 1 − e^(−ε/2) above ε = 0.61 and the piecewise
//!   mechanism instead of the best window.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    NumericRandomizer, certificate, check_cells, declined_cell, duchi::Duchi, nearness::Nearness,
    window::Window, with_declined_cell,
};
use crate::{
    kernel::{
        Certificate, Channel, Epsilon, MechanismError, OutsideDomain, PrivacyLoss, Randomizer,
        Weights, exact::Natural, sampling::uniform_below,
    },
    numbers::{declined_design, design},
};

pub(crate) const NAME: &str = "hybrid";
pub(crate) const SHORT_NAME: &str = "hm";

/// Behind the window's outputs stand so many of Duchi's.
const ENDS: u32 = 2;

/// What α is out of: 2³².
pub(in crate::numbers) const COIN_TOTAL: NonZeroU64 = NonZeroU64::MIN.saturating_add((1 << 32) - 1);

/// The hybrid mechanism over a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hybrid {
    pub(in crate::numbers) window: Window,
    pub(in crate::numbers) duchi: Duchi,
    /// α: the chance of the window, out of 2³²; neither 0 nor 2³².
    pub(in crate::numbers) window_share: u64,
}

impl Hybrid {
    /// The mixture whose worst variance is least.
    ///
    /// # Errors
    /// When the grid has not from 2 to [`crate::numbers::Grid::MAX_CELLS`] cells.
    pub fn new(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        let mixture = design::hybrid_mixture;
        Self::of(epsilon, cells, (mixture, false))
    }

    /// The same for numbers that can be declined: the worst variance is that of the mean of those who
    /// answer.
    ///
    /// # Errors
    /// As of [`Self::new`].
    pub fn or_declined(epsilon: &Epsilon, cells: u32) -> Result<Self, MechanismError> {
        let mixture = declined_design::hybrid_mixture;
        Self::of(epsilon, cells, (mixture, true))
    }

    fn of(
        epsilon: &Epsilon,
        cells: u32,
        (mixture, declined): (fn(&Epsilon, u32) -> design::Mixture, bool),
    ) -> Result<Self, MechanismError> {
        check_cells(NAME, cells)?;
        let mixture = mixture(epsilon, cells);
        let form = (mixture.width, declined);
        let window = Window::of_width(NAME, epsilon, cells, form)?;
        let duchi = Duchi::of(epsilon, cells, declined)?;
        // The weights that fit both.
        let weights = if window.weights().other < duchi.weights().other {
            window.weights()
        } else {
            duchi.weights()
        };
        let share = design::out_of_coin(mixture.window_share);
        Self::of_weights(weights, cells, form, share)
    }

    /// The mixture of published integers; `window_share` is out of 2³².
    ///
    /// # Errors
    /// When the weights, the width, the share or the grid do not fit this mechanism.
    pub fn with_weights(
        weights: Weights,
        cells: u32,
        width: u32,
        window_share: u64,
    ) -> Result<Self, MechanismError> {
        Self::of_weights(weights, cells, (width, false), window_share)
    }

    fn of_weights(
        weights: Weights,
        cells: u32,
        form: (u32, bool),
        window_share: u64,
    ) -> Result<Self, MechanismError> {
        if !(1..COIN_TOTAL.get()).contains(&window_share) {
            return Err(MechanismError::Weights {
                mechanism: NAME,
                reason: "the chance of the window must be from 1 to 4294967295, out of 4294967296",
            });
        }
        Ok(Self {
            window: Window::of_weights(NAME, weights, cells, form)?,
            duchi: Duchi::of_weights(weights, cells, form.1)?,
            window_share,
        })
    }

    /// The integers that a survey publishes: a, b, w and α, and 1 where a number can be declined.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        let mut parameters = self.window.integers();
        parameters.push(self.window_share);
        with_declined_cell(parameters, self.takes_declined())
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    Ok(Hybrid::new(epsilon, cells)?.parameters())
}

pub(crate) fn parameters_or_declined(
    epsilon: &Epsilon,
    cells: u32,
) -> Result<Vec<u64>, MechanismError> {
    Ok(Hybrid::or_declined(epsilon, cells)?.parameters())
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Hybrid, MechanismError> {
    let (parameters, declined) = declined_cell(parameters, 4);
    let [truth, other, width, share] = *parameters else {
        return Err(MechanismError::Weights {
            mechanism: NAME,
            reason: "write four integers: the two weights, the window's width in cells, and the chance of the window out of 4294967296; and 1 where a number can be declined",
        });
    };
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    let weights = Weights { truth, other };
    Hybrid::of_weights(weights, cells, (width, declined), share)
}

impl Randomizer for Hybrid {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, self.inputs())?;
        let outputs = self.window.number_outputs();
        if uniform_below(COIN_TOTAL, rng) < self.window_share {
            let cell = self.window.randomize(input, rng)?;
            Ok(if cell == outputs { cell + ENDS } else { cell })
        } else {
            Ok(outputs + self.duchi.randomize(input, rng)?)
        }
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.window.privacy_loss()
    }
}

impl Channel for Hybrid {
    fn inputs(&self) -> u32 {
        self.window.inputs()
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.output_cells())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        let outputs = self.window.number_outputs();
        let of_window = |output| {
            let weight = self.window.weight(input, output);
            let scaled = weight.product(&self.duchi.row_total());
            scaled.times(self.window_share)
        };
        let Some(end) = output.checked_sub(outputs) else {
            return of_window(output);
        };
        let weight = self.duchi.weight(input, &end);
        let scaled = weight.product(&self.window.row_total());
        let of_duchi = scaled.times(COIN_TOTAL.get() - self.window_share);
        if end == ENDS && self.takes_declined() {
            of_duchi.plus(&of_window(&outputs))
        } else {
            of_duchi
        }
    }

    fn row_total(&self) -> Natural {
        let both = self.window.row_total().product(&self.duchi.row_total());
        both.times(COIN_TOTAL.get())
    }
}

impl Nearness for Hybrid {
    fn nearest_cell(&self, output: u32) -> u32 {
        match output.checked_sub(self.window.number_outputs()) {
            None => self.window.nearest_cell(output),
            Some(bit) => self.duchi.nearest_cell(bit),
        }
    }

    fn share_within(&self, cell: u32, distance: u32) -> u64 {
        let mixed = |coin: u64, share: u64| u128::from(coin) * u128::from(share);
        let window = mixed(self.window_share, self.window.share_within(cell, distance));
        let bit = COIN_TOTAL.get() - self.window_share;
        let bit = mixed(bit, self.duchi.share_within(cell, distance));
        u64::try_from((window + bit) >> 32).unwrap_or(COIN_TOTAL.get())
    }
}

impl NumericRandomizer for Hybrid {
    fn cells(&self) -> u32 {
        self.window.cells()
    }

    fn output_cells(&self) -> u32 {
        self.window.output_cells() + ENDS
    }

    fn takes_declined(&self) -> bool {
        self.window.takes_declined()
    }

    fn certificate(&self) -> Certificate {
        certificate(self, self.window.weights())
    }
}
