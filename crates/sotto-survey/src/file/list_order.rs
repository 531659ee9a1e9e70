//! In which order the elements of a list are shown.

use serde::Serialize;

use super::{fault::At, fields, json::Json};

/// How the elements of a list are shown; as they are written where a file does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Order))]
pub enum ListOrder {
    /// Every order is as likely as any other.
    Random,
    /// As written for one half of the respondents, the other way round for the other.
    Reversed,
}

impl ListOrder {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["random", "reversed"])?;
        [Self::Random, Self::Reversed].get(index).copied()
    }
}
