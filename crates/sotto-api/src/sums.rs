//! Answers to a question added up, and compared with others.

use serde::{Deserialize, Serialize};
use sotto_survey::{Identifier, RatioResults, ShareResults, Whom};

/// What a client asks to be added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumsRequest {
    /// A question with one answer.
    pub question: Identifier,
    /// A row, if it is a matrix.
    pub row: Option<Identifier>,
    /// The ids of the answers that count together.
    pub answers: Vec<String>,
    /// Those of others to compare them with, if any.
    pub against: Vec<String>,
}

/// Some answers to a question together, and how they compare with others to the same question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sums {
    /// The survey's id.
    pub survey: String,
    /// The version that was answered.
    pub version: u32,
    /// Where the counts of compatible versions are added: every version that is counted, the newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<u32>,
    /// How sure each interval is.
    pub confidence: f64,
    /// Whom every figure is about.
    pub population: Whom,
    /// The question's id.
    pub question: String,
    /// The id of a matrix' row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The number of reports; of a linked question those of its link.
    pub reports: u64,
    /// The ids of the answers that count together, in the order of the question.
    pub answers: Vec<String>,
    /// The share of those who gave one of them.
    pub share: ShareResults,
    /// The answers that they were compared with; null where none were named.
    pub compared: Option<ComparedSum>,
}

/// Answers that others were compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ComparedSum {
    /// Their ids, in the order of the question.
    pub answers: Vec<String>,
    /// The share of those who gave one of them.
    pub share: ShareResults,
    /// How much greater the first share is than this.
    pub difference: ShareResults,
    /// How many times as great; null where there may be nobody in either.
    pub ratio: Option<RatioResults>,
}
