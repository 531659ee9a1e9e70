//! The file of another program that a draft was made of.

use crate::reading::Report;

/// What a draft was made of, and what became of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imported {
    /// What the file is called.
    pub(crate) file: String,
    pub(crate) report: Report,
}
