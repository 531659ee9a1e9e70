//! A table as examples: its columns as categories, one of them the class.

use sotto_learn::{Examples, Schema, gaussian::GaussianReporting};

use super::{
    columns::{CellKind, Column, columns, features},
    error::TableError,
    number_rows::{Projected, on_grids},
    public_rows::PublicRows,
    table_options::{Header, Missing, TableOptions},
    text_table::{TextRow, TextTable, find, names},
};
use crate::data_set::{ColumnName, is_missing};

/// A table that can be learned from.
#[derive(Debug)]
pub(crate) struct LabelledRows {
    /// The rows, as categories.
    pub(crate) examples: Examples,
    /// The same rows with each number on a finer grid; `None` unless all features are numbers, and none is missing.
    pub(crate) cells: Option<Examples>,
    /// What was decided on the way, in sentences for people.
    pub(crate) notes: Vec<String>,
}

impl LabelledRows {
    /// Reads a table.
    pub(crate) fn read(options: &TableOptions) -> Result<Self, TableError> {
        let TextTable { header, rows } =
            TextTable::read(&options.data, options.separator, |rows| {
                match options.header {
                    Header::Yes => true,
                    Header::No => false,
                    Header::Auto => looks_like_header(options, rows),
                }
            })?;
        let names = names(header.as_deref(), &rows);
        let width = names.len();
        let class = match &options.class {
            Some(name) => find(name, &names)?,
            None => width.saturating_sub(1),
        };
        let public = options
            .public
            .as_ref()
            .map(|file| PublicRows::read(file, options, (header.is_some(), width)));
        let public = public.transpose()?;
        let mut columns = columns(options, names, class, public.as_ref())?;
        let mut notes = Vec::new();
        if header.is_some() && options.header == Header::Auto {
            notes.push(
                "The first row is taken as the header; --header no makes it a row.".to_owned(),
            );
        }
        let (mut cells, mut kept) = (Vec::with_capacity(rows.len()), Vec::new());
        let mut left_out = 0_u64;
        for row in &rows {
            match values(row, &mut columns, options.missing)? {
                Some(values) => {
                    cells.push(values);
                    kept.push(row);
                }
                None => left_out += 1,
            }
        }
        if left_out > 0 {
            notes.push(format!("{left_out} rows with missing values are left out."));
        }
        if cells.is_empty() {
            return Err(TableError::NoRows(options.data.clone()));
        }
        for values in &cells {
            for (column, &value) in columns.iter_mut().zip(values) {
                column.count(value);
            }
        }
        note_columns(&columns, class, &mut notes);
        let examples = examples(&columns, class, &cells)?;
        if let (Some(which), Some(public)) = (options.project, &public) {
            let projected = Projected::new(options, which, (&columns, class), (public, &kept))?;
            notes.push(format!(
                "{} directions of the public table replace all numbers; what lies beyond its rows is held at the end.",
                projected.count()
            ));
            return Ok(Self {
                examples: projected.examples(&examples, options.bins)?,
                cells: Some(projected.examples(&examples, GaussianReporting::CELLS)?),
                notes,
            });
        }
        let cells = on_grids(&columns, class, &kept, &examples);
        Ok(Self {
            examples,
            cells,
            notes,
        })
    }
}

/// The values of all columns; `None` where one is missing and such rows are left out.
fn values(
    row: &TextRow,
    columns: &mut [Column],
    missing: Missing,
) -> Result<Option<Vec<u32>>, TableError> {
    let mut values = Vec::with_capacity(columns.len());
    for (cell, column) in row.cells.iter().zip(columns) {
        let is_used = !matches!(column.kind, CellKind::Skipped);
        if missing == Missing::Skip && is_used && is_missing(cell) {
            return Ok(None);
        }
        values.push(column.value(cell, row.line)?);
    }
    Ok(Some(values))
}

/// Whether a flag names a column that the first row holds, or its class is that of no other row.
fn looks_like_header(options: &TableOptions, rows: &[TextRow]) -> bool {
    let Some((first, others)) = rows.split_first() else {
        return false;
    };
    let class = match &options.class {
        Some(name) => find(name, &first.cells).ok(),
        None => first.cells.len().checked_sub(1),
    };
    let Some(class) = class else { return false };
    let same = |row: &TextRow| row.cells.get(class) == first.cells.get(class);
    matches!(options.class, Some(ColumnName::Name(_))) || !others.iter().any(same)
}

/// What people should know of how the columns were read.
fn note_columns(columns: &[Column], class: usize, notes: &mut Vec<String>) {
    let found = columns.iter().filter(|column| {
        matches!(
            column.kind,
            CellKind::Categories {
                declared: false,
                ..
            }
        )
    });
    let found = found.count();
    if found > 0 {
        notes.push(format!(
            "The values of {found} columns are taken from the table itself. A survey must declare them, because no noise hides which values occur."
        ));
    }
    for (index, column) in columns.iter().enumerate() {
        let is_feature = index != class && !matches!(column.kind, CellKind::Skipped);
        if is_feature && column.size() < 2 {
            notes.push(format!(
                "Column {} has one value, which tells nothing, and is left out.",
                column.name
            ));
        }
    }
}

fn examples(columns: &[Column], class: usize, cells: &[Vec<u32>]) -> Result<Examples, TableError> {
    let features = features(columns, class);
    if features.is_empty() {
        return Err(TableError::NoFeatures);
    }
    let of_class = &columns[class];
    if of_class.seen() < 2 {
        return Err(TableError::OneClass {
            rows: cells.len(),
            class: of_class.only_value(),
        });
    }
    let sizes = features.iter().map(|&index| columns[index].size());
    let schema = Schema::new(of_class.size(), sizes.collect())?;
    let mut examples = Examples::empty(schema);
    for values in cells {
        let row: Vec<_> = features.iter().map(|&index| values[index]).collect();
        examples.push(&row, values[class])?;
    }
    Ok(examples)
}
