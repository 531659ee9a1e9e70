//! Two questions crossed, from the separate reports of the same respondents.
//!
//! Each respondent's two reports are drawn independently, so that the channel of the pair is the
//! Kronecker product of the two channels, and its inverse the product of the inverses: the cell
//! (a, b) is estimated by the mean over respondents of
//!
//! Z = (1\[a ∈ S\] − q₁)/(p₁ − q₁) · (1\[b ∈ T\] − q₂)/(p₂ − q₂),
//!
//! where S and T are the values that the two reports support. It costs no privacy beyond the two
//! reports' own ε₁ + ε₂, but the noise multiplies: a joint question at ε₁ + ε₂ is more accurate
//! where it can be asked.

use crate::{
    estimation::{
        collector::Collector, error::EstimateError, population::Population, protocol::Protocol,
        support::supported_values,
    },
    kernel::{Confidence, ImpossibleReport, Report, float},
};

use thiserror::Error;

/// The most cells that are counted: 8 MiB of counts.
pub const MAX_CELLS: u64 = 1 << 20;

/// Why two questions cannot be crossed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CrossTabError {
    /// There are too many cells, or none.
    #[error("{first} × {second} cells cannot be counted: there must be from 1 to 1048576")]
    Cells {
        /// Values of the first question.
        first: u32,
        /// Values of the second question.
        second: u32,
    },
    /// The stored counts are not joint counts.
    #[error("these are no joint counts: {0}")]
    Inconsistent(&'static str),
    /// Two counts over different questions cannot be added, or an oracle is another question's.
    #[error("the counts are over {expected:?} values, not over {found:?}")]
    DifferentDomains {
        /// Values of these counts' questions.
        expected: (u32, u32),
        /// Values of the others.
        found: (u32, u32),
    },
    /// A report is impossible; nothing was counted.
    #[error(transparent)]
    Impossible(#[from] ImpossibleReport),
    /// Nothing can be estimated.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}

/// How many pairs of reports support each value of either question, and each pair of values: a
/// commutative sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointCounts {
    reports: u64,
    first: Vec<u64>,
    second: Vec<u64>,
    /// Row by row: the cells of the first question's value 0 come first.
    cells: Vec<u64>,
}

impl JointCounts {
    /// No pairs yet, over that many values of the first and of the second question.
    ///
    /// # Errors
    /// When there would be no cell or more than [`MAX_CELLS`].
    pub fn empty(first: u32, second: u32) -> Result<Self, CrossTabError> {
        let cells = u64::from(first) * u64::from(second);
        if !(1..=MAX_CELLS).contains(&cells) {
            return Err(CrossTabError::Cells { first, second });
        }
        Ok(Self {
            reports: 0,
            first: vec![0; first as usize],
            second: vec![0; second as usize],
            cells: vec![0; first as usize * second as usize],
        })
    }

    /// Counts as stored: `cells` row by row, the first question's values being the rows.
    ///
    /// # Errors
    /// When the lengths do not fit, or no pairs of reports could have given the counts.
    pub fn new(
        reports: u64,
        first: Vec<u64>,
        second: Vec<u64>,
        cells: Vec<u64>,
    ) -> Result<Self, CrossTabError> {
        let size = |counts: &Vec<u64>| u32::try_from(counts.len()).unwrap_or(u32::MAX);
        let empty = Self::empty(size(&first), size(&second))?;
        if cells.len() != empty.cells.len() {
            return Err(CrossTabError::Inconsistent(
                "there must be one count for each pair of values",
            ));
        }
        if first.iter().chain(&second).any(|&count| count > reports) {
            return Err(CrossTabError::Inconsistent(
                "no value can be supported by more pairs than there are",
            ));
        }
        let rows = cells.chunks_exact(second.len()).zip(&first);
        let possible =
            rows.flat_map(|(row, &a)| row.iter().zip(&second).map(move |(c, b)| (*c, a, *b)));
        for (cell, a, b) in possible {
            // At least a + b − n pairs support both values.
            if cell > a.min(b) || a - cell > reports - b {
                return Err(CrossTabError::Inconsistent(
                    "a cell must lie within what its row and its column allow",
                ));
            }
        }
        Ok(Self {
            reports,
            first,
            second,
            cells,
        })
    }

    /// The number of pairs of reports, n.
    #[must_use]
    pub const fn reports(&self) -> u64 {
        self.reports
    }

    /// How many values the first and the second question have.
    #[must_use]
    pub fn domain_sizes(&self) -> (u32, u32) {
        let size = |counts: &Vec<u64>| u32::try_from(counts.len()).unwrap_or(u32::MAX);
        (size(&self.first), size(&self.second))
    }

    /// The number of pairs that support each pair of values, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u64] {
        &self.cells
    }

    /// The numbers of pairs that support each value of the first and of the second question.
    pub(crate) fn margins(&self) -> (&[u64], &[u64]) {
        (&self.first, &self.second)
    }

    /// Counts the two reports of one respondent, each with its question's oracle.
    ///
    /// # Errors
    /// When an oracle is of another domain size, or can never have produced its report; nothing is
    /// counted then.
    pub fn add(
        &mut self,
        first: (&dyn Collector, &Report),
        second: (&dyn Collector, &Report),
    ) -> Result<(), CrossTabError> {
        self.check_domains(first.0, second.0)?;
        let rows = supported_values(first.0, first.1)?;
        let columns = supported_values(second.0, second.1)?;
        self.reports += 1;
        for &column in &columns {
            self.second[column as usize] += 1;
        }
        for row in rows {
            self.first[row as usize] += 1;
            let start = row as usize * self.second.len();
            for &column in &columns {
                self.cells[start + column as usize] += 1;
            }
        }
        Ok(())
    }

    fn check_domains(
        &self,
        first: &dyn Collector,
        second: &dyn Collector,
    ) -> Result<(), CrossTabError> {
        let expected = self.domain_sizes();
        let found = (first.domain_size(), second.domain_size());
        if expected == found {
            Ok(())
        } else {
            Err(CrossTabError::DifferentDomains { expected, found })
        }
    }

    /// Adds what another machine has counted.
    ///
    /// # Errors
    /// When the questions differ in size; nothing is added then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CrossTabError> {
        let (expected, found) = (self.domain_sizes(), other.domain_sizes());
        if expected != found {
            return Err(CrossTabError::DifferentDomains { expected, found });
        }
        self.reports += other.reports;
        for (sums, counts) in [
            (&mut self.first, &other.first),
            (&mut self.second, &other.second),
            (&mut self.cells, &other.cells),
        ] {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        Ok(())
    }

    /// Estimates the share of every pair of values, row by row.
    ///
    /// The standard error is, for sampled respondents, that of the mean of Z, whose four values are
    /// counted exactly: no assumption is made. For a fixed population it is that of the noise
    /// alone, Σ (E\[Y₁²\]·E\[Y₂²\] − 1\[both true\])/n², at the estimated cells and margins.
    /// Intervals are normal ones, for some hundred pairs or more.
    ///
    /// # Errors
    /// When there are no reports, or an oracle is of another domain size.
    pub fn estimate(
        &self,
        first: &dyn Collector,
        second: &dyn Collector,
        population: Population,
        confidence: Confidence,
    ) -> Result<CrossTab, CrossTabError> {
        self.check_domains(first, second)?;
        if self.reports == 0 {
            return Err(EstimateError::NoReports.into());
        }
        let (lefts, rights) = (protocols(first)?, protocols(second)?);
        let z = confidence.standard_deviations();
        let mut cells = Vec::with_capacity(self.cells.len());
        let rows = self.cells.chunks_exact(self.second.len());
        for ((row, &a), &left) in rows.zip(&self.first).zip(&lefts) {
            for ((&both, &b), &right) in row.iter().zip(&self.second).zip(&rights) {
                let pair = PairCounts {
                    reports: self.reports,
                    first: a,
                    second: b,
                    both,
                };
                let share = pair.share(left, right);
                let standard_error = match population {
                    Population::Sampled => pair.sampled_variance(left, right),
                    Population::Fixed => pair.noise_variance(left, right),
                }
                .max(0.0)
                .sqrt();
                cells.push(CellEstimate {
                    share,
                    standard_error,
                    interval: (share - z * standard_error, share + z * standard_error),
                });
            }
        }
        Ok(CrossTab {
            columns: self.second.len(),
            cells,
        })
    }
}

