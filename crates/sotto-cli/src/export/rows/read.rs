//! Rows as the collector gives them: on each line a JSON object with a report for each column.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use sotto_ldp::Report;

use super::{super::error::BadRow, ReportColumn};

/// The reports of a row, one for each column; `None` where none was drawn.
pub(super) fn row(
    line: &[u8],
    columns: &[ReportColumn<'_>],
) -> Result<Vec<Option<Report>>, BadRow> {
    let mut found: BTreeMap<String, Value> =
        serde_json::from_slice(line).map_err(BadRow::NoObject)?;
    let reports = columns.iter().map(|column| {
        let value = found
            .remove(&column.name)
            .ok_or_else(|| BadRow::MissingColumn(column.name.clone()))?;
        if value.is_null() {
            return Ok(None);
        }
        let impossible = || BadRow::Impossible(column.name.clone());
        let report = Report::deserialize(value).map_err(|_| impossible())?;
        let shape = column.part.randomizer().report_shape();
        shape.check(&report).map_err(|_| impossible())?;
        Ok(Some(report))
    });
    let reports = reports.collect::<Result<Vec<_>, BadRow>>()?;
    match found.into_keys().next() {
        Some(stray) => Err(BadRow::UnknownColumn(stray.chars().take(140).collect())),
        None => Ok(reports),
    }
}
