//! Why nothing of a file can be taken.

use std::fmt;

use crate::report::{ImportLine, Language};

/// Why nothing of a file can be taken.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportError {
    /// Too long.
    TooLong,
    /// In no encoding that is read.
    Encoding,
    /// In UTF-16.
    Utf16,
    /// Something that is known and not read.
    Container(Container),
    /// Of none of the formats.
    Unknown,
    /// Not what it was said to be.
    Broken {
        /// What it was said, or seems, to be: the key of its name.
        format: &'static str,
        /// What is wrong, in English.
        reason: String,
    },
    /// No question can be kept.
    Nothing {
        /// What became of each thing in the file.
        report: Vec<ImportLine>,
    },
}

/// A file that is known and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// A workbook of before 2007, or one with a password.
    OldWorkbook,
    /// A binary workbook.
    BinaryWorkbook,
    /// A sheet of OpenDocument.
    OpenDocument,
    /// An archive without a survey.
    Archive,
    /// The first sheet of an XLSForm.
    Sheet,
    /// Another sheet of an XLSForm.
    OtherSheet,
    /// What an XLSForm is made into.
    XForm,
    /// Another XML.
    Xml,
    /// An object as JavaScript writes it.
    JavaScript,
}

impl Container {
    const fn key(self) -> &'static str {
        match self {
            Self::OldWorkbook => "old-workbook",
            Self::BinaryWorkbook => "binary-workbook",
            Self::OpenDocument => "open-document",
            Self::Archive => "archive",
            Self::Sheet => "sheet",
            Self::OtherSheet => "other-sheet",
            Self::XForm => "x-form",
            Self::Xml => "xml",
            Self::JavaScript => "java-script",
        }
    }
}

impl ImportError {
    /// The sentence in that language; what a reader of the container says is English.
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        let key = match self {
            Self::TooLong => "too-long-file",
            Self::Encoding => "encoding",
            Self::Utf16 => "utf-16",
            Self::Container(container) => container.key(),
            Self::Unknown => "unknown",
            Self::Broken { format, reason } => {
                let format = language.text(format);
                return language.fill("broken", &[("format", &format), ("reason", reason)]);
            }
            Self::Nothing { .. } => "nothing",
        };
        language.text(key).to_owned()
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.said(Language::English))
    }
}

impl std::error::Error for ImportError {}
