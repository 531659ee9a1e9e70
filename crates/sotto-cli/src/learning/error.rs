//! What can be wrong with a table.

use std::{io, path::PathBuf};

use sotto_ldp::ImpossibleReport;
use sotto_learn::{LearningError, regression::RegressionError};
use thiserror::Error;

/// Why a table cannot be learned from.
#[derive(Debug, Error)]
pub(crate) enum TableError {
    /// The file cannot be read.
    #[error("{} cannot be read: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is nothing in it.
    #[error("{} has no rows", .0.display())]
    NoRows(PathBuf),
    /// A row is longer or shorter than the first.
    #[error("line {line}: the row has {found} columns, and the first {expected}")]
    Ragged {
        /// The line, counted from 1.
        line: u64,
        /// Columns of the first row.
        expected: usize,
        /// Columns of this one.
        found: usize,
    },
    /// A cell is not text.
    #[error("line {line}, column {column}: the cell is not UTF-8; save the table as UTF-8")]
    NotText {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
    },
    /// A cell has a value that was not declared.
    #[error("line {line}, column {column}: {cell:?} is not among the values declared for {name}")]
    Undeclared {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The cell, cut short.
        cell: String,
    },
    /// A cell should hold a number.
    #[error("line {line}, column {column}: {cell:?} is not a number, as {name} is declared to be")]
    NotANumber {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The cell, cut short.
        cell: String,
    },
    /// A number is beyond the declared range.
    #[error(
        "line {line}, column {column}: {cell} lies outside the range declared for {name}; widen the range"
    )]
    OutsideRange {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The cell, cut short.
        cell: String,
    },
    /// A flag names no column.
    #[error("there is no column {name}: the table has {known}")]
    NoColumn {
        /// As it was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Several columns have the name that a flag gives.
    #[error(
        "several columns are named {0:?}: give the one that is meant a name of its own, or its number"
    )]
    ColumnTwice(String),
    /// All rows have the same class.
    #[error("all {rows} rows have the same class, {class:?}: a classifier needs two to tell apart")]
    OneClass {
        /// The rows.
        rows: usize,
        /// Their class.
        class: String,
    },
    /// A column has more values than a question has.
    #[error(
        "column {name} has more than {most} different values: declare its range (--number {name}=MIN..MAX) or leave it out (--skip {name})"
    )]
    TooManyValues {
        /// The column's name.
        name: String,
        /// The most there may be.
        most: usize,
    },
    /// There is no column left to learn from.
    #[error("no column is left to learn from: each has one value, is the class, or was left out")]
    NoFeatures,
    /// Too few rows for the folds, or a mechanism that does not serve.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// A column has two parts in one model.
    #[error("column {0} is named twice: a column is the outcome, or a predictor, once")]
    Twice(String),
    /// The values of a column are declared that is no known predictor.
    #[error("the values of {0} are declared, and it is not among --predictors")]
    NotAPredictor(String),
    /// The outcome has no such value.
    #[error("the outcome has no value {wanted:?}: its values are {names}")]
    NoEvent {
        /// As it was given.
        wanted: String,
        /// What there is.
        names: String,
    },
    /// A predictor's mechanism does not serve.
    #[error("{0}")]
    Mechanism(String),
    /// A known predictor has one value in all rows.
    #[error("column {0} has one value, which tells nothing: leave it out of --predictors")]
    OneValue(String),
    /// A known predictor has many values and is not a number.
    #[error(
        "line {line}, column {column}: {name} is not a number here, and has more than {most} different values as a category; join some of them"
    )]
    ManyCategories {
        /// The first line without a number, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The most categories there may be.
        most: usize,
    },
    /// A cell holds no report.
    #[error(
        "line {line}, column {column}: {cell:?} is not a report of {name}, whose mechanism sends {expected}"
    )]
    NotAReport {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The cell, cut short.
        cell: String,
        /// What the mechanism's reports look like.
        expected: String,
    },
    /// The mechanism can never have produced a report.
    #[error("line {line}, column {column}, a report of {name}: {error}")]
    ImpossibleReport {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// Why it is impossible.
        error: ImpossibleReport,
    },
    /// Cuts of equal frequency follow from a public table.
    #[error("cuts of equal frequency need a public table: add --public FILE, or use --cuts width")]
    NoPublic,
    /// A public table has other columns.
    #[error("the public table {} has {found} columns, and the table {expected}", file.display())]
    OtherPublic {
        /// The file.
        file: PathBuf,
        /// Its columns.
        found: usize,
        /// Those of the table.
        expected: usize,
    },
    /// A cell of the public table should hold a number.
    #[error(
        "the public table, line {line}, column {column}: {cell:?} is not a number, as {name} is declared to be"
    )]
    PublicNumber {
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The column's name.
        name: String,
        /// The cell, cut short.
        cell: String,
    },
    /// A projection is of numbers.
    #[error(
        "a projection needs numbers alone: declare the range of every column (--number COLUMN=MIN..MAX), and leave out columns that hold no numbers (--skip) and rows with missing values (--missing skip)"
    )]
    NotAllNumbers,
    /// Nothing can be fitted on the public table.
    #[error("the public table does not vary, or has one class: no direction can be fitted on it")]
    NoDirections,
    /// The file has no results.
    #[error("line {line}, column {column}: these are not the results of a survey as JSON: {error}")]
    Results {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// Why.
        error: serde_json::Error,
    },
    /// The survey has nothing that its links have in common.
    #[error(
        "the survey's links share no question that could be predicted: link each feature with the class, under the plan sample with sample 1"
    )]
    NoClass,
    /// Nothing has been estimated yet.
    #[error("{0} has no estimates: there are fewer reports than results are given from")]
    TooFewReports(String),
    /// The likelihood rises without end.
    #[error(
        "the outcome is separated: {0} tells it without exception, so its coefficient has no bound; leave the predictor out or join its values"
    )]
    Separated(String),
    /// There is no regression.
    #[error(transparent)]
    Regression(RegressionError),
}

impl TableError {
    /// Whether the flags are wrong rather than the table.
    pub(crate) const fn is_wrong_call(&self) -> bool {
        matches!(
            self,
            Self::NoColumn { .. }
                | Self::ColumnTwice(_)
                | Self::Twice(_)
                | Self::NotAPredictor(_)
                | Self::NoEvent { .. }
                | Self::Mechanism(_)
                | Self::NoPublic
        )
    }
}
