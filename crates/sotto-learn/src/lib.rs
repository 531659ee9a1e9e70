#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(
    test,
    allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::unwrap_used,
        reason = "tests may panic, and their figures are small"
    )
)]

mod classifier;
mod error;
mod examples;
pub mod gaussian;
#[cfg(test)]
mod one_input;
mod recipe;
pub mod regression;
mod reporting;
mod schema;
pub mod synthesis;

pub use classifier::NaiveBayes;
pub use error::LearningError;
pub use examples::{Examples, folds};
pub use recipe::{EstimatedTable, Recipe, UnknownRecipe};
pub use reporting::{LinkedReport, Reporting, Tallies};
pub use schema::Schema;
