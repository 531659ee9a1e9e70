//! Synthetic tables: rows that nobody has answered, with the shares that a survey has estimated.
//!
//! Estimated tables (of one variable, or of linked ones) are made to agree with each other and possible
//! ([`Table`]), then joined in the one distribution that has these shares and says nothing else: that of
//! greatest entropy. Where the tables hang together like a tree it is a product of conditional shares;
//! elsewhere it is found by iterative proportional fitting (Deming and Stephan 1940). Rows are drawn from it:
//! as many as wanted, at no further cost, since all of it is post-processing.
//!
//! ```
//! use rand::{SeedableRng, rngs::ChaCha20Rng};
//! use sotto_learn::synthesis::{Synthesis, Table};
//!
//! // Whether somebody smokes (2) and in which age group (3), estimated together; one share is negative.
//! let linked = Table::new(vec![0, 1], vec![0.3, 0.2, -0.1, 0.2, 0.2, 0.2], 0.01)?;
//! let synthesis = Synthesis::new(vec![2, 3], vec![linked])?;
//! let mut generator = ChaCha20Rng::seed_from_u64(1);
//! let mut row = [0; 2];
//! for _ in 0..100 {
//!     synthesis.draw(&mut generator, &mut row);
//!     assert_ne!(row, [0, 2]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod consistency;
mod cumulative;
mod error;
mod fitting;
mod table;
mod tree;

use rand::CryptoRng;

pub use error::SynthesisError;
pub use table::Table;

use self::{fitting::FittedJoint, tree::TableTree};

/// A distribution over the values of all variables.
#[derive(Clone, Debug)]
pub struct Synthesis {
    sizes: Vec<u32>,
    parts: Vec<Component>,
}

/// Variables that depend on each other, and on no other.
#[derive(Clone, Debug)]
enum Component {
    Tree(TableTree),
    Joint(FittedJoint),
}

impl Synthesis {
    /// The distribution of greatest entropy with the shares of all tables, over variables of so many values.
    /// Tables that disagree are made to agree first, each weighted by its precision.
    ///
    /// # Errors
    /// When a table does not fit the variables, a variable is in none, or tables that hang together in a
    /// circle have too many combinations.
    pub fn new(sizes: Vec<u32>, mut tables: Vec<Table>) -> Result<Self, SynthesisError> {
        if let Some(variable) = sizes.iter().position(|size| *size == 0) {
            return Err(SynthesisError::NoValues(variable));
        }
        for table in &tables {
            table.check(&sizes)?;
        }
        let is_in = |variable: usize| {
            tables
                .iter()
                .any(|table| table.variables().contains(&variable))
        };
        if let Some(variable) = (0..sizes.len()).find(|variable| !is_in(*variable)) {
            return Err(SynthesisError::NoTable(variable));
        }
        consistency::agree(&mut tables, &sizes);
        let parts =
            components(tables)
                .into_iter()
                .map(|tables| match TableTree::new(&tables, &sizes) {
                    Some(tree) => Ok(Component::Tree(tree)),
                    None => FittedJoint::new(&tables, &sizes).map(Component::Joint),
                });
        Ok(Self {
            parts: parts.collect::<Result<_, _>>()?,
            sizes,
        })
    }

    /// The number of values of each variable.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Draws a row, a value for each variable. What lies beyond the variables is left as it is.
    pub fn draw(&self, rng: &mut dyn CryptoRng, row: &mut [u32]) {
        for part in &self.parts {
            match part {
                Component::Tree(tree) => tree.draw(rng, row),
                Component::Joint(joint) => joint.draw(rng, row),
            }
        }
    }
}

