//! What is printed: one JSON document, or a table that a spreadsheet opens.

use std::io::{self, BufWriter, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::StreamError;

/// How estimates are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON document
    Json,
    /// A table, its first line naming the columns
    Csv,
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
