//! Two questions crossed.

use serde::{Deserialize, Serialize};

/// The shares of all pairs of answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CrossTabs {
    /// The survey's id.
    pub survey: String,
    /// The version that was answered.
    pub version: u32,
    /// How sure the intervals are.
    pub confidence: f64,
    /// The number of submissions with both questions.
    pub reports: u64,
    /// The question whose categories are the rows.
    pub rows: CrossedQuestion,
    /// The question whose categories are the columns.
    pub columns: CrossedQuestion,
    /// Row by row.
    pub cells: Vec<Vec<CellView>>,
}

/// One of two crossed questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CrossedQuestion {
    /// Its id.
    pub id: String,
    /// The ids of its categories.
    pub categories: Vec<String>,
}

/// A pair of answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellView {
    /// The unbiased share of all submissions; it may lie below 0 or above 1.
    pub estimate: f64,
    /// The standard deviation of the estimate.
    pub standard_error: f64,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: [f64; 2],
}
