//! How an estimate is read aloud: how many decimals it deserves, and what is said of a figure that
//! no share can have.

/// An estimate as people read it. All figures are shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The estimate, cut at 0 and 1.
    pub shown: f64,
    /// The estimate before it was cut, if that makes a visible difference.
    pub raw: Option<f64>,
    /// The interval, cut at 0 and 1.
    pub interval: (f64, f64),
    /// Decimals of a percentage: as many as the interval's width lets matter.
    pub decimals: u8,
}

impl Reading {
    /// Reads an estimate and its interval.
    #[must_use]
    pub fn new(estimate: f64, [low, high]: [f64; 2]) -> Self {
        let decimals = decimals((high - low) / 2.0);
        let shown = estimate.clamp(0.0, 1.0);
        // −0.3 % reads as 0 % where no decimals matter: then there is nothing to explain.
        let half_a_digit = 0.005 / 10_f64.powi(decimals.into());
        Self {
            shown,
            raw: ((estimate - shown).abs() >= half_a_digit).then_some(estimate),
            interval: (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)),
            decimals,
        }
    }

    /// Whether the interval leaves open more than half of what is possible.
    #[must_use]
    pub fn says_little(&self) -> bool {
        self.interval.1 - self.interval.0 > 0.5
    }
}

fn decimals(half_width: f64) -> u8 {
    match half_width {
        wide if wide >= 0.01 => 0,
        middling if middling >= 0.001 => 1,
        narrow if narrow >= 0.000_1 => 2,
        _ => 3,
    }
}

/// A confidence level in odds: "19 times in 20".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// How many times it holds…
    pub times: u32,
    /// …in how many.
    pub of: u32,
}

impl Odds {
    /// The nearest odds of the form "m − 1 in m" for a level of at least a half, m up to 1,000.
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
    fn an_ordinary_estimate_is_shown_as_it_is() {
        let reading = Reading::new(0.24, [0.18, 0.31]);
        assert_eq!(
            reading,
            Reading {
                shown: 0.24,
                raw: None,
                interval: (0.18, 0.31),
                decimals: 0
            }
        );
    }

    #[test]
    fn what_no_share_can_be_is_cut_and_told() {
        let below = Reading::new(-0.03, [-0.1, 0.04]);
        assert_eq!((below.shown, below.raw), (0.0, Some(-0.03)));
        assert_eq!(below.interval, (0.0, 0.04));
        let above = Reading::new(1.5, [0.4, 2.6]);
        assert_eq!((above.shown, above.raw), (1.0, Some(1.5)));
        assert_eq!(above.interval, (0.4, 1.0));
    }

    #[test]
    fn a_figure_that_rounds_to_the_edge_needs_no_explanation() {
        assert_eq!(Reading::new(-0.004, [-0.05, 0.04]).raw, None);
        assert_eq!(Reading::new(-0.006, [-0.05, 0.04]).raw, Some(-0.006));
        // A narrow interval lets a smaller difference show.
        assert_eq!(Reading::new(-0.004, [-0.006, -0.002]).raw, Some(-0.004));
    }

    #[test]
    fn decimals_follow_the_width() {
        for (half_width, expected) in [
            (0.5, 0),
            (0.011, 0),
            (0.009, 1),
            (0.000_9, 2),
            (0.000_01, 3),
            (0.0, 3),
        ] {
            let found = Reading::new(0.5, [0.5 - half_width, 0.5 + half_width]).decimals;
            assert_eq!(found, expected, "{half_width}");
        }
    }

    #[test]
    fn confidence_in_odds() {
        for (level, times, of) in [(0.95, 19, 20), (0.99, 99, 100), (0.9, 9, 10), (0.5, 1, 2)] {
            assert_eq!(Odds::of_confidence(level), Odds { times, of }, "{level}");
        }
        for level in [1.0, f64::NAN, -3.0, 2.0] {
            let Odds { times, of } = Odds::of_confidence(level);
            assert!(times >= 1 && of == times + 1 && of <= 1_000, "{level}");
        }
    }
}
