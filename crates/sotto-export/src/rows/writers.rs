//! Rows as files: the one place that knows which format writes them how.

use std::sync::Arc;

use sotto_survey::Survey;

use super::{
    super::{
        ExportError, Format, ParquetFile,
        sav::SavFile,
        table::{Cell, Table},
    },
    Columns, ReportRow, Rows,
    written::cells,
};

/// Writes rows in one format, some at a time, so that nobody has to hold all of them.
pub trait RowWriter: Send {
    /// Takes some rows, and gives what can be sent on of what was written so far.
    ///
    /// # Errors
    /// When the format cannot hold them.
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, ExportError>;

    /// Ends the file, and gives the rest.
    ///
    /// # Errors
    /// When the format cannot be ended.
    fn finish(&mut self) -> Result<Vec<u8>, ExportError>;
}

/// The writer of a format that is made of rows, for so many of them.
///
/// # Errors
/// When it is made of something else, or cannot have these columns.
pub fn row_writer(
    format: Format,
    survey: &Survey,
    columns: &Arc<Columns>,
    rows: u64,
) -> Result<Box<dyn RowWriter>, ExportError> {
    let columns = Arc::clone(columns);
    Ok(match format {
        Format::Rows => Box::new(TableRows::new(columns, Form::Codes)?),
        Format::RowsLabelled => Box::new(TableRows::new(columns, Form::Labels)?),
        Format::Reports => Box::new(TableRows::new(columns, Form::AsSent)?),
        Format::Ndjson => Box::new(NdjsonRows::new(&columns)),
        Format::Parquet => Box::new(ParquetRows {
            file: ParquetFile::new(&columns.headings())?,
            columns,
        }),
        Format::Sav => Box::new(SavRows {
            file: SavFile::new(columns.headings(), survey, rows),
            columns,
        }),
        Format::Csv
        | Format::Json
        | Format::Xlsx
        | Format::Codebook
        | Format::Ddi
        | Format::JsonLd
        | Format::Channels
        | Format::Python
        | Format::REstimates
        | Format::Report
        | Format::R
        | Format::Stata
        | Format::Spss => return Err(ExportError::NotOfRows(format)),
    })
}

/// The whole file of rows that are at hand.
pub(crate) fn file(
    format: Format,
    survey: &Survey,
    language: &str,
    rows: Rows<'_>,
) -> Result<Vec<u8>, ExportError> {
    let columns = Arc::new(Columns::of(survey, language));
    let mut writer = row_writer(format, survey, &columns, rows.count())?;
    let mut file = Vec::new();
    for row in rows.read(&columns) {
        file.append(&mut writer.write(&[row?])?);
    }
    file.append(&mut writer.finish()?);
    Ok(file)
}

/// What stands in the cells of a table.
#[derive(Clone, Copy, Debug)]
enum Form {
    Codes,
    Labels,
    /// A column for each part, each report in JSON.
    AsSent,
}

/// A table of comma-separated values.
struct TableRows {
    columns: Arc<Columns>,
    form: Form,
    table: Table,
}

impl TableRows {
    fn new(columns: Arc<Columns>, form: Form) -> Result<Self, ExportError> {
        let names: Vec<String> = match form {
            Form::Codes | Form::Labels => {
                let headings = columns.headings().into_iter();
                headings.map(|heading| heading.name).collect()
            }
            Form::AsSent => columns.iter().map(|column| column.name.clone()).collect(),
        };
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        Ok(Self {
            table: Table::new(&names)?,
            columns,
            form,
        })
    }
}

impl RowWriter for TableRows {
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, ExportError> {
        for row in rows {
            match self.form {
                Form::Codes | Form::Labels => {
                    let labelled = matches!(self.form, Form::Labels);
                    let cells = cells(&self.columns, row, labelled);
                    self.table.row(cells.iter().map(|cell| cell.cell()))?;
                }
                Form::AsSent => self.table.row(row.reports().iter().map(|report| {
                    let json = report.as_ref().map(ToString::to_string);
                    json.map_or(Cell::Empty, Cell::text)
                }))?,
            }
        }
        self.table.take()
    }

    fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        self.table.take()
    }
}

/// An object on each line, each report as it was sent.
struct NdjsonRows {
    /// In JSON.
    names: Vec<String>,
}

impl NdjsonRows {
    fn new(columns: &Columns) -> Self {
        let quoted = columns
            .iter()
            .map(|column| serde_json::Value::from(column.name.as_str()).to_string());
        Self {
            names: quoted.collect(),
        }
    }
}

impl RowWriter for NdjsonRows {
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, ExportError> {
        let mut out = String::new();
        for row in rows {
            for (index, (name, report)) in self.names.iter().zip(row.reports()).enumerate() {
                out.push(if index == 0 { '{' } else { ',' });
                out.push_str(name);
                out.push(':');
                match report {
                    Some(report) => out.push_str(&report.to_string()),
                    None => out.push_str("null"),
                }
            }
            out.push_str("}\n");
        }
        Ok(out.into_bytes())
    }

    fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        Ok(Vec::new())
    }
}

/// Columns of codes, as Parquet.
struct ParquetRows {
    columns: Arc<Columns>,
    file: ParquetFile,
}

impl RowWriter for ParquetRows {
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, ExportError> {
        for row in rows {
            self.file.push(cells(&self.columns, row, false))?;
        }
        self.file.take()
    }

    fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        self.file.finish()
    }
}

/// Codes for SPSS.
struct SavRows {
    columns: Arc<Columns>,
    file: SavFile,
}

impl RowWriter for SavRows {
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, ExportError> {
        for row in rows {
            self.file.push(&cells(&self.columns, row, false));
        }
        Ok(self.file.take())
    }

    fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        Ok(self.file.take())
    }
}
