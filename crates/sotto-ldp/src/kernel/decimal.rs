//! Exact decimal numbers, as people write them into a survey or an answer.

use std::{fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

use super::error::DecimalError;

/// A decimal number with at most six decimals, from −1,000,000,000 to 1,000,000,000.
///
/// Within these limits it has at most sixteen significant digits, and the bound makes every one of
/// them a JSON number that reads back as itself.
///
/// ```
/// use sotto_ldp::numbers::Decimal;
/// assert_eq!("-1.50".parse::<Decimal>()?.to_string(), "-1.5");
/// assert_eq!(Decimal::try_from(0.1)?.micros(), 100_000);
/// assert!(Decimal::try_from(f64::NAN).is_err());
/// # Ok::<(), sotto_ldp::numbers::DecimalError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal {
    micros: i64,
}

impl Decimal {
    /// The greatest magnitude, in millionths.
    pub const MAX_MICROS: i64 = 1_000_000_000 * MICROS_PER_UNIT;

    /// A number of millionths.
    ///
    /// # Errors
    /// When it is beyond a thousand million on either side.
    pub fn from_micros(micros: i64) -> Result<Self, DecimalError> {
        if (-Self::MAX_MICROS..=Self::MAX_MICROS).contains(&micros) {
            Ok(Self { micros })
        } else {
            Err(DecimalError::TooLarge(Self { micros }.to_string()))
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// When it is beyond a thousand million on either side.
    pub fn from_units(units: i64) -> Result<Self, DecimalError> {
        let too_large = || DecimalError::TooLarge(units.to_string());
        let micros = units.checked_mul(MICROS_PER_UNIT).ok_or_else(too_large)?;
        Self::from_micros(micros).map_err(|_| too_large())
    }

    /// The number in millionths.
    #[must_use]
    pub const fn micros(self) -> i64 {
        self.micros
    }

    /// The nearest float, for estimates and charts.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for estimates and charts")]
    pub fn to_f64(self) -> f64 {
        self.micros as f64 / 1e6
    }
}

const MICROS_PER_UNIT: i64 = 1_000_000;

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let shown = || text.chars().take(40).collect::<String>();
        let (negative, magnitude) = fixed_point::<6>(text)?;
        match magnitude.and_then(|micros| i64::try_from(micros).ok()) {
            Some(micros) if micros <= Self::MAX_MICROS => Ok(Self {
                micros: if negative { -micros } else { micros },
            }),
            _ => Err(DecimalError::TooLarge(shown())),
        }
    }
}

/// Reads a decimal such as `-2.5` exactly: whether it is negative, and how many units of the last of
/// `DECIMALS` decimals it has; `None` when they do not fit.
///
/// # Errors
/// When it is not a decimal, or has more decimals than that.
pub fn fixed_point<const DECIMALS: usize>(text: &str) -> Result<(bool, Option<u64>), DecimalError> {
    let shown = || text.chars().take(40).collect();
    let (negative, digits) = text
        .strip_prefix('-')
        .map_or((false, text), |rest| (true, rest));
    let (units, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(units) || !all_digits(fraction) {
        return Err(DecimalError::Unreadable(shown()));
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > DECIMALS {
        return Err(DecimalError::TooFine {
            text: shown(),
            decimals: DECIMALS,
        });
    }
    Ok((
        negative,
        format!("{units}{fraction:0<DECIMALS$}").parse().ok(),
    ))
}

/// Writes a number of millionths without trailing zeros.
pub(crate) fn write_micros(micros: u64, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (units, fraction) = (micros / 1_000_000, micros % 1_000_000);
    if fraction == 0 {
        return write!(out, "{units}");
    }
    let digits = format!("{fraction:06}");
    write!(out, "{units}.{}", digits.trim_end_matches('0'))
}

/// Reads the shortest decimal that is written for this float: 0.1 is a tenth exactly.
///
/// Neighbouring floats are less than a millionth apart up to a thousand million, so that a float
/// stands for one number of millionths at most: the nearest, if it is that float again. Writing the
/// digits out would find the same, with kilobytes of code in every respondent's browser.
impl TryFrom<f64> for Decimal {
    type Error = DecimalError;

    #[expect(
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "the bound is checked before, and the result is held against the float"
    )]
    fn try_from(number: f64) -> Result<Self, DecimalError> {
        let within = number.abs() <= 1e9;
        let nearest = Self {
            micros: (number * 1e6).round() as i64,
        };
        if within && nearest.to_f64() == number {
            Ok(nearest)
        } else {
            Err(DecimalError::NotDecimal)
        }
    }
}

