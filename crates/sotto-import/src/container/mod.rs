//! What files are packed in: separated text, workbooks, archives, XML.

mod archive;
mod tables;
mod workbook;
mod xml;

pub(crate) use archive::{Packed, packed};
pub(crate) use tables::{named, separated};
pub(crate) use workbook::sheets;
pub(crate) use xml::read_xml;

use crate::{bounds::Allowance, tree::FileTree};

/// No more rows are read.
pub(crate) const MOST_ROWS: usize = 20_000;

/// The cells of a row that are not empty, by their columns from 0.
pub(crate) type Cells = Vec<(usize, String)>;

/// Sheets by their names in small letters.
pub(crate) type Sheets = std::collections::BTreeMap<String, Vec<Cells>>;

/// Rows under the names of their columns.
pub(crate) type NamedRows = Vec<FileTree>;

/// Takes a cell in.
fn take(room: &mut Allowance, cells: &mut Cells, column: usize, text: &str) -> Result<(), String> {
    let text = text.trim();
    if !text.is_empty() {
        room.take(text).map_err(|error| error.to_string())?;
        cells.push((column, text.to_owned()));
    }
    Ok(())
}
