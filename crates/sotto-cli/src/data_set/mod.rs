//! Data sets: tables in files, one respondent on each row.

mod cell;
mod column;
mod table;

pub(crate) use cell::{category, is_missing, normalise};
pub(crate) use column::ColumnName;
pub(crate) use table::{DataTable, Record, Separator};
