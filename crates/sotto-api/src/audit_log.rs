//! What was done with tokens.

use serde::{Deserialize, Serialize};

/// An act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EntryView {
    /// Its number; later acts have greater ones.
    pub entry: i64,
    /// The beginning of the hour.
    #[cfg_attr(feature = "schema", schema(format = DateTime))]
    pub hour: String,
    /// The id of the token.
    pub token: String,
    /// What was done.
    pub act: String,
    /// The survey that it was done to.
    pub survey: Option<String>,
}
