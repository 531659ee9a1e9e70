//! A noisy row, and the simplest way of writing some.

use serde_json::Value;
use thiserror::Error;

use super::Column;

/// The reports of one submission, in the order of the survey's parts, each in the JSON in which
/// it travelled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReportRow(Vec<Value>);

/// Why rows cannot be written.
#[derive(Debug, Error)]
pub(crate) enum RowError {
    /// What is stored is not a row of the survey.
    #[error("a stored row does not have one report for each part")]
    Damaged,
    /// The writer of the format failed.
    #[error("the rows cannot be written: {0}")]
    Format(String),
}

impl ReportRow {
    /// Reads a stored row.
    ///
    /// # Errors
    /// When it is not a list of that many reports.
    pub(crate) fn read(json: &str, parts: usize) -> Result<Self, RowError> {
        let reports: Vec<Value> = serde_json::from_str(json).map_err(|_| RowError::Damaged)?;
        if reports.len() == parts {
            Ok(Self(reports))
        } else {
            Err(RowError::Damaged)
        }
    }

    pub(crate) fn reports(&self) -> &[Value] {
        &self.0
    }
}

/// Writes rows in one format, some at a time, so that they need not be held all at once.
pub(crate) trait RowWriter: Send {
    /// The media type of what is written.
    fn media_type(&self) -> &'static str;

    /// Takes some rows, and gives what can be sent on of what was written so far.
    ///
    /// # Errors
    /// When the format cannot hold them.
    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, RowError>;

    /// Ends the file, and gives the rest.
    ///
    /// # Errors
    /// When the format cannot be ended.
    fn finish(&mut self) -> Result<Vec<u8>, RowError>;
}

/// One JSON object on each line, with the columns' names.
#[derive(Debug)]
pub(crate) struct NdjsonRows {
    /// In JSON.
    names: Vec<String>,
}

impl NdjsonRows {
    pub(crate) fn new(columns: &[Column]) -> Self {
        let quoted = |column: &Column| Value::from(column.name.as_str()).to_string();
        Self {
            names: columns.iter().map(quoted).collect(),
        }
    }
}

impl RowWriter for NdjsonRows {
    fn media_type(&self) -> &'static str {
        "application/x-ndjson"
    }

    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, RowError> {
        let mut out = String::new();
        for row in rows {
            for (index, (name, report)) in self.names.iter().zip(row.reports()).enumerate() {
                out.push(if index == 0 { '{' } else { ',' });
                out.push_str(name);
                out.push(':');
                out.push_str(&report.to_string());
            }
            out.push_str("}\n");
        }
        Ok(out.into_bytes())
    }

    fn finish(&mut self) -> Result<Vec<u8>, RowError> {
        Ok(Vec::new())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn test_columns() -> Vec<Column> {
        [
            ("a", true),
            ("b-2", false),
            ("c.x", false),
            ("d.answered?", false),
        ]
        .map(|(name, indices)| Column {
            name: name.to_owned(),
            indices,
        })
        .into()
    }

    pub(crate) fn rows() -> Vec<ReportRow> {
        [r#"[0,"-_8",[1,2],null]"#, r#"[4294967295,"",[],[3,"AA"]]"#]
            .map(|json| ReportRow::read(json, 4).unwrap())
            .into()
    }

    #[test]
    fn what_is_no_row_is_refused() {
        for wrong in ["", "{}", "[]", "[1,2,3]", "[1,2,3,4,5]", "[1,2,3,4"] {
            assert!(ReportRow::read(wrong, 4).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ndjson_has_an_object_on_each_line() {
        let mut writer = NdjsonRows::new(&test_columns());
        let mut bytes = writer.write(&rows()).unwrap();
        bytes.extend(writer.finish().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text,
            "{\"a\":0,\"b-2\":\"-_8\",\"c.x\":[1,2],\"d.answered?\":null}\n\
             {\"a\":4294967295,\"b-2\":\"\",\"c.x\":[],\"d.answered?\":[3,\"AA\"]}\n"
        );
    }
}
