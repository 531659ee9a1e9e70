//! Sums of reports that are numbers: commutative, of constant size however many reports.

use super::score::Score;

/// Sums of integers and of what stands for their squares, which is their square unless an output stands
/// for many numbers ([`Score::square`]): how many, and the sums of both, of their product and their squares.
///
/// Sums saturate, which takes more than 2³⁰ reports of the most extreme output there can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    reports: u64,
    numbers: i128,
    numbers_squared: u128,
    squares: u128,
    products: i128,
    squares_squared: u128,
}

/// The means of numbers and of what stands for their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Means {
    pub(super) number: f64,
    pub(super) number_squared: f64,
    pub(super) square: f64,
    pub(super) product: f64,
    pub(super) square_squared: f64,
}

impl Moments {
    /// The number of reports.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// Adds the same score `times` times.
    pub(super) fn add(&mut self, score: Score, times: u64) {
        let (step, square) = (i128::from(score.steps), u128::from(score.square));
        let count = u128::from(times);
        let signed = i128::from(times);
        self.reports = self.reports.saturating_add(times);
        self.numbers = self.numbers.saturating_add(step.saturating_mul(signed));
        let own = step.unsigned_abs().saturating_pow(2).saturating_mul(count);
        self.numbers_squared = self.numbers_squared.saturating_add(own);
        self.squares = self.squares.saturating_add(square.saturating_mul(count));
        let product = step.saturating_mul(i128::from(score.square));
        self.products = self.products.saturating_add(product.saturating_mul(signed));
        let squared = square.saturating_mul(square).saturating_mul(count);
        self.squares_squared = self.squares_squared.saturating_add(squared);
    }

    /// The means of `unit`·integer and the like; zeros without reports.
    #[expect(clippy::cast_precision_loss, reason = "read by estimators alone")]
    pub(super) fn means(&self, unit: f64) -> Means {
        let n = self.reports.max(1) as f64;
        Means {
            number: self.numbers as f64 / n * unit,
            number_squared: self.numbers_squared as f64 / n * unit.powi(2),
            square: self.squares as f64 / n * unit.powi(2),
            product: self.products as f64 / n * unit.powi(3),
            square_squared: self.squares_squared as f64 / n * unit.powi(4),
        }
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

    pub(super) fn add(&mut self, score: Score, times: u64) {
        if let Some(sum) = self.parts.get_mut(score.part) {
            sum.add(score, times);
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
            moments.add(Score::new(0, integer), 1);
        }
        moments
    }

    fn all(means: Means) -> [f64; 5] {
        let Means {
            number,
            number_squared,
            square,
            product,
            square_squared,
        } = means;
        [number, number_squared, square, product, square_squared]
    }

    #[test]
    fn power_sums_by_hand() {
        let moments = of(&[1, -2, 3]);
        assert_eq!(moments.reports(), 3);
        let square = 14.0 / 12.0;
        let expected = [1.0 / 3.0, square, square, 20.0 / 24.0, 98.0 / 48.0];
        for (mean, expected) in all(moments.means(0.5)).into_iter().zip(expected) {
            assert!((mean - expected).abs() < 1e-12);
        }
        let none = all(Moments::default().means(1.0));
        assert!(none.iter().all(|mean| mean.abs() < 1e-15));
    }

    /// An output that stands for 2 and for 7 as the square.
    #[test]
    fn squares_of_many_numbers_are_summed_by_themselves() {
        let mut moments = of(&[1]);
        let score = Score {
            part: 0,
            steps: 2,
            square: 7,
        };
        moments.add(score, 3);
        let expected = [7.0, 13.0, 22.0, 43.0, 148.0].map(|sum| sum / 4.0);
        for (mean, expected) in all(moments.means(1.0)).into_iter().zip(expected) {
            assert!((mean - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn extreme_sums_saturate() {
        let mut moments = of(&[i64::MIN, i64::MAX]);
        moments.add(Score::new(0, i64::MIN), u64::MAX);
        assert_eq!(moments.reports(), u64::MAX);
    }

    proptest! {
        #[test]
        fn adding_many_times_at_once_is_adding_them_one_by_one(
            integer in -5000_i64..5000, times in 0_usize..20
        ) {
            let mut at_once = Moments::default();
            at_once.add(Score::new(0, integer), times as u64);
            prop_assert_eq!(at_once, of(&vec![integer; times]));
        }
    }
}
