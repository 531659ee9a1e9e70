//! Exact fractions, for the numbers that output cells stand for.

use crate::kernel::exact::Natural;

/// A non-negative fraction of integers, not necessarily in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// What stands above the line.
    pub numerator: u128,
    /// What stands below it; not zero.
    pub denominator: u128,
}

impl Ratio {
    /// The nearest float but for a few units in the last place, for estimates.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "read by estimators alone")]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Whether two fractions are the same number, by cross-multiplication.
    #[must_use]
    pub fn equals(self, other: Self) -> bool {
        Natural::from(self.numerator).product(&Natural::from(other.denominator))
            == Natural::from(other.numerator).product(&Natural::from(self.denominator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixths_are_thirds() {
        let ratio = |numerator, denominator| Ratio {
            numerator,
            denominator,
        };
        assert!(ratio(2, 6).equals(ratio(1, 3)));
        assert!(!ratio(2, 6).equals(ratio(1, 2)));
        assert!(ratio(u128::MAX, u128::MAX).equals(ratio(1, 1)));
        assert!((ratio(1, 8).to_f64() - 0.125).abs() < 1e-15);
    }
}
