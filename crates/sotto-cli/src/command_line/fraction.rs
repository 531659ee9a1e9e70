//! Chances as people write them at the command line, exact.

use std::str::FromStr;

use sotto_ldp::numbers::fixed_point;
use thiserror::Error;

/// A number from 0 to 1, exclusive: a fraction, numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenFraction {
    pub(super) numerator: u64,
    pub(super) denominator: u64,
}

/// What is wrong with a chance.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a chance between 0 and 1: write a decimal with at most nine places, such as 0.75, or a fraction such as 3/4"
)]
pub(super) struct NoFraction(String);

impl FromStr for OpenFraction {
    type Err = NoFraction;

    fn from_str(text: &str) -> Result<Self, NoFraction> {
        let whole = |text: &str| -> Option<u64> {
            let short = (1..=10).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            short.then(|| text.parse().ok()).flatten()
        };
        let parsed = || {
            let (numerator, denominator) = if let Some((above, below)) = text.split_once('/') {
                (whole(above)?, whole(below)?)
            } else {
                // The zero lets ".5" pass, too.
                match fixed_point::<9>(&["0", text].concat()) {
                    Ok((false, Some(billionths))) => in_fewest_decimals(billionths),
                    Ok(_) | Err(_) => return None,
                }
            };
            (0 < numerator && numerator < denominator).then_some(Self {
                numerator,
                denominator,
            })
        };
        parsed().ok_or_else(|| NoFraction(text.chars().take(40).collect()))
    }
}

/// The same chance without the zeros behind its last decimal: what is drawn with a seed depends on the
/// denominator, and 0.75 means 75 in 100 however many zeros follow.
const fn in_fewest_decimals(billionths: u64) -> (u64, u64) {
    let (mut numerator, mut denominator) = (billionths, 1_000_000_000);
    while numerator % 10 == 0 && denominator > 1 {
        numerator /= 10;
        denominator /= 10;
    }
    (numerator, denominator)
}

impl OpenFraction {
    /// How many parts of `whole` it is, where it is a whole number of them.
    pub(super) fn parts(self, whole: u32) -> Option<u32> {
        let product = self.numerator * u64::from(whole);
        let parts = product / self.denominator;
        (parts * self.denominator == product)
            .then(|| u32::try_from(parts).ok())
            .flatten()
    }

    pub(super) const fn pair(self) -> (u64, u64) {
        (self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chances_are_decimals_or_fractions() {
        for (text, numerator, denominator) in [
            ("0.75", 75, 100),
            ("0.7500000000", 75, 100),
            (".5", 5, 10),
            ("3/4", 3, 4),
            ("0.123456789", 123_456_789, 1_000_000_000),
            ("1/9999999999", 1, 9_999_999_999),
        ] {
            let expected = OpenFraction {
                numerator,
                denominator,
            };
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in [
            "",
            "0",
            "1",
            "0.0",
            "1.0",
            "1.5",
            "-0.5",
            "+.5",
            "3/3",
            "0/3",
            "1/0",
            "4/3",
            "0.",
            "1e-1",
            "0.1234567891",
            "1/2/3",
            "½",
            "12345678901/12345678902",
        ] {
            assert!(text.parse::<OpenFraction>().is_err(), "{text}");
        }
        let theta: OpenFraction = "0.6186".parse().unwrap();
        assert_eq!(theta.parts(10_000), Some(6186));
        assert_eq!(theta.parts(1000), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String) {
            let _ = text.parse::<OpenFraction>();
        }
    }
}
