//! Sums of reports that are numbers: commutative, of constant size however many reports.

/// Power sums of integers: how many, and the sums of their first four powers.
///
/// Sums saturate, which takes more than 2³⁰ reports of the most extreme output there can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    reports: u64,
    sum: i128,
    squares: u128,
    cubes: i128,
    fourths: u128,
}

impl Moments {
    /// The number of reports.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// Adds the same integer `times` times.
    pub(super) fn add(&mut self, steps: i64, times: u64) {
        let (step, square) = (i128::from(steps), u128::from(steps.unsigned_abs()).pow(2));
        let count = u128::from(times);
        self.reports = self.reports.saturating_add(times);
        self.sum = self
            .sum
            .saturating_add(step.saturating_mul(i128::from(times)));
        self.squares = self.squares.saturating_add(square.saturating_mul(count));
        let cube = step.saturating_mul(step).saturating_mul(step);
        let cubes = cube.saturating_mul(i128::from(times));
        self.cubes = self.cubes.saturating_add(cubes);
        let fourths = square.saturating_mul(square).saturating_mul(count);
        self.fourths = self.fourths.saturating_add(fourths);
    }

    /// The means of the first to the fourth power of `unit`·integer; zeros without reports.
    #[expect(clippy::cast_precision_loss, reason = "read by estimators alone")]
    pub(super) fn means(&self, unit: f64) -> [f64; 4] {
        let n = self.reports.max(1) as f64;
        [
            self.sum as f64 / n * unit,
            self.squares as f64 / n * unit.powi(2),
            self.cubes as f64 / n * unit.powi(3),
            self.fourths as f64 / n * unit.powi(4),
        ]
    }
}

/// The sums of a question's reports, one for each part of its mechanism (hybrid has two).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportSums {
    parts: Vec<Moments>,
}

impl ReportSums {
    /// No reports yet, in that many parts.
    #[must_use]
    pub fn empty(parts: usize) -> Self {
        Self {
            parts: vec![Moments::default(); parts],
        }
    }

    /// The sums of each part.
    #[must_use]
    pub fn parts(&self) -> &[Moments] {
        &self.parts
    }

    /// The number of reports.
    #[must_use]
    pub fn reports(&self) -> u64 {
        self.parts
            .iter()
            .fold(0, |sum, part| sum.saturating_add(part.reports))
    }

    pub(super) fn add(&mut self, part: usize, steps: i64, times: u64) {
        if let Some(sum) = self.parts.get_mut(part) {
            sum.add(steps, times);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(integers: &[i64]) -> Moments {
        let mut moments = Moments::default();
        for &integer in integers {
            moments.add(integer, 1);
        }
        moments
    }

    #[test]
    fn power_sums_by_hand() {
        let moments = of(&[1, -2, 3]);
        assert_eq!(moments.reports(), 3);
        let found = moments.means(0.5);
        for (mean, expected) in found
            .iter()
            .zip([1.0 / 3.0, 14.0 / 12.0, 20.0 / 24.0, 98.0 / 48.0])
        {
            assert!((mean - expected).abs() < 1e-12);
        }
        assert!(
            Moments::default()
                .means(1.0)
                .iter()
                .all(|mean| mean.abs() < 1e-15)
        );
    }

    #[test]
    fn extreme_sums_saturate() {
        let mut moments = of(&[i64::MIN, i64::MAX]);
        moments.add(i64::MIN, u64::MAX);
        assert_eq!(moments.reports(), u64::MAX);
    }

    proptest! {
        #[test]
        fn adding_many_times_at_once_is_adding_them_one_by_one(
            integer in -5000_i64..5000, times in 0_usize..20
        ) {
            let mut at_once = Moments::default();
            at_once.add(integer, times as u64);
            prop_assert_eq!(at_once, of(&vec![integer; times]));
        }
    }
}
