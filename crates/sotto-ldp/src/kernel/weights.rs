//! The published integers of a mechanism: computed once from ε, rounded towards privacy.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use super::{
    epsilon::Epsilon,
    error::MechanismError,
    exact::{self, Natural, SCALE_BITS},
    privacy_loss::PrivacyLoss,
};

/// Two weights a ≥ b whose ratio never exceeds e^ε: a report that tells the truth has weight a,
/// every other weight b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// a: the weight of the truth.
    pub truth: u64,
    /// b: the weight of each other report.
    pub other: u64,
}

impl Weights {
    /// b = 2³² and a = ⌊b·L/2¹⁶⁰⌋ with L ≤ 2¹⁶⁰·e^ε; costs less than 5·10⁻¹⁰ of a unit of ε.
    #[must_use]
    pub fn from_epsilon(epsilon: &Epsilon) -> Self {
        let scaled = epsilon.exp_lower_bound().shifted_right(SCALE_BITS - 32);
        // e²⁰·2³² is below 2⁶¹, so it always fits.
        Self {
            truth: scaled.to_u64().unwrap_or(BIT_WEIGHT_TOTAL),
            other: BIT_WEIGHT_TOTAL,
        }
    }

    /// The same with b = 2³² and every smaller power of two down to 2⁸, for mechanisms whose totals
    /// are multiples of the weights and must stay below 2⁶⁴: the first that fits is the best. The
    /// loss of ε is below 2/(b·e^ε).
    pub(crate) fn ladder(epsilon: &Epsilon) -> Vec<Self> {
        let bound = epsilon.exp_lower_bound();
        (8..=32)
            .rev()
            .filter_map(|bits| {
                let truth = bound.shifted_right(SCALE_BITS - bits).to_u64()?;
                let other = 1_u64 << bits;
                (other < truth).then_some(Self { truth, other })
            })
            .collect()
    }

    /// a·`truths` + b·`others`: what the weights of so many reports add up to, if it fits.
    pub(crate) fn total(&self, truths: u32, others: u32) -> Option<u64> {
        let others = self.other.checked_mul(others.into())?;
        self.truth.checked_mul(truths.into())?.checked_add(others)
    }

    /// The integers that a survey publishes: a and b.
    pub(crate) fn integers(&self) -> Vec<u64> {
        vec![self.truth, self.other]
    }

    /// The weight of a report that tells the truth, or of one that does not.
    pub(crate) fn of(&self, tells_the_truth: bool) -> Natural {
        Natural::from(if tells_the_truth {
            self.truth
        } else {
            self.other
        })
    }

    /// How many of the reports behind the truth a draw below a + b + b + … passes: 0 for the
    /// truth, 1 for the next, and so on.
    pub(crate) fn steps(&self, drawn: u64) -> u64 {
        let beyond = drawn.saturating_sub(self.truth);
        // b is a power of two unless a survey says otherwise, and shifting is much faster.
        let whole = if self.other.is_power_of_two() {
            beyond >> self.other.trailing_zeros()
        } else {
            beyond / self.other
        };
        u64::from(drawn >= self.truth) + whole
    }

    /// Weights as published in a survey: the truth's must be the greater, and none zero.
    pub(crate) fn published(
        mechanism: &'static str,
        integers: &[u64],
    ) -> Result<Self, MechanismError> {
        match *integers {
            [truth, other] if 0 < other && other < truth => Ok(Self { truth, other }),
            _ => Err(MechanismError::Weights {
                mechanism,
                reason: "write two integers, the weight of the truth and the smaller weight, above zero, of each other report",
            }),
        }
    }

    /// ln(a/b), rounded up; `None` above 20.
    #[must_use]
    pub fn privacy_loss(&self) -> Option<PrivacyLoss> {
        PrivacyLoss::of_ratio(&Natural::from(self.truth), &Natural::from(self.other))
    }
}

/// What the two weights of [`BitWeights`] are out of: 2³².
pub const BIT_WEIGHT_TOTAL: u64 = 1 << 32;

