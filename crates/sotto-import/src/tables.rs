//! Tables with a first line that names their columns.

use std::{collections::BTreeMap, rc::Rc};

use crate::bounds::{Room, check_cells};

/// No more rows are read.
pub(crate) const MOST_ROWS: usize = 20_000;

/// The cells of a row that are not empty, by their columns from 0.
pub(crate) type Cells = Vec<(usize, String)>;

/// A row by the names of its columns, which all rows share; empty cells are not in it.
pub(crate) type Row = BTreeMap<Rc<str>, String>;

/// Rows of cells under their names, which are compared without regard to case.
pub(crate) fn named(rows: impl IntoIterator<Item = Cells>) -> Vec<Row> {
    let mut rows = rows.into_iter();
    let head = rows.next().unwrap_or_default().into_iter();
    let head: BTreeMap<usize, Rc<str>> = head
        .map(|(column, name)| (column, name.trim().to_lowercase().into()))
        .filter(|(_, name): &(usize, Rc<str>)| !name.is_empty())
        .collect();
    let named = rows.take(MOST_ROWS).map(|row| {
        let cells = { row.into_iter() }
            .filter_map(|(column, cell)| Some((head.get(&column)?, cell.trim().to_owned())));
        let filled = cells.filter(|(_, cell)| !cell.is_empty());
        filled
            .map(|(name, cell)| (Rc::clone(name), cell))
            .collect::<Row>()
    });
    named.filter(|row| !row.is_empty()).collect()
}

/// The cells of separated text.
pub(crate) fn cells(text: &str, separator: u8) -> Result<Vec<Cells>, String> {
    check_cells(text, separator).map_err(|error| error.to_string())?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut room = Room::default();
    let mut record = csv::StringRecord::new();
    while let Some(record) = next(&mut reader, &mut record)? {
        if rows.len() > MOST_ROWS {
            return Err(format!("it has more than {MOST_ROWS} rows"));
        }
        let mut cells = Vec::new();
        for (column, cell) in record.iter().enumerate() {
            if !cell.is_empty() {
                room.take(cell).map_err(|error| error.to_string())?;
                cells.push((column, cell.to_owned()));
            }
        }
        rows.push(cells);
    }
    Ok(rows)
}

fn next<'a>(
    reader: &mut csv::Reader<&[u8]>,
    record: &'a mut csv::StringRecord,
) -> Result<Option<&'a csv::StringRecord>, String> {
    let is_there = reader.read_record(record);
    let is_there = is_there.map_err(|error| error.to_string())?;
    Ok(is_there.then_some(record))
}
