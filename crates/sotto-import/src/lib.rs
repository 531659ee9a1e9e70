#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bounds;
mod builder;
mod container;
mod error;
mod format;
mod model;
mod report;
mod translations;
mod tree;
mod words;

pub use error::{Container, ImportError};
pub use format::{Format, Imported, import};
pub use report::{ImportLine, ImportOutcome, Language, Reason, Serves, Summary, Unasked};
pub use translations::{
    FileText, LeftText, Progress, TranslationError, TranslationFile, TranslationFormat,
    TranslationTable, TranslationText, TranslationWhy, read_translations, write_translations,
};
