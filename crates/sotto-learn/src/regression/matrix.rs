//! Small symmetric matrices, row by row: what the steps of a regression need, and no more.

/// A symmetric matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    pub(super) fn zero(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, number: f64) {
        self.cells[row * self.size + column] += number;
    }

    /// Adds weight·v·vᵀ.
    pub(super) fn add_outer(&mut self, weight: f64, vector: &[f64]) {
        for (row, left) in self.cells.chunks_exact_mut(self.size).zip(vector) {
            let factor = weight * left;
            if factor != 0.0 {
                for (cell, right) in row.iter_mut().zip(vector) {
                    *cell += factor * right;
                }
            }
        }
    }

    /// The lower triangle whose product with its transpose this is; `None` where it is not positive
    /// definite to the precision of its own cells.
    fn cholesky(&self) -> Option<Vec<f64>> {
        let size = self.size;
        let mut lower = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let products =
                    (0..column).map(|k| lower[row * size + k] * lower[column * size + k]);
                let rest = self.at(row, column) - products.sum::<f64>();
                lower[row * size + column] = if row == column {
                    if rest.is_nan() || rest <= 1e-10 * self.at(row, row).abs() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[column * size + column]
                };
            }
        }
        Some(lower)
    }

    /// x of M·x = v; `None` where M is not positive definite.
    pub(super) fn solve(&self, vector: &[f64]) -> Option<Vec<f64>> {
        let (size, lower) = (self.size, self.cholesky()?);
        let mut solution = vector.to_vec();
        for row in 0..size {
            let known = (0..row).map(|k| lower[row * size + k] * solution[k]);
            let known: f64 = known.sum();
            solution[row] = (solution[row] - known) / lower[row * size + row];
        }
        for row in (0..size).rev() {
            let known = (row + 1..size).map(|k| lower[k * size + row] * solution[k]);
            let known: f64 = known.sum();
            solution[row] = (solution[row] - known) / lower[row * size + row];
        }
        Some(solution)
    }

    /// The diagonal of the inverse; `None` where this is not positive definite.
    pub(super) fn inverse_diagonal(&self) -> Option<Vec<f64>> {
        let unit = |index: usize| {
            let mut unit = vec![0.0; self.size];
            unit[index] = 1.0;
            unit
        };
        (0..self.size)
            .map(|index| Some(self.solve(&unit(index))?[index]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_by_hand() {
        // [[4, 2], [2, 3]], whose inverse is [[3, −2], [−2, 4]]/8.
        let mut matrix = Symmetric::zero(2);
        matrix.add_outer(1.0, &[2.0, 1.0]);
        matrix.add(1, 1, 2.0);
        let solved = matrix.solve(&[8.0, 8.0]).unwrap();
        assert!((solved[0] - 1.0).abs() < 1e-12 && (solved[1] - 2.0).abs() < 1e-12);
        let diagonal = matrix.inverse_diagonal().unwrap();
        assert!((diagonal[0] - 0.375).abs() < 1e-12 && (diagonal[1] - 0.5).abs() < 1e-12);
        let mut flat = Symmetric::zero(2);
        flat.add_outer(1.0, &[2.0, 1.0]);
        assert_eq!(flat.solve(&[1.0, 1.0]), None);
    }
}
