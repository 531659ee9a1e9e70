//! What became of a submission.

use serde::{Deserialize, Serialize};

/// The answer to a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Receipt {
    /// Whether it was counted now or before; it is durable in both cases.
    pub outcome: Outcome,
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
