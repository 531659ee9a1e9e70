//! How an estimate is read: how many decimals it deserves, and what is said of a figure that cannot be.

use super::quantity::Quantity;

/// An estimate as people read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reading {
    /// The estimate, cut at the ends of what is possible.
    pub(super) shown: f64,
    /// The estimate before it was cut, if that makes a visible difference.
    pub(super) raw: Option<f64>,
    /// The interval, cut likewise.
    pub(super) interval: (f64, f64),
    /// As many decimals as the interval's width lets matter: of a share, those of its percentage. Of one of
    /// the answers, as many as answers have.
    pub(super) decimals: u8,
}

impl Reading {
    /// Reads an estimate and its interval.
    pub(super) fn new(estimate: f64, [low, high]: [f64; 2], quantity: &Quantity) -> Self {
        let half_width = (high - low) / 2.0 * quantity.factor();
        let decimals = quantity.decimals().unwrap_or_else(|| decimals(half_width));
        let (least, most) = quantity.range();
        let cut = |figure: f64| figure.max(least).min(most);
        let shown = cut(estimate);
        // −0.3 % reads as 0 % where no decimals matter: then there is nothing to explain.
        let half_a_digit = 0.5 / quantity.factor() / 10_f64.powi(decimals.into());
        Self {
            shown,
            raw: ((estimate - shown).abs() >= half_a_digit).then_some(estimate),
            interval: (cut(low), cut(high)),
            decimals,
        }
    }

    /// Whether the interval leaves open more than half of what is possible.
    pub(super) fn says_little(&self, quantity: &Quantity) -> bool {
        let (least, most) = quantity.range();
        self.interval.1 - self.interval.0 > (most - least) / 2.0
    }
}

fn decimals(half_width: f64) -> u8 {
    match half_width {
        wide if wide >= 1.0 => 0,
        middling if middling >= 0.1 => 1,
        narrow if narrow >= 0.01 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(estimate: f64, interval: [f64; 2]) -> Reading {
        Reading::new(estimate, interval, &Quantity::Share)
    }

    #[test]
    fn an_ordinary_estimate_is_shown_as_it_is() {
        let reading = share(0.24, [0.18, 0.31]);
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
        let below = share(-0.03, [-0.1, 0.04]);
        assert_eq!((below.shown, below.raw), (0.0, Some(-0.03)));
        assert_eq!(below.interval, (0.0, 0.04));
        let above = share(1.5, [0.4, 2.6]);
        assert_eq!((above.shown, above.raw), (1.0, Some(1.5)));
        assert_eq!(above.interval, (0.4, 1.0));
    }

    #[test]
    fn a_figure_that_rounds_to_the_edge_needs_no_explanation() {
        assert_eq!(share(-0.004, [-0.05, 0.04]).raw, None);
        assert_eq!(share(-0.006, [-0.05, 0.04]).raw, Some(-0.006));
        // A narrow interval lets a smaller difference show.
        assert_eq!(share(-0.004, [-0.006, -0.002]).raw, Some(-0.004));
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
            let found = share(0.5, [0.5 - half_width, 0.5 + half_width]).decimals;
            assert_eq!(found, expected, "{half_width}");
        }
    }

    #[test]
    fn a_number_is_cut_at_its_own_range() {
        let hours = Quantity::between((0.0, 24.0));
        let found = Reading::new(-0.5, [-1.5, 0.5], &hours);
        assert_eq!((found.shown, found.raw), (0.0, Some(-0.5)));
        assert_eq!((found.interval, found.decimals), ((0.0, 0.5), 0));
        assert!(!found.says_little(&hours));
        assert!(Reading::new(9.0, [2.0, 16.0], &hours).says_little(&hours));
        assert_eq!(Reading::new(7.25, [7.1, 7.4], &hours).decimals, 1);
    }

    #[test]
    fn one_of_the_answers_is_written_as_answers_are() {
        let stars = Quantity::level(1, 5);
        for interval in [[3.0, 3.0], [2.0, 5.0]] {
            assert_eq!(Reading::new(3.0, interval, &stars).decimals, 0);
        }
    }
}
