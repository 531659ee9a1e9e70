//! The end of a draft, as far as it was gathered.

use std::mem;

use sotto_survey::{Json, WebAddress};

use super::value::DraftValue;
use crate::words::FileTexts;

/// What was gathered of the end.
#[derive(Debug, Default)]
pub(super) struct Closing {
    pub(super) text: FileTexts,
    pub(super) redirect: Option<(FileTexts, WebAddress)>,
}

impl Closing {
    /// The end as it stands in the draft, if there is one.
    pub(super) fn value(&mut self) -> Option<DraftValue> {
        let mut fields = Vec::new();
        if !self.text.is_empty() {
            fields.push(("text", DraftValue::Texts(mem::take(&mut self.text))));
        }
        if let Some((title, to)) = self.redirect.take() {
            let to = DraftValue::Json(Json::Text(to.into()));
            let way = vec![("title", DraftValue::Texts(title)), ("to", to)];
            fields.push(("redirect", DraftValue::Object(way)));
        }
        (!fields.is_empty()).then_some(DraftValue::Object(fields))
    }
}
