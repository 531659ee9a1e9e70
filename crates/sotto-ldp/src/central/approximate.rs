//! What δ goes with discrete Gaussian noise: approximate privacy.

use super::{AllOrNoise, CentralError, DiscreteGaussian};
use crate::kernel::float;

/// The textbook's σ for Gaussian noise that keeps to (ε, δ): √(2·ln(1.25/δ))·Δ/ε (Dwork and Roth 2014, theorem 3.22),
/// for ε < 1. The least is smaller: [`DiscreteGaussian::keeping`].
///
/// # Errors
/// When δ is not between 0 and 1, or ε not between 0 and 1.
pub fn textbook_gaussian_deviation(
    epsilon: f64,
    delta: f64,
    sensitivity: u64,
) -> Result<f64, CentralError> {
    if !(epsilon > 0.0 && epsilon < 1.0) {
        return Err(CentralError::Epsilon);
    }
    let delta = chance(delta)?;
    Ok((2.0 * (1.25 / delta).ln()).sqrt() * float(sensitivity) / epsilon)
}

/// Before so many deviations lies less than e^(−800) of the noise, which no `f64` holds.
const REACH: f64 = 40.0;

/// What a sum may leave out, as a part of it.
const LEFT_OUT: f64 = 1e-12;

/// Above all that is left out, and that rounding adds up to in a sum of positive terms, each within a few units of its
/// last place.
const ROUNDED_UP: f64 = 1.0 + 1e-9;

/// What σ² is searched in: tenths.
const PARTS: u64 = 10;

impl DiscreteGaussian {
    /// The least δ such that this noise on an integer that a person changes by at most `sensitivity` keeps to (ε, δ),
    /// rounded up (Canonne, Kamath and Steinke 2020, theorem 7).
    ///
    /// With Δ = `sensitivity` the loss of the noise x is ln(Pr\[x\]/Pr\[x + Δ\]) = (2xΔ + Δ²)/(2σ²), which rises with
    /// x. δ is the sum of Pr\[x\]·(1 − e^(ε − loss)) over all x whose loss is above ε. A change by less than Δ gives
    /// no more, nor does one in the other direction, for the noise is symmetric. All terms are positive, so that
    /// nothing cancels. An ε that is no number is kept with no δ below 1.
    #[must_use]
    pub fn delta(&self, sensitivity: u64, epsilon: f64) -> f64 {
        self.above(sensitivity, epsilon, |loss| {
            -(epsilon - loss).min(0.0).exp_m1()
        })
    }

    /// How often the loss is above ε, rounded up, where a person changes the integer by exactly `sensitivity`.
    ///
    /// It is no δ, but more than δ: δ counts of each such loss only the part that e^ε leaves over. (ε, δ) therefore does
    /// not say that the loss is above ε with a chance of δ at most; the loss of Gaussian noise is so several times as
    /// often.
    #[must_use]
    pub fn chance_above(&self, sensitivity: u64, epsilon: f64) -> f64 {
        self.above(sensitivity, epsilon, |_| 1.0)
    }

    /// The sum of Pr\[x\] times a part of it from 0 to 1, which its loss decides, over all x whose loss is above ε.
    fn above(&self, sensitivity: u64, epsilon: f64, part: impl Fn(f64) -> f64) -> f64 {
        if epsilon.is_nan() {
            return 1.0;
        }
        let (numerator, denominator) = self.variance();
        let variance = float(numerator) / float(denominator);
        let change = float(sensitivity);
        let loss = |x: f64| (2.0 * x * change + change * change) / (2.0 * variance);
        let all = 1.0 + 2.0 * sum(1.0, variance, |_| 1.0);
        // The first integer whose loss is above ε.
        let first = (epsilon * variance / change - change / 2.0).floor() + 1.0;
        let reach = (REACH * variance.sqrt()).ceil().max(REACH);
        let above = sum(first.max(-reach), variance, |x| part(loss(x)));
        (above / all * ROUNDED_UP).min(1.0)
    }

    /// Noise that keeps to (ε, δ) for an integer that a person changes by at most `sensitivity`: of the variances in
    /// tenths the least, but where a little more noise happens to fit the integers worse.
    ///
    /// # Errors
    /// When ε is not above 0, δ is not between 0 and 1, the sensitivity is 0, or the noise would be too large.
    pub fn keeping(epsilon: f64, delta: f64, sensitivity: u64) -> Result<Self, CentralError> {
        if !(epsilon > 0.0 && epsilon.is_finite()) {
            return Err(CentralError::Epsilon);
        }
        let delta = chance(delta)?;
        if sensitivity == 0 {
            return Err(CentralError::Sensitivity(sensitivity));
        }
        let keeps = |tenths: u64| {
            let noise = Self::new(tenths, PARTS)?;
            Ok::<_, CentralError>(noise.delta(sensitivity, epsilon) <= delta)
        };
        // `enough` always keeps to it, whatever lies between.
        let (mut little, mut enough) = (0, 1);
        while !keeps(enough)? {
            (little, enough) = (enough, enough * 2);
        }
        while enough - little > 1 {
            let middle = u64::midpoint(little, enough);
            if keeps(middle)? {
                enough = middle;
            } else {
                little = middle;
            }
        }
        Self::new(enough, PARTS)
    }
}

impl AllOrNoise {
    /// The least δ such that it keeps to (ε, δ): 1/odds of publishing everything, and of the rest what the Laplace
    /// noise needs, whose loss is γ or −γ: (e^γ − e^ε)/(e^γ + 1) below its own γ, and nothing above.
    ///
    /// However large ε is, 1/odds stays.
    #[must_use]
    pub fn delta(&self, epsilon: f64) -> f64 {
        let all = 1.0 / float(self.odds.get());
        let own = self.counts.decay();
        let rest = (own.exp() - epsilon.exp()).max(0.0) / (own.exp() + 1.0);
        all + (1.0 - all) * rest
    }

    /// How often the loss is above ε: always where everything is published, and of the rest where the Laplace noise
    /// says γ, if that is above ε. From its own ε on it is δ.
    #[must_use]
    pub fn chance_above(&self, epsilon: f64) -> f64 {
        let all = 1.0 / float(self.odds.get());
        let own = self.counts.decay();
        let rest = if own > epsilon {
            own.exp() / (own.exp() + 1.0)
        } else {
            0.0
        };
        all + (1.0 - all) * rest
    }
}

/// The sum of e^(−x²/(2σ²)) times a part from 0 to 1, over the integers from `first` on, but for [`LEFT_OUT`] of it.
fn sum(first: f64, variance: f64, part: impl Fn(f64) -> f64) -> f64 {
    let mut x = first;
    let mut sum = 0.0;
    loop {
        let weight = (-x * x / (2.0 * variance)).exp();
        sum += weight * part(x);
        // Each further weight is at most e^(−x/σ²) times the one before: together at most weight·σ²/x.
        if x > 0.0 && weight * variance / x <= LEFT_OUT * sum {
            return sum;
        }
        x += 1.0;
    }
}

fn chance(delta: f64) -> Result<f64, CentralError> {
    if delta > 0.0 && delta < 1.0 {
        Ok(delta)
    } else {
        Err(CentralError::Delta(delta))
    }
}
