//! How sure an interval is.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{error::ConfidenceError, float::float};

/// A confidence level, strictly between 0 and 1; 0.95 (19 times in 20) unless asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence {
    level: f64,
    /// 1 − level, kept apart because a level close to 1 cannot hold it.
    significance: f64,
}

impl Confidence {
    /// A confidence level.
    ///
    /// # Errors
    /// When it is not strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, ConfidenceError> {
        if level > 0.0 && level < 1.0 {
            Ok(Self {
                level,
                significance: 1.0 - level,
            })
        } else {
            Err(ConfidenceError(level))
        }
    }

    /// The level, between 0 and 1.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.level
    }

    /// α = 1 − level: how often an interval may miss.
    #[must_use]
    pub const fn significance(self) -> f64 {
        self.significance
    }

    /// The confidence that each of `intervals` needs so that all of them hold at once with this
    /// one: α divided by their number (Bonferroni). No intervals count as one.
    ///
    /// ```
    /// use sotto_ldp::Confidence;
    /// let each = Confidence::default().simultaneous(10);
    /// assert!((each.level() - 0.995).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn simultaneous(self, intervals: usize) -> Self {
        let significance = self.significance / float(intervals.max(1) as u64);
        Self {
            level: 1.0 - significance,
            significance,
        }
    }

    /// How many standard deviations a normal variable stays within with this probability.
    #[must_use]
    pub fn standard_deviations(self) -> f64 {
        -Normal::standard().inverse_cdf(self.significance / 2.0)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self {
            level: 0.95,
            // As `new` makes it, so that 0.95 gives the same intervals whoever asked for it.
            significance: 1.0 - 0.95,
        }
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
    fn simultaneous_levels_divide_what_may_miss() {
        let each = Confidence::default().simultaneous(5);
        assert!((each.significance() - 0.01).abs() < 1e-15);
        assert!((each.standard_deviations() - 2.575_829_304).abs() < 1e-8);
        assert_eq!(Confidence::default().simultaneous(0), Confidence::default());
        // Far beyond what 1 − α can hold: z(α/2 = 10⁻²⁰) = 9.26234.
        let far = Confidence::default().simultaneous(2_500_000_000_000_000_000);
        assert!((far.standard_deviations() - 9.262_340_089_798).abs() < 1e-6);
    }

    #[test]
    fn levels_outside_are_refused() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
    }
}
