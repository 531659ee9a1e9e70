//! What is printed: a table for people, one JSON document, or a table that a spreadsheet opens.

use std::io::{self, BufWriter, IsTerminal, Write, stdout};

use clap::ValueEnum;
use serde::Serialize;

use super::StreamError;

/// How estimates are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrintFormat {
    /// A table to be read
    Table,
    /// One JSON document
    Json,
    /// A table for spreadsheets, its first line naming the columns
    Csv,
}

impl PrintFormat {
    /// A table on a terminal, JSON elsewhere.
    pub(crate) fn by_reader() -> Self {
        if stdout().is_terminal() {
            Self::Table
        } else {
            Self::Json
        }
    }
}

/// Prints a document in JSON, one member to a line.
pub(crate) fn write_document(
    document: &impl Serialize,
    output: impl Write,
) -> Result<(), StreamError> {
    let mut output = BufWriter::new(output);
    let written = serde_json::to_writer_pretty(&mut output, document).map_err(io::Error::from);
    written
        .and_then(|()| output.write_all(b"\n"))
        .and_then(|()| output.flush())
        .map_err(StreamError::Write)
}