/// The estimated share of one pair of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellEstimate {
    /// Unbiased, so it may lie below 0 or above 1.
    pub share: f64,
    /// The standard deviation of the share.
    pub standard_error: f64,
    /// Lower and upper end, not cut at 0 or 1.
    pub interval: (f64, f64),
}

/// The estimated shares of all pairs of values.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossTab {
    columns: usize,
    cells: Vec<CellEstimate>,
}

impl CrossTab {
    /// The estimates row by row: one row for each value of the first question, one column for each
    /// of the second.
    pub fn rows(&self) -> impl Iterator<Item = &[CellEstimate]> {
        self.cells.chunks_exact(self.columns)
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[CellEstimate] {
        &self.cells
    }
}

/// How many pairs of reports support a value, another question's value, and both.
#[derive(Clone, Copy)]
struct PairCounts {
    reports: u64,
    first: u64,
    second: u64,
    both: u64,
}

impl PairCounts {
    /// (c_ab − q₂c_a − q₁c_b + n·q₁q₂) / (n(p₁ − q₁)(p₂ − q₂))
    fn share(self, left: Protocol, right: Protocol) -> f64 {
        let n = float(self.reports);
        let sum = float(self.both) - right.q * float(self.first) - left.q * float(self.second)
            + n * left.q * right.q;
        sum / (n * left.gap() * right.gap())
    }

