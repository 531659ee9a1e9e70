//! Why there are no synthetic rows.

use std::{io, path::PathBuf};

use sotto_learn::synthesis::SynthesisError;
use thiserror::Error;

use sotto_export::ExportError;

use crate::learning::TableError;

/// Why there are no synthetic rows.
#[derive(Debug, Error)]
pub(crate) enum SyntheticError {
    /// A file cannot be read.
    #[error("{} cannot be read: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no estimates.
    #[error("{}, line {}, column {}: this is not what results, cross-tabs or `sotto estimate` print as JSON: {error}", file.display(), error.line(), error.column())]
    Json {
        /// The file.
        file: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
    /// Nothing has been estimated yet.
    #[error("{0} has no estimates: there are fewer reports than results are given from")]
    TooFew(String),
    /// Nothing in the files can be drawn.
    #[error(
        "the estimates have no shares: a mean alone says nothing of how often each value occurs"
    )]
    Nothing,
    /// Two tables are not of the same question.
    #[error(
        "{0} has other categories in one table than in another: take all tables from the same version"
    )]
    OtherCategories(String),
    /// The tables cannot be joined.
    #[error("{error} ({names})")]
    Synthesis {
        /// Why.
        error: SynthesisError,
        /// The names of the variables, counted from 0.
        names: String,
    },
    /// The rows cannot be written.
    #[error(transparent)]
    Written(#[from] ExportError),
    /// The table to compare with cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table to compare with has other columns.
    #[error("{}, line {line}, column {column}: {cell:?} is not among the values of {name}", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The column, counted from 1.
        column: usize,
        /// The variable.
        name: String,
        /// The cell, cut short.
        cell: String,
    },
}
