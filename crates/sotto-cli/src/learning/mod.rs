//! Learning from a table: what `sotto classify` reads, tries and draws, and what `sotto regress` reads.
//!
//! The table of `classify` holds true rows, and stays on this machine: every reported value goes through the
//! real randomizers. That of `regress` holds reports. How a classifier is trained and a regression fitted
//! is sotto-ldp's.

mod answered;
mod columns;
mod error;
mod experiment;
mod labelled_rows;
mod number_rows;
mod outcome;
mod plot;
mod projection;
mod public_rows;
mod regression;
mod table_options;
pub(crate) mod text_table;

pub(crate) use answered::LearnedSurvey;
pub(crate) use error::TableError;
pub(crate) use experiment::{Experiment, LearningMethod, TrainingSet};
pub(crate) use labelled_rows::LabelledRows;
pub(crate) use plot::plot;
pub(crate) use regression::{OutcomeColumn, RegressionOptions, RegressionTable};
pub(crate) use table_options::TableOptions;
