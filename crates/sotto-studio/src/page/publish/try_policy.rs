//! The policy that a page needs, tried: a plain page of this origin that has it and the two lines, and nothing else.

use js_sys::Array;
use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use web_sys::{Blob, Url};
use yew::prelude::*;

use super::shown::button;

#[derive(Properties, PartialEq)]
pub(super) struct TryPolicyProps {
    pub(super) words: Messages,
    /// The page.
    pub(super) page: String,
}

/// The button that opens it.
#[component]
pub(super) fn TryPolicy(props: &TryPolicyProps) -> Html {
    let TryPolicyProps { words, page } = props;
    let failed = use_state_eq(|| false);
    let open = {
        let (failed, page) = (failed.setter(), page.clone());
        Callback::from(move |()| failed.set(!matches!(opened(&page), Ok(true))))
    };
    html! {
        <>
            { button("try-policy", "quiet small", words.text("try-policy"), false, &open) }
            <p class="note">{ words.text("try-policy-note") }</p>
            if *failed { <p role="alert">{ words.text("try-policy-failed") }</p> }
        </>
    }
}

/// Opens the page; whether the browser let it. Its address lives as long as this page, so that it can be loaded again.
fn opened(page: &str) -> Result<bool, JsValue> {
    let text = Blob::new_with_str_sequence(&Array::of1(&JsValue::from(page)))?;
    let blob = text.slice_with_f64_and_f64_and_content_type(0.0, text.size(), "text/html")?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    Ok(window.open_with_url(&address)?.is_some())
}
