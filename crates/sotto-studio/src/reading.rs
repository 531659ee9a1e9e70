//! What is asked of the reader of other programs' files, and what it says. The reader itself is a program of
//! its own, which whoever mounts the studio loads when a file is there to be read.

use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use yew::Callback;

/// A file of another program.
#[derive(Clone, Debug)]
pub struct ForeignFile {
    /// What is in it.
    pub bytes: Uint8Array,
    /// What it is called on the designer's device.
    pub name: String,
    /// The language of the report.
    pub language: String,
    /// Who hears what became of it; nothing if the reader did not start, or broke down.
    pub done: Callback<Option<Reading>>,
}

/// What became of a file of another program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reading {
    /// A draft was made of it.
    Made {
        /// The draft's text.
        draft: String,
        /// What became of everything in the file.
        report: Report,
    },
    /// Nothing of it can be taken.
    Refused {
        /// Why, and what to do instead.
        why: String,
        /// What became of everything in the file, as far as it was read.
        report: Report,
    },
}

/// What became of everything in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// In few words: a paragraph each.
    pub summary: Vec<String>,
    /// Thing by thing.
    pub lines: Vec<ReportLine>,
}

/// What became of something in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportLine {
    /// What the line is about.
    pub what: Vec<Named>,
    /// Whether it is about more than is named.
    pub is_more: bool,
    /// Whether it is in the draft as it was.
    pub is_kept: bool,
    /// What became of it, and why.
    pub said: String,
}

/// Something in a file, as the file calls it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its name in the file.
    pub name: String,
    /// The id of its question in the draft.
    pub question: Option<String>,
}

/// What is asked of the same program about files for translators: only then is it loaded.
#[derive(Clone, Debug)]
pub struct TranslationTask {
    /// What is wanted.
    pub wish: TranslationWish,
    /// The language in which something is said of a file.
    pub language: String,
    /// Who hears what became of it; nothing if the program did not start, or broke down.
    pub done: Callback<Option<TranslationReading>>,
}

/// What can be done with files for translators.
#[derive(Clone, Debug)]
pub enum TranslationWish {
    /// Make one.
    Write(TranslationTable, TranslationFormat),
    /// Read one.
    Read(Uint8Array),
}

/// A format for translators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TranslationFormat {
    /// Comma-separated values.
    Csv,
    /// XLIFF 2.0.
    Xliff,
}

/// A survey's texts in two languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslationTable {
    /// The survey's id.
    pub survey: String,
    /// The tag of the language that is translated from.
    pub source: String,
    /// The tag of the language that is translated into.
    pub target: String,
    /// The texts.
    pub texts: Vec<TranslationText>,
}

/// A text in two languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslationText {
    /// What it is called in files.
    pub key: String,
    /// Where it stands, in words.
    pub place: String,
    /// What is to be translated.
    pub source: String,
    /// What it reads in the other language; empty where that is missing.
    pub target: String,
    /// Whether the translation is there and was made of these words.
    pub is_done: bool,
    /// The words that an outdated translation was made of.
    pub was: Option<String>,
}

/// What became of a file for translators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TranslationReading {
    /// It was made: its bytes.
    Written(Vec<u8>),
    /// It was read.
    Read(TranslationFile),
    /// Nothing of it can be taken; why, and what to do instead.
    Refused(String),
}

/// What a file for translators says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslationFile {
    /// The id of the survey that it was made of, if it says so.
    pub survey: Option<String>,
    /// The tag of the language that is translated from.
    pub source: String,
    /// The tag of the language that is translated into.
    pub target: String,
    /// The encoding of a file that is not in Unicode.
    pub legacy: Option<String>,
    /// The names of columns that were not read.
    pub unread: Vec<String>,
    /// The texts.
    pub texts: Vec<FileText>,
    /// What is no whole text, by its key or row, and why it was left.
    pub left: Vec<(String, String)>,
}

/// A text in such a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
