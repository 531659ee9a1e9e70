//! Results as they are asked for, and as they are told.

use axum::body::Bytes;
use sotto_ldp::Confidence;
use sotto_survey::Pin;

/// What the results of a version are asked for with. Which earlier versions fit never changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResultsOptions {
    pub(crate) confidence: Confidence,
    /// The number of reports below which nothing is told.
    pub(crate) minimum: u64,
    /// Whether the counts of earlier versions are added.
    pub(crate) together: bool,
    /// The pin of the version.
    pub(crate) pin: Pin,
}

/// Results in JSON, and after how many submissions they are.
#[derive(Clone)]
pub(crate) struct ResultsJson {
    pub(crate) submissions: u64,
    pub(crate) json: Bytes,
}
