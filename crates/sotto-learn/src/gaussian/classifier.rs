//! The class under which numbers are likeliest, if each is normal within a class and tells nothing of the others.

use super::{
    super::error::LearningError,
    reporting::{GaussianReporting, Sums},
};

/// A standard deviation of less than a twentieth of the range's half is no estimate but noise.
const LEAST_VARIANCE: f64 = 0.0025;

/// Of a class that nobody seems to have.
const LEAST_SHARE: f64 = 0.01;

/// A trained classifier.
#[derive(Clone, Debug, PartialEq)]
pub struct GaussianNaiveBayes {
    numbers: usize,
    /// ln of each class's share.
    classes: Vec<f64>,
    /// Mean and variance at number·classes + class.
    normals: Vec<(f64, f64)>,
}

impl GaussianNaiveBayes {
    /// From what was counted. A class whose estimated share is not positive gets a hundredth, a variance at least
    /// that of a twentieth of the range.
    ///
    /// # Errors
    /// When a half or a number has no reports.
    pub fn train(reporting: &GaussianReporting, sums: &Sums) -> Result<Self, LearningError> {
        let classes = reporting.classes() as usize;
        let values = reporting.mean(sums, false)?;
        let squares = reporting.mean(sums, true)?;
        let last = values.len().saturating_sub(classes);
        // The last number is 1 in both halves.
        let shares = values[last..].iter().zip(&squares[last..]);
        let shares: Vec<f64> = shares
            .map(|(one, other)| f64::midpoint(*one, *other).max(LEAST_SHARE))
            .collect();
        let all: f64 = shares.iter().sum();
        let normals = values[..last].iter().zip(&squares[..last]).enumerate();
        let normals = normals.map(|(component, (value, square))| {
            let share = shares[component % classes];
            let mean = (value / share).clamp(-1.0, 1.0);
            let variance = (square / share).clamp(0.0, 1.0) - mean * mean;
            (mean, variance.clamp(LEAST_VARIANCE, 1.0))
        });
        Ok(Self {
            numbers: reporting.numbers() as usize,
            normals: normals.collect(),
            classes: shares.iter().map(|share| (share / all).ln()).collect(),
        })
    }

    /// Trained without privacy, from rows of cells and their classes.
    ///
    /// # Errors
    /// When there are no rows, or one has more or fewer numbers than the first.
    pub fn of_rows<'a>(
        classes: u32,
        rows: impl Iterator<Item = (&'a [u32], u32)>,
    ) -> Result<Self, LearningError> {
        let count = classes as usize;
        let (mut sums, mut of_class, mut numbers): (Vec<(f64, f64)>, _, _) =
            (Vec::new(), vec![0.0; count], 0);
        for (cells, class) in rows {
            if sums.is_empty() {
                numbers = cells.len();
                sums = vec![(0.0, 0.0); numbers * count];
            }
            if cells.len() != numbers {
                return Err(LearningError::Length {
                    expected: numbers,
                    found: cells.len(),
                });
            }
            let of_class = of_class.get_mut(class as usize);
            *of_class.ok_or(LearningError::Classes(classes))? += 1.0;
            for (number, &cell) in cells.iter().enumerate() {
                let value = value_of(cell);
                let (sum, squares) = &mut sums[number * count + class as usize];
                *sum += value;
                *squares += value * value;
            }
        }
        let all: f64 = of_class.iter().sum();
        if all < 1.0 {
            return Err(LearningError::NoReports);
        }
        let normals = sums.iter().enumerate().map(|(component, (sum, squares))| {
            let people = f64::max(of_class[component % count], 1.0);
            let mean = sum / people;
            let variance = squares / people - mean * mean;
            (mean, variance.clamp(LEAST_VARIANCE, 1.0))
        });
        Ok(Self {
            numbers,
            normals: normals.collect(),
            classes: of_class
                .iter()
                .map(|people| ((people + 1.0) / all).ln())
                .collect(),
        })
    }

    /// Mean and variance of a number within a class, on the scale from −1 to 1.
    #[must_use]
    pub fn normal(&self, number: usize, class: usize) -> Option<(f64, f64)> {
        self.normals
            .get(number * self.classes.len() + class)
            .copied()
    }

    /// The likeliest class; of several, the first.
    ///
    /// # Errors
    /// When there are more or fewer numbers.
    pub fn predict(&self, cells: &[u32]) -> Result<u32, LearningError> {
        if cells.len() != self.numbers {
            return Err(LearningError::Length {
                expected: self.numbers,
                found: cells.len(),
            });
        }
        let mut best = (0, f64::NEG_INFINITY);
        for (class, prior) in (0..).zip(&self.classes) {
            let normals = self
                .normals
                .iter()
                .skip(class as usize)
                .step_by(self.classes.len());
            let logs = normals.zip(cells).map(|(&(mean, variance), &cell)| {
                let distance = value_of(cell) - mean;
                -0.5 * (variance.ln() + distance * distance / variance)
            });
            let score = prior + logs.sum::<f64>();
            if score > best.1 {
                best = (class, score);
            }
        }
        Ok(best.0)
    }
}

/// What a cell stands for.
fn value_of(cell: u32) -> f64 {
    let half = f64::from(GaussianReporting::CELLS - 1) / 2.0;
    f64::from(cell) / half - 1.0
}

