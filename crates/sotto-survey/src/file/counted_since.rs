//! From which version on something goes on being counted, as it stands in a published file.

use serde::Serialize;

use super::{
    fault::At,
    fields::{self, Fields},
    json::Json,
};

/// What is counted by itself, and did not change since an earlier version: a question, or questions that are linked. Its
/// counts go on from that version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountedSince {
    /// The question's id; of linked questions all of their ids, with "+" between.
    pub question: String,
    /// The first version that it is counted from.
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub version: u32,
}

impl CountedSince {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["question", "version"]);
        Self {
            question: fields.needed("question", fields::text).unwrap_or_default(),
            version: fields.needed_or("version", fields::count),
        }
    }
}
