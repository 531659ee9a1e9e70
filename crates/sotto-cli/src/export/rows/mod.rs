//! Noisy rows, read as the collector gives them and written for statistics programs.
//!
//! A row is what one respondent sent: perturbed reports, no answers. What is written here follows from the
//! reports alone; nothing is corrected, joined or put into another order.

mod columns;
mod read;
mod written;

pub(crate) use self::{columns::Heading, written::Written};
pub(super) use self::{
    columns::{ReportColumn, columns},
    written::Rows,
};
