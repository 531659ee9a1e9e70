//! What can go wrong with a stream, with the line.

use std::io;

use sotto_ldp::{
    EstimateError, ImpossibleReport, OutsideDomain, maximum_likelihood::LikelihoodError,
    numbers::NumberError,
};
use thiserror::Error;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum BadLine {
    /// There is nothing on it.
    #[error("the line is empty; each must hold one {0}")]
    Empty(&'static str),
    /// It does not end.
    #[error("the line is longer than {0} bytes, and nothing that belongs here is that long")]
    TooLong(usize),
    /// A table has no such column.
    #[error("there is no column {0:?}: --column must be one of the names in the first row")]
    NoColumn(String),
    /// A table has several columns of that name.
    #[error("several columns are named {0:?}: give the one that is meant a name of its own")]
    ColumnTwice(String),
    /// A row of a table is too short.
    #[error("the row ends before column {0}")]
    ShortRow(usize),
    /// It is not an index.
    #[error("{0:?} is not an index: with --size, write a whole number from 0")]
    NoIndex(String),
    /// It names no category.
    #[error("{0:?} is not one of the categories")]
    UnknownCategory(String),
    /// It is beyond the domain.
    #[error(transparent)]
    OutsideDomain(#[from] OutsideDomain),
    /// Nobody can decline.
    #[error("\"decline\" is a value only where the number can be declined: give --declinable")]
    NeverDeclined,
    /// It is not a number on the grid.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// It is not written as a report.
    #[error("{found:?} is not a report of this mechanism, which sends {expected}")]
    Unreadable {
        /// The line, cut short.
        found: String,
        /// What the mechanism's reports look like.
        expected: String,
    },
    /// The mechanism can never have produced the report.
    #[error(transparent)]
    Impossible(#[from] ImpossibleReport),
}

/// Why a stream ended before its end.
#[derive(Debug, Error)]
pub(crate) enum StreamError {
    /// A line is bad.
    #[error("line {line}: {bad}")]
    Line {
        /// Which, counted from 1.
        line: u64,
        /// What is wrong with it.
        bad: BadLine,
    },
    /// It cannot be read.
    #[error("standard input cannot be read: {0}")]
    Read(io::Error),
    /// Its results cannot be written.
    #[error("standard output cannot be written: {0}")]
    Write(io::Error),
    /// There was nothing to estimate from.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
    /// The likeliest distribution cannot be found.
    #[error(transparent)]
    Likelihood(#[from] LikelihoodError),
}

impl StreamError {
    /// Whether whoever read the output has had enough: no failure of ours.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
