//! Files on the designer's own device, opened and saved by the browser.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, HtmlAnchorElement, HtmlInputElement, Url};
use yew::prelude::*;

/// A survey's file has at most so many bytes.
const LONGEST: f64 = 16_777_216.0;

/// Saves a text as a file; whether the browser took it.
pub(super) fn save(name: &str, text: &str) -> bool {
    saved(name, &text.into()).is_ok()
}

/// Saves bytes as a file; whether the browser took it.
pub(super) fn save_bytes(name: &str, bytes: &[u8]) -> bool {
    saved(name, &Uint8Array::from(bytes)).is_ok()
}

fn saved(name: &str, part: &JsValue) -> Result<(), JsValue> {
    let blob = Blob::new_with_blob_sequence(&js_sys::Array::of1(part))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let document = web_sys::window().and_then(|window| window.document());
    let link = document.ok_or(JsValue::NULL)?.create_element("a")?;
    let link: HtmlAnchorElement = link.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// Reads the file that was chosen: its name, and nothing else where it is too long, or cannot be read.
pub(super) fn open(event: &Event, done: Callback<(String, Option<Uint8Array>)>) {
    let input: HtmlInputElement = event.target_unchecked_into();
    let Some(file) = input.files().and_then(|files| files.get(0)) else {
        return;
    };
    // The same file can be chosen again.
    input.set_value("");
    if file.size() > LONGEST {
        done.emit((file.name(), None));
        return;
    }
    spawn_local(async move {
        let bytes = JsFuture::from(file.array_buffer()).await;
        done.emit((file.name(), bytes.ok().map(|bytes| Uint8Array::new(&bytes))));
    });
}
