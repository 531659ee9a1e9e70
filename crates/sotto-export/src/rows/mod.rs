//! Noisy rows, read as they were sent, and what they mean to statistics programs.
//!
//! A row is what one respondent sent: perturbed reports, no answers. What is written of it follows from the
//! reports alone; nothing is corrected, joined or put into another order.

mod columns;
mod row;
mod written;

pub use self::{
    columns::{Columns, Heading},
    row::ReportRow,
    written::Written,
};
pub(crate) use self::{row::Rows, written::cells};