impl From<i32> for Decimal {
    /// Every `i32` would fit but for the bound of a thousand million, at which it is cut.
    fn from(number: i32) -> Self {
        let micros = i64::from(number) * MICROS_PER_UNIT;
        Self {
            micros: micros.clamp(-Self::MAX_MICROS, Self::MAX_MICROS),
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.micros < 0 {
            out.write_str("-")?;
        }
        write_micros(self.micros.unsigned_abs(), out)
    }
}

/// A JSON number.
impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.micros % MICROS_PER_UNIT == 0 {
            serializer.serialize_i64(self.micros / MICROS_PER_UNIT)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DecimalVisitor)
    }
}

struct DecimalVisitor;

impl Visitor<'_> for DecimalVisitor {
    type Value = Decimal;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number with at most six decimals")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Decimal, E> {
        number.to_string().parse().map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Decimal, E> {
        number.to_string().parse().map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Decimal, E> {
        Decimal::try_from(number).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Decimal, DecimalError> {
        text.parse()
    }

    #[test]
    fn reads_what_people_write() {
        for (text, micros) in [
            ("0", 0),
            ("-0", 0),
            ("40", 40_000_000),
            ("0.000001", 1),
            ("-2.50", -2_500_000),
            ("1000000000", Decimal::MAX_MICROS),
        ] {
            assert_eq!(parse(text).unwrap().micros(), micros, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for text in [
            "", "-", ".", "1.", ".5", "+1", "1e3", "NaN", "inf", " 1", "1,5", "--1", "٣",
        ] {
            assert_eq!(parse(text), Err(DecimalError::Unreadable(text.to_owned())));
        }
        assert!(matches!(
            parse("0.0000001"),
            Err(DecimalError::TooFine { .. })
        ));
        for text in [
            "1000000000.000001",
            "-1000000001",
            "99999999999999999999999",
        ] {
            assert!(
                matches!(parse(text), Err(DecimalError::TooLarge(_))),
                "{text}"
            );
        }
        for number in [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e300,
            1e-300,
            1_000_000_000.000_001,
            0.1 + 0.2,
            123_456.000_000_5,
        ] {
            assert_eq!(Decimal::try_from(number), Err(DecimalError::NotDecimal));
        }
    }

    #[test]
    fn a_float_is_read_as_it_is_written() {
        for (number, text) in [
            (0.1, "0.1"),
            (-0.0, "0"),
            (-2.5, "-2.5"),
            (0.3, "0.3"),
            (999_999_999.999_999, "999999999.999999"),
            (1e9, "1000000000"),
            (0.000_001, "0.000001"),
        ] {
            let read = Decimal::try_from(number).map(|read| read.to_string());
            assert_eq!(read.as_deref(), Ok(text));
        }
    }

    proptest! {
        #[test]
        fn text_and_json_read_back(micros in -Decimal::MAX_MICROS..=Decimal::MAX_MICROS) {
            let number = Decimal::from_micros(micros).unwrap();
            prop_assert_eq!(parse(&number.to_string()).unwrap(), number);
            let json = serde_json::to_string(&number).unwrap();
            prop_assert_eq!(serde_json::from_str::<Decimal>(&json).unwrap(), number);
        }

        #[test]
        fn any_text_and_any_float_are_read_or_refused(text: String, number: f64) {
            let _ = parse(&text);
            // What is taken is what the float's digits say.
            let read = Decimal::try_from(number).ok();
            prop_assert_eq!(read, number.to_string().parse().ok());
        }
    }
}
