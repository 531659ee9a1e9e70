//! The program that publishes a survey on a page: computes the integers that its file leaves open, as
//! a collector does, or says what is wrong with it. The widget fetches it only for a survey that it
//! cannot ask as it stands, and holds what comes out against the declared ε like any other.

use serde::Serialize;
use sotto_widget::json_value;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

fn main() {}

/// The survey as it is published.
///
/// # Errors
/// When the survey is not one that can be asked; the sentence says where, and what would be right.
#[wasm_bindgen]
pub fn publish(survey: &JsValue) -> Result<JsValue, js_sys::Error> {
    let survey = json_value::survey(survey).map_err(|error| sentence(&error))?;
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    survey.serialize(&plain).map_err(|error| sentence(&error))
}

fn sentence(error: &dyn std::fmt::Display) -> js_sys::Error {
    js_sys::Error::new(&error.to_string())
}
