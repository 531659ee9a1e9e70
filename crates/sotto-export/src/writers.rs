//! Rows as files: the one place that knows which format writes them how.

use std::sync::Arc;

use sotto_survey::Survey;

use super::{
    ExportError, Format, ParquetFile,
    rows::{Columns, ReportRow, Rows, cells},
    sav::SavFile,
    table::{Cell, ExportTable},
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
        Format::Rows => Box::new(TableRows::new(columns, TableForm::Codes)?),
        Format::RowsLabelled => Box::new(TableRows::new(columns, TableForm::Labels)?),
        Format::Reports => Box::new(TableRows::new(columns, TableForm::AsSent)?),
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
enum TableForm {
    Codes,
    Labels,
    /// A column for each part, each report in JSON.
    AsSent,
}

/// A table of comma-separated values.
struct TableRows {
    columns: Arc<Columns>,
    form: TableForm,
    table: ExportTable,
}

impl TableRows {
    fn new(columns: Arc<Columns>, form: TableForm) -> Result<Self, ExportError> {
        let names: Vec<String> = match form {
            TableForm::Codes | TableForm::Labels => {
                let headings = columns.headings().into_iter();
                headings.map(|heading| heading.name).collect()
            }
            TableForm::AsSent => columns.each().map(|column| column.name.clone()).collect(),
        };
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        Ok(Self {
            table: ExportTable::new(&names)?,
            columns,
            form,
        })
    }
}

impl RowWriter for TableRows {
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, ExportError> {
        for row in rows {
            match self.form {
                TableForm::Codes | TableForm::Labels => {
                    let labelled = matches!(self.form, TableForm::Labels);
                    let cells = cells(&self.columns, row, labelled);
                    self.table.row(cells.iter().map(|cell| cell.cell()))?;
                }
                TableForm::AsSent => self.table.row(row.reports().iter().map(|report| {
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
            .each()
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

#[cfg(test)]
mod tests {
    use std::{fs, iter};

    use parquet::{
        file::{reader::FileReader, serialized_reader::SerializedFileReader},
        record::Field,
    };
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use serde_json::{Value, json};
    use sotto_ldp::Report;

    use super::*;

    /// A code, reports that support several categories, a number, and for everybody one of them alone.
    fn survey() -> Survey {
        let options = |count: u32| -> Value {
            let option =
                |index| json!({ "id": format!("o{index}"), "title": { "en": format!("{index}") } });
            (0..count).map(option).collect()
        };
        let file = json!({
            "sotto": 1, "id": "study", "version": 1, "languages": ["en"], "title": { "en": "A study" },
            "plan": "sample", "sample": 1, "epsilon": "1", "questions": [
                { "id": "coin", "type": "yes-no", "title": { "en": "Heads?" }, "decline": false,
                  "mechanism": "randomized-response" },
                { "id": "subset", "type": "single-choice", "title": { "en": "Which?" }, "options": options(6),
                  "mechanism": "subset-selection" },
                { "id": "number", "type": "number", "title": { "en": "How many?" }, "min": 0, "max": 10 },
            ],
        });
        serde_json::from_value(file).unwrap()
    }

    /// Rows of so many people who decline what they can, as a collector stores them.
    fn stored(survey: &Survey, people: usize) -> Vec<String> {
        let mut generator = ChaCha20Rng::seed_from_u64(5);
        let mut row = || {
            let questions = survey.questions().iter();
            let answers: Vec<_> = questions
                .map(|question| question.answer_of_simulated(0).ok())
                .collect();
            let submission = survey.randomize(&answers, &mut generator).unwrap();
            let reports = submission.reports().iter();
            let reports = reports.map(|one| one.as_ref().map_or(Value::Null, |one| json!(**one)));
            reports.collect::<Value>().to_string()
        };
        iter::repeat_with(&mut row).take(people).collect()
    }

    fn rows(survey: &Survey, columns: &Columns, people: usize) -> Vec<ReportRow> {
        let stored = stored(survey, people);
        let rows = stored
            .iter()
            .map(|row| ReportRow::of_list(row, columns).unwrap());
        rows.collect()
    }

    #[test]
    fn a_file_does_not_hang_on_the_pieces_that_it_is_written_in() {
        let survey = survey();
        let columns = Arc::new(Columns::of(&survey, "en"));
        let rows = rows(&survey, &columns, 40);
        for format in Format::ALL.into_iter().filter(|one| one.needs_rows()) {
            let written = |piece: usize| {
                let mut writer = row_writer(format, &survey, &columns, 40).unwrap();
                let mut file = Vec::new();
                for piece in rows.chunks(piece) {
                    file.append(&mut writer.write(piece).unwrap());
                }
                file.append(&mut writer.finish().unwrap());
                assert!(writer.finish().unwrap().is_empty(), "{format}");
                file
            };
            let whole = written(40);
            assert!(
                !whole.is_empty() && written(1) == whole && written(7) == whole,
                "{format}"
            );
        }
        assert!(row_writer(Format::Csv, &survey, &columns, 0).is_err());
    }

    #[test]
    fn parquet_is_sent_on_by_groups_and_reads_back() {
        let survey = survey();
        let columns = Arc::new(Columns::of(&survey, "en"));
        let some = rows(&survey, &columns, 64);
        let mut writer = row_writer(Format::Parquet, &survey, &columns, 0).unwrap();
        let (mut file, mut pieces) = (Vec::new(), 0);
        // Two groups and a rest.
        let times = 2 * (1 << 14) / some.len() + 1;
        for _ in 0..times {
            let mut piece = writer.write(&some).unwrap();
            pieces += usize::from(!piece.is_empty());
            file.append(&mut piece);
        }
        file.append(&mut writer.finish().unwrap());
        assert_eq!(pieces, 3, "the head, and two groups");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        fs::write(&path, file).unwrap();
        let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
        assert_eq!(reader.num_row_groups(), 3);
        let mut read = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        for row in some.iter().cycle().take(times * some.len()) {
            let found = read.next().unwrap();
            let coin = found.get_column_iter().next().unwrap().1.clone();
            let expected = match &row.reports()[0] {
                Some(Report::Index(code)) => Field::UInt(*code),
                None => Field::Null,
                other => panic!("{other:?}"),
            };
            assert_eq!(coin, expected);
        }
        assert!(read.next().is_none());
    }

    #[test]
    fn rows_as_they_were_sent_read_back() {
        let survey = survey();
        let columns = Arc::new(Columns::of(&survey, "en"));
        let rows = rows(&survey, &columns, 40);
        let mut writer = row_writer(Format::Ndjson, &survey, &columns, 40).unwrap();
        let lines = writer.write(&rows).unwrap();
        let read = Rows::new(&lines);
        assert_eq!(read.count(), 40);
        let read: Vec<_> = read.read(&columns).map(Result::unwrap).collect();
        assert_eq!(read, rows);

        let mut writer = row_writer(Format::Reports, &survey, &columns, 40).unwrap();
        let table = writer.write(&rows).unwrap();
        let mut table = csv::Reader::from_reader(&table[..]);
        for (record, row) in table.records().zip(&rows) {
            for (cell, report) in record.unwrap().iter().zip(row.reports()) {
                let read: Option<Report> = match cell {
                    "" => None,
                    cell => Some(serde_json::from_str(cell).unwrap()),
                };
                assert_eq!(read, *report);
            }
        }
    }

    #[test]
    fn what_is_no_row_is_refused() {
        let survey = survey();
        let columns = Columns::of(&survey, "en");
        let list = |text: &str| ReportRow::of_list(text, &columns).map_err(|bad| bad.to_string());
        let width = columns.each().len();
        let nothing = vec!["null"; width];
        assert!(list(&format!("[{}]", nothing.join(","))).is_ok());
        let more = format!("[{},null]", nothing.join(","));
        for wrong in ["", "{}", "[]", "[null", &*more] {
            assert!(list(wrong).unwrap_err().contains("list"), "{wrong}");
        }
        let impossible = format!("[2,{}]", nothing[1..].join(","));
        assert!(list(&impossible).unwrap_err().contains("\"coin\""));

        let object = |text: &str| {
            let read = ReportRow::of_object(text.as_bytes(), &columns);
            read.map_err(|bad| bad.to_string())
        };
        let members = columns.each().map(|one| format!("\"{}\":null", one.name));
        let members: Vec<_> = members.collect();
        assert!(object(&format!("{{{}}}", members.join(","))).is_ok());
        for (wrong, words) in [
            ("[]".to_owned(), "JSON object"),
            ("{}".to_owned(), "is missing"),
            (format!("{{{},\"x\":1}}", members.join(",")), "no column"),
            (
                format!("{{\"coin\":\"AA\",{}}}", members[1..].join(",")),
                "can never have sent",
            ),
        ] {
            assert!(object(&wrong).unwrap_err().contains(words), "{wrong}");
        }
    }
}
