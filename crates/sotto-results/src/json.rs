//! JSON read by the browser's own parser.

use js_sys::JSON;
use serde::de::DeserializeOwned;

/// Reads JSON text as a `T`; `None` when it is neither. The browser's parser keeps the last of two
/// equal keys, so this is for what the page itself made or asked for.
pub fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    let value = JSON::parse(text).ok()?;
    serde_wasm_bindgen::from_value(value).ok()
}
