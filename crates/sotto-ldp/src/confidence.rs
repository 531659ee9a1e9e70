//! How sure an interval is.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::error::ConfidenceError;

/// A confidence level, strictly between 0 and 1; 0.95 (19 times in 20) unless asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(f64);

impl Confidence {
    /// A confidence level.
    ///
    /// # Errors
    /// When it is not strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, ConfidenceError> {
        if level > 0.0 && level < 1.0 {
            Ok(Self(level))
        } else {
            Err(ConfidenceError(level))
        }
    }

    /// The level, between 0 and 1.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.0
    }

    /// How many standard deviations a normal variable stays within with this probability.
    #[must_use]
    pub fn standard_deviations(self) -> f64 {
        Normal::standard().inverse_cdf(self.0.midpoint(1.0))
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self(0.95)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_published_ones() {
        for (level, deviations) in [
            (0.95, 1.959_963_985),
            (0.99, 2.575_829_304),
            (0.5, 0.674_489_75),
        ] {
            let found = Confidence::new(level).unwrap().standard_deviations();
            assert!((found - deviations).abs() < 1e-8, "{level}: {found}");
        }
    }

    #[test]
    fn levels_outside_are_refused() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
    }
}
