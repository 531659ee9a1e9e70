//! Where the focus goes.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Gives an element the focus, if it is there. What is folded away around it unfolds.
pub(super) fn focus_on(id: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.get_element_by_id(id));
    let mut around = element.clone();
    while let Some(folded) = around.and_then(|one| one.closest("details").ok().flatten()) {
        // It can be unfolded, being what unfolds.
        let _ = folded.set_attribute("open", "");
        around = folded.parent_element();
    }
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that has just gone cannot be focused, and need not.
        let _ = element.focus();
    }
}
