//! The pin of a published survey: the hash of all that decides what a scrambled copy gives away, made by the
//! browser, which has hashes on pages of https and of its own machine alone.

use js_sys::Uint8Array;
use sotto_survey::Survey;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// The pin, as `epsilon-pin` has it; `None` where the browser makes no hashes.
pub(super) async fn pin_of(survey: &Survey) -> Option<String> {
    let window = web_sys::window()?;
    // An old browser, or a page that was not fetched safely, has none of it.
    let subtle = window.crypto().ok()?.subtle();
    if AsRef::<JsValue>::as_ref(&subtle).is_undefined() {
        return None;
    }
    let text = survey.pinned_parameters();
    let hash = subtle
        .digest_with_str_and_u8_array("SHA-256", text.as_bytes())
        .ok()?;
    let hash = Uint8Array::new(&JsFuture::from(hash).await.ok()?).to_vec();
    let characters: String = hash.into_iter().map(char::from).collect();
    let hash = window.btoa(&characters).ok()?;
    Some(["sha256-", &hash].concat())
}
