//! A table of estimated shares over some of the variables.

use super::error::SynthesisError;

/// The shares of every combination of some variables' values; the last variable's run fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    variables: Vec<usize>,
    shares: Vec<f64>,
    /// Of a cell.
    variance: f64,
}

impl Table {
    /// Estimated shares, which need not be possible, and the standard error of a cell (their mean, where
    /// they differ): how much it counts beside other tables of the same variables.
    ///
    /// # Errors
    /// When a share is no number, or the error none or negative.
    pub fn new(
        variables: Vec<usize>,
        shares: Vec<f64>,
        standard_error: f64,
    ) -> Result<Self, SynthesisError> {
        if let Some(share) = shares.iter().find(|share| !share.is_finite()) {
            return Err(SynthesisError::Share(*share));
        }
        if !standard_error.is_finite() || standard_error < 0.0 {
            return Err(SynthesisError::Error(standard_error));
        }
        Ok(Self {
            variables,
            shares,
            // A table without an error counts above all others, and is divided by nothing.
            variance: (standard_error * standard_error).max(1e-24),
        })
    }

    /// Which variables.
    #[must_use]
    pub fn variables(&self) -> &[usize] {
        &self.variables
    }

    /// The shares of all combinations.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    pub(super) const fn variance(&self) -> f64 {
        self.variance
    }

    pub(super) fn set(&mut self, shares: Vec<f64>) {
        self.shares = shares;
    }

    pub(super) fn check(&self, sizes: &[u32]) -> Result<(), SynthesisError> {
        let mut expected = 1_usize;
        for (index, &variable) in self.variables.iter().enumerate() {
            let is_new = !self.variables[..index].contains(&variable);
            let size = sizes.get(variable).filter(|_| is_new);
            expected = size.map_or(0, |&size| expected.saturating_mul(size as usize));
        }
        if expected == self.shares.len() && expected > 0 {
            Ok(())
        } else {
            let found = self.shares.len();
            Err(SynthesisError::Shape { expected, found })
        }
    }

    /// The variables that another table has too, in this one's order.
    pub(super) fn shared(&self, other: &Self) -> Vec<usize> {
        let ours = self.variables.iter().copied();
        ours.filter(|one| other.variables.contains(one)).collect()
    }

    /// For every cell its cell in the table over `variables`, which are some of this one's.
    pub(super) fn cells_in(&self, variables: &[usize], sizes: &[u32]) -> Vec<usize> {
        cells_in(&self.variables, variables, sizes)
    }

    /// The shares of some of the variables.
    pub(super) fn margin(&self, variables: &[usize], sizes: &[u32]) -> Vec<f64> {
        let mut margin = vec![0.0; combinations(variables, sizes)];
        for (cell, share) in self
            .cells_in(variables, sizes)
            .into_iter()
            .zip(&self.shares)
        {
            margin[cell] += share;
        }
        margin
    }
}

/// How many combinations variables have; saturating.
pub(super) fn combinations(variables: &[usize], sizes: &[u32]) -> usize {
    let of = variables.iter().map(|&variable| sizes[variable] as usize);
    of.fold(1, usize::saturating_mul)
}

/// For every combination of `all` its index among those of `some`.
pub(super) fn cells_in(all: &[usize], some: &[usize], sizes: &[u32]) -> Vec<usize> {
    let mut values = vec![0_usize; all.len()];
    let strides: Vec<usize> = all
        .iter()
        .map(
            |variable| match some.iter().position(|one| one == variable) {
                Some(position) => combinations(&some[position + 1..], sizes),
                None => 0,
            },
        )
        .collect();
    let mut cell = 0;
    let mut found = Vec::with_capacity(combinations(all, sizes));
    for _ in 0..combinations(all, sizes) {
        found.push(cell);
        // Counts up, the last variable first.
        for (index, &variable) in all.iter().enumerate().rev() {
            values[index] += 1;
            cell += strides[index];
            if values[index] < sizes[variable] as usize {
                break;
            }
            cell -= strides[index] * values[index];
            values[index] = 0;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_sums() {
        let table = Table::new(vec![1, 0], vec![0.1, 0.2, 0.3, 0.1, 0.2, 0.1], 0.1).unwrap();
        let sizes = [2, 3];
        let close = |found: Vec<f64>, expected: &[f64]| {
            assert_eq!(found.len(), expected.len());
            assert!(
                found
                    .iter()
                    .zip(expected)
                    .all(|(a, b)| (a - b).abs() < 1e-12),
                "{found:?}"
            );
        };
        close(table.margin(&[1], &sizes), &[0.3, 0.4, 0.3]);
        close(table.margin(&[0], &sizes), &[0.6, 0.4]);
        close(
            table.margin(&[0, 1], &sizes),
            &[0.1, 0.3, 0.2, 0.2, 0.1, 0.1],
        );
        close(table.margin(&[], &sizes), &[1.0]);
    }
}
