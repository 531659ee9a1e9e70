//! Where a figure is drawn along a line.

/// A scale between two figures that are written at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    start: f64,
    end: f64,
}

/// Few steps, so that a live chart seldom changes its scale.
const ENDS: [f64; 6] = [0.05, 0.1, 0.2, 0.3, 0.5, 1.0];

impl Scale {
    /// The scale between two figures.
    #[must_use]
    pub const fn between(start: f64, end: f64) -> Self {
        Self { start, end }
    }

    /// The shortest scale from zero that holds every share; the whole one if there are none. What lies
    /// beyond 0 or 1 is cut.
    #[must_use]
    pub fn holding(shares: impl IntoIterator<Item = f64>) -> Self {
        let greatest = shares.into_iter().reduce(f64::max).unwrap_or(1.0);
        let end = ENDS.into_iter().find(|&end| greatest <= end).unwrap_or(1.0);
        Self::between(0.0, end)
    }

    /// The figure at the end of the scale.
    #[must_use]
    pub const fn end(self) -> f64 {
        self.end
    }

    /// A figure's distance from the scale's beginning as an SVG length; cut at both ends.
    #[must_use]
    pub fn x(self, figure: f64) -> String {
        length(self.percent(figure))
    }

    /// A figure's distance from the scale's end as an SVG length, for what grows upwards.
    #[must_use]
    pub fn y(self, figure: f64) -> String {
        length(100.0 - self.percent(figure))
    }

    /// In which of so many equally long parts a figure lies, counted from 0; cut at both ends.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to the number of parts, which fits"
    )]
    pub(super) fn part(self, figure: f64, parts: u32) -> usize {
        let part = (self.percent(figure) / 100.0 * f64::from(parts)) as u32;
        part.min(parts.saturating_sub(1)) as usize
    }

    /// A figure's distance from the scale's beginning, from 0 to 1; cut at both ends.
    #[must_use]
    pub fn fraction(self, figure: f64) -> f64 {
        self.percent(figure) / 100.0
    }

    /// The same, out of 100.
    pub(super) fn percent(self, figure: f64) -> f64 {
        let percent = (figure - self.start) / (self.end - self.start) * 100.0;
        if percent.is_nan() {
            0.0
        } else {
            percent.clamp(0.0, 100.0)
        }
    }
}

/// A percentage as an SVG length.
pub(super) fn length(percent: f64) -> String {
    format!("{percent:.3}%")
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
        assert_eq!(scale.y(0.125), "75.000%");
        let years = Scale::between(1990.0, 2010.0);
        assert_eq!(years.x(1995.0), "25.000%");
        assert_eq!(years.x(1980.0), "0.000%");
        assert_eq!(Scale::between(3.0, 3.0).x(3.0), "0.000%");
    }

    proptest! {
        #[test]
        fn nothing_is_drawn_outside(shares in prop::collection::vec(any::<f64>(), 0..9), share: f64) {
            let percent = Scale::holding(shares).percent(share);
            prop_assert!((0.0..=100.0).contains(&percent));
        }
    }
}
