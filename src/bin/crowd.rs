//! The simulated crowd as a program of its own, for a Web Worker: www/crowd-worker.js loads it.

use js_sys::Function;
use serde::Serialize;
use sotto_crowd::{CrowdMessage, CrowdRequest, TallyRequest};
use sotto_ui::randomness::generator;
use wasm_bindgen::prelude::*;

fn main() {}

/// Simulates the crowd that `request` asks for and tells `post` of its progress and its outcome.
#[wasm_bindgen]
pub fn simulate(request: JsValue, post: &Function) {
    let tell = |message: CrowdMessage| {
        let plain = serde_wasm_bindgen::Serializer::json_compatible();
        if let Ok(message) = message.serialize(&plain) {
            // `post` is the worker's own postMessage, which takes any plain object.
            let _ = post.call1(&JsValue::NULL, &message);
        }
    };
    match serde_wasm_bindgen::from_value::<CrowdRequest>(request) {
        Err(error) => tell(CrowdMessage::Refused(error.to_string())),
        Ok(request) => match (request.seed, generator()) {
            (Some(seed), _) => sotto_crowd::run_seeded(request, seed, tell),
            (None, Ok(mut generator)) => sotto_crowd::run(request, &mut generator, tell),
            (None, Err(_)) => tell(CrowdMessage::NoRandomness),
        },
    }
}

/// Draws the reports that `request` asks for: a list of reports and how often each came out.
///
/// # Errors
/// When the request is none that can be carried out, or there is no randomness; a sentence says why.
#[wasm_bindgen]
pub fn tally(request: JsValue) -> Result<JsValue, JsValue> {
    let sentence = |error: &dyn std::fmt::Display| JsValue::from(error.to_string());
    let request: TallyRequest =
        serde_wasm_bindgen::from_value(request).map_err(|error| sentence(&error))?;
    let mut generator = generator().map_err(|error| sentence(&error))?;
    let seen = sotto_crowd::tally(&request, &mut generator).map_err(|error| sentence(&error))?;
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    seen.serialize(&plain).map_err(|error| sentence(&error))
}
