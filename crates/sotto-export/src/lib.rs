//! What a researcher takes home: estimates, codebooks, the recipe that reproduces the estimates, and noisy rows with
//! their labels, each as the bytes of one file.
//!
//! Collector and command write the same files, because both have them written here. Everything is a function of a
//! survey with its results or its rows: it reads no file, asks no collector and writes nothing; it makes no estimate
//! of its own, and no rule about surveys. `docs/exports.md` lists formats and columns, and a test holds it to this
//! crate.
//!
//! The names in a survey are text of any kind: markup, formulas, any script and direction, up to two thousand
//! characters. Each format escapes them in its own way, in one place: `markup` for HTML and XML, [`spreadsheet`] for
//! CSV, `labels` for the scripts of statistics programs.
//!
//! ```
//! use sotto_export::{Format, Languages, document};
//!
//! let file = r#"{ "sotto": 1, "id": "tea", "version": 1, "languages": ["en"], "title": { "en": "Tea" },
//!     "plan": "split", "epsilon": "1",
//!     "questions": [{ "id": "tea", "type": "yes-no", "title": { "en": "Do you drink tea?" } }] }"#;
//! let survey = serde_json::from_str(file)?;
//! let script = document(Format::Spss, &survey, None, &Languages::of(&survey, None)?)?;
//! assert!(String::from_utf8(script)?.contains("VARIABLE LABELS"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
