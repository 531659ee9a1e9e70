//! What became of a submission.

use serde::{Deserialize, Serialize};

use crate::EvaluationView;

/// The answer to a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Receipt {
    /// Whether it was counted now or before; it is durable in both cases.
    pub outcome: Outcome,
    /// Of a survey that gives each person a completion code of their own: the evaluation of the submission's
    /// `blinded_code`, whose public information is `code`. It is the same again for whoever sends the same again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<EvaluationView>,
}

/// Whether a submission was counted now, or before with the same reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// Counted now.
    Counted,
    /// Counted before, with the same reports.
    CountedBefore,
}
