//! Estimates for the whole crowd, in the shape in which the API gives them.

use serde::{Deserialize, Serialize};
use sotto_ldp::Epsilon;

use crate::identifier::Identifier;

/// The results of a survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The survey's id.
    pub survey: Identifier,
    /// The version that was answered.
    pub version: u32,
    /// How sure the intervals are, 0.95 unless asked.
    pub confidence: f64,
    /// In the order of the survey.
    pub questions: Vec<QuestionResults>,
}

/// The results of a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuestionResults {
    /// The question's id.
    pub id: Identifier,
    /// The mechanism that perturbed the answers; never `auto`.
    pub mechanism: String,
    /// The declared ε.
    pub epsilon: Epsilon,
    /// The ε that the mechanism's integers imply, rounded up to a millionth.
    pub epsilon_actual: f64,
    /// The number of reports, n.
    pub reports: u64,
    /// In the order of the question.
    pub categories: Vec<CategoryResults>,
}

/// The results of a category, as shares of the reports. There is no estimate without reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CategoryResults {
    /// The category's id.
    pub id: String,
    /// How many noisy reports support it.
    pub count: u64,
    /// The unbiased estimate; it may lie below 0 or above 1.
    pub estimate: Option<f64>,
    /// The standard deviation of the estimate.
    pub standard_error: Option<f64>,
    /// The ends of the interval, not cut at 0 or 1.
    pub interval: Option<[f64; 2]>,
    /// The estimate after Norm-Sub: no share below 0, all together 1. For display.
    pub consistent: Option<f64>,
}
