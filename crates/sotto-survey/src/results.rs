//! Estimates for the whole crowd, in the shape in which the API gives them.
//!
//! Below the survey's minimum of reports there are none: every estimate and count is null.

use serde::{Deserialize, Serialize};
use sotto_ldp::Epsilon;

use crate::identifier::Identifier;

/// The results of a survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Results {
    /// The survey's id.
    pub survey: Identifier,
    /// The version that was answered.
    pub version: u32,
    /// How sure the intervals are, 0.95 unless asked.
    #[cfg_attr(
        feature = "schema",
        schema(exclusive_minimum = 0, exclusive_maximum = 1)
    )]
    pub confidence: f64,
    /// Of every question of which something is reported, in the order of the survey.
    pub questions: Vec<QuestionResults>,
}

/// The results of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct QuestionResults {
    /// The question's id.
    pub id: Identifier,
    /// The mechanism that perturbed the answers; never `auto`.
    pub mechanism: String,
    /// The declared ε of all of the question's reports together.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub epsilon: Epsilon,
    /// The ε that the mechanism's integers imply, rounded up to a millionth.
    pub epsilon_actual: f64,
    /// The number of submissions in which the question was reported, n.
    pub reports: u64,
    /// In the order of the question: of a multiple choice its options, each with the share of those
    /// who chose it; none of a matrix or of numbers.
    pub categories: Vec<CategoryResults>,
    /// The rows of a matrix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<RowResults>>,
    /// The number's mean among those who gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<MeanResults>,
    /// The number's distribution among those who gave one, where the question asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Vec<BinResults>>,
    /// The several numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<FieldResults>>,
    /// Of numbers that may be declined, the share of those who gave them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<ShareResults>,
}

/// The results of a category, as shares of the reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CategoryResults {
    /// The category's id.
    pub id: String,
    /// Of an option of a multiple choice: the number of its own reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reports: Option<u64>,
    /// How many noisy reports support it.
    pub count: Option<u64>,
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: Option<f64>,
    /// The standard deviation of the estimate.
    pub standard_error: Option<f64>,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: Option<[f64; 2]>,
    /// The estimate made possible, for display: of one answer after Norm-Sub, no share below 0, all
    /// together 1; of an option of a multiple choice cut at 0 and 1.
    pub consistent: Option<f64>,
}

/// The results of a row of a matrix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RowResults {
    /// The row's id.
    pub id: Identifier,
    /// The number of reports of the row.
    pub reports: u64,
    /// In the order of the question.
    pub categories: Vec<CategoryResults>,
}

/// The results of one of several numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FieldResults {
    /// The field's id.
    pub id: Identifier,
    /// The number of reports of the field.
    pub reports: u64,
    /// The mean among those who gave it.
    pub mean: Option<MeanResults>,
}

/// An estimated mean, in the question's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MeanResults {
    /// It may lie outside the question's range.
    pub estimate: f64,
    /// The standard deviation of the estimate.
    pub standard_error: f64,
    /// The ends of the interval, not cut at the range.
    pub interval: [f64; 2],
}

/// An estimated share of all reports.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ShareResults {
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: f64,
    /// The standard deviation of the estimate.
    pub standard_error: f64,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: [f64; 2],
}

/// The share of those who gave a number within a range, of all who gave one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BinResults {
    /// The least number.
    pub from: f64,
    /// The greatest number.
    pub to: f64,
    /// The share.
    pub estimate: f64,
    /// Its standard deviation, of noise and sampling; where the shape is smoothed, its bias is not
    /// in it.
    pub standard_error: f64,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: [f64; 2],
}
