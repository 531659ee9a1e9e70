//! Rows that nobody has answered.

use clap::ValueEnum;
use rand::CryptoRng;
use sotto_export::{ExportError, Heading, ParquetFile, Written, spreadsheet::cell};

use super::{error::SyntheticError, source::KnownTables, variable::ColumnValues};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// A table whose first line names the columns
    Csv,
    /// A file of columns
    Parquet,
}

/// Rows, as values of the variables and as they are written.
pub(crate) struct SyntheticRows {
    pub(super) values: Vec<Vec<u32>>,
    written: Vec<Vec<String>>,
}

impl SyntheticRows {
    /// Draws so many.
    pub(crate) fn draw(
        source: &KnownTables,
        rows: usize,
        rng: &mut dyn CryptoRng,
    ) -> Result<Self, SyntheticError> {
        let synthesis = source.synthesis()?;
        let (mut values, mut written) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let mut row = vec![0; source.variables.len()];
        for _ in 0..rows {
            synthesis.draw(rng, &mut row);
            let cells = source.variables.iter().zip(&row);
            written.push(cells.map(|(one, &value)| one.written(value, rng)).collect());
            values.push(row.clone());
        }
        Ok(Self { values, written })
    }

    /// The rows as a file.
    pub(crate) fn file(
        &self,
        source: &KnownTables,
        format: RowFormat,
    ) -> Result<Vec<u8>, SyntheticError> {
        match format {
            RowFormat::Csv => self.csv(source),
            RowFormat::Parquet => self.parquet(source),
        }
    }

    fn csv(&self, source: &KnownTables) -> Result<Vec<u8>, SyntheticError> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let failed = |error| SyntheticError::Written(ExportError::Table(error));
        let names = source
            .variables
            .iter()
            .map(|one| cell(&one.name).into_owned());
        table.write_record(names).map_err(failed)?;
        for row in &self.written {
            let cells = row.iter().zip(&source.variables);
            let cells = cells.map(|(text, variable)| match variable.values {
                // A number below zero is no formula.
                ColumnValues::Bins { .. } => text.clone(),
                ColumnValues::Categories(_) => cell(text).into_owned(),
            });
            table.write_record(cells).map_err(failed)?;
        }
        let bytes = table
            .into_inner()
            .map_err(|error| failed(error.into_error().into()))?;
        Ok(bytes)
    }

    fn parquet(&self, source: &KnownTables) -> Result<Vec<u8>, SyntheticError> {
        let headings = source.variables.iter().map(|one| Heading {
            name: one.name.clone(),
            label: one.name.clone(),
            values: Vec::new(),
            whole: false,
            width: 0,
        });
        let headings: Vec<_> = headings.collect();
        let mut file = ParquetFile::new(&headings)?;
        for row in &self.written {
            file.push(row.iter().cloned().map(Written::Text).collect())?;
        }
        Ok(file.finish()?)
    }
}
