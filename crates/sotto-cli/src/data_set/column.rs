//! How a column is named on the command line.

use std::fmt;

/// A column of a data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ColumnName {
    /// By its position, counted from 1.
    Number(usize),
    /// By its name in the header.
    Name(String),
}

impl fmt::Display for ColumnName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Name(name) => write!(out, "{name:?}"),
        }
    }
}
