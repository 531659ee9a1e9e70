//! Whether the answers to two questions go together: tests of independence.
//!
//! Where each question was perturbed on its own, independent answers give independent reports, so that
//! Pearson's test on the noisy table has the right level, only less power. With the covariances of what
//! reports support in place of Pearson's it serves reports of several values, too. From a joint report
//! the table itself is estimated, and its errors are correlated: there the differences of the cells from
//! the products of their margins are held against their covariance (Gaboardi and Rogers 2018).

use crate::{
    estimation::{
        collector::Collector,
        covariance::{Covariance, quadratic_form},
        cross_tabs::{CrossTabError, JointCounts},
        error::EstimateError,
        protocol::Protocol,
    },
    kernel::{Confidence, Counts, float},
};

/// Larger tables are not tested: there are too many covariances, and too few people in each cell.
pub const MOST_CELLS: usize = 144;

/// What a test of independence says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Independence {
    /// How far the table is from independence: of the χ² distribution where the answers are independent.
    pub statistic: f64,
    /// Degrees of freedom: (rows − 1)·(columns − 1).
    pub degrees: u32,
    /// The chance of a statistic at least as great where the answers are independent.
    pub p_value: f64,
}

impl Independence {
    fn new(statistic: f64, degrees: u32) -> Self {
        Self {
            statistic,
            degrees,
            p_value: upper_chi_square(statistic, degrees),
        }
    }
}

/// The test of two questions that were perturbed apart. `None` where a value is so rare that its
/// covariances say nothing, or the table is too large.
///
/// # Errors
/// When there are no reports, or an oracle is of another size or does not tell groups apart.
pub fn of_separate_reports(
    counts: &JointCounts,
    first: &dyn Collector,
    second: &dyn Collector,
) -> Result<Option<Independence>, CrossTabError> {
    let (sizes, found) = (
        counts.domain_sizes(),
        (first.domain_size(), second.domain_size()),
    );
    if sizes != found {
        return Err(CrossTabError::DifferentDomains {
            expected: sizes,
            found,
        });
    }
    let n = counts.reports();
    if n == 0 {
        return Err(EstimateError::NoReports.into());
    }
    let (rows, columns) = counts.margins();
    if counts.cells().len() > MOST_CELLS {
        return Ok(None);
    }
    let supports = (
        of_supports(first, n, rows)?,
        of_supports(second, n, columns)?,
    );
    // The last values follow from the others.
    let (height, width) = (rows.len() - 1, columns.len() - 1);
    let mut apart = Vec::with_capacity(height * width);
    for (row, &a) in counts
        .cells()
        .chunks_exact(columns.len())
        .zip(rows)
        .take(height)
    {
        let row = row.iter().zip(columns).take(width);
        apart.extend(row.map(|(&cell, &b)| {
            float(cell) / float(n) - float(a) / float(n) * (float(b) / float(n))
        }));
    }
    let size = height * width;
    let mut matrix = vec![0.0; size * size];
    for one in 0..size {
        for other in 0..size {
            let of_first = supports.0[one / width * height + other / width];
            let of_second = supports.1[one % width * width + other % width];
            matrix[one * size + other] = of_first * of_second / float(n);
        }
    }
    Ok(
        quadratic_form(&matrix, &apart)
            .map(|statistic| Independence::new(statistic, degrees(size))),
    )
}

