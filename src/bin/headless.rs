//! The program of the npm package's headless half: perturbs answers without our interface.

use sotto_widget::headless;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

fn main() {}

/// The body of a submission for these answers.
///
/// # Errors
/// When the survey or an answer is not as it should be, or there is no randomness.
#[wasm_bindgen]
pub fn perturb(survey: &JsValue, answers: &JsValue) -> Result<String, js_sys::Error> {
    headless::perturb(survey, answers).map_err(|words| js_sys::Error::new(&words))
}

/// The text whose hash is a survey's pin.
///
/// # Errors
/// When the survey is not one that can be asked.
#[wasm_bindgen]
pub fn parameters(survey: &JsValue) -> Result<String, js_sys::Error> {
    headless::parameters(survey).map_err(|words| js_sys::Error::new(&words))
}
