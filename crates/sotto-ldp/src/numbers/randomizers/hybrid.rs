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
//! - **Choose it** for a mean, always; Duchi where a report must be one bit.
//! - **Source** Wang et al., ICDE 2019, with α = 1 − e^(−ε/2) above ε = 0.61 and the piecewise
//!   mechanism instead of the best window.

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    NumericRandomizer, certificate, check_cells, duchi::Duchi, nearness::Nearness, window::Window,
};
use crate::{
    kernel::{
        Certificate, Channel, Epsilon, MechanismError, OutsideDomain, PrivacyLoss, Randomizer,
        Weights, exact::Natural, sampling::uniform_below,
    },
    numbers::design,
};

pub(crate) const NAME: &str = "hybrid";
pub(crate) const SHORT_NAME: &str = "hm";

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
        check_cells(NAME, cells)?;
        let mixture = design::hybrid_mixture(epsilon, cells);
        let window = Window::of_width(NAME, epsilon, cells, mixture.width)?;
        let duchi = Duchi::new(epsilon, cells)?;
        // The weights that fit both.
        let weights = if window.weights().other < duchi.weights().other {
            window.weights()
        } else {
            duchi.weights()
        };
        let share = design::out_of_coin(mixture.window_share);
        Self::with_weights(weights, cells, mixture.width, share)
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
        if !(1..COIN_TOTAL.get()).contains(&window_share) {
            return Err(MechanismError::Weights {
                mechanism: NAME,
                reason: "the chance of the window must be from 1 to 4294967295, out of 4294967296",
            });
        }
        Ok(Self {
            window: Window::of_weights(NAME, weights, cells, width)?,
            duchi: Duchi::with_weights(weights, cells)?,
            window_share,
        })
    }

    /// The integers that a survey publishes: a, b, w and α.
    #[must_use]
    pub fn parameters(&self) -> Vec<u64> {
        let mut parameters = self.window.parameters();
        parameters.push(self.window_share);
        parameters
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
    Ok(Hybrid::new(epsilon, cells)?.parameters())
}

/// Reads the published integers.
pub(crate) fn published(parameters: &[u64], cells: u32) -> Result<Hybrid, MechanismError> {
    let [truth, other, width, share] = *parameters else {
        return Err(MechanismError::Weights {
            mechanism: NAME,
            reason: "write four integers: the two weights, the window's width in cells, and the chance of the window out of 4294967296",
        });
    };
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    let weights = Weights { truth, other };
    Hybrid::with_weights(weights, cells, width, share)
}

impl Randomizer for Hybrid {
    type Input = u32;
    type Output = u32;

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        OutsideDomain::check(input, NumericRandomizer::cells(self))?;
        if uniform_below(COIN_TOTAL, rng) < self.window_share {
            self.window.randomize(input, rng)
        } else {
            let bit = self.duchi.randomize(input, rng)?;
            Ok(self.window.output_cells() + bit)
        }
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.window.privacy_loss()
    }
}

impl Channel for Hybrid {
    fn inputs(&self) -> u32 {
        NumericRandomizer::cells(self)
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.output_cells())
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        match output.checked_sub(self.window.output_cells()) {
            None => self
                .window
                .weight(input, output)
                .product(&self.duchi.row_total())
                .times(self.window_share),
            Some(bit) => self
                .duchi
                .weight(input, &bit)
                .product(&self.window.row_total())
                .times(COIN_TOTAL.get() - self.window_share),
        }
    }

    fn row_total(&self) -> Natural {
        let both = self.window.row_total().product(&self.duchi.row_total());
        both.times(COIN_TOTAL.get())
    }
}

impl Nearness for Hybrid {
    fn nearest_cell(&self, output: u32) -> u32 {
        match output.checked_sub(self.window.output_cells()) {
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
        self.window.output_cells() + 2
    }

    fn certificate(&self) -> Certificate {
        certificate(self, self.window.weights())
    }
}
