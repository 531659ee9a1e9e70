//! Where a share is drawn along a bar.

/// A scale from zero to a share that is written at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    end: f64,
}

/// Few steps, so that a live chart seldom changes its scale.
const ENDS: [f64; 6] = [0.05, 0.1, 0.2, 0.3, 0.5, 1.0];

impl Scale {
    /// The shortest scale that holds every share; the whole one if there are none. What lies
    /// beyond 0 or 1 is cut.
    #[must_use]
    pub fn holding(shares: impl IntoIterator<Item = f64>) -> Self {
        let greatest = shares.into_iter().reduce(f64::max).unwrap_or(1.0);
        let end = ENDS.into_iter().find(|&end| greatest <= end).unwrap_or(1.0);
        Self { end }
    }

    /// The share at the end of the scale.
    #[must_use]
    pub const fn end(self) -> f64 {
        self.end
    }

    /// A share's distance from the scale's beginning as an SVG length; cut at both ends.
    #[must_use]
    pub fn x(self, share: f64) -> String {
        format!("{:.3}%", self.percent(share))
    }

    fn percent(self, share: f64) -> f64 {
        let percent = (share / self.end * 100.0).clamp(0.0, 100.0);
        if percent.is_nan() { 0.0 } else { percent }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_shortest_scale_that_holds() {
        for (shares, end) in [
            (vec![], 1.0),
            (vec![-0.3, 0.0], 0.05),
            (vec![0.13, 0.1], 0.2),
            (vec![0.31], 0.5),
            (vec![0.5], 0.5),
            (vec![0.51, 7.0], 1.0),
            (vec![f64::NAN], 1.0),
        ] {
            assert!(
                (Scale::holding(shares.clone()).end() - end).abs() < 1e-12,
                "{shares:?}"
            );
        }
    }

    #[test]
    fn lengths_are_percentages_of_the_scale() {
        let scale = Scale::holding([0.5]);
        assert_eq!(scale.x(0.25), "50.000%");
        assert_eq!(scale.x(-0.1), "0.000%");
        assert_eq!(scale.x(0.9), "100.000%");
        assert_eq!(scale.x(f64::NAN), "0.000%");
    }

    proptest! {
        #[test]
        fn nothing_is_drawn_outside(shares in prop::collection::vec(any::<f64>(), 0..9), share: f64) {
            let percent = Scale::holding(shares).percent(share);
            prop_assert!((0.0..=100.0).contains(&percent));
        }
    }
}
