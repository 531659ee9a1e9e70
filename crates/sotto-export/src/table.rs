//! Tables of comma-separated values, in which no cell is a formula.

use std::borrow::Cow;

use super::{ExportError, spreadsheet::cell};

/// A table that is put together row by row.
pub(crate) struct ExportTable {
    writer: csv::Writer<Vec<u8>>,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    /// Words, which may begin as a formula does: then an apostrophe is put before them.
    Text(Cow<'a, str>),
    /// A number that a spreadsheet is to take for what it is, also below zero.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// Nothing.
    Empty,
}

impl<'a> Cell<'a> {
    /// Words.
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// A number, or nothing.
    pub(crate) fn number(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }

    fn written(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => cell(text),
            Self::Number(number) => number.to_string().into(),
            Self::Count(count) => count.to_string().into(),
            Self::Empty => "".into(),
        }
    }
}

impl ExportTable {
    /// A table with that head.
    pub(crate) fn new(head: &[&str]) -> Result<Self, ExportError> {
        let mut table = Self {
            writer: csv::Writer::from_writer(Vec::new()),
        };
        table.row(head.iter().map(|name| Cell::text(*name)))?;
        Ok(table)
    }

    /// Adds a row.
    pub(crate) fn row<'a>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<'a>>,
    ) -> Result<(), ExportError> {
        for cell in cells {
            self.writer.write_field(cell.written().as_bytes())?;
        }
        // Ends the row.
        self.writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// What was written since it was last asked.
    pub(crate) fn take(&mut self) -> Result<Vec<u8>, ExportError> {
        let fresh = csv::Writer::from_writer(Vec::new());
        let written = std::mem::replace(&mut self.writer, fresh).into_inner();
        written.map_err(|error| csv::Error::from(error.into_error()).into())
    }
}
