//! Rows as a table and as lines of JSON.

use serde_json::{Value, json};
use sotto_ldp::Report;
use sotto_survey::Survey;

use super::{
    super::{
        ExportError,
        table::{Cell, Table},
    },
    Heading, ReportColumn, columns,
    columns::MeaningKind,
    read,
};

/// The noisy rows of a survey.
pub(crate) struct Rows<'a> {
    columns: Vec<ReportColumn<'a>>,
    lines: &'a [u8],
}

impl<'a> Rows<'a> {
    /// The rows on these lines, with labels in one language.
    pub(crate) fn new(survey: &'a Survey, lines: &'a [u8], language: &str) -> Self {
        Self {
            columns: columns(survey, language),
            lines,
        }
    }

    /// The columns of what is written.
    pub(crate) fn headings(&self) -> Vec<Heading> {
        self.columns
            .iter()
            .flat_map(ReportColumn::headings)
            .collect()
    }

    /// Hands on the cells of each row, one for each heading.
    pub(crate) fn each_row(
        &self,
        labelled: bool,
        mut take: impl FnMut(Vec<Written>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        self.each(|reports| {
            let mut cells = Vec::new();
            for (column, report) in self.columns.iter().zip(reports) {
                self::cells(column, report.as_ref(), labelled, &mut cells);
            }
            take(cells)
        })
    }

    /// A table of codes, or of labels.
    pub(crate) fn csv(&self, labelled: bool) -> Result<Vec<u8>, ExportError> {
        let headings = self.headings();
        let names: Vec<_> = headings.iter().map(|one| one.name.as_str()).collect();
        let mut table = Table::new(&names)?;
        self.each_row(labelled, |cells| table.row(cells.iter().map(Written::cell)))?;
        table.bytes()
    }

    /// An object a line, with the ids of categories: one, or those that the report supports.
    pub(crate) fn ndjson(&self) -> Result<Vec<u8>, ExportError> {
        let names: Vec<_> = self.columns.iter().map(|one| json!(one.name)).collect();
        let mut out = String::new();
        self.each(|reports| {
            for (index, ((column, name), report)) in
                self.columns.iter().zip(&names).zip(reports).enumerate()
            {
                out.push(if index == 0 { '{' } else { ',' });
                out.push_str(&name.to_string());
                out.push(':');
                let value = report.as_ref().map(|report| value(column, report));
                out.push_str(&value.unwrap_or(Value::Null).to_string());
            }
            out.push_str("}\n");
            Ok(())
        })?;
        Ok(out.into_bytes())
    }

    fn each(
        &self,
        mut take: impl FnMut(Vec<Option<Report>>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let lines = self.lines.split(|byte| *byte == b'\n').enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            let row = read::row(line, &self.columns);
            take(row.map_err(|bad| ExportError::Row {
                line: index + 1,
                bad,
            })?)?;
        }
        Ok(())
    }
}

/// What is written into a cell.
pub(crate) enum Written {
    Text(String),
    Whole(u32),
    Nothing,
}

impl Written {
    fn cell(&self) -> Cell<'_> {
        match self {
            Self::Text(text) => Cell::Text(text),
            Self::Whole(number) => Cell::Count((*number).into()),
            Self::Nothing => Cell::Empty,
        }
    }
}

fn cells(
    column: &ReportColumn<'_>,
    report: Option<&Report>,
    labelled: bool,
    cells: &mut Vec<Written>,
) {
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

fn value(column: &ReportColumn<'_>, report: &Report) -> Value {
    let values = &column.meaning.values;
    match (column.meaning.kind, report) {
        (MeaningKind::Code, Report::Index(code)) => values
            .get(*code as usize)
            .map_or(json!(code), |(id, _)| json!(id)),
        (MeaningKind::Supports, report) => {
            let pairs = (0..).zip(values);
            let supported = pairs.filter(|(value, _)| is_supported(column, report, *value));
            supported.map(|(_, (id, _))| json!(id)).collect()
        }
        (_, report) => json!(report),
    }
}

/// The report is known to be possible.
fn is_supported(column: &ReportColumn<'_>, report: &Report, value: u32) -> bool {
    let supported = column.part.randomizer().supports(report, value);
    supported.unwrap_or(false)
}
