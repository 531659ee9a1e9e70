#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod codebook;
mod contents;
mod error;
mod estimates;
pub mod figures;
mod findings;
mod format;
mod labels;
mod languages;
mod lines;
mod markup;
mod page;
mod parquet_file;
mod plain;
mod recipe;
mod report;
mod rows;
mod sav;
pub mod spreadsheet;
mod table;
mod variables;
mod words;
mod workbook;
mod writers;

pub use self::{
    contents::{Contents, document},
    error::{BadRow, ExportError},
    estimates::COLUMNS,
    findings::Findings,
    format::{Format, UnknownFormat},
    languages::Languages,
    parquet_file::ParquetFile,
    plain::{people, versions, whom},
    rows::{Columns, Heading, ReportRow, Written},
    writers::{RowWriter, row_writer},
};
