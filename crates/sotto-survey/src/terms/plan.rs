//! How a survey's ε is shared among its questions.

use serde::Serialize;

/// How a survey's ε is shared among its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Plan {
    /// Every question has its own ε.
    Fixed,
    /// Every question has a part in proportion to its share.
    Split,
    /// Each respondent reports some questions, drawn at random whatever the answers.
    Sample,
}

impl Plan {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Split => "split",
            Self::Sample => "sample",
        }
    }
}
