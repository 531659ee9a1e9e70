//! Type that can be read from the back of a room: a button that sets a class on the page.

use sotto_ui::Messages;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The class that the style sheet makes everything larger by.
const CLASS: &str = "big-type";

#[derive(Properties, PartialEq)]
pub(crate) struct BigTypeProps {
    pub(crate) words: Messages,
    /// Whether a wide screen, as a projector's, begins with it.
    #[prop_or_default]
    pub(crate) begins_on_wide: bool,
}

/// From so many pixels on a screen counts as a projector's.
const WIDE: f64 = 1000.0;

#[component]
pub(crate) fn BigType(props: &BigTypeProps) -> Html {
    let is_big = use_state_eq(|| props.begins_on_wide && is_wide());
    use_effect_with(*is_big, |&is_big| {
        set(is_big);
        // What stands in place of this component is for somebody at a desk again.
        || set(false)
    });
    let onclick = {
        let is_big = is_big.clone();
        Callback::from(move |event: MouseEvent| {
            is_big.set(!*is_big);
            // Whoever clicked goes on by keys, which otherwise would press this button again. A press by key has no clicks,
            // and keeps the focus.
            let button = event.current_target();
            let button = button.and_then(|button| button.dyn_into::<HtmlElement>().ok());
            if let Some(button) = button.filter(|_| event.detail() > 0) {
                // What has no focus has none to lose.
                let _ = button.blur();
            }
        })
    };
    html! {
        <button id="big-type" type="button" class="quiet" aria-pressed={is_big.to_string()} {onclick}>
            { props.words.text("big-type") }
        </button>
    }
}

fn set(is_big: bool) {
    if let Some(root) = root() {
        // The name of a class without spaces cannot be refused.
        let _ = root.class_list().toggle_with_force(CLASS, is_big);
    }
}

fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width >= WIDE)
}

fn root() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}
