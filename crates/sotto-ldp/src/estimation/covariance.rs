//! How the estimated shares of several groups of values vary together, for sampled respondents.

use crate::{
    estimation::{
        collector::Collector, error::EstimateError, estimate::Estimate, population::Population,
    },
    kernel::{Confidence, Counts},
};

/// The shares of groups that share no value, and their covariances, row by row.
pub(crate) struct Covariance {
    pub(crate) estimates: Vec<Estimate>,
    matrix: Vec<f64>,
}

impl Covariance {
    /// From the variances of each group and of every two together: 2·Cov = Var\[f₁ + f₂\] − Var\[f₁\] −
    /// Var\[f₂\].
    pub(crate) fn new(
        oracle: &dyn Collector,
        counts: &Counts,
        groups: &[Vec<u32>],
        confidence: Confidence,
    ) -> Result<Self, EstimateError> {
        let told = |groups: &[Vec<u32>]| {
            oracle.estimate_groups(counts, groups, Population::Sampled, confidence)
        };
        let estimates = told(groups)?;
        let count = groups.len();
        let mut matrix = vec![0.0; count * count];
        for (row, one) in groups.iter().enumerate() {
            matrix[row * count + row] = estimates[row].standard_error.powi(2);
            let others = groups.iter().skip(row + 1);
            let both: Vec<_> = others.map(|other| [&one[..], other].concat()).collect();
            for (column, both) in (row + 1..).zip(told(&both)?) {
                let alone = estimates[row].standard_error.powi(2)
                    + estimates[column].standard_error.powi(2);
                let covariance = (both.standard_error.powi(2) - alone) / 2.0;
                matrix[row * count + column] = covariance;
                matrix[column * count + row] = covariance;
            }
        }
        Ok(Self { estimates, matrix })
    }

    pub(crate) fn shares(&self) -> Vec<f64> {
        self.estimates.iter().map(|one| one.share).collect()
    }

    /// The covariances of each share with all.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.matrix.chunks_exact(self.estimates.len().max(1))
    }

    /// The covariance of two sums of shares with these weights.
    pub(crate) fn of_sums(&self, one: &[f64], other: &[f64]) -> f64 {
        let dot = |row: &[f64]| row.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let rows = self.rows().zip(one);
        rows.map(|(row, weight)| weight * dot(row)).sum()
    }
}

/// xᵀM⁻¹x for a positive definite M, row by row; `None` where it is not.
pub(crate) fn quadratic_form(matrix: &[f64], vector: &[f64]) -> Option<f64> {
    let size = vector.len();
    let mut lower = vec![0.0; size * size];
    let mut solved: Vec<f64> = Vec::with_capacity(size);
    for row in 0..size {
        for column in 0..=row {
            let known: f64 = (0..column)
                .map(|k| lower[row * size + k] * lower[column * size + k])
                .sum();
            let rest = matrix[row * size + column] - known;
            lower[row * size + column] = if row == column {
                // What is left of a variance that others explain is lost in rounding.
                (rest > 1e-9 * matrix[row * size + row]).then(|| rest.sqrt())?
            } else {
                rest / lower[column * size + column]
            };
        }
        let known: f64 = solved
            .iter()
            .enumerate()
            .map(|(k, x)| lower[row * size + k] * x)
            .sum();
        solved.push((vector[row] - known) / lower[row * size + row]);
    }
    Some(solved.iter().map(|x| x * x).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_form_is_that_of_the_inverse() {
        // The inverse of [[4, 2], [2, 3]] is [[3, −2], [−2, 4]]/8.
        let found = quadratic_form(&[4.0, 2.0, 2.0, 3.0], &[1.0, 2.0]).unwrap();
        assert!((found - (3.0 - 8.0 + 16.0) / 8.0).abs() < 1e-12);
        assert!(quadratic_form(&[1.0, 1.0, 1.0, 1.0], &[1.0, 2.0]).is_none());
        assert!(quadratic_form(&[-1.0], &[1.0]).is_none());
    }
}
