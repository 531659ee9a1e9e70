//! How an estimate is read aloud: how many decimals it deserves, and what is said of a figure that
//! no share can have.

/// An estimate as people read it. All figures are shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reading {
    /// The estimate, cut at 0 and 1.
    pub(crate) shown: f64,
    /// The estimate before it was cut, if that makes a visible difference.
    pub(crate) raw: Option<f64>,
    /// The interval, cut at 0 and 1.
    pub(crate) interval: (f64, f64),
    /// Decimals of a percentage: as many as the interval's width lets matter.
    pub(crate) decimals: u8,
}

impl Reading {
    /// Reads an estimate and its interval.
    #[must_use]
    pub(crate) fn new(estimate: f64, [low, high]: [f64; 2]) -> Self {
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
    pub(crate) fn says_little(&self) -> bool {
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
}
