//! Where the focus goes.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Gives an element the focus, if it is there.
pub(super) fn focus_on(id: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that has just gone cannot be focused, and need not.
        let _ = element.focus();
    }
}
