//! Sums of reports that are numbers: commutative, of constant size however many reports.

use thiserror::Error;

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

/// Why sums cannot have come from reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MomentsError {
    /// No integers have these power sums.
    #[error("no {reports} reports can have these sums: the sums of even powers are too small")]
    Impossible {
        /// The number of reports.
        reports: u64,
    },
    /// Sums of different mechanisms cannot be added.
    #[error("sums in {left} parts cannot be added to sums in {right}")]
    DifferentParts {
        /// Parts on one side.
        left: usize,
        /// Parts on the other.
        right: usize,
    },
}

impl Moments {
    /// Sums as stored.
    ///
    /// # Errors
    /// When no integers can have them.
    pub fn new(
        reports: u64,
        sum: i128,
        squares: u128,
        cubes: i128,
        fourths: u128,
    ) -> Result<Self, MomentsError> {
        // For integers |x| ≤ x² ≤ x⁴ and |x³| ≤ x⁴; none at all without reports.
        let possible = sum.unsigned_abs() <= squares
            && squares <= fourths
            && cubes.unsigned_abs() <= fourths
            && (reports > 0 || fourths == 0);
        if possible {
            Ok(Self {
                reports,
                sum,
                squares,
                cubes,
                fourths,
            })
        } else {
            Err(MomentsError::Impossible { reports })
        }
    }

    /// The number of reports.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// The sums of the first to the fourth power, as the integers they are.
    #[must_use]
    pub const fn sums(&self) -> (i128, u128, i128, u128) {
        (self.sum, self.squares, self.cubes, self.fourths)
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

    fn merge(&mut self, other: &Self) {
        self.reports = self.reports.saturating_add(other.reports);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
        self.cubes = self.cubes.saturating_add(other.cubes);
        self.fourths = self.fourths.saturating_add(other.fourths);
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
        Self::of_parts(vec![Moments::default(); parts])
    }

    /// Sums as stored, part by part.
    #[must_use]
    pub const fn of_parts(parts: Vec<Moments>) -> Self {
        Self { parts }
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

    /// Adds what another machine has summed.
    ///
    /// # Errors
    /// When the parts differ in number; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), MomentsError> {
        if self.parts.len() != other.parts.len() {
            return Err(MomentsError::DifferentParts {
                left: self.parts.len(),
                right: other.parts.len(),
            });
        }
        for (sum, part) in self.parts.iter_mut().zip(&other.parts) {
            sum.merge(part);
        }
        Ok(())
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
        assert_eq!(moments.sums(), (2, 14, 1 - 8 + 27, 1 + 16 + 81));
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
    fn sums_that_no_reports_have_are_refused() {
        for (reports, sum, squares, cubes, fourths) in [
            (0, 0, 0, 0, 1),
            (3, 5, 4, 5, 5),
            (3, 1, 5, 1, 4),
            (3, 1, 1, 9, 1),
            (3, i128::MIN, 0, 0, 0),
        ] {
            assert_eq!(
                Moments::new(reports, sum, squares, cubes, fourths),
                Err(MomentsError::Impossible { reports })
            );
        }
        let mut one = ReportSums::empty(1);
        assert_eq!(
            one.merge(&ReportSums::empty(2)),
            Err(MomentsError::DifferentParts { left: 1, right: 2 })
        );
    }

    #[test]
    fn extreme_sums_saturate() {
        let mut moments = of(&[i64::MIN, i64::MAX]);
        moments.add(i64::MIN, u64::MAX);
        moments.merge(&moments.clone());
        assert_eq!(moments.reports(), u64::MAX);
    }

    proptest! {
        #[test]
        fn the_order_of_counting_does_not_matter(
            left in prop::collection::vec(-5000_i64..5000, 0..20),
            right in prop::collection::vec(-5000_i64..5000, 0..20),
        ) {
            let mut sums = ReportSums::of_parts(vec![of(&left)]);
            let other = ReportSums::of_parts(vec![of(&right)]);
            let mut reversed = other.clone();
            reversed.merge(&sums).unwrap();
            sums.merge(&other).unwrap();
            prop_assert_eq!(&sums, &reversed);
            let all: Vec<_> = left.into_iter().chain(right).collect();
            prop_assert_eq!(sums.parts(), &[of(&all)]);
            let (sum, squares, cubes, fourths) = of(&all).sums();
            let stored = Moments::new(all.len() as u64, sum, squares, cubes, fourths);
            prop_assert_eq!(stored, Ok(of(&all)));
        }
    }
}
