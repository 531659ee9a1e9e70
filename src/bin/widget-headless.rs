//! A survey without its interface: perturbs answers, for pages that ask their questions themselves, and
//! publishes a survey as a collector does, by computing the integers that its file leaves open, and compiles
//! it. The widget fetches it only for a survey that it cannot ask as it stands, and holds what comes out
//! against the declared ε like any other.

use js_sys::Uint8Array;
use serde::Serialize;
use sotto_survey::Survey;
use sotto_widget::{headless, json_value};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

fn main() {}

/// The body of a submission for these answers; with a pin, to the survey that has it. Of a survey that leaves its arms
/// to links, `arm` names them, with spaces between.
///
/// # Errors
/// When the survey or an answer is not as it should be, the pin is none, the arms are not those to be named, or there is
/// no randomness.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands it over")]
pub fn perturb(
    survey: &JsValue,
    answers: &JsValue,
    pin: Option<String>,
    arm: Option<String>,
) -> Result<String, js_sys::Error> {
    headless::perturb(survey, answers, pin.as_deref(), arm.as_deref())
        .map_err(|words| js_sys::Error::new(&words))
}

/// The text whose hash is the `epsilon-pin` of a survey.
///
/// # Errors
/// When the survey is not one that can be asked.
#[wasm_bindgen]
pub fn parameters(survey: &JsValue) -> Result<String, js_sys::Error> {
    headless::parameters(survey).map_err(|words| js_sys::Error::new(&words))
}

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

/// The survey in its compiled form, which the element reads. A survey that is compiled already is held
/// against every rule.
///
/// # Errors
/// When the survey is not one that can be asked; the sentence says where, and what would be right.
#[wasm_bindgen]
pub fn compile(survey: &JsValue) -> Result<Vec<u8>, js_sys::Error> {
    let read = match survey.dyn_ref::<Uint8Array>() {
        Some(bytes) => Survey::of_compiled(&bytes.to_vec()).map_err(|error| sentence(&error)),
        None => json_value::survey(survey).map_err(|error| sentence(&error)),
    };
    Ok(read?.compile())
}

fn sentence(error: &dyn std::fmt::Display) -> js_sys::Error {
    js_sys::Error::new(&error.to_string())
}
