//! Why nothing of a file can be taken.

use thiserror::Error;

use crate::report::Line;

/// Why nothing of a file can be taken.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ImportError {
    /// Too long.
    #[error("the file has more than 16 MB; a survey has a few hundred kilobytes at most")]
    TooLong,
    /// In no encoding that is read.
    #[error(
        "the file is not text in UTF-8: open it in the program that wrote it, or in a text editor, and save it in that encoding"
    )]
    Encoding,
    /// In UTF-16.
    #[error("the file is text in UTF-16, as some programs save it: save it as UTF-8")]
    Utf16,
    /// Something that is known and not read, and what to do instead.
    #[error("the file is {0}")]
    Container(&'static str),
    /// Of none of the formats.
    #[error(
        "the file is none of these: SurveyJS JSON, an XLSForm workbook, Qualtrics QSF, LimeSurvey .lss, .lsa or tab-separated text, Formbricks, Google Forms or Typeform JSON; name its format with --from if you know it"
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
    /// No question can be kept.
    #[error("the file has no question that can be asked here")]
    Nothing {
        /// What became of each thing in the file.
        report: Vec<Line>,
    },
}
