//! The simulated crowd as a program of its own, for a Web Worker: www/crowd-worker.js loads it.

use js_sys::Function;
use serde::Serialize;
use sotto::{
    crowd::{self, CrowdMessage, CrowdRequest},
    randomness::generator,
};
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
        Ok(request) => match generator() {
            Ok(mut generator) => crowd::run(request, &mut generator, tell),
            Err(_) => tell(CrowdMessage::NoRandomness),
        },
    }
}
