//! Why an export cannot be made.

use thiserror::Error;

use super::Format;

/// What keeps an export from being made.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The results are another survey's, or another version's.
    #[error(
        "the results are of \"{found}\", version {found_version}, and the survey is \"{survey}\", version {version}: take both from the same version"
    )]
    OtherSurvey {
        /// The survey's id.
        survey: String,
        /// Its version.
        version: u32,
        /// The id that the results name.
        found: String,
        /// The version that they name.
        found_version: u32,
    },
    /// The results have a question that the survey lacks, or lack one of its questions.
    #[error(
        "the results do not fit the survey's question \"{0}\": take both from the same version"
    )]
    OtherQuestion(String),
    /// The survey is not written in that language.
    #[error("the survey is not written in \"{language}\": use one of {known}")]
    Language {
        /// What was asked for.
        language: String,
        /// What it is written in.
        known: String,
    },
    /// A format is made of rows, and there are none.
    #[error(
        "{0} is made of noisy rows: name their file with --rows, as the format \"ndjson\" has them, or take them from a collector"
    )]
    NoRows(Format),
    /// A format is not made of rows.
    #[error("{0} is not made of noisy rows")]
    NotOfRows(Format),
    /// A format is made of results, and there are none.
    #[error(
        "{0} is made of results: name their file with --results, or take them from a collector"
    )]
    NoResults(Format),
    /// A line of the rows cannot be read.
    #[error("line {line} of the rows: {bad}")]
    Row {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        bad: BadRow,
    },
    /// The format has no room for it.
    #[error("the workbook cannot be made: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    /// The columns cannot be written.
    #[error("the file of columns cannot be made: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// The table cannot be written.
    #[error("the table cannot be written: {0}")]
    Table(#[from] csv::Error),
    /// The document cannot be written as JSON.
    #[error("the document cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// What is wrong with a row.
#[derive(Debug, Error)]
pub enum BadRow {
    /// It is not one report, or null, for each column.
    #[error("it is not a list with a report for each column")]
    NoList,
    /// It is no object.
    #[error("it is not a JSON object with a report for each column: {0}")]
    NoObject(serde_json::Error),
    /// It has a column that the survey lacks.
    #[error("the survey has no column {0:?}; take the rows from the same version of the survey")]
    UnknownColumn(String),
    /// It lacks a column.
    #[error("the column {0:?} is missing; take the rows from the same version of the survey")]
    MissingColumn(String),
    /// The mechanism cannot have produced the report.
    #[error("the mechanism of column {0:?} can never have sent this report")]
    Impossible(String),
}
