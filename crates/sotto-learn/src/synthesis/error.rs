//! What keeps tables from becoming synthetic rows.

use thiserror::Error;

/// Why there are no synthetic rows.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SynthesisError {
    /// A variable needs values.
    #[error("variable {0} has no values: it needs at least one")]
    NoValues(usize),
    /// Nothing is known of a variable.
    #[error("variable {0} is in no table: nothing says how often it has which value")]
    NoTable(usize),
    /// A table is not over variables of the synthesis.
    #[error(
        "a table of {found} cells has variables with {expected} combinations, each variable once"
    )]
    Shape {
        /// Combinations of the variables' values.
        expected: usize,
        /// Cells of the table.
        found: usize,
    },
    /// A share is no number.
    #[error("a share is {0}: it must be a finite number")]
    Share(f64),
    /// An error is no number.
    #[error("the error of a table is {0}: it must be a finite number that is not negative")]
    Error(f64),
    /// Tables that go round in a circle have too many combinations.
    #[error(
        "tables that hang together in a circle have {combinations} combinations, and at most {most} can be fitted: leave one of the tables out, so that they form a tree"
    )]
    TooLarge {
        /// Of their variables' values; saturating.
        combinations: usize,
        /// The most.
        most: usize,
    },
}
