//! A median with noise that follows the data: smooth sensitivity, in integers.
//!
//! Nissim, Raskhodnikova and Smith, "Smooth Sensitivity and Sampling in Private Data Analysis" (STOC 2007), section 3.1,
//! with discrete Laplace noise, all of whose parameters are integers.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::CentralError;
use crate::kernel::{Epsilon, sampling::DiscreteLaplace};

/// The median of whole numbers from 0 to a greatest one, with noise of as much as the data at hand and those near them
/// require. Neighbouring data differ in one person's number; how many people there are is public.
///
/// It keeps to ε but for a chance of δ = 2·e^(−`rarity`).
///
/// # Proof
/// Let A_k(x) be the most that the median can move at once after k numbers of x were changed, [`Self::local`] being
/// A₀; of neighbours x and x′, A_k(x) ≤ A_{k+1}(x′), for whatever is k changes from x is k + 1 from x′. With
/// g = 1 + ε/(2·rarity) the weights W₀ = 2²⁰, W_{k+1} = ⌈W_k/g⌉ satisfy W_k ≤ g·W_{k+1}, so that S = max_k W_k·A_k,
/// the maximum over all k, satisfies S(x) ≤ g·S(x′) in integers, and S(x) ≥ W₀·A₀(x).
///
/// The noise is discrete Laplace of scale t = 2S/(W₀·ε), so that t ≤ g·t′. Write P_t for its distribution, with
/// Pr\[v\] = tanh(1/(2t))·e^(−|v|/t).
/// - *Another scale.* If t ≤ t′, P_t(v)/P_t′(v) ≤ tanh(1/(2t))/tanh(1/(2t′)) ≤ t′/t ≤ g ≤ e^(ε/2), for tanh is concave
///   and rarity ≥ 1. If t > t′, P_t(v)/P_t′(v) ≤ tanh(1/(2t))/tanh(1/(2t′))·e^(|v|(1/t′ − 1/t)) ≤ e^(|v|(g − 1)/t) =
///   e^(|v|·ε/(2·rarity·t)), which is at most e^(ε/2) unless |v| > rarity·t; that has a chance of at most
///   2·e^(−rarity) = δ.
/// - *Another place.* The medians are at most A₀(x′) ≤ S(x′)/W₀ = t′·ε/2 apart, and moving P_t′ by a whole number m
///   costs at most e^(m/t′) ≤ e^(ε/2).
///
/// First the scale, then the place: Pr\[M(x) ∈ Y\] ≤ e^(ε/2)·e^(ε/2)·Pr\[M(x′) ∈ Y\] + δ.
///
/// For the lessons: no answer of a respondent ever meets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmoothMedian {
    /// The numbers, rising.
    numbers: Vec<u32>,
    most: NonZeroU64,
    micros: NonZeroU64,
    rarity: NonZeroU64,
}

/// W₀, and with it what S is counted in.
const UNIT: u64 = 1 << 20;

impl SmoothMedian {
    /// The greatest number that may be allowed: 10⁶.
    pub const MOST: u32 = 1_000_000;

    /// The most people: 10,000.
    pub const MOST_PEOPLE: usize = 10_000;

    /// For an odd number of people whose numbers are from 0 to `most`; greater ones count as `most`. δ is
    /// 2·e^(−`rarity`), for example 6·10⁻⁷ for 15.
    ///
    /// # Errors
    /// When the people are not an odd number up to [`Self::MOST_PEOPLE`], `most` is not from 1 to [`Self::MOST`],
    /// `rarity` not from 1 to 1000, or ε below a millionth.
    pub fn new(
        mut numbers: Vec<u32>,
        most: u32,
        epsilon: &Epsilon,
        rarity: u32,
    ) -> Result<Self, CentralError> {
        let people = numbers.len();
        if people.is_multiple_of(2) || people > Self::MOST_PEOPLE {
            return Err(CentralError::People(people));
        }
        for number in &mut numbers {
            *number = (*number).min(most);
        }
        numbers.sort_unstable();
        let within = |part: u32, most: u32| NonZeroU64::new(part.into()).filter(|_| part <= most);
        Ok(Self {
            numbers,
            most: within(most, Self::MOST).ok_or(CentralError::Sensitivity(most.into()))?,
            micros: NonZeroU64::new(epsilon.micros_rounded_down().into())
                .ok_or(CentralError::Epsilon)?,
            rarity: within(rarity, 1_000).ok_or(CentralError::Rarity(rarity))?,
        })
    }

    /// The median of the numbers, without noise: for the curator's eyes.
    #[must_use]
    pub fn median(&self) -> u32 {
        self.numbers.get(self.middle()).copied().unwrap_or(0)
    }

    /// The local sensitivity: how far one person can move the median of these numbers. It tells on them, and must not
    /// set the noise.
    #[must_use]
    pub fn local(&self) -> u64 {
        self.after(0)
    }

    /// S/W₀, the smooth sensitivity, as a numerator and a denominator. It stays between the local and the global one.
    #[must_use]
    pub fn smooth(&self) -> (u64, u64) {
        let (mut weight, mut most) = (UNIT, 0);
        // g = (2·10⁶·rarity + micros)/(2·10⁶·rarity)
        let below = 2_000_000 * self.rarity.get();
        let above = below + self.micros.get();
        for changed in 0..=self.numbers.len() {
            // No further A_k is above the global sensitivity, and the weights fall.
            if weight * self.most.get() <= most {
                break;
            }
            most = most.max(weight * self.after(changed));
            weight = (weight * below).div_ceil(above);
        }
        (most, UNIT)
    }

    /// The scale of the noise: 2·S/(W₀·ε), in units of the numbers.
    #[must_use]
    pub fn noise(&self) -> DiscreteLaplace {
        let (smooth, unit) = self.smooth();
        // At most 2·10⁶·2²⁰·10⁶ < 2⁶³, and a little more than ε·10⁶·2²⁰ for the decay.
        let scale = NonZeroU64::MIN.saturating_add((2_000_000 * smooth).saturating_sub(1));
        let decay = NonZeroU64::MIN.saturating_add((self.micros.get() * unit).saturating_sub(1));
        DiscreteLaplace::new(decay, scale)
    }

    /// The median with its noise, as it is: below 0 or above the greatest number, too.
    pub fn publish<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> i64 {
        i64::from(self.median()).saturating_add(self.noise().sample(rng))
    }

    const fn middle(&self) -> usize {
        self.numbers.len() / 2
    }

    /// A_k: the widest gap between two numbers k + 1 places apart, the median's place among them or between. Below the
    /// first stands 0, above the last the greatest number (their claim 3.4).
    fn after(&self, changed: usize) -> u64 {
        let middle = self.middle();
        let upper = |place: usize| {
            let number = self.numbers.get(place).copied().map(u64::from);
            number.unwrap_or(self.most.get())
        };
        (0..=changed + 1)
            .map(|right| {
                let top = upper(middle + right);
                let bottom = (middle + right).checked_sub(changed + 1).map_or(0, upper);
                top.saturating_sub(bottom)
            })
            .max()
            .unwrap_or(0)
    }
}
