//! The cells of rows as codes and as labels.

use sotto_ldp::Report;

use super::{
    super::table::Cell,
    Columns, ReportRow,
    columns::{MeaningKind, ReportColumn},
};

/// What is written into a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A text.
    Text(String),
    /// A code, or another whole number.
    Whole(u32),
    /// No report.
    Nothing,
}

impl Written {
    pub(crate) fn cell(&self) -> Cell<'_> {
        match self {
            Self::Text(text) => Cell::text(text),
            Self::Whole(number) => Cell::Count((*number).into()),
            Self::Nothing => Cell::Empty,
        }
    }
}

/// The cells of a row of codes, or of labels, one for each heading.
pub(crate) fn cells(columns: &Columns, row: &ReportRow, labelled: bool) -> Vec<Written> {
    let mut cells = Vec::new();
    for (column, report) in columns.each().zip(row.reports()) {
        push(column, report.as_ref(), labelled, &mut cells);
    }
    cells
}

fn push(column: &ReportColumn, report: Option<&Report>, labelled: bool, cells: &mut Vec<Written>) {
    let values = &column.meaning.values;
    match (column.meaning.kind, report) {
        (MeaningKind::Code, Some(Report::Index(code))) => {
            let label = values.get(*code as usize).filter(|_| labelled);
            cells.push(label.map_or_else(
                || Written::Whole(*code),
                |(_, label)| Written::Text(label.clone()),
            ));
        }
        (MeaningKind::Supports, Some(report)) => {
            let supported = |value| is_supported(column, report, value);
            let of_each = (0..).zip(values).map(|(value, _)| supported(value));
            cells.extend(of_each.map(|supported| Written::Whole(supported.into())));
        }
        (MeaningKind::Supports, None) => {
            cells.extend(values.iter().map(|_| Written::Nothing));
        }
        (_, Some(Report::Index(index))) => cells.push(Written::Whole(*index)),
        (_, Some(report)) => cells.push(Written::Text(report.to_string())),
        (_, None) => cells.push(Written::Nothing),
    }
}

/// The report is known to be possible.
fn is_supported(column: &ReportColumn, report: &Report, value: u32) -> bool {
    let supported = column.part.randomizer().supports(report, value);
    supported.unwrap_or(false)
}
