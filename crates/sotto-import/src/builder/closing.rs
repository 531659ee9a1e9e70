//! The end of a draft, as far as it was gathered.

use std::mem;

use sotto_survey::{Json, WebAddress};

use super::value::Value;
use crate::words::Texts;

/// What was gathered of the end.
#[derive(Debug, Default)]
pub(super) struct Closing {
    pub(super) text: Texts,
    pub(super) redirect: Option<(Texts, WebAddress)>,
}

impl Closing {
    /// The end as it stands in the draft, if there is one.
    pub(super) fn value(&mut self) -> Option<Value> {
        let mut fields = Vec::new();
        if !self.text.is_empty() {
            fields.push(("text", Value::Texts(mem::take(&mut self.text))));
        }
        if let Some((title, to)) = self.redirect.take() {
            let to = Value::Json(Json::Text(to.into()));
            let way = vec![("title", Value::Texts(title)), ("to", to)];
            fields.push(("redirect", Value::Object(way)));
        }
        (!fields.is_empty()).then_some(Value::Object(fields))
    }
}
