//! What a researcher takes home: estimates, codebooks, the recipe that reproduces the estimates, and
//! noisy rows with their labels, each as the bytes of one file.
//!
//! Everything here is a function of a survey with its results or its rows. It reads no file, asks no
//! collector and writes nothing; it makes no estimate of its own, and no rule about surveys.
//!
//! The names in a survey are text of any kind: markup, formulas, any script and direction, up to two
//! thousand characters. Each format escapes them in its own way, in one place: [`markup`] for HTML
//! and XML, [`table`] for CSV, [`labels`] for the scripts of statistics programs.

mod aggregates;
mod codebook;
mod contents;
mod error;
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
mod table;
mod variables;
mod words;
mod workbook;

pub(crate) use self::{
    contents::{Contents, Source},
    error::ExportError,
    findings::Findings,
    format::Format,
    languages::Languages,
    parquet_file::parquet_of,
    plain::{people, versions},
    rows::{Heading, Written},
};
