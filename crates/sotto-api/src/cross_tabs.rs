//! Two questions crossed.

use serde::{Deserialize, Serialize};
use sotto_survey::Whom;

/// The shares of all pairs of answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CrossTabs {
    /// The survey's id.
    pub survey: String,
    /// The version that was answered.
    pub version: u32,
    /// Where the counts of compatible versions are added: every version that is counted, the newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<u32>,
    /// How sure the intervals are.
    pub confidence: f64,
    /// Whom every figure is about.
    pub population: Whom,
    /// The number of submissions with both questions.
    pub reports: u64,
    /// How many times as many people these two separate reports take for a cell as a joint report of
    /// the same ε would, had the questions been linked; null of linked questions, and where a joint
    /// report would have too many cells.
    pub times_the_people: Option<f64>,
    /// The question whose categories are the rows.
    pub rows: CrossedQuestion,
    /// The question whose categories are the columns.
    pub columns: CrossedQuestion,
    /// Row by row.
    pub cells: Vec<Vec<CellView>>,
    /// Whether the answers are related; null where the reports cannot show it.
    pub independence: Option<IndependenceView>,
    /// Where the shares of one linked question's categories among all people were named: the shares of the
    /// other's, had everybody taken part alike. Null otherwise, and where one of the categories may be empty.
    pub adjusted: Option<Vec<AdjustedShare>>,
}

/// A test of independence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct IndependenceView {
    /// How far the table is from independence: χ² distributed where the answers are independent.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The chance of a statistic at least as great where they are.
    pub p_value: f64,
}

/// A share corrected for who took part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AdjustedShare {
    /// The category's id.
    pub category: String,
    /// The share; it may lie below 0 or above 1.
    pub estimate: f64,
    /// The standard deviation of the estimate.
    pub standard_error: f64,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: [f64; 2],
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
