//! What is wrong with a survey, or what a valid one costs.

use serde::{Deserialize, Serialize};
use sotto_survey::Fault;

/// What is wrong with a survey, or what it costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValidationReport {
    /// Whether it can be published.
    pub valid: bool,
    /// Empty if it is valid.
    pub problems: Vec<SurveyProblem>,
    /// What a valid one costs.
    pub cost: Option<Cost>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SurveyProblem {
    /// A JSON pointer to the question that it is in, or "" for the survey itself.
    pub place: String,
    /// A JSON pointer to the value that is wrong; for a missing one, to where it belongs.
    pub pointer: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl From<&Fault> for SurveyProblem {
    fn from(fault: &Fault) -> Self {
        let index = fault.question_index();
        Self {
            place: index.map_or_else(String::new, |index| format!("/questions/{index}")),
            pointer: fault.pointer.clone(),
            problem: fault.to_string(),
        }
    }
}

/// What a respondent loses by a survey.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cost {
    /// The declared ε.
    pub epsilon: String,
    /// What all questions together cost under the survey's plan, rounded up to a millionth.
    pub epsilon_actual: f64,
    /// What each question costs, and behind them each link.
    pub questions: Vec<QuestionCost>,
}

/// What a respondent loses by a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct QuestionCost {
    /// The question's id; of questions that are reported together all of their ids, with "+" between.
    pub id: String,
    /// The mechanism that was chosen, where the survey says `auto`.
    pub mechanism: Option<String>,
    /// The ε that its integers imply, rounded up to a millionth.
    pub epsilon_actual: f64,
}
