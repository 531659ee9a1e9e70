//! What a respondent loses by reporting: ε in millionths, always rounded up.

use std::{fmt, iter::Sum};

use serde::{Serialize, Serializer};

use super::{
    decimal::write_micros,
    exact::{self, Natural},
    float::float,
};

/// A privacy loss in millionths of ε, rounded up; losses of several reports add up (sequential
/// composition).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PrivacyLoss {
    micros: u64,
}

impl PrivacyLoss {
    /// A loss of that many millionths.
    #[must_use]
    pub const fn from_micros(micros: u64) -> Self {
        Self { micros }
    }

    /// The loss in millionths.
    #[must_use]
    pub const fn micros(self) -> u64 {
        self.micros
    }

    /// The loss as a number for charts and tables.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        float(self.micros) / 1e6
    }

    /// The least loss ℓ, in whole millionths, with `numerator`/`denominator` ≤ e^ℓ for certain;
    /// `None` when it would be above 20 or the denominator is zero.
    #[must_use]
    pub fn of_ratio(numerator: &Natural, denominator: &Natural) -> Option<Self> {
        if denominator.is_zero() {
            return None;
        }
        if numerator <= denominator {
            return Some(Self::default());
        }
        let covers = |micros| {
            let scaled = numerator.product(&Natural::power_of_two(exact::SCALE_BITS));
            scaled <= denominator.product(&exact::exp_lower_bound(micros))
        };
        // Only beside a whole millionth does it take the exponential to tell.
        let (low, high) = exact::ln_micros_between(numerator, denominator);
        let is_covered = low < high && covers(high);
        let least = high + u32::from(!is_covered);
        (least <= exact::MAX_EXPONENT_MICROS).then(|| Self::from_micros(least.into()))
    }
}

impl Sum for PrivacyLoss {
    fn sum<I: Iterator<Item = Self>>(losses: I) -> Self {
        Self::from_micros(losses.fold(0, |sum, loss| sum.saturating_add(loss.micros)))
    }
}

impl fmt::Display for PrivacyLoss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_micros(self.micros, out)
    }
}

impl Serialize for PrivacyLoss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn loss(numerator: u64, denominator: u64) -> Option<u64> {
        PrivacyLoss::of_ratio(&Natural::from(numerator), &Natural::from(denominator))
            .map(PrivacyLoss::micros)
    }

    #[test]
    fn ratios_become_losses_rounded_up() {
        assert_eq!(loss(1, 1), Some(0));
        assert_eq!(loss(1, 2), Some(0));
        assert_eq!(loss(2, 1), Some(693_148)); // ln 2 = 0.693147180…
        assert_eq!(loss(3, 1), Some(1_098_613)); // ln 3 = 1.098612288…
        assert_eq!(loss(1_000_001, 1_000_000), Some(1)); // ln = 0.00000099…
        assert_eq!(loss(485_165_195, 1), Some(20_000_000));
        assert_eq!(loss(485_165_196, 1), None);
        assert_eq!(loss(1, 0), None);
    }

    proptest! {
        /// Where the approximate logarithm cannot tell.
        #[test]
        fn losses_beside_a_whole_millionth_are_told_apart(micros in 1_u32..=exact::MAX_EXPONENT_MICROS, shift in 0_u32..99) {
            let (one, power) = (Natural::from(1_u64), Natural::power_of_two(shift));
            let denominator = Natural::power_of_two(exact::SCALE_BITS).product(&power);
            let bound = exact::exp_lower_bound(micros).product(&power);
            let loss = |numerator: &Natural| PrivacyLoss::of_ratio(numerator, &denominator);
            let micros = u64::from(micros);
            let is = Some(PrivacyLoss { micros });
            let above = Some(PrivacyLoss { micros: micros + 1 });
            prop_assert_eq!(loss(&bound.minus(&one).unwrap()), is);
            prop_assert_eq!(loss(&bound), is);
            prop_assert_eq!(loss(&bound.plus(&one)), above.filter(|_| micros < 20_000_000));
        }

        #[test]
        fn no_smaller_loss_covers_the_ratio(numerator in 1_u64.., denominator in 1_u64.., shift in 0_u32..64) {
            let numerator = Natural::from(numerator);
            let denominator = Natural::from((denominator >> shift).max(1));
            let scaled = numerator.product(&Natural::power_of_two(exact::SCALE_BITS));
            let covers = |micros| scaled <= denominator.product(&exact::exp_lower_bound(micros));
            match PrivacyLoss::of_ratio(&numerator, &denominator) {
                Some(PrivacyLoss { micros }) => {
                    let micros = u32::try_from(micros).unwrap();
                    prop_assert!(covers(micros));
                    prop_assert!(micros == 0 || !covers(micros - 1));
                }
                None => prop_assert!(!covers(exact::MAX_EXPONENT_MICROS)),
            }
        }
    }

    #[test]
    fn prints_without_trailing_zeros() {
        for (micros, printed) in [
            (0, "0"),
            (1, "0.000001"),
            (1_500_000, "1.5"),
            (20_000_000, "20"),
        ] {
            assert_eq!(PrivacyLoss::from_micros(micros).to_string(), printed);
        }
    }
}
