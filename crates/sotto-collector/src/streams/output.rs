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

/// A text as a cell that no spreadsheet takes for a formula.
pub(super) fn cell(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2", "'-2"),
            ("+", "'+"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }
}