/// The chances, out of 2³², that a bit is reported as set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitWeights {
    /// P: for the bit of the true value.
    pub truth: u64,
    /// Q < P: for every other bit.
    pub other: u64,
}

impl BitWeights {
    /// Optimized unary encoding: P = 2³¹ and Q = ⌈2³²/(e^ε+1)⌉, so that (2³²−Q)/Q ≤ e^ε.
    #[must_use]
    pub fn optimized(epsilon: &Epsilon) -> Self {
        let bound = epsilon.exp_lower_bound();
        let other = least_up_to_half(|other| {
            Natural::power_of_two(SCALE_BITS).times(BIT_WEIGHT_TOTAL - other) <= bound.times(other)
        });
        Self {
            truth: BIT_WEIGHT_TOTAL / 2,
            other,
        }
    }

    /// Symmetric unary encoding: the least Q with ((2³²−Q)/Q)² ≤ e^ε, and P = 2³² − Q.
    #[must_use]
    pub fn symmetric(epsilon: &Epsilon) -> Self {
        Self::symmetric_over(epsilon, 1)
    }

    /// The same where two values differ in 2h bits: the least Q with ((2³²−Q)/Q)²ʰ ≤ e^ε.
    pub(crate) fn symmetric_over(epsilon: &Epsilon, h: u32) -> Self {
        let bound = epsilon.exp_lower_bound();
        let times = |number: &Natural, factor: u64| {
            (0..2 * h).fold(number.clone(), |product, _| product.times(factor))
        };
        let one = Natural::power_of_two(SCALE_BITS);
        let other =
            least_up_to_half(|other| times(&one, BIT_WEIGHT_TOTAL - other) <= times(&bound, other));
        Self {
            truth: BIT_WEIGHT_TOTAL - other,
            other,
        }
    }

    /// Thresholding with histogram encoding at threshold θ = `parts`/`whole`:
    /// Q = ⌈2³¹·e^(−εθ/2)⌉ and P = 2³² − ⌈2³¹·e^(−ε(1−θ)/2)⌉.
    pub(crate) fn thresholding(epsilon: &Epsilon, parts: u32, whole: u32) -> Self {
        // The exponentials are rounded down and the chances of a lie up, both towards privacy.
        let lie = |parts: u32| {
            let bound = exp_of_half(epsilon, parts, whole);
            let scaled = Natural::power_of_two(SCALE_BITS + 31);
            least_up_to_half(|chance| scaled <= bound.times(chance))
        };
        Self {
            truth: BIT_WEIGHT_TOTAL - lie(whole - parts),
            other: lie(parts),
        }
    }

    /// Chances given as fractions, numerator and denominator: p rounded down and q up.
    ///
    /// # Errors
    /// When they are not 0 < q < p < 1.
    pub fn of_chances(p: (u64, u64), q: (u64, u64)) -> Result<Self, MechanismError> {
        let scaled = |numerator: u64, denominator: u64| {
            let product = u128::from(numerator) << 32;
            let quotient = product.checked_div(denominator.into())?;
            let rest = product - quotient * u128::from(denominator);
            Some((u64::try_from(quotient).ok()?, u64::from(rest > 0)))
        };
        let integers = match (scaled(p.0, p.1), scaled(q.0, q.1)) {
            (Some((p, _)), Some((q, rest))) => [p, q.saturating_add(rest)],
            _ => [0, 0],
        };
        Self::published("unary-encoding", &integers)
    }

    /// The integers that a survey publishes: P and Q.
    pub(crate) fn integers(&self) -> Vec<u64> {
        vec![self.truth, self.other]
    }

    /// Weights as published in a survey.
    pub(crate) fn published(
        mechanism: &'static str,
        integers: &[u64],
    ) -> Result<Self, MechanismError> {
        match *integers {
            [truth, other] if 0 < other && other < truth && truth < BIT_WEIGHT_TOTAL => {
                Ok(Self { truth, other })
            }
            _ => Err(MechanismError::Weights {
                mechanism,
                reason: "write two integers out of 4294967296, the chance that the true value's bit is set and the smaller one, above zero, of every other bit",
            }),
        }
    }

