//! The texts of a survey in another of its languages: a table to write them in, and files for whoever translates
//! elsewhere.

mod carrying;
mod report;
mod table;
mod words;

pub(super) use table::Translations;