fn degrees(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// The covariances of whether a report supports each value but the last, row by row.
fn of_supports(
    oracle: &dyn Collector,
    reports: u64,
    supports: &[u64],
) -> Result<Vec<f64>, EstimateError> {
    let counts = Counts::new(reports, supports.to_vec())?;
    let values: Vec<_> = (0..oracle.domain_size().saturating_sub(1))
        .map(|value| vec![value])
        .collect();
    let covariance = Covariance::new(oracle, &counts, &values, Confidence::default())?;
    let support = oracle
        .support_probabilities()
        .ok_or(EstimateError::OfNumbers)?;
    let scale = Protocol::new(support)?.gap().powi(2) * float(reports);
    let entries = covariance.rows().flatten();
    Ok(entries.map(|entry| scale * entry).collect())
}

/// The test of two questions of a joint report. `cells` are the values of the joint report that belong to
/// each pair of answers, row by row with so many `columns`. `None` where the covariances say nothing, or the table is too large.
///
/// # Errors
/// When there are no reports, or the oracle does not tell groups apart.
pub fn of_joint_reports(
    oracle: &dyn Collector,
    counts: &Counts,
    cells: &[Vec<u32>],
    columns: usize,
) -> Result<Option<Independence>, EstimateError> {
    if cells.len() > MOST_CELLS {
        return Ok(None);
    }
    let covariance = Covariance::new(oracle, counts, cells, Confidence::default())?;
    let shares = covariance.shares();
    let width = columns.max(1);
    let height = shares.len() / width;
    if width < 2 || height < 2 {
        return Ok(None);
    }
    let margins = Margins::of(&shares, width);
    let apart = margins.apart(&shares);
    // G·C·Gᵀ, one side after the other. As sums over rows and columns, each side costs as much as there are
    // covariances; gradient by gradient it would cost that for each of them.
    let one_side: Vec<_> = covariance.rows().map(|row| margins.slopes(row)).collect();
    let matrix: Vec<_> = (0..apart.len())
        .flat_map(|at| {
            let of_cells: Vec<_> = one_side.iter().map(|slopes| slopes[at]).collect();
            margins.slopes(&of_cells)
        })
        .collect();
    let size = degrees(apart.len());
    Ok(quadratic_form(&matrix, &apart).map(|statistic| Independence::new(statistic, size)))
}

/// The sums of the rows and of the columns of a table.
struct Margins {
    rows: Vec<f64>,
    columns: Vec<f64>,
}

impl Margins {
    fn of(table: &[f64], width: usize) -> Self {
        let rows = table.chunks_exact(width).map(|row| row.iter().sum());
        Self {
            rows: rows.collect(),
            columns: (0..width)
                .map(|b| table.iter().skip(b).step_by(width).sum())
                .collect(),
        }
    }

    /// The differences of the table's cells from the products of its margins, f_ab − r_a·c_b. Those of the last row
    /// and column follow from the others.
    fn apart(&self, table: &[f64]) -> Vec<f64> {
        self.of_cells(table, |cell, (a, b)| cell - self.rows[a] * self.columns[b])
    }

    /// By how much each of them changes with the table: d(f_ab − r_a·c_b) = df_ab − c_b·dr_a − r_a·dc_b.
    fn slopes(&self, change: &[f64]) -> Vec<f64> {
        let of_change = Self::of(change, self.columns.len());
        self.of_cells(change, |cell, (a, b)| {
            cell - self.columns[b] * of_change.rows[a] - self.rows[a] * of_change.columns[b]
        })
    }

    /// What is computed of each cell but those of the last row and column.
    fn of_cells(&self, table: &[f64], figure: impl Fn(f64, (usize, usize)) -> f64) -> Vec<f64> {
        let (height, width) = (self.rows.len(), self.columns.len());
        let cells = (0..height.saturating_sub(1))
            .flat_map(|a| (0..width.saturating_sub(1)).map(move |b| (a, b)));
        cells
            .map(|(a, b)| figure(table[a * width + b], (a, b)))
            .collect()
    }
}

/// The chance that a χ² variable of so many degrees of freedom is greater: Q(ν/2, x/2), by its series
/// below the mean and its continued fraction above (Press et al. 2007, §6.2).
fn upper_chi_square(statistic: f64, degrees: u32) -> f64 {
    let (shape, end) = (f64::from(degrees) / 2.0, statistic / 2.0);
    if end <= 0.0 {
        return 1.0;
    }
    let scale = (shape * end.ln() - end - ln_gamma_of_half(degrees)).exp();
    let chance = if end < shape + 1.0 {
        let (mut term, mut sum, mut next) = (1.0 / shape, 1.0 / shape, shape);
        while term > sum * 1e-16 {
            next += 1.0;
            term *= end / next;
            sum += term;
        }
        1.0 - scale * sum
    } else {
        scale * continued_fraction(shape, end)
    };
    chance.clamp(0.0, 1.0)
}

/// In place of a denominator of zero.
const TINY: f64 = 1e-300;

/// The continued fraction of the incomplete gamma function, by Lentz's method.
fn continued_fraction(shape: f64, end: f64) -> f64 {
    let nonzero = |number: f64| if number.abs() < TINY { TINY } else { number };
    let mut partial = end + 1.0 - shape;
    let (mut above, mut below) = (1.0 / TINY, 1.0 / partial);
    let mut fraction = below;
    for step in 1..10_000 {
        let step = f64::from(step);
        let numerator = -step * (step - shape);
        partial += 2.0;
        below = 1.0 / nonzero(numerator * below + partial);
        above = nonzero(partial + numerator / above);
        let change = below * above;
        fraction *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

/// ln Γ(ν/2), from Γ(1) = 1 or Γ(1/2) = √π upwards.
fn ln_gamma_of_half(degrees: u32) -> f64 {
    let is_even = degrees.is_multiple_of(2);
    let first = if is_even { 1.0 } else { 0.5 };
    let base = if is_even {
        0.0
    } else {
        std::f64::consts::PI.sqrt().ln()
    };
    let steps = (degrees.saturating_sub(1)) / 2;
    base + (0..steps)
        .map(|step| (first + f64::from(step)).ln())
        .sum::<f64>()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};

    use super::*;
    use crate::Mechanism;

    /// The statistic as its definition has it: the covariance of every two differences, gradient by gradient.
    fn by_gradients(
        oracle: &dyn Collector,
        counts: &Counts,
        cells: &[Vec<u32>],
        width: usize,
    ) -> Option<f64> {
        let covariance = Covariance::new(oracle, counts, cells, Confidence::default()).unwrap();
        let shares = covariance.shares();
        let height = shares.len() / width;
        let row = |a: usize| -> f64 { shares[a * width..(a + 1) * width].iter().sum() };
        let column = |b: usize| -> f64 { shares.iter().skip(b).step_by(width).sum() };
        let (mut apart, mut gradients) = (Vec::new(), Vec::new());
        for a in 0..height - 1 {
            for b in 0..width - 1 {
                let (of_row, of_column) = (row(a), column(b));
                apart.push(shares[a * width + b] - of_row * of_column);
                let slope = |cell: usize| {
                    let (x, y) = (cell / width, cell % width);
                    f64::from(x == a && y == b)
                        - f64::from(x == a) * of_column
                        - f64::from(y == b) * of_row
                };
                gradients.push((0..shares.len()).map(slope).collect::<Vec<_>>());
            }
        }
        let pairs = gradients
            .iter()
            .flat_map(|one| gradients.iter().map(move |other| (one, other)));
        let matrix: Vec<_> = pairs
            .map(|(one, other)| covariance.of_sums(one, other))
            .collect();
        quadratic_form(&matrix, &apart)
    }

    /// Random tables of every form up to 6 × 5, also where a pair of answers is several values of the joint report.
    #[test]
    fn the_statistic_is_that_of_the_gradients() {
        let (mut generator, mut compared) = (ChaCha20Rng::seed_from_u64(71), 0);
        let mechanisms = [
            "direct-encoding",
            "optimized-unary-encoding",
            "subset-selection",
        ];
        let forms = [(2, 2, 1), (2, 5, 1), (3, 3, 2), (6, 5, 1), (4, 2, 3)];
        for (name, (height, width, values)) in mechanisms
            .into_iter()
            .flat_map(|name| forms.map(|form| (name, form)))
        {
            let size = height * width * values;
            let mechanism = Mechanism::named(name).unwrap();
            let integers = mechanism.parameters(&"2".parse().unwrap(), size).unwrap();
            let oracle = mechanism.oracle(&integers, size).unwrap();
            let mut counts = oracle.empty_counts();
            for _ in 0..3_000 {
                // Some cells are more common than others, and the answers go together.
                let most = generator.random_range(0..size);
                let answer = generator.random_range(0..=most);
                let report = oracle.randomize(answer, &mut generator).unwrap();
                oracle.accumulate(&report, &mut counts).unwrap();
            }
            let cells: Vec<Vec<u32>> = (0..height * width)
                .map(|cell| (0..values).map(|value| cell * values + value).collect())
                .collect();
            let columns = usize::try_from(width).unwrap();
            let found = of_joint_reports(&*oracle, &counts, &cells, columns).unwrap();
            let found = found.map(|found| found.statistic);
            let expected = by_gradients(&*oracle, &counts, &cells, columns);
            // Where a cell is too rare for its covariances, neither has a figure.
            assert_eq!(
                found.is_some(),
                expected.is_some(),
                "{name} {height} {width}"
            );
            if let Some((found, expected)) = found.zip(expected) {
                compared += 1;
                let apart = (found - expected).abs();
                assert!(apart < 1e-9 * expected.max(1.0), "{name}: {apart}");
            }
        }
        assert!(compared >= 6, "{compared}");
    }

    /// Table values of χ², to five decimals.
    #[test]
    fn tails_are_those_of_the_tables() {
        for (statistic, degrees, chance) in [
            (3.841_459, 1, 0.05),
            (5.991_465, 2, 0.05),
            (9.487_729, 4, 0.05),
            (18.307_04, 10, 0.05),
            (6.634_897, 1, 0.01),
            (0.454_936, 1, 0.5),
            (124.342_1, 100, 0.05),
        ] {
            let found = upper_chi_square(statistic, degrees);
            assert!(
                (found - chance).abs() < 1e-5,
                "{statistic} {degrees}: {found}"
            );
        }
        assert!((upper_chi_square(0.0, 3) - 1.0).abs() < 1e-15);
        assert!(upper_chi_square(1e4, 3) < 1e-300);
    }
}
