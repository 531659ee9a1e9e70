//! The privacy parameter ε, exact by construction.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{
    decimal::{fixed_point, write_micros},
    error::{DecimalError, EpsilonError},
    exact::{self, Natural},
    privacy_loss::PrivacyLoss,
};

/// The privacy parameter of one report: positive, finite and exact.
///
/// Either a decimal with at most six decimals (0.000001 to 20), or ln of a rational above one
/// (two fair coins: `ln 3`). Parsed from and printed as the string that survey files use.
///
/// ```
/// use sotto_ldp::Epsilon;
/// assert_eq!("1.50".parse::<Epsilon>()?.to_string(), "1.5");
/// assert_eq!("ln 10/4".parse::<Epsilon>()?.to_string(), "ln 5/2");
/// assert!("0".parse::<Epsilon>().is_err());
/// # Ok::<(), sotto_ldp::EpsilonError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Epsilon(Notation);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Notation {
    /// Millionths, 1 to 20,000,000.
    Micros(u32),
    /// ln(numerator/denominator) in lowest terms, above 0 and at most 20.
    LnRatio { numerator: u32, denominator: u32 },
}

/// ⌊e²⁰⌋, of [`Epsilon::MAX_MICROS`].
const E_20_ROUNDED_DOWN: u64 = 485_165_195;

impl Epsilon {
    /// The greatest ε there is, in millionths: beyond it weights would overflow, and an answer
    /// would have no protection worth the name.
    pub const MAX_MICROS: u32 = exact::MAX_EXPONENT_MICROS;

    /// ε as a number of millionths.
    ///
    /// # Errors
    /// When it is zero or above [`Self::MAX_MICROS`].
    pub fn from_micros(micros: u32) -> Result<Self, EpsilonError> {
        match micros {
            0 => Err(EpsilonError::NotPositive("0".to_owned())),
            1..=Self::MAX_MICROS => Ok(Self(Notation::Micros(micros))),
            _ => Err(EpsilonError::TooLarge(
                PrivacyLoss::from_micros(micros.into()).to_string(),
            )),
        }
    }

    /// ε = ln(`numerator`/`denominator`).
    ///
    /// # Errors
    /// When the ratio is not above one, or its logarithm is above 20.
    pub fn ln_ratio(numerator: u32, denominator: u32) -> Result<Self, EpsilonError> {
        let shown = || format!("ln {numerator}/{denominator}");
        if numerator <= denominator {
            return Err(EpsilonError::NotPositive(shown()));
        }
        // Whatever is below the whole number that e²⁰ begins with needs no closer look.
        let is_near = u64::from(numerator) >= u64::from(denominator) * E_20_ROUNDED_DOWN;
        if denominator == 0
            || is_near
                && exact::ratio_lower_bound(numerator, denominator)
                    > exact::exp_lower_bound(Self::MAX_MICROS)
        {
            return Err(EpsilonError::TooLarge(shown()));
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        Ok(Self(Notation::LnRatio {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }))
    }

    /// The ratio whose logarithm ε is, in lowest terms; `None` where ε is a decimal.
    ///
    /// ```
    /// # use sotto_ldp::Epsilon;
    /// assert_eq!("ln 10/4".parse::<Epsilon>()?.ratio(), Some((5, 2)));
    /// # Ok::<(), sotto_ldp::EpsilonError>(())
    /// ```
    #[must_use]
    pub const fn ratio(&self) -> Option<(u32, u32)> {
        match self.0 {
            Notation::Micros(_) => None,
            Notation::LnRatio {
                numerator,
                denominator,
            } => Some((numerator, denominator)),
        }
    }

    /// L ≤ 2¹⁶⁰·e^ε (see [`exact::SCALE_BITS`]), the bound that every weight is held against.
    #[must_use]
    pub fn exp_lower_bound(&self) -> Natural {
        match self.0 {
            Notation::Micros(micros) => exact::exp_lower_bound(micros),
            Notation::LnRatio {
                numerator,
                denominator,
            } => exact::ratio_lower_bound(numerator, denominator),
        }
    }

    /// The greatest number of whole millionths that is certainly at most ε: what can be divided
    /// among several reports.
    ///
    /// ```
    /// # use sotto_ldp::Epsilon;
    /// assert_eq!("ln 3".parse::<Epsilon>()?.micros_rounded_down(), 1_098_612);
    /// # Ok::<(), sotto_ldp::EpsilonError>(())
    /// ```
    #[must_use]
    pub fn micros_rounded_down(&self) -> u32 {
        match self.0 {
            Notation::Micros(micros) => micros,
            Notation::LnRatio {
                numerator,
                denominator,
            } => {
                let ratio = exact::ratio_lower_bound(numerator, denominator);
                // L + 2⁻¹⁴⁰·L + 1 is above 2¹⁶⁰·e^x (see `exact::exp_lower_bound`).
                let certain = |micros| {
                    let below = exact::exp_lower_bound(micros);
                    let slack = below.shifted_right(140).plus(&Natural::from(1_u64));
                    below.plus(&slack) <= ratio
                };
                let above = u32::try_from(self.privacy_loss().micros()).unwrap_or(Self::MAX_MICROS);
                (0..=above)
                    .rev()
                    .find(|&micros| certain(micros))
                    .unwrap_or(0)
            }
        }
    }

    /// ε as a privacy loss in millionths, rounded up.
    #[must_use]
    pub fn privacy_loss(&self) -> PrivacyLoss {
        match self.0 {
            Notation::Micros(micros) => PrivacyLoss::from_micros(micros.into()),
            Notation::LnRatio {
                numerator,
                denominator,
            } => {
                let (above, below) = (u64::from(numerator), u64::from(denominator));
                // The constructor has bounded the ratio, so a loss exists.
                PrivacyLoss::of_ratio(&Natural::from(above), &Natural::from(below))
                    .unwrap_or(PrivacyLoss::from_micros(Self::MAX_MICROS.into()))
            }
        }
    }
}

const fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Notation::Micros(micros) => write_micros(micros.into(), out),
            Notation::LnRatio {
                numerator,
                denominator: 1,
            } => write!(out, "ln {numerator}"),
            Notation::LnRatio {
                numerator,
                denominator,
            } => write!(out, "ln {numerator}/{denominator}"),
        }
    }
}

