//! The rows of a table, column by column.

use std::rc::Rc;

/// A row of a table: its columns by their names.
pub(super) type LssRow = Vec<(Rc<str>, String)>;

pub(super) fn column<'a>(columns: &'a LssRow, name: &str) -> &'a str {
    let found = columns.iter().find(|(one, _)| &**one == name);
    found.map_or("", |(_, value)| value)
}

pub(super) fn number(columns: &LssRow, name: &str) -> i64 {
    column(columns, name).trim().parse().unwrap_or(0)
}
