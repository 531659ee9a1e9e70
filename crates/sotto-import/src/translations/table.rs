//! What such files hold.

use super::error::TranslationWhy;

/// A format for whoever translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranslationFormat {
    /// Comma-separated values, which a spreadsheet opens.
    Csv,
    /// XLIFF 2.0, which translators' programs open.
    Xliff,
}

impl TranslationFormat {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Xliff];

    /// How the name of such a file ends.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xliff => "xlf",
        }
    }
}

/// How far a translation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is none.
    Missing,
    /// It was made of other words than are there now.
    OutOfDate,
    /// It is there.
    Done,
}

impl Progress {
    /// The name in files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OutOfDate => "out-of-date",
            Self::Done => "done",
        }
    }
}

/// A text of a survey in two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationText {
    /// What it is called in any file of this survey.
    pub key: String,
    /// Where it stands, in words for people.
    pub place: String,
    /// What is to be translated.
    pub source: String,
    /// What it reads in the other language; empty where that is missing.
    pub target: String,
    /// How far that is.
    pub progress: Progress,
    /// The words that an outdated translation was made of.
    pub was: Option<String>,
}

/// A survey's texts in two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationTable {
    /// The survey's id.
    pub survey: String,
    /// The tag of the language that is translated from.
    pub source: String,
    /// The tag of the language that is translated into.
    pub target: String,
    /// Each with a key of its own.
    pub texts: Vec<TranslationText>,
}

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationFile {
    /// The id of the survey that it was made of, if it says so.
    pub survey: Option<String>,
    /// The tag of the language that is translated from.
    pub source: String,
    /// The tag of the language that is translated into.
    pub target: String,
    /// The encoding of a file that is not in Unicode.
    pub legacy: Option<&'static str>,
    /// The names of columns that were not read.
    pub unread: Vec<String>,
    /// The texts, in the order of the file.
    pub texts: Vec<FileText>,
    /// What of it can be told of no text, or is not whole.
    pub left: Vec<LeftText>,
}

/// A text in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    /// What it is called.
    pub key: String,
    /// What was translated, if that stands there.
    pub source: Option<String>,
    /// What it reads in the other language; empty where that is missing.
    pub target: String,
    /// Whether it is said to be done.
    pub is_done: bool,
}

/// Something in a file that is no whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftText {
    /// Its key or, without one, the number of its row.
    pub key: String,
    /// Why it was left.
    pub why: TranslationWhy,
}