    /// ln(P(2³²−Q) / (Q(2³²−P))), rounded up: two values differ in two bits. `None` above 20.
    #[must_use]
    pub fn privacy_loss(&self) -> Option<PrivacyLoss> {
        let above = Natural::from(self.truth).times(BIT_WEIGHT_TOTAL - self.other);
        let below = Natural::from(self.other).times(BIT_WEIGHT_TOTAL - self.truth);
        PrivacyLoss::of_ratio(&above, &below)
    }
}

/// L ≤ 2¹⁶⁰·e^(εx/2) for x = `parts`/`whole` ≤ 1; ε in whole millionths, rounded down.
pub(crate) fn exp_of_half(epsilon: &Epsilon, parts: u32, whole: u32) -> Natural {
    let micros = u64::from(epsilon.micros_rounded_down());
    exact::exp_lower_bound_of(micros * u64::from(parts), 2_000_000 * u64::from(whole))
}

/// The least chance from 1/2³² to ½ that is large enough, by bisection: no division of big numbers.
pub(crate) fn least_up_to_half(is_enough: impl Fn(u64) -> bool) -> u64 {
    least_up_to(BIT_WEIGHT_TOTAL / 2, is_enough)
}

/// The same from 1 to `most` parts of 2³².
pub(crate) fn least_up_to(most: u64, is_enough: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (1, most);
    while low < high {
        let middle = low.midpoint(high);
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epsilon(text: &str) -> Epsilon {
        text.parse().unwrap()
    }

    #[test]
    fn weights_never_exceed_epsilon_and_lose_almost_nothing() {
        for text in [
            "0.000001", "0.01", "0.5", "1", "ln 3", "ln 4/3", "2", "7.123456", "12", "20",
        ] {
            let epsilon = epsilon(text);
            let Weights { truth, other } = Weights::from_epsilon(&epsilon);
            let bound = epsilon.exp_lower_bound();
            let one = Natural::power_of_two(SCALE_BITS);
            assert!(one.times(truth) <= bound.times(other), "{text}: above e^ε");
            assert!(
                one.times(truth + 1) > bound.times(other),
                "{text}: not the greatest"
            );
        }
    }

    #[test]
    fn weights_of_one_are_the_digits_of_e() {
        // ⌊2³²·e⌋ = ⌊4294967296 · 2.718281828459045…⌋
        assert_eq!(
            Weights::from_epsilon(&epsilon("1")),
            Weights {
                truth: 11_674_931_554,
                other: 4_294_967_296
            }
        );
    }

    #[test]
    fn optimized_bits_are_the_least_that_hold() {
        for text in ["0.000001", "0.01", "1", "ln 3", "2.5", "12", "20"] {
            let epsilon = epsilon(text);
            let BitWeights { truth, other } = BitWeights::optimized(&epsilon);
            assert_eq!(truth, 1 << 31);
            let bound = epsilon.exp_lower_bound();
            let holds = |q: u64| {
                Natural::power_of_two(SCALE_BITS).times(BIT_WEIGHT_TOTAL - q) <= bound.times(q)
            };
            assert!(holds(other) && !holds(other - 1), "{text}");
        }
        // e^ε = 3: Q = 2³²/4 exactly.
        assert_eq!(BitWeights::optimized(&epsilon("ln 3")).other, 1 << 30);
    }

    #[test]
    fn losses_are_what_was_asked_for() {
        assert_eq!(
            Weights { truth: 3, other: 1 }
                .privacy_loss()
                .unwrap()
                .to_string(),
            "1.098613"
        );
        for text in ["0.01", "1", "2.5", "12"] {
            let epsilon = epsilon(text);
            let loss = Weights::from_epsilon(&epsilon).privacy_loss().unwrap();
            assert_eq!(loss, epsilon.privacy_loss(), "{text}");
            let loss = BitWeights::optimized(&epsilon).privacy_loss().unwrap();
            assert!(loss <= epsilon.privacy_loss(), "{text}");
        }
    }
}
