//! Why nothing of a file can be taken.

use thiserror::Error;

/// Why nothing of a file can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// Too long.
    #[error("the file has more than 16 MB; a survey has a few hundred kilobytes at most")]
    TooLong,
    /// In no encoding that is read.
    #[error("the file is not text in UTF-8; save it in that encoding")]
    Encoding,
    /// Of none of the formats.
    #[error(
        "the file is neither SurveyJS's JSON, nor an XLSForm workbook, nor Qualtrics' QSF, nor LimeSurvey's tab-separated text; name its format if you know it"
    )]
    Unknown,
    /// Not what it was said to be.
    #[error("the file cannot be read as {format}: {reason}")]
    Broken {
        /// What it was said, or seems, to be.
        format: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// Workbooks are read by the command line alone.
    #[error("a workbook (.xlsx) is read by `sotto import`, not here")]
    Workbook,
    /// No question can be kept.
    #[error("the file has no question that can be asked here")]
    Nothing,
}
