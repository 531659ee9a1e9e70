//! Rényi privacy: a whole curve of losses, one for each order, of which several add up order by order.

use super::{CentralError, ClippedSum, ZeroConcentrated, accounting::rarity};
use crate::kernel::float;

/// A loss in Rényi privacy (Mironov 2017): for each order α > 1 the Rényi divergence of neighbouring outputs, which
/// of several releases adds up (proposition 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Renyi {
    curve: RenyiCurve,
    releases: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum RenyiCurve {
    Line(ZeroConcentrated),
    TwoLosses(f64),
    Sampled { share: f64, multiplier: f64 },
}

/// The orders that are searched for the best: from 1 + e^−7 to 1 + e^14.
const ORDERS: (f64, f64) = (-7.0, 14.0);

/// The greatest order of a sampled mechanism, whose divergence is a sum of as many terms: e^6, about 400.
const SAMPLED: f64 = 6.0;

impl Renyi {
    /// Of a loss in zero-concentrated privacy: ρ·α, exactly that of Gaussian noise (Bun and Steinke 2016).
    #[must_use]
    pub const fn of_concentrated(loss: ZeroConcentrated) -> Self {
        Self {
            curve: RenyiCurve::Line(loss),
            releases: 1,
        }
    }

    /// Of a mechanism whose loss is ε or −ε, whatever comes out: randomized response, and discrete Laplace noise on a
    /// count that a person changes by one (Mironov 2017, proposition 5).
    #[must_use]
    pub const fn of_two_losses(epsilon: f64) -> Self {
        Self {
            curve: RenyiCurve::TwoLosses(epsilon),
            releases: 1,
        }
    }

    /// Of Gaussian noise on a sum in which each person takes part with the chance `share` by themselves; `multiplier`
    /// is σ over the most that one person adds (Mironov, Talwar and Zhang 2019; the accountant of Abadi and others 2016).
    ///
    /// At whole orders the divergence is ln A/(α − 1), A = Σ C(α,k)·(1 − q)^(α−k)·q^k·e^((k² − k)/(2m²)). It holds for
    /// discrete noise as well, and in both directions: for an integer shift v the moment of order k of the likelihood
    /// ratio is e^((k² − k)·|v|²/(2σ²)), as all integers shifted by k·v are all integers, and y → v − y swaps the two.
    /// Between whole orders ln A is convex, so that a straight line is above it.
    ///
    /// # Errors
    /// When `share` is not above 0 and at most 1, or `multiplier` not above 0.
    pub fn of_sampled_gaussian(share: f64, multiplier: f64) -> Result<Self, CentralError> {
        if !(share > 0.0 && share <= 1.0) {
            return Err(CentralError::Share(0));
        }
        if !(multiplier > 0.0 && multiplier.is_finite()) {
            return Err(CentralError::Multiplier(multiplier));
        }
        Ok(Self {
            curve: RenyiCurve::Sampled { share, multiplier },
            releases: 1,
        })
    }

    /// Of so many releases like this one together.
    #[must_use]
    pub const fn times(self, releases: u32) -> Self {
        Self {
            releases: self.releases.saturating_mul(releases),
            ..self
        }
    }

    /// The loss at the order α.
    ///
    /// # Errors
    /// When α is not above 1.
    pub fn at(&self, order: f64) -> Result<f64, CentralError> {
        if !(order > 1.0 && order.is_finite()) {
            return Err(CentralError::Order(order));
        }
        let one = match self.curve {
            RenyiCurve::Line(loss) => loss.rho() * order,
            // With p = e^ε/(1 + e^ε) the divergence is ln(p·e^((α−1)ε) + (1 − p)·e^(−(α−1)ε))/(α − 1).
            RenyiCurve::TwoLosses(epsilon) => {
                let rest =
                    (-epsilon * (2.0 * order - 1.0)).exp().ln_1p() - (-epsilon).exp().ln_1p();
                epsilon + rest / (order - 1.0)
            }
            RenyiCurve::Sampled { share, multiplier } => {
                let below = order.floor();
                let moment = |order| moment(order, share, multiplier);
                let (low, high) = (moment(below), moment(below + 1.0));
                (low + (high - low) * (order - below)) / (order - 1.0)
            }
        };
        Ok(one * f64::from(self.releases))
    }

    /// ε but for a chance of `delta`, by the loss at the order α alone: R(α) + ln(1 − 1/α) + (ln(1/δ) − ln α)/(α − 1),
    /// at least 0 (Canonne, Kamath and Steinke 2020, proposition 12). It holds for every order.
    ///
    /// # Errors
    /// When α is not above 1, or δ is not between 0 and 1.
    pub fn epsilon_at(&self, order: f64, delta: f64) -> Result<f64, CentralError> {
        let rare = (rarity(delta)? - order.ln()) / (order - 1.0);
        Ok((self.at(order)? + (-1.0 / order).ln_1p() + rare).max(0.0))
    }

    /// The order that gives the least ε but for a chance of `delta`, and that ε.
    ///
    /// The search takes it that ε falls and then rises with the order. Were that wrong, its ε would be larger than
    /// need be, and hold all the same.
    ///
    /// # Errors
    /// When δ is not between 0 and 1.
    pub fn epsilon(&self, delta: f64) -> Result<(f64, f64), CentralError> {
        let order = |place: f64| 1.0 + place.exp();
        let (mut low, mut high) = ORDERS;
        if matches!(self.curve, RenyiCurve::Sampled { .. }) {
            high = SAMPLED;
        }
        // A hundred thirds leave less of the range than an `f64` tells apart.
        for _ in 0..100 {
            let third = (high - low) / 3.0;
            let [left, right] = [low + third, high - third];
            if self.epsilon_at(order(left), delta)? <= self.epsilon_at(order(right), delta)? {
                high = right;
            } else {
                low = left;
            }
        }
        let best = order(f64::midpoint(low, high));
        Ok((best, self.epsilon_at(best, delta)?))
    }
}

impl ClippedSum {
    /// What one sum costs a person: longest²/(2σ²).
    #[must_use]
    pub fn loss(&self) -> ZeroConcentrated {
        let (numerator, denominator) = self.noise.variance();
        let variance = float(numerator) / float(denominator);
        ZeroConcentrated::of_gaussian(float(self.longest.get()), variance)
    }
}

/// ln A of a whole order, with the greatest term taken out of the sum.
fn moment(order: f64, share: f64, multiplier: f64) -> f64 {
    let mut terms = Vec::new();
    let (mut k, mut choose) = (0.0, 0.0_f64);
    while k <= order {
        // 0·ln 0 is 0 here: nobody is left out where everybody takes part.
        let left = if order > k {
            (order - k) * (-share).ln_1p()
        } else {
            0.0
        };
        terms.push(choose + left + k * share.ln() + (k * k - k) / (2.0 * multiplier * multiplier));
        choose += ((order - k) / (k + 1.0)).ln();
        k += 1.0;
    }
    let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + terms
        .iter()
        .map(|term| (term - most).exp())
        .sum::<f64>()
        .ln()
}
