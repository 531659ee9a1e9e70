//! For whom something is printed: a table for people, JSON for programs.

use std::io::{IsTerminal, stdout};

use clap::ValueEnum;
use serde::Serialize;

use crate::{
    listing::Listing,
    streams::{StreamError, write_document},
};

/// How something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DocumentFormat {
    /// Lines and tables to be read
    Table,
    /// One JSON document
    Json,
}

impl DocumentFormat {
    /// What was asked for, or a table on a terminal and JSON elsewhere.
    pub(super) fn or_by_reader(asked: Option<Self>) -> Self {
        asked.unwrap_or_else(|| {
            if stdout().is_terminal() {
                Self::Table
            } else {
                Self::Json
            }
        })
    }

    /// Prints a document, or its listing.
    pub(super) fn print(
        self,
        document: &impl Serialize,
        listing: impl FnOnce() -> Listing,
    ) -> Result<(), StreamError> {
        match self {
            Self::Table => listing().write(stdout().lock()).map_err(StreamError::Write),
            Self::Json => write_document(document, stdout().lock()),
        }
    }
}