impl FromStr for Epsilon {
    type Err = EpsilonError;

    fn from_str(text: &str) -> Result<Self, EpsilonError> {
        let unreadable = || EpsilonError::Unreadable(shortened(text));
        match text.strip_prefix("ln ") {
            Some(ratio) => {
                let (numerator, denominator) = ratio.split_once('/').unwrap_or((ratio, "1"));
                let numerator = whole(numerator).ok_or_else(unreadable)?;
                let denominator = whole(denominator).ok_or_else(unreadable)?;
                Self::ln_ratio(numerator, denominator)
            }
            None => decimal(text),
        }
    }
}

/// Reads a decimal such as `1`, `0.5` or `12.25`.
fn decimal(text: &str) -> Result<Epsilon, EpsilonError> {
    let shown = || shortened(text);
    let (negative, micros) = fixed_point::<6>(text).map_err(|error| match error {
        DecimalError::TooFine { .. } => EpsilonError::TooFine(shown()),
        _ => EpsilonError::Unreadable(shown()),
    })?;
    match micros.and_then(|micros| u32::try_from(micros).ok()) {
        _ if negative => Err(EpsilonError::NotPositive(shown())),
        Some(0) => Err(EpsilonError::NotPositive(shown())),
        Some(micros @ 1..=Epsilon::MAX_MICROS) => Ok(Epsilon(Notation::Micros(micros))),
        _ => Err(EpsilonError::TooLarge(shown())),
    }
}

/// Reads digits alone: no sign, no spaces.
fn whole(text: &str) -> Option<u32> {
    if text.starts_with('+') {
        None
    } else {
        text.parse().ok()
    }
}

/// What is quoted back in an error: never more than a line of it.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Serialize for Epsilon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Epsilon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Epsilon, EpsilonError> {
        text.parse()
    }

    #[test]
    fn reads_what_survey_files_write() {
        for (text, printed) in [
            ("1", "1"),
            ("7.5", "7.5"),
            ("0.000001", "0.000001"),
            ("20", "20"),
            ("01.500000", "1.5"),
            ("ln 3", "ln 3"),
            ("ln 5/2", "ln 5/2"),
            ("ln 6/2", "ln 3"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), printed);
        }
    }

    #[test]
    fn refuses_with_the_reason() {
        for text in [
            "", "abc", "NaN", "inf", "1e3", "1.", ".5", "+1", "ln", "ln x", "ln 3/", " 1", "ln -3",
        ] {
            assert_eq!(
                parse(text),
                Err(EpsilonError::Unreadable(text.to_owned())),
                "{text:?}"
            );
        }
        for text in ["0", "0.0", "-1", "-0.5", "ln 1", "ln 1/2", "ln 0"] {
            assert!(
                matches!(parse(text), Err(EpsilonError::NotPositive(_))),
                "{text:?}"
            );
        }
        for text in [
            "20.000001",
            "1000",
            "99999999999999999999",
            "ln 4000000000",
            "ln 3/0",
        ] {
            assert!(
                matches!(parse(text), Err(EpsilonError::TooLarge(_))),
                "{text:?}"
            );
        }
        assert!(matches!(parse("0.0000001"), Err(EpsilonError::TooFine(_))));
    }

    #[test]
    fn ln_three_is_rounded_up() {
        // ln 3 = 1.0986122886…
        assert_eq!(
            parse("ln 3").unwrap().privacy_loss().to_string(),
            "1.098613"
        );
    }

    proptest! {
        #[test]
        fn rounding_down_and_up_surround_epsilon(numerator in 2_u32..u32::MAX, denominator in 1_u32..u32::MAX) {
            if let Ok(epsilon) = Epsilon::ln_ratio(numerator, denominator) {
                let (below, above) = (u64::from(epsilon.micros_rounded_down()), epsilon.privacy_loss().micros());
                prop_assert_eq!(below + 1, above);
                let exact = (f64::from(numerator) / f64::from(denominator)).ln() * 1e6;
                prop_assert!(below as f64 <= exact + 1e-3 && exact - 1e-3 <= above as f64);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
            let _ = parse(&text);
        }

        #[test]
        fn printing_and_reading_are_inverse(micros in 1..=Epsilon::MAX_MICROS) {
            let epsilon = Epsilon::from_micros(micros).unwrap();
            prop_assert_eq!(parse(&epsilon.to_string()), Ok(epsilon));
        }

        #[test]
        fn ratios_are_read_back(numerator in 2_u32..1000, denominator in 1_u32..1000) {
            if let Ok(epsilon) = Epsilon::ln_ratio(numerator, denominator) {
                prop_assert_eq!(parse(&epsilon.to_string()), Ok(epsilon));
            } else {
                prop_assert!(numerator <= denominator);
            }
        }
    }
}
