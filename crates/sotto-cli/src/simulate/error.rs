//! What can go wrong with a simulation, and with a row.

use std::{fmt, io, path::PathBuf};

use rand::rngs::SysError;
use sotto_api::client::ClientError;
use sotto_survey::{AnswerError, ArmsError, Identifier, SubmissionError};
use thiserror::Error;

use crate::data_set::ColumnName;

/// Why a simulation does not begin, or not end.
#[derive(Debug, Error)]
pub(crate) enum SimulateError {
    /// A file cannot be read.
    #[error("{} cannot be read: {error}", file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The survey's file holds none.
    #[error("{} is not a survey: {error}", file.display())]
    Survey {
        /// Which.
        file: PathBuf,
        /// Why, and where.
        error: serde_json::Error,
    },
    /// There are no rows.
    #[error("{} has no rows", .0.display())]
    NoRows(PathBuf),
    /// Every row is bad.
    #[error("no row answers the survey, so nothing was sent{}", advice.as_deref().unwrap_or_default())]
    NoGoodRow {
        /// What the cells would have to hold, where that is what was wrong.
        advice: Option<String>,
    },
    /// A question that cannot be declined has no column, or one for some of its numbers only.
    #[error("--map names no column for question {:?}, or not all that it needs", .0.as_str())]
    NotMapped(Identifier),
    /// A mapped question is not asked.
    #[error("--map names question {0:?}, which the survey does not have")]
    UnknownQuestion(String),
    /// A comparison answers something other than yes or no.
    #[error("--map gives a comparison for question {:?}, but only a yes-no question can be answered by one", .0.as_str())]
    RuleForChoice(Identifier),
    /// A column that the data set does not have.
    #[error("--map names column {column}, which the data do not have; they have {available}")]
    NoColumn {
        /// The column.
        column: ColumnName,
        /// Those there are.
        available: String,
    },
    /// Several columns of one name.
    #[error(
        "--map names column {0:?}, and several have that name: give the one that is meant a name of its own, or its number"
    )]
    ColumnTwice(String),
    /// A column by name, and no names.
    #[error("--map names column {0:?}, but with --header no the columns have only numbers")]
    NoHeader(String),
    /// The arms are not those to be named.
    #[error("--arm: {0}")]
    Arms(ArmsError),
    /// The collector.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The collector has another survey.
    #[error("the collector's survey differs from the file's: {0}; nothing was sent")]
    OtherSurvey(String),
    /// A bad row, and the wish to stop there.
    #[error("line {line}: {bad}")]
    Row {
        /// Its line.
        line: u64,
        /// What is wrong with it.
        bad: UnusableRow,
    },
    /// The answers of a row do not fit the survey.
    #[error(transparent)]
    Submission(SubmissionError),
    /// The operating system gives no randomness.
    #[error("the operating system gives no randomness, so nothing was sent: {0}")]
    Randomness(SysError),
}

impl SimulateError {
    /// Whether the call was wrong, not the data or the collector.
    pub(crate) const fn is_wrong_call(&self) -> bool {
        matches!(
            self,
            Self::NotMapped(_)
                | Self::UnknownQuestion(_)
                | Self::RuleForChoice(_)
                | Self::NoColumn { .. }
                | Self::ColumnTwice(_)
                | Self::NoHeader(_)
                | Self::Arms(_)
                | Self::Client(ClientError::Address(_))
        )
    }
}

/// A row that does not answer the survey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnusableRow {
    pub(super) question: Option<String>,
    pub(super) reason: RowFault,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RowFault {
    Width {
        found: usize,
        expected: usize,
    },
    NoUtf8,
    Missing(String),
    NoNumber(String),
    UnknownCategory(String),
    /// A cell, empty where there are several, and why it is not an answer.
    Outside(String, AnswerError),
}

impl UnusableRow {
    /// The same for all rows that have the same wrong.
    pub(super) fn kind(&self) -> String {
        let reason = match self.reason {
            RowFault::Width { .. } => "not as many cells as the first row",
            RowFault::NoUtf8 => "not UTF-8",
            RowFault::Missing(_) => "no value",
            RowFault::NoNumber(_) => "not a number",
            RowFault::UnknownCategory(_) => "no such category",
            RowFault::Outside(..) => "not a possible answer",
        };
        match &self.question {
            Some(question) => format!("{question}: {reason}"),
            None => reason.to_owned(),
        }
    }
}

impl fmt::Display for UnusableRow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(question) = &self.question {
            write!(out, "{question}: ")?;
        }
        let short = |cell: &str| cell.chars().take(80).collect::<String>();
        match &self.reason {
            RowFault::Width { found, expected } => {
                write!(out, "{found} cells, but the first row has {expected}")
            }
            RowFault::NoUtf8 => out.write_str("the cell is not UTF-8"),
            RowFault::Missing(cell) => write!(out, "there is no value ({:?})", short(cell)),
            RowFault::NoNumber(cell) => write!(out, "{:?} is not a number", short(cell)),
            RowFault::UnknownCategory(cell) => {
                write!(out, "{:?} is not one of the categories", short(cell))
            }
            RowFault::Outside(cell, error) => write!(out, "{:?}: {error}", short(cell)),
        }
    }
}
