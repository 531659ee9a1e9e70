//! Tables with a first line that names their columns.

use std::{collections::BTreeMap, rc::Rc};

use super::{Cells, MOST_ROWS, NamedRows, take};
use crate::{
    bounds::{Allowance, check_cells},
    tree::FileTree,
};

/// Rows of cells under their names in small letters. Cells without a name stand under that of their column.
pub(crate) fn named(rows: impl IntoIterator<Item = Cells>) -> NamedRows {
    let mut rows = rows.into_iter();
    let head = rows.next().unwrap_or_default().into_iter();
    let mut head: BTreeMap<usize, Rc<str>> = head
        .map(|(column, name)| (column, name.trim().to_lowercase().into()))
        .collect();
    let mut row = |cells: Cells| {
        let cells = cells.into_iter().map(|(column, cell)| {
            let name = head
                .entry(column)
                .or_insert_with(|| format!("column {}", column + 1).into());
            (Rc::clone(name), cell)
        });
        FileTree::row(cells.collect::<Vec<_>>())
    };
    let filled = rows.filter(|cells| !cells.is_empty());
    filled.map(&mut row).collect()
}

/// The cells of separated text.
pub(crate) fn separated(text: &str, separator: u8) -> Result<Vec<Cells>, String> {
    check_cells(text, separator).map_err(|error| error.to_string())?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut room = Allowance::default();
    let mut record = csv::StringRecord::new();
    while reader
        .read_record(&mut record)
        .map_err(|error| error.to_string())?
    {
        if rows.len() > MOST_ROWS {
            return Err(format!("it has more than {MOST_ROWS} rows"));
        }
        let mut cells = Cells::new();
        for (column, cell) in record.iter().enumerate() {
            take(&mut room, &mut cells, column, cell)?;
        }
        rows.push(cells);
    }
    Ok(rows)
}
