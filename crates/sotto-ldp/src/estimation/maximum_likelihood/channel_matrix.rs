//! Any channel as a matrix of probabilities.

use super::{Convergence, Fit, LikelihoodError, expectation_maximization::climb};
use crate::kernel::{Channel, exact::Natural, float};

/// Pr\[output | input\] for every input and output.
#[derive(Clone, Debug, PartialEq)]
pub struct ChannelMatrix {
    inputs: usize,
    /// Output by output: the probabilities under each input.
    columns: Vec<f64>,
}

impl ChannelMatrix {
    /// A channel by its rows, one for each input.
    ///
    /// # Errors
    /// When there is no input, the rows differ in length, or one is not a distribution (a sum within
    /// 10⁻⁹ of 1 is).
    pub fn new(rows: &[Vec<f64>]) -> Result<Self, LikelihoodError> {
        let outputs = rows.first().map_or(0, Vec::len);
        if outputs == 0 || rows.iter().any(|row| row.len() != outputs) {
            return Err(LikelihoodError::Shape);
        }
        for (input, row) in rows.iter().enumerate() {
            let sum: f64 = row.iter().sum();
            if row.iter().any(|&chance| chance.is_nan() || chance < 0.0)
                || (sum - 1.0).abs().is_nan()
                || (sum - 1.0).abs() > 1e-9
            {
                return Err(LikelihoodError::Row { input });
            }
        }
        let columns = (0..outputs).flat_map(|output| rows.iter().map(move |row| row[output]));
        Ok(Self {
            inputs: rows.len(),
            columns: columns.collect(),
        })
    }

    /// The channel of a randomizer; outputs are numbered as [`Channel::outputs`] lists them. Their
    /// number may grow exponentially with the domain.
    #[must_use]
    pub fn of<C: Channel>(channel: &C) -> Self {
        let total = channel.row_total();
        let columns = channel.outputs().flat_map(|output| {
            (0..channel.inputs())
                .map(|input| quotient(&channel.weight(input, &output), &total))
                .collect::<Vec<_>>()
        });
        Self {
            inputs: channel.inputs() as usize,
            columns: columns.collect(),
        }
    }

    /// The number of inputs: of values.
    #[must_use]
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs: of different reports.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.columns.len() / self.inputs.max(1)
    }

    /// The distribution of the values under which the outputs, output y seen `counts[y]` times, are
    /// likeliest.
    ///
    /// # Errors
    /// When there are not as many counts as outputs, nothing has been counted, or an output has
    /// that no input can give.
    pub fn maximum_likelihood(
        &self,
        counts: &[u64],
        convergence: Convergence,
    ) -> Result<Fit, LikelihoodError> {
        if counts.len() != self.outputs() {
            return Err(LikelihoodError::Outputs {
                expected: self.outputs(),
                found: counts.len(),
            });
        }
        let reports: f64 = counts.iter().copied().map(float).sum();
        if reports <= 0.0 {
            return Err(LikelihoodError::NoReports);
        }
        let seen = || {
            self.columns
                .chunks_exact(self.inputs)
                .zip(counts)
                .enumerate()
                .filter(|(_, (_, count))| **count > 0)
        };
        if let Some((output, _)) =
            seen().find(|(_, (column, _))| column.iter().all(|&chance| chance <= 0.0))
        {
            return Err(LikelihoodError::ImpossibleOutput { output });
        }
        Ok(climb(
            self.inputs,
            reports,
            convergence,
            |shares, slopes| {
                slopes.fill(0.0);
                let mut log_likelihood = 0.0;
                for (_, (column, &count)) in seen() {
                    let chance: f64 = column.iter().zip(shares).map(|(p, f)| p * f).sum();
                    log_likelihood += float(count) * chance.ln();
                    let factor = float(count) / (reports * chance);
                    for (slope, p) in slopes.iter_mut().zip(column) {
                        *slope += factor * p;
                    }
                }
                log_likelihood
            },
        ))
    }
}

/// A quotient of naturals as a number, to the precision of one.
fn quotient(part: &Natural, total: &Natural) -> f64 {
    let ((part, small), (total, large)) = (leading(part), leading(total));
    let exponent = i32::try_from(i64::from(small) - i64::from(large)).unwrap_or(i32::MIN);
    part / total * 2_f64.powi(exponent)
}

