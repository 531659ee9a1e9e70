//! Fewer numbers in place of many: principal components, or the directions that part the classes best, fitted on
//! public rows alone.

use clap::ValueEnum;
use nalgebra::{Cholesky, DMatrix, DVector, SymmetricEigen};
use sotto_ldp::float;

/// Which directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Directions {
    /// Those along which the public rows differ most
    Principal,
    /// Those along which the classes of the public rows are parted best: at most one less than classes
    Discriminant,
}

/// A fitted projection.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    middles: DVector<f64>,
    /// Standard deviations; 1 of a number that never varies.
    scales: DVector<f64>,
    /// A column for each direction.
    directions: DMatrix<f64>,
    /// The least and the greatest coordinate of a public row along each direction.
    ranges: Vec<(f64, f64)>,
}

impl Projection {
    /// Fits so many directions on rows of numbers with their classes; fewer where there are no more. `None`
    /// where the rows do not differ.
    pub(super) fn fit(
        rows: &[Vec<f64>],
        classes: &[u32],
        which: Directions,
        count: usize,
    ) -> Option<Self> {
        let width = rows.first()?.len();
        let people = float(rows.len() as u64);
        let data = DMatrix::from_fn(rows.len(), width, |row, column| rows[row][column]);
        let middles = DVector::from_fn(width, |column, _| data.column(column).mean());
        let scales = DVector::from_fn(width, |column, _| {
            let spread = data.column(column).variance().sqrt();
            if spread > 0.0 { spread } else { 1.0 }
        });
        let standard = DMatrix::from_fn(rows.len(), width, |row, column| {
            (data[(row, column)] - middles[column]) / scales[column]
        });
        let directions = match which {
            Directions::Principal => greatest(standard.transpose() * &standard / people, count)?,
            Directions::Discriminant => discriminant(&standard, classes, count)?,
        };
        let coordinates = &standard * &directions;
        let ranges: Vec<_> = coordinates
            .column_iter()
            .map(|column| (column.min(), column.max()))
            .collect();
        let varies = ranges.iter().all(|(least, most)| least < most);
        (varies && !ranges.is_empty()).then_some(Self {
            middles,
            scales,
            directions,
            ranges,
        })
    }

    /// How many directions there are.
    pub(super) fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The coordinate of a row along each direction, from 0 to 1 of where public rows lie; what lies beyond is held at
    /// the end.
    pub(super) fn coordinates(&self, numbers: &[f64]) -> Vec<f64> {
        let standard = DVector::from_fn(self.middles.len(), |column, _| {
            let number = numbers.get(column).copied().unwrap_or(self.middles[column]);
            (number - self.middles[column]) / self.scales[column]
        });
        let coordinates = self.directions.transpose() * standard;
        let pairs = coordinates.iter().zip(&self.ranges);
        pairs
            .map(|(coordinate, (least, most))| {
                ((coordinate - least) / (most - least)).clamp(0.0, 1.0)
            })
            .collect()
    }
}

/// The eigenvectors of the greatest eigenvalues.
fn greatest(matrix: DMatrix<f64>, count: usize) -> Option<DMatrix<f64>> {
    let size = matrix.nrows();
    let eigen = SymmetricEigen::new(matrix);
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&a, &b| eigen.eigenvalues[b].total_cmp(&eigen.eigenvalues[a]));
    order.retain(|&index| eigen.eigenvalues[index] > 1e-9);
    order.truncate(count);
    let columns: Vec<_> = order
        .iter()
        .map(|&index| eigen.eigenvectors.column(index))
        .collect();
    (!columns.is_empty()).then(|| DMatrix::from_columns(&columns))
}

/// Fisher's: the spread between the classes against that within them.
fn discriminant(standard: &DMatrix<f64>, classes: &[u32], count: usize) -> Option<DMatrix<f64>> {
    /// So that directions in which nothing varies within a class are not infinitely good.
    const RIDGE: f64 = 1e-3;
    let width = standard.ncols();
    let most = *classes.iter().max()? as usize + 1;
    let mut within = DMatrix::identity(width, width) * RIDGE;
    let mut between = DMatrix::zeros(width, width);
    for class in 0..most {
        let of_class = classes.iter().enumerate();
        let of_class: Vec<usize> = of_class
            .filter(|(_, one)| **one as usize == class)
            .map(|(row, _)| row)
            .collect();
        if of_class.is_empty() {
            continue;
        }
        let rows = standard.select_rows(&of_class);
        let middle = rows.row_mean();
        let people = float(of_class.len() as u64) / float(classes.len() as u64);
        let centred = DMatrix::from_fn(rows.nrows(), width, |row, column| {
            rows[(row, column)] - middle[column]
        });
        within += centred.transpose() * &centred / float(classes.len() as u64);
        between += middle.transpose() * &middle * people;
    }
    // With L·Lᵀ the spread within, an ordinary problem for L⁻¹·B·L⁻ᵀ.
    let lower = Cholesky::new(within)?.l();
    let half = lower.solve_lower_triangular(&between)?;
    let whole = lower.solve_lower_triangular(&half.transpose())?;
    let symmetric = (&whole + whole.transpose()) / 2.0;
    let found = greatest(symmetric, count.min(most.saturating_sub(1)))?;
    lower.transpose().solve_upper_triangular(&found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Along (1, 1) the rows differ by ten, across it by one; the classes differ across.
    fn rows() -> (Vec<Vec<f64>>, Vec<u32>) {
        let row = |index: u32| {
            let along = f64::from(index % 21) - 10.0;
            let across = if index.is_multiple_of(2) { 0.5 } else { -0.5 };
            vec![along + across, along - across]
        };
        (
            (0..210).map(row).collect(),
            (0..210).map(|index| index % 2).collect(),
        )
    }

    #[test]
    fn principal_components_follow_the_spread() {
        let (rows, classes) = rows();
        let fitted = Projection::fit(&rows, &classes, Directions::Principal, 1).unwrap();
        assert_eq!(fitted.count(), 1);
        let ends = [
            fitted.coordinates(&[-10.0, -10.0])[0],
            fitted.coordinates(&[10.0, 10.0])[0],
        ];
        assert!((ends[0] - ends[1]).abs() > 0.99, "{ends:?}");
        let across = [
            fitted.coordinates(&[0.5, -0.5])[0],
            fitted.coordinates(&[-0.5, 0.5])[0],
        ];
        assert!((across[0] - across[1]).abs() < 0.01, "{across:?}");
    }

    #[test]
    fn discriminants_follow_the_classes() {
        let (rows, classes) = rows();
        let fitted = Projection::fit(&rows, &classes, Directions::Discriminant, 5).unwrap();
        // Two classes have one direction.
        assert_eq!(fitted.count(), 1);
        let along = [
            fitted.coordinates(&[-9.0, -9.0])[0],
            fitted.coordinates(&[9.0, 9.0])[0],
        ];
        assert!((along[0] - along[1]).abs() < 0.05, "{along:?}");
        let across = [
            fitted.coordinates(&[0.5, -0.5])[0],
            fitted.coordinates(&[-0.5, 0.5])[0],
        ];
        assert!((across[0] - across[1]).abs() > 0.9, "{across:?}");
        let same = vec![vec![1.0, 1.0]; 5];
        assert!(Projection::fit(&same, &[0, 1, 0, 1, 0], Directions::Principal, 1).is_none());
    }
}
