//! Exact fractions, for the numbers that output cells stand for.

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eighth_is_one_in_eight() {
        let eighth = Ratio {
            numerator: 1,
            denominator: 8,
        };
        assert!((eighth.to_f64() - 0.125).abs() < 1e-15);
    }
}