/// The leading 64 bits of a number, and how many stand behind them.
fn leading(number: &Natural) -> (f64, u32) {
    let mut behind = 0;
    while !number.shifted_right(behind + 64).is_zero() {
        behind += 64;
    }
    let word = |behind| number.shifted_right(behind).to_u64().unwrap_or(0);
    behind -= word(behind).leading_zeros().min(behind);
    (float(word(behind)), behind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::randomizers::{DirectEncoding, UnaryEncoding};
    use proptest::prelude::*;

    fn warner() -> ChannelMatrix {
        ChannelMatrix::new(&[vec![0.75, 0.25], vec![0.25, 0.75]]).unwrap()
    }

    #[test]
    fn the_unbiased_estimate_is_the_likeliest_where_it_is_a_distribution() {
        // c/n = ¼ + f/2
        let sharp = Convergence::Maximum {
            tolerance: 1e-9,
            steps: 10_000,
        };
        let fit = warner().maximum_likelihood(&[40, 60], sharp).unwrap();
        assert!((fit.shares[0] - 0.3).abs() < 1e-5 && fit.converged);
        // Outside, it lies on the edge.
        let fit = warner().maximum_likelihood(&[10, 90], sharp).unwrap();
        assert!(fit.shares[0] < 1e-9 && fit.gap <= 1e-9);
    }

    #[test]
    fn what_is_no_channel_is_refused() {
        for rows in [
            vec![],
            vec![vec![]],
            vec![vec![1.0], vec![0.5, 0.5]],
            vec![vec![0.5, 0.6]],
            vec![vec![1.5, -0.5]],
            vec![vec![f64::NAN, 1.0]],
        ] {
            assert!(ChannelMatrix::new(&rows).is_err(), "{rows:?}");
        }
        let convergence = Convergence::default();
        assert_eq!(
            warner().maximum_likelihood(&[0, 0], convergence),
            Err(LikelihoodError::NoReports)
        );
        assert_eq!(
            warner().maximum_likelihood(&[1], convergence),
            Err(LikelihoodError::Outputs {
                expected: 2,
                found: 1
            })
        );
        let half = ChannelMatrix::new(&[vec![1.0, 0.0], vec![1.0, 0.0]]).unwrap();
        assert_eq!(
            half.maximum_likelihood(&[1, 1], convergence),
            Err(LikelihoodError::ImpossibleOutput { output: 1 })
        );
    }

    #[test]
    fn steps_that_do_not_suffice_are_told() {
        let hasty = Convergence::Maximum {
            tolerance: 1e-12,
            steps: 2,
        };
        let fit = warner().maximum_likelihood(&[400, 600], hasty).unwrap();
        assert!(!fit.converged && fit.gap > 1e-12 && fit.steps == 2);
    }

    #[test]
    fn certified_channels_become_matrices() {
        let direct = DirectEncoding::new(&"ln 3".parse().unwrap(), 4).unwrap();
        let matrix = ChannelMatrix::of(&direct);
        assert_eq!((matrix.inputs(), matrix.outputs()), (4, 4));
        assert!((matrix.columns[0] - 0.5).abs() < 1e-15);
        assert!((matrix.columns[1] - 1.0 / 6.0).abs() < 1e-15);
        let unary = UnaryEncoding::optimized(&"ln 3".parse().unwrap(), 5).unwrap();
        let matrix = ChannelMatrix::of(&unary);
        assert_eq!(matrix.outputs(), 32);
        // Output 00001 under input 0: ½·(¾)⁴.
        assert!((matrix.columns[5] - 0.5 * 0.75_f64.powi(4)).abs() < 1e-15);
        for input in 0..5 {
            let sum: f64 = matrix.columns.chunks(5).map(|column| column[input]).sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }

    proptest! {
        /// The bound is true: no other distribution has a log-likelihood higher by more than the
        /// gap.
        #[test]
        fn no_distribution_is_likelier_than_the_gap_allows(
            counts in prop::collection::vec(0_u64..50, 4),
            other in prop::collection::vec(0.001..1.0_f64, 3),
            rows in prop::collection::vec(prop::collection::vec(0.01..1.0_f64, 4), 3),
        ) {
            prop_assume!(counts.iter().sum::<u64>() > 0);
            let normal = |row: &Vec<f64>| {
                let sum: f64 = row.iter().sum();
                row.iter().map(|x| x / sum).collect::<Vec<_>>()
            };
            let rows: Vec<_> = rows.iter().map(normal).collect();
            let other = normal(&other);
            let log_likelihood = |shares: &[f64]| -> f64 {
                (0..4).map(|y| {
                    let chance: f64 = rows.iter().zip(shares).map(|(row, f)| row[y] * f).sum();
                    counts[y] as f64 * chance.ln()
                }).sum()
            };
            let channel = ChannelMatrix::new(&rows).unwrap();
            let maximum = Convergence::Maximum { tolerance: 0.01, steps: 10_000 };
            for convergence in [maximum, Convergence::default()] {
                let fit = channel.maximum_likelihood(&counts, convergence).unwrap();
                prop_assert!(fit.converged);
                prop_assert!(convergence != maximum || fit.gap <= 0.01);
                prop_assert!((fit.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                prop_assert!(log_likelihood(&other) <= log_likelihood(&fit.shares) + fit.gap + 1e-9);
            }
            let best = log_likelihood(&channel.maximum_likelihood(&counts, maximum).unwrap().shares);
            let near = channel.maximum_likelihood(&counts, Convergence::default()).unwrap();
            // (k − 1)/8, and the tolerances of both climbs.
            prop_assert!(best - log_likelihood(&near.shares) <= 0.25 + 0.025 + 0.01);
        }
    }
}
