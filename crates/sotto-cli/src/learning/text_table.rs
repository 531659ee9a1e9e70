//! A table whose cells are text: every row as long as the first.

use std::{io, path::Path};

use super::error::TableError;
use crate::data_set::{ColumnName, DataTable, Record, Separator};

/// A whole table.
pub(crate) struct TextTable {
    /// The names of the columns, where the first row has them.
    pub(crate) header: Option<Vec<String>>,
    /// The other rows, at least one.
    pub(crate) rows: Vec<TextRow>,
}

/// A row.
pub(crate) struct TextRow {
    /// On which it begins, counted from 1.
    pub(crate) line: u64,
    /// Trimmed.
    pub(crate) cells: Vec<String>,
}

impl TextRow {
    fn new(table: &DataTable, row: &Record, file: &Path) -> Result<Self, TableError> {
        let unread = |error| unread(file, error);
        let line = table.line(row).map_err(unread)?;
        let cells = row.cells.iter().enumerate().map(|(index, cell)| {
            let text = std::str::from_utf8(cell).map_err(|_| TableError::NotText {
                line,
                column: index + 1,
            })?;
            Ok(text.trim_start_matches('\u{feff}').trim().to_owned())
        });
        Ok(Self {
            line,
            cells: cells.collect::<Result<_, TableError>>()?,
        })
    }
}

impl TextTable {
    /// Reads a file; `has_header` is asked of all its rows.
    pub(crate) fn read(
        file: &Path,
        separator: Separator,
        has_header: impl FnOnce(&[TextRow]) -> bool,
    ) -> Result<Self, TableError> {
        let mut table = DataTable::open(file, separator).map_err(|error| unread(file, error))?;
        let mut rows: Vec<TextRow> = Vec::new();
        while let Some(row) = table.next_row().map_err(|error| unread(file, error))? {
            let row = TextRow::new(&table, &row, file)?;
            let expected = rows.first().map_or(row.cells.len(), |row| row.cells.len());
            if row.cells.len() != expected {
                return Err(TableError::Ragged {
                    line: row.line,
                    expected,
                    found: row.cells.len(),
                });
            }
            rows.push(row);
        }
        let header = (!rows.is_empty() && has_header(&rows)).then(|| rows.remove(0).cells);
        if rows.is_empty() {
            return Err(TableError::NoRows(file.to_owned()));
        }
        Ok(Self { header, rows })
    }
}

fn unread(file: &Path, error: io::Error) -> TableError {
    TableError::File {
        file: file.to_owned(),
        error,
    }
}

/// The name of every column: that of the header, or its number, counted from 1.
pub(crate) fn names(header: Option<&[String]>, rows: &[TextRow]) -> Vec<String> {
    let width = rows.first().map_or(0, |row| row.cells.len());
    let name = |index: usize| match header.and_then(|header| header.get(index)) {
        Some(name) if !name.is_empty() => name.clone(),
        _ => (index + 1).to_string(),
    };
    (0..width).map(name).collect()
}

/// The column of that name or number, counted from 0.
pub(crate) fn find(name: &ColumnName, names: &[String]) -> Result<usize, TableError> {
    if let ColumnName::Name(name) = name
        && names.iter().filter(|one| *one == name).count() > 1
    {
        return Err(TableError::ColumnTwice(name.clone()));
    }
    let found = match name {
        ColumnName::Number(number) => number.checked_sub(1).filter(|index| *index < names.len()),
        ColumnName::Name(name) => names.iter().position(|one| one == name),
    };
    found.ok_or_else(|| {
        const NAMED: usize = 12;
        let first: Vec<_> = names.iter().take(NAMED).map(String::as_str).collect();
        let more = if names.len() > NAMED { ", …" } else { "" };
        TableError::NoColumn {
            name: name.to_string(),
            known: format!("{} columns: {}{more}", names.len(), first.join(", ")),
        }
    })
}

/// A cell of which only the beginning is shown.
pub(crate) fn shortened(cell: &str) -> String {
    cell.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_columns_of_one_name_neither_is_taken() {
        let names = ["age", "sex", "age"].map(str::to_owned);
        let of = |name: &str| find(&ColumnName::Name(name.to_owned()), &names);
        assert_eq!(of("sex").unwrap(), 1);
        let said = of("age").unwrap_err().to_string();
        assert!(
            said.contains("several columns") && said.contains("number"),
            "{said}"
        );
        assert_eq!(find(&ColumnName::Number(3), &names).unwrap(), 2);
    }
}
