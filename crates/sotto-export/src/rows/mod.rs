//! Noisy rows, read as they were sent and written for statistics programs.
//!
//! A row is what one respondent sent: perturbed reports, no answers. What is written here follows from the
//! reports alone; nothing is corrected, joined or put into another order.

mod columns;
mod row;
mod writers;
mod written;

pub use self::{
    columns::{Columns, Heading},
    row::ReportRow,
    writers::{RowWriter, row_writer},
    written::Written,
};
pub(crate) use self::{row::Rows, writers::file};