#[cfg(test)]
mod tests {
    use super::{
        super::{GaussianReport, Way},
        *,
    };
    use rand::{CryptoRng, SeedableRng, rngs::ChaCha20Rng};
    use sotto_ldp::Epsilon;

    /// Roughly normal: the mean of eight uniform draws.
    fn number(middle: f64, rng: &mut dyn CryptoRng) -> u32 {
        let draws: f64 = (0..8)
            .map(|_| f64::from(rng.next_u32()) / f64::from(u32::MAX))
            .sum();
        let value = middle + (draws / 8.0 - 0.5) * 1.5;
        (0..GaussianReporting::CELLS)
            .find(|&cell| value_of(cell) >= value)
            .unwrap_or(GaussianReporting::CELLS - 1)
    }

    fn row(class: u32, rng: &mut dyn CryptoRng) -> [u32; 2] {
        let middle = if class == 0 { -0.3 } else { 0.4 };
        [number(middle, rng), number(0.0, rng)]
    }

    fn trained(way: Way, epsilon: &str, people: u32) -> (GaussianNaiveBayes, GaussianReporting) {
        let epsilon: Epsilon = epsilon.parse().unwrap();
        let reporting = GaussianReporting::new(2, 2, &epsilon, way).unwrap();
        assert!(reporting.privacy_loss() <= epsilon.privacy_loss(), "{way}");
        let mut rng = ChaCha20Rng::seed_from_u64(6);
        let mut sums = reporting.empty_sums();
        for person in 0..people {
            let class = u32::from(person % 5 < 2);
            let cells = row(class, &mut rng);
            let report = reporting.randomize(&cells, class, &mut rng).unwrap();
            reporting.accumulate(&report, &mut sums).unwrap();
        }
        (
            GaussianNaiveBayes::train(&reporting, &sums).unwrap(),
            reporting,
        )
    }

    /// Every way finds the means, variances and shares of the rows.
    #[test]
    fn every_way_teaches() {
        for way in Way::ALL {
            let (learned, _) = trained(way, "4", 60_000);
            let close = |found: f64, expected: f64, within: f64| {
                assert!(
                    (found - expected).abs() < within,
                    "{way} {found} {expected}"
                );
            };
            close(learned.classes[1].exp(), 0.4, 0.05);
            close(learned.normal(0, 0).unwrap().0, -0.3, 0.1);
            close(learned.normal(0, 1).unwrap().0, 0.4, 0.15);
            close(learned.normal(1, 0).unwrap().0, 0.0, 0.1);
            // (1.5)²/96.
            close(learned.normal(0, 0).unwrap().1, 0.023, 0.08);
            let mut rng = ChaCha20Rng::seed_from_u64(7);
            let mut right = 0;
            for person in 0..1_000 {
                let class = u32::from(person % 5 < 2);
                right += u32::from(learned.predict(&row(class, &mut rng)).unwrap() == class);
            }
            assert!(right > 850, "{way} {right}");
        }
    }

    #[test]
    fn without_noise_it_is_the_rows_own() {
        let rows = [([0_u32], 0_u32), ([200], 1), ([100], 1)];
        let rows = rows.iter().map(|(cells, class)| (&cells[..], *class));
        let learned = GaussianNaiveBayes::of_rows(2, rows).unwrap();
        assert_eq!(learned.normal(0, 0), Some((-1.0, LEAST_VARIANCE)));
        assert_eq!(learned.normal(0, 1), Some((0.5, 0.25)));
        assert_eq!(
            (learned.predict(&[10]), learned.predict(&[150])),
            (Ok(0), Ok(1))
        );
        assert!(learned.predict(&[1, 1]).is_err());
        assert!(GaussianNaiveBayes::of_rows(2, std::iter::empty()).is_err());
    }

    /// What is sent has one form, whatever the class: as many components, or one joint report.
    #[test]
    fn the_class_cannot_be_seen_from_the_form() {
        for way in Way::ALL {
            let (_, reporting) = trained(way, "2", 3_000);
            let mut rng = ChaCha20Rng::seed_from_u64(9);
            let form = |report: &GaussianReport| (report.cells.len(), report.joint.is_some());
            let first = form(&reporting.randomize(&[0, 0], 0, &mut rng).unwrap());
            for class in [0, 1, 1, 0, 1] {
                let report = reporting.randomize(&[200, 100], class, &mut rng).unwrap();
                assert_eq!(form(&report), first, "{way}");
            }
            assert!(reporting.randomize(&[201, 0], 0, &mut rng).is_err());
            assert!(reporting.randomize(&[0], 0, &mut rng).is_err());
            let mut sums = reporting.empty_sums();
            let impossible = GaussianReport {
                squares: false,
                cells: vec![(99, 0)],
                joint: Some((9, sotto_ldp::Report::Index(0))),
            };
            assert!(reporting.accumulate(&impossible, &mut sums).is_err());
            assert_eq!(sums, reporting.empty_sums());
        }
        for way in Way::ALL {
            assert_eq!(way.to_string().parse(), Ok(way));
        }
        assert!("all".parse::<Way>().is_err());
    }
}
