//! Tables with a first line that names their columns.

use std::collections::BTreeMap;

/// No more rows are read.
pub(crate) const MOST_ROWS: usize = 20_000;

/// A row by the names of its columns; empty cells are not in it.
pub(crate) type Row = BTreeMap<String, String>;

/// Rows of cells under their names, which are compared without regard to case.
pub(crate) fn named(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<Row> {
    let mut rows = rows.into_iter();
    let head: Vec<String> = rows.next().unwrap_or_default();
    let head: Vec<String> = head.iter().map(|name| name.trim().to_lowercase()).collect();
    let named = rows.take(MOST_ROWS).map(|row| {
        let cells = head.iter().cloned().zip(row);
        let cells = cells.map(|(name, cell)| (name, cell.trim().to_owned()));
        cells
            .filter(|(name, cell)| !name.is_empty() && !cell.is_empty())
            .collect::<Row>()
    });
    named.filter(|row| !row.is_empty()).collect()
}

/// The cells of separated text.
pub(crate) fn cells(text: &str, separator: u8) -> Result<Vec<Vec<String>>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        if rows.len() > MOST_ROWS {
            return Err(format!("it has more than {MOST_ROWS} rows"));
        }
        let record = record.map_err(|error| error.to_string())?;
        rows.push(record.iter().map(str::to_owned).collect());
    }
    Ok(rows)
}
