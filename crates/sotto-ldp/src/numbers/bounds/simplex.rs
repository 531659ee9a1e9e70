//! Least squares over all distributions.

/// f'·G·f/2 − d'·f, with one G for many d.
#[derive(Clone, Debug)]
pub(super) struct Quadratic {
    size: usize,
    /// G, row by row.
    cells: Vec<f64>,
    /// How far below the mean a slope may be that is not followed.
    tolerance: f64,
}

/// A distribution, and which of its shares are not held at 0.
#[derive(Clone, Debug)]
pub(super) struct SimplexPoint {
    pub(super) shares: Vec<f64>,
    pub(super) free: Vec<usize>,
    /// Cholesky's lower triangle of the free cells' part of G, row by row, as far as it is known.
    lower: Vec<Vec<f64>>,
}

impl SimplexPoint {
    /// All in the first cell.
    pub(super) fn corner(size: usize) -> Self {
        let shares = (0..size).map(|cell| if cell == 0 { 1.0 } else { 0.0 });
        Self {
            shares: shares.collect(),
            free: vec![0],
            lower: Vec::new(),
        }
    }
}

impl Quadratic {
    /// G = K'·W·K, for the columns of K and the diagonal of W.
    pub(super) fn of_columns(columns: &[Vec<f64>], weights: &[f64], tolerance: f64) -> Self {
        let size = columns.len();
        let mut cells = vec![0.0; size * size];
        for (row, left) in columns.iter().enumerate() {
            let weighted: Vec<f64> = left.iter().zip(weights).map(|(k, w)| k * w).collect();
            for (column, right) in columns.iter().enumerate().take(row + 1) {
                let product = dot(&weighted, right);
                cells[row * size + column] = product;
                cells[column * size + row] = product;
            }
            // Positive definite, also where two columns are the same.
            cells[row * size + row] *= 1.0 + 1e-9;
        }
        Self {
            size,
            cells,
            tolerance,
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// G·f.
    pub(super) fn times(&self, point: &SimplexPoint) -> Vec<f64> {
        let mut product = vec![0.0; self.size];
        for &cell in &point.free {
            let share = point.shares[cell];
            for (sum, factor) in product.iter_mut().zip(self.row(cell)) {
                *sum += share * factor;
            }
        }
        product
    }

    /// The distribution where it is least, searched from another one: by Wolfe's algorithm ("Finding the
    /// nearest point in a polytope", Mathematical Programming 1976).
    pub(super) fn least(&self, linear: &[f64], mut point: SimplexPoint) -> SimplexPoint {
        // Each round goes down, so that it ends; rounding must not prevent that.
        for _ in 0..20 * self.size {
            self.descend(linear, &mut point);
            let products = self.times(&point);
            let slopes: Vec<f64> = products.iter().zip(linear).map(|(p, d)| p - d).collect();
            let level = dot(&slopes, &point.shares);
            let held = (0..self.size).filter(|&cell| point.shares[cell] <= 0.0);
            match held.min_by(|&a, &b| slopes[a].total_cmp(&slopes[b])) {
                Some(cell) if slopes[cell] < level - self.tolerance => point.free.push(cell),
                _ => break,
            }
        }
        point
    }

    /// To the least point of the plane of the free shares, or towards it until one is 0, which is held
    /// from there on.
    fn descend(&self, linear: &[f64], point: &mut SimplexPoint) {
        loop {
            self.factorize(point);
            let lower = &point.lower;
            point.free.truncate(lower.len());
            let of_linear = solve(lower, point.free.iter().map(|&cell| linear[cell]));
            let of_ones = solve(lower, point.free.iter().map(|_| 1.0));
            let lift = (1.0 - of_linear.iter().sum::<f64>()) / of_ones.iter().sum::<f64>();
            let goals: Vec<f64> = of_linear
                .iter()
                .zip(&of_ones)
                .map(|(a, b)| a + lift * b)
                .collect();
            let mut step = 1.0;
            let mut first = None;
            for (index, (&cell, &goal)) in point.free.iter().zip(&goals).enumerate() {
                let share = point.shares[cell];
                if goal <= 0.0 && share < step * (share - goal) {
                    step = share / (share - goal);
                    first = Some(index);
                }
            }
            for (&cell, &goal) in point.free.iter().zip(&goals) {
                let share = &mut point.shares[cell];
                *share = (*share + step * (goal - *share)).max(0.0);
            }
            let Some(first) = first else {
                return;
            };
            let held = point.free.remove(first);
            point.shares[held] = 0.0;
            point.lower.truncate(first);
        }
    }

    /// The rows of the triangle that are missing.
    fn factorize(&self, point: &mut SimplexPoint) {
        let SimplexPoint { free, lower, .. } = point;
        while let Some(&cell) = free.get(lower.len()) {
            let mut row: Vec<f64> = Vec::with_capacity(lower.len() + 1);
            for (above, &other) in lower.iter().zip(free.iter()) {
                let rest = self.row(cell)[other] - dot(&row, above);
                row.push(rest / above[above.len() - 1]);
            }
            let rest = self.row(cell)[cell] - dot(&row, &row);
            if rest.is_nan() || rest <= 0.0 {
                return;
            }
            row.push(rest.sqrt());
            lower.push(row);
        }
    }
}

/// x of L·L'·x = v.
fn solve(lower: &[Vec<f64>], right: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut solution: Vec<f64> = Vec::with_capacity(lower.len());
    for (row, right) in lower.iter().zip(right) {
        let rest = right - dot(row, &solution);
        solution.push(rest / row[row.len() - 1]);
    }
    for index in (0..lower.len()).rev() {
        solution[index] /= lower[index][index];
        let (above, below) = solution.split_at_mut(index);
        for (value, factor) in above.iter_mut().zip(&lower[index]) {
            *value -= factor * below[0];
        }
    }
    solution
}

/// The sum of the products, as far as both reach.
pub(super) fn dot(left: &[f64], right: &[f64]) -> f64 {
    let length = left.len().min(right.len());
    let (left, last) = left[..length].as_chunks::<8>();
    let (right, other) = right[..length].as_chunks::<8>();
    // Eight sums beside each other do not wait for one another: most of the time goes here.
    let mut sums = [0.0; 8];
    for (left, right) in left.iter().zip(right) {
        for (sum, (a, b)) in sums.iter_mut().zip(left.iter().zip(right)) {
            *sum += a * b;
        }
    }
    let last: f64 = last.iter().zip(other).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + last
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Half of |f − (0.9, 0.5, −1)|² is least over the distributions at (0.7, 0.3, 0), by hand.
    #[test]
    fn the_nearest_distribution_by_hand() {
        let columns: Vec<Vec<f64>> = (0..3)
            .map(|row| (0..3).map(|c| f64::from(u8::from(row == c))).collect())
            .collect();
        let quadratic = Quadratic::of_columns(&columns, &[1.0; 3], 1e-9);
        let found = quadratic.least(&[0.9, 0.5, -1.0], SimplexPoint::corner(3));
        for (share, expected) in found.shares.iter().zip([0.7, 0.3, 0.0]) {
            assert!((share - expected).abs() < 1e-6, "{found:?}");
        }
    }

    proptest! {
        /// f is least exactly when no corner lies down from it.
        #[test]
        fn nothing_lies_lower(
            columns in prop::collection::vec(prop::collection::vec(0.0..1.0_f64, 12), 1..10),
            seen in prop::collection::vec(-1.0..2.0_f64, 12),
        ) {
            let quadratic = Quadratic::of_columns(&columns, &[1.0; 12], 1e-7);
            let linear: Vec<f64> = columns.iter().map(|column| dot(column, &seen)).collect();
            let found = quadratic.least(&linear, SimplexPoint::corner(columns.len()));
            prop_assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(found.shares.iter().all(|&share| share >= 0.0));
            let products = quadratic.times(&found);
            let slopes: Vec<f64> = products.iter().zip(&linear).map(|(p, d)| p - d).collect();
            let level = dot(&slopes, &found.shares);
            prop_assert!(slopes.iter().all(|slope| *slope >= level - 1e-5), "{:?}", found);
        }
    }
}
