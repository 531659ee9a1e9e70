//! Workbooks: the sheets of a form, as texts. Formulas are not computed: what was shown last is taken.

use std::io::Cursor;

use calamine::{Data, DataRef, Reader, Xlsx};

use super::{Cells, MOST_ROWS, Sheets, take};
use crate::bounds::Allowance;

/// The sheets that a form has.
const SHEETS: [&str; 4] = ["survey", "choices", "settings", "external_choices"];

/// The sheets of a form by their names, and the names of the others. The archive has to be within bounds.
pub(crate) fn sheets(bytes: &[u8]) -> Result<(Sheets, Vec<String>), String> {
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let mut found = Sheets::new();
    let mut others = Vec::new();
    let mut room = Allowance::default();
    for name in workbook.sheet_names() {
        let key = name.trim().to_lowercase();
        if SHEETS.contains(&&*key) && !found.contains_key(&key) {
            let rows = rows(&mut workbook, &name, &mut room)?;
            found.insert(key, rows);
        } else {
            others.push(name);
        }
    }
    Ok((found, others))
}

fn rows(
    workbook: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    room: &mut Allowance,
) -> Result<Vec<Cells>, String> {
    let mut reader = workbook
        .worksheet_cells_reader(name)
        .map_err(|error| error.to_string())?;
    let mut rows: Vec<Cells> = Vec::new();
    let mut last = None;
    while let Some(cell) = reader.next_cell().map_err(|error| error.to_string())? {
        let (row, column) = cell.get_position();
        let text = match cell.get_value() {
            DataRef::Empty | DataRef::Error(_) => continue,
            DataRef::SharedString(text) => (*text).to_owned(),
            other => Data::from(other.clone()).to_string(),
        };
        if text.trim().is_empty() {
            continue;
        }
        if last != Some(row) {
            if rows.len() > MOST_ROWS {
                return Err(format!("it has more than {MOST_ROWS} rows"));
            }
            rows.push(Cells::new());
            last = Some(row);
        }
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if let Some(cells) = rows.last_mut() {
            take(room, cells, column, &text)?;
        }
    }
    Ok(rows)
}
