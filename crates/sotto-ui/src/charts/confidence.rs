//! A confidence level as people say it.

/// A confidence level in words: "19 times in 20".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimesIn {
    /// How many times the interval holds the true share…
    pub times: u32,
    /// …out of how many.
    pub of: u32,
}

impl TimesIn {
    /// The nearest level of the form "m − 1 in m" for a level of at least a half, m up to 1,000.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 2…1000 first; NaN becomes 0 and then 2"
    )]
    pub fn of_confidence(level: f64) -> Self {
        let of = ((1.0 / (1.0 - level)).round().clamp(2.0, 1_000.0) as u32).max(2);
        Self { times: of - 1, of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_is_so_many_times_in_so_many() {
        for (level, times, of) in [(0.95, 19, 20), (0.99, 99, 100), (0.9, 9, 10), (0.5, 1, 2)] {
            assert_eq!(
                TimesIn::of_confidence(level),
                TimesIn { times, of },
                "{level}"
            );
        }
        for level in [1.0, f64::NAN, -3.0, 2.0] {
            let TimesIn { times, of } = TimesIn::of_confidence(level);
            assert!(times >= 1 && of == times + 1 && of <= 1_000, "{level}");
        }
    }
}
