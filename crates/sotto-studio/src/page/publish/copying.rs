//! A button that copies what is to be put elsewhere.

use sotto_ui::Messages;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct CopyProps {
    pub(super) words: Messages,
    pub(super) id: &'static str,
    /// What is copied, as a person calls it.
    pub(super) what: String,
    pub(super) text: String,
}

/// The button, and whether it worked.
#[component]
pub(super) fn Copy(props: &CopyProps) -> Html {
    let CopyProps {
        words,
        id,
        what,
        text,
    } = props;
    // The message of what came of it.
    let said = use_state_eq(|| None::<&'static str>);
    let onclick = {
        let (said, text) = (said.setter(), text.clone());
        Callback::from(move |_: MouseEvent| {
            let said = said.clone();
            let copying = copied(&text);
            spawn_local(async move {
                let is_copied = match copying {
                    Some(copying) => JsFuture::from(copying).await.is_ok(),
                    None => false,
                };
                said.set(Some(if is_copied { "copied" } else { "copy-failed" }));
            });
        })
    };
    html! {
        <div class="bar">
            <button
                type="button"
                class="quiet small"
                id={*id}
                aria-label={words.fill("copy-what", &[("what", &**what)])}
                {onclick}
            >
                { words.text("copy") }
            </button>
            <span role="status">{ said.map_or_else(String::new, |key| words.text(key)) }</span>
        </div>
    }
}

/// Copies a text; nothing where the browser lets no page do so, as it does where the page did not come by https.
fn copied(text: &str) -> Option<js_sys::Promise> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    (!clipboard.is_undefined()).then(|| navigator.clipboard().write_text(text))
}