/// Tables that share variables, together.
fn components(tables: Vec<Table>) -> Vec<Vec<Table>> {
    let mut components: Vec<Vec<Table>> = Vec::new();
    for table in tables {
        let meets = |other: &Vec<Table>| other.iter().any(|one| !one.shared(&table).is_empty());
        let (meeting, apart): (Vec<_>, Vec<_>) = components.into_iter().partition(meets);
        components = apart;
        let mut joined: Vec<Table> = meeting.into_iter().flatten().collect();
        joined.push(table);
        components.push(joined);
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};

    /// Shares among 20,000 rows; the seed is fixed, and an error beyond 0.018 is over five deviations.
    fn shares(synthesis: &Synthesis, seen: impl Fn(&[u32]) -> bool) -> f64 {
        let mut rng = ChaCha20Rng::seed_from_u64(4);
        let mut row = vec![0; synthesis.sizes().len()];
        let mut count = 0_u32;
        for _ in 0..20_000 {
            synthesis.draw(&mut rng, &mut row);
            count += u32::from(seen(&row));
        }
        f64::from(count) / 20_000.0
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.018, "{found} {expected}");
    }

    fn pair(variables: [usize; 2], same: f64) -> Table {
        let other = 0.5 - same;
        Table::new(variables.to_vec(), vec![same, other, other, same], 0.001).unwrap()
    }

    /// A chain: 0 and 2 are independent once 1 is known, by hand 0.4² + 0.1² of each half.
    #[test]
    fn a_chain_says_nothing_that_its_tables_do_not() {
        let tables = vec![pair([0, 1], 0.4), pair([1, 2], 0.4)];
        let synthesis = Synthesis::new(vec![2; 3], tables).unwrap();
        close(shares(&synthesis, |row| row[0] == row[1]), 0.8);
        close(shares(&synthesis, |row| row[1] == row[2]), 0.8);
        close(
            shares(&synthesis, |row| row[0] == row[2]),
            0.8 * 0.8 + 0.2 * 0.2,
        );
    }

    /// A circle of three: each pair agrees as its table says, which no product of conditional shares does.
    #[test]
    fn a_circle_is_fitted() {
        let tables = vec![pair([0, 1], 0.4), pair([1, 2], 0.4), pair([0, 2], 0.4)];
        let synthesis = Synthesis::new(vec![2; 3], tables).unwrap();
        for (a, b) in [(0, 1), (1, 2), (0, 2)] {
            close(shares(&synthesis, |row| row[a] == row[b]), 0.8);
        }
        // All three alike: 0.8 · 3 = 3 · a + (1 − a), if a share a has all alike.
        close(
            shares(&synthesis, |row| row[0] == row[1] && row[1] == row[2]),
            0.7,
        );
    }

    /// One variable by itself, and one by two tables of which the surer counts more.
    #[test]
    fn tables_that_disagree_are_weighted_by_their_precision() {
        let tables = vec![
            Table::new(vec![0], vec![0.9, 0.1], 0.01).unwrap(),
            Table::new(vec![0], vec![0.5, 0.5], 0.02).unwrap(),
            Table::new(vec![1], vec![0.2, 0.3, 0.5], 0.01).unwrap(),
        ];
        let synthesis = Synthesis::new(vec![2, 3], tables).unwrap();
        // (0.9 · 4 + 0.5 · 1)/5.
        close(shares(&synthesis, |row| row[0] == 0), 0.82);
        close(shares(&synthesis, |row| row[1] == 2), 0.5);
        close(shares(&synthesis, |row| row[0] == 0 && row[1] == 2), 0.41);
    }

    #[test]
    fn what_cannot_be_synthesised_is_refused() {
        let one = || Table::new(vec![0], vec![0.5, 0.5], 0.1).unwrap();
        let new = |sizes: &[u32], tables| Synthesis::new(sizes.to_vec(), tables).unwrap_err();
        assert_eq!(new(&[0], vec![one()]), SynthesisError::NoValues(0));
        assert_eq!(new(&[2, 2], vec![one()]), SynthesisError::NoTable(1));
        let shape = SynthesisError::Shape {
            expected: 3,
            found: 2,
        };
        assert_eq!(new(&[3], vec![one()]), shape);
        assert!(matches!(
            Table::new(vec![0], vec![f64::NAN], 0.1),
            Err(SynthesisError::Share(_))
        ));
        assert!(matches!(
            Table::new(vec![0], vec![1.0], -1.0),
            Err(SynthesisError::Error(_))
        ));
        let wide = |a, b| Table::new(vec![a, b], vec![0.0001; 10_000], 0.1).unwrap();
        let circle = vec![wide(0, 1), wide(1, 2), wide(2, 3), wide(3, 0)];
        assert!(matches!(
            new(&[100; 4], circle),
            SynthesisError::TooLarge { .. }
        ));
    }

    /// Estimates all below zero are still a distribution.
    #[test]
    fn all_below_zero_is_uniform() {
        let none = Table::new(vec![0], vec![-0.1, -0.1], 0.1).unwrap();
        let synthesis = Synthesis::new(vec![2], vec![none]).unwrap();
        close(shares(&synthesis, |row| row[0] == 0), 0.5);
    }
}