    fn sampled_variance(self, left: Protocol, right: Protocol) -> f64 {
        let n = float(self.reports);
        let ways = [
            (float(self.both), 1.0, 1.0),
            (float(self.first - self.both), 1.0, 0.0),
            (float(self.second - self.both), 0.0, 1.0),
            (
                float(self.reports - self.second - (self.first - self.both)),
                0.0,
                0.0,
            ),
        ];
        let squares: f64 = ways
            .into_iter()
            .map(|(count, a, b)| count * (left.share_at(a) * right.share_at(b)).powi(2))
            .sum();
        (squares / n - self.share(left, right).powi(2)) / n
    }

    fn noise_variance(self, left: Protocol, right: Protocol) -> f64 {
        let n = float(self.reports);
        let margin =
            |count, protocol: Protocol| protocol.share_at(float(count) / n).clamp(0.0, 1.0);
        let (a, b) = (margin(self.first, left), margin(self.second, right));
        // Not `clamp`: rounding may let the greatest lie below the least.
        let least = (a + b - 1.0).max(0.0);
        let both = self.share(left, right).min(a.min(b)).max(least);
        let second_moment = |protocol: Protocol, matches: bool| {
            let chance = if matches { protocol.p } else { protocol.q };
            chance * protocol.share_at(1.0).powi(2)
                + (1.0 - chance) * protocol.share_at(0.0).powi(2)
        };
        let product =
            |matches_a, matches_b| second_moment(left, matches_a) * second_moment(right, matches_b);
        let mean = both * (product(true, true) - 1.0)
            + (a - both) * product(true, false)
            + (b - both) * product(false, true)
            + (1.0 - a - b + both) * product(false, false);
        mean / n
    }
}

/// p* and q* for every value of a question.
fn protocols(oracle: &dyn Collector) -> Result<Vec<Protocol>, EstimateError> {
    (0..oracle.domain_size())
        .map(|value| Protocol::new(oracle.support_probabilities_of(value)?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Mechanism;
    use proptest::prelude::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    fn oracle(name: &str, epsilon: &str, values: u32) -> Box<dyn Collector> {
        let mechanism = Mechanism::named(name).unwrap();
        let parameters = mechanism
            .parameters(&epsilon.parse().unwrap(), values)
            .unwrap();
        mechanism.oracle(&parameters, values).unwrap()
    }

    #[test]
    fn the_kronecker_product_of_two_coins_is_inverted_exactly() {
        // A table of 16 people, each standing for all 16 ways in which two pairs of coins fall.
        let truth = [[8, 1], [3, 4]];
        let ways = |row: usize, a: usize| if row == a { 3 } else { 1 };
        let mut cells = Vec::new();
        for a in 0..2 {
            for b in 0..2 {
                let of_row = |x: usize| -> u64 {
                    (0..2).map(|y| truth[x][y] * ways(x, a) * ways(y, b)).sum()
                };
                cells.push((0..2).map(of_row).sum());
            }
        }
        let coins = oracle("two-coins", "ln 3", 2);
        let first = vec![cells[0] + cells[1], cells[2] + cells[3]];
        let second = vec![cells[0] + cells[2], cells[1] + cells[3]];
        let counts = JointCounts::new(256, first, second, cells).unwrap();
        let table = counts
            .estimate(&*coins, &*coins, Population::Fixed, Confidence::default())
            .unwrap();
        for (row, expected) in table.rows().zip(truth) {
            for (cell, expected) in row.iter().zip(expected) {
                assert!(
                    (cell.share - expected as f64 / 16.0).abs() < 1e-12,
                    "{cell:?}"
                );
            }
        }
    }

    #[test]
    fn counts_that_cannot_be_are_refused() {
        assert!(JointCounts::empty(0, 3).is_err());
        assert!(JointCounts::empty(1 << 11, 1 << 10).is_err());
        let new = |first: &[u64], second: &[u64], cells: &[u64]| {
            JointCounts::new(10, first.to_vec(), second.to_vec(), cells.to_vec())
        };
        assert!(new(&[5, 5], &[10], &[5, 5]).is_ok());
        assert!(new(&[5, 5], &[10], &[5]).is_err());
        assert!(new(&[5, 11], &[10], &[5, 5]).is_err());
        assert!(new(&[5, 5], &[10], &[6, 5]).is_err());
        assert!(new(&[5, 5], &[10], &[4, 5]).is_err());
        assert!(new(&[8, 5], &[8], &[5, 3]).is_err());
        let mut counts = JointCounts::empty(2, 3).unwrap();
        assert!(counts.merge(&JointCounts::empty(3, 2).unwrap()).is_err());
        let (two, three) = (oracle("rr", "1", 2), oracle("grr", "1", 3));
        let (zero, seven) = (Report::Index(0), Report::Index(7));
        assert!(counts.add((&*three, &zero), (&*three, &zero)).is_err());
        assert!(counts.add((&*two, &zero), (&*three, &seven)).is_err());
        assert_eq!(counts, JointCounts::empty(2, 3).unwrap());
        assert!(matches!(
            counts.estimate(&*two, &*three, Population::Fixed, Confidence::default()),
            Err(CrossTabError::Estimate(EstimateError::NoReports))
        ));
    }

    /// Both standard errors against the errors of whole simulated surveys; mean within 5 and mean
    /// square within 6 of its deviations (of 12 cells × 300 surveys, tied within a survey): false
    /// alarms are rarer than 10⁻⁶, and the seed is fixed.
    #[test]
    fn standard_errors_are_those_of_repeated_surveys() {
        let (a, b) = (oracle("grr", "1.5", 3), oracle("oue", "1.5", 4));
        let people = [[50, 0, 30, 20], [5, 10, 15, 20], [100, 100, 0, 50]];
        let total: u32 = people.iter().flatten().sum();
        let mut generator = ChaCha20Rng::seed_from_u64(5);
        let (mut sum, mut square, mut held, mut tests) = (0.0, 0.0, 0, 0);
        for _ in 0..300 {
            let mut counts = JointCounts::empty(3, 4).unwrap();
            for (x, row) in (0..).zip(&people) {
                for (y, &count) in (0..).zip(row) {
                    for _ in 0..count {
                        let first = a.randomize(x, &mut generator).unwrap();
                        let second = b.randomize(y, &mut generator).unwrap();
                        counts.add((&*a, &first), (&*b, &second)).unwrap();
                    }
                }
            }
            let table = counts
                .estimate(&*a, &*b, Population::Fixed, Confidence::default())
                .unwrap();
            for (cell, &count) in table.cells().iter().zip(people.iter().flatten()) {
                let share = f64::from(count) / f64::from(total);
                let error = (cell.share - share) / cell.standard_error;
                sum += error;
                square += error * error;
                held += u32::from(cell.interval.0 <= share && share <= cell.interval.1);
                tests += 1;
            }
        }
        let tests = f64::from(tests);
        assert!((sum / tests).abs() < 5.0 / tests.sqrt(), "{}", sum / tests);
        let square = square / tests;
        assert!(
            (square - 1.0).abs() < 6.0 * (4.0 / tests).sqrt(),
            "{square}"
        );
        let coverage = f64::from(held) / tests;
        assert!(
            (coverage - 0.95).abs() < 6.0 * (0.0475 * 2.0 / tests).sqrt(),
            "{coverage}"
        );
    }

    proptest! {
        /// Noise and sampling: Var = noise + f(1 − f)/n, where the margins agree with the cells.
        #[test]
        fn sampling_adds_its_variance(cells in prop::collection::vec(20_u64..200, 4)) {
            let n: u64 = cells.iter().sum();
            let counts = JointCounts::new(
                n,
                vec![cells[0] + cells[1], cells[2] + cells[3]],
                vec![cells[0] + cells[2], cells[1] + cells[3]],
                cells,
            ).unwrap();
            let coins = oracle("two-coins", "ln 3", 2);
            let estimate = |population| counts.estimate(&*coins, &*coins, population, Confidence::default()).unwrap();
            let (fixed, sampled) = (estimate(Population::Fixed), estimate(Population::Sampled));
            let inside = fixed.cells().iter().all(|cell| cell.share >= 0.0);
            for (fixed, sampled) in fixed.cells().iter().zip(sampled.cells()) {
                prop_assert!(fixed.standard_error > 0.0 && sampled.standard_error > 0.0);
                let asked = fixed.share * (1.0 - fixed.share) / n as f64;
                let both = fixed.standard_error.powi(2) + asked;
                prop_assert!(!inside || (both - sampled.standard_error.powi(2)).abs() < 1e-9);
            }
        }
    }
}
