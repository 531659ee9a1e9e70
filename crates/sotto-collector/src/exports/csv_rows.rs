//! Noisy rows as CSV: a column for each part of a question, each report in JSON, an absent one empty. A cell
//! begins with a digit, a quotation mark or a bracket, and never as a formula would.

use serde_json::Value;

use super::{Column, ReportRow, RowError, RowWriter};
use crate::spreadsheet::cell;

/// Writes CSV.
pub(crate) struct CsvRows {
    writer: csv::Writer<Vec<u8>>,
}

impl CsvRows {
    /// The first line names the columns.
    ///
    /// # Errors
    /// None in practice: it is written into memory.
    pub(crate) fn new(columns: &[Column]) -> Result<Self, RowError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer
            .write_record(columns.iter().map(|column| cell(&column.name).into_owned()))
            .map_err(|error| RowError::Format(error.to_string()))?;
        Ok(Self { writer })
    }

    fn take(&mut self) -> Result<Vec<u8>, RowError> {
        let fresh = csv::Writer::from_writer(Vec::new());
        std::mem::replace(&mut self.writer, fresh)
            .into_inner()
            .map_err(|error| RowError::Format(error.to_string()))
    }
}

impl RowWriter for CsvRows {
    fn media_type(&self) -> &'static str {
        "text/csv; charset=utf-8"
    }

    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, RowError> {
        for row in rows {
            let cells = row.reports().iter().map(|report| match report {
                Value::Null => String::new(),
                report => cell(&report.to_string()).into_owned(),
            });
            self.writer
                .write_record(cells)
                .map_err(|error| RowError::Format(error.to_string()))?;
        }
        self.take()
    }

    fn finish(&mut self) -> Result<Vec<u8>, RowError> {
        self.take()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::row::tests::*, *};

    #[test]
    fn every_cell_is_json_and_no_formula() {
        let mut writer = CsvRows::new(&test_columns()).unwrap();
        let mut bytes = writer.write(&rows()).unwrap();
        bytes.extend(writer.finish().unwrap());
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let names: Vec<String> = test_columns().into_iter().map(|one| one.name).collect();
        assert_eq!(reader.headers().unwrap(), &names[..]);
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), 2);
        for (record, row) in records.iter().zip(rows()) {
            for (cell, report) in record.iter().zip(row.reports()) {
                assert!(
                    !cell.starts_with(['=', '+', '-', '@', '\t', '\r']),
                    "{cell}"
                );
                let read = match cell {
                    "" => Value::Null,
                    cell => serde_json::from_str(cell).unwrap(),
                };
                assert_eq!(read, *report);
            }
        }
    }
}
