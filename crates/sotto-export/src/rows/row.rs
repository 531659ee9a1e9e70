//! Rows as they come: from a collector's storage, and from files.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use sotto_ldp::Report;

use super::{
    super::error::{BadRow, ExportError},
    Columns,
    columns::ReportColumn,
};

/// What one respondent sent: for each column a report that the column's mechanism may have drawn, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportRow(Vec<Option<Report>>);

impl ReportRow {
    /// Reads a list with a report, or null, for each column.
    ///
    /// # Errors
    /// When it is no such list, or a mechanism can never have drawn one of the reports.
    pub fn of_list(list: &str, columns: &Columns) -> Result<Self, BadRow> {
        let reports: Vec<Option<Report>> =
            serde_json::from_str(list).map_err(|_| BadRow::NoList)?;
        if reports.len() != columns.each().len() {
            return Err(BadRow::NoList);
        }
        for (column, report) in columns.each().zip(&reports) {
            check(column, report.as_ref())?;
        }
        Ok(Self(reports))
    }

    /// Reads an object with a report, or null, under the name of each column.
    ///
    /// # Errors
    /// When it is no such object, or a mechanism can never have drawn one of the reports.
    pub fn of_object(object: &[u8], columns: &Columns) -> Result<Self, BadRow> {
        let mut found: BTreeMap<String, Value> =
            serde_json::from_slice(object).map_err(BadRow::NoObject)?;
        let reports = columns
            .each()
            .map(|column| {
                let value = found
                    .remove(&column.name)
                    .ok_or_else(|| BadRow::MissingColumn(column.name.clone()))?;
                let report = Option::<Report>::deserialize(value)
                    .map_err(|_| BadRow::Impossible(column.name.clone()))?;
                check(column, report.as_ref())?;
                Ok(report)
            })
            .collect::<Result<Vec<_>, BadRow>>()?;
        match found.into_keys().next() {
            Some(stray) => Err(BadRow::UnknownColumn(stray.chars().take(140).collect())),
            None => Ok(Self(reports)),
        }
    }

    /// The reports, one for each column.
    #[must_use]
    pub fn reports(&self) -> &[Option<Report>] {
        &self.0
    }
}

fn check(column: &ReportColumn, report: Option<&Report>) -> Result<(), BadRow> {
    let Some(report) = report else {
        return Ok(());
    };
    let shape = column.part.randomizer().report_shape();
    let checked = shape.check(report);
    checked.map_err(|_| BadRow::Impossible(column.name.clone()))
}

/// Rows in a file, an object on each line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a>(&'a [u8]);

impl<'a> Rows<'a> {
    /// Those on these lines.
    pub(crate) const fn new(lines: &'a [u8]) -> Self {
        Self(lines)
    }

    fn lines(self) -> impl Iterator<Item = (usize, &'a [u8])> {
        let lines = self.0.split(|byte| *byte == b'\n');
        (1..)
            .zip(lines)
            .filter(|(_, line)| !line.trim_ascii().is_empty())
    }

    /// How many there are.
    pub(crate) fn count(self) -> u64 {
        // As many as memory holds.
        u64::try_from(self.lines().count()).unwrap_or(u64::MAX)
    }

    /// Each of them, or what is wrong with it.
    pub(crate) fn read(
        self,
        columns: &Columns,
    ) -> impl Iterator<Item = Result<ReportRow, ExportError>> {
        self.lines().map(move |(line, object)| {
            ReportRow::of_object(object, columns).map_err(|bad| ExportError::Row { line, bad })
        })
    }
}
