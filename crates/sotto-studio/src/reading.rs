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
