//! Tables of comma-separated values, in which no cell is a formula.

use sotto_collector::spreadsheet::cell;

use super::ExportError;

/// A table that is put together row by row.
pub(crate) struct Table {
    writer: csv::Writer<Vec<u8>>,
}

/// What stands in a cell.
pub(crate) enum Cell<'a> {
    /// Words, which may begin as a formula does: then an apostrophe is put before them.
    Text(&'a str),
    /// A number that a spreadsheet is to take for what it is, also below zero.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// Nothing.
    Empty,
}

impl Cell<'_> {
    /// A number, or nothing.
    pub(crate) fn number(number: Option<f64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }

    fn written(&self) -> String {
        match self {
            Self::Text(text) => cell(text).into_owned(),
            Self::Number(number) => number.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Empty => String::new(),
        }
    }
}

impl Table {
    /// A table with that head.
    pub(crate) fn new(head: &[&str]) -> Result<Self, ExportError> {
        let mut table = Self {
            writer: csv::Writer::from_writer(Vec::new()),
        };
        table.row(head.iter().map(|name| Cell::Text(name)))?;
        Ok(table)
    }

    /// Adds a row.
    pub(crate) fn row<'a>(
        &mut self,
        cells: impl IntoIterator<Item = Cell<'a>>,
    ) -> Result<(), ExportError> {
        let cells = cells.into_iter().map(|cell| cell.written());
        Ok(self.writer.write_record(cells)?)
    }

    /// Its bytes.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, ExportError> {
        let bytes = self.writer.into_inner();
        Ok(bytes.map_err(|error| csv::Error::from(error.into_error()))?)
    }
}
