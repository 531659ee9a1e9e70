//! What can be taken away from a survey: its aggregates, and where its settings ask for it the
//! noisy rows, in an order drawn at random and without times. Nothing here knows HTTP or the
//! database.

mod aggregates;
mod column;
mod csv_rows;
mod parquet_rows;
mod row;

pub(crate) use aggregates::aggregates_csv;
pub(crate) use column::{Column, columns};
pub(crate) use csv_rows::CsvRows;
pub(crate) use parquet_rows::ParquetRows;
pub(crate) use row::{NdjsonRows, ReportRow, RowError, RowWriter};
