//! Type that can be read from the back of a room: a button that sets a class on the page.

use sotto_ui::Messages;
use web_sys::Element;
use yew::prelude::*;

/// The class that the style sheet makes everything larger by.
const CLASS: &str = "big-type";

#[derive(Properties, PartialEq)]
pub(crate) struct BigTypeProps {
    pub(crate) words: Messages,
}

#[component]
pub(crate) fn BigType(props: &BigTypeProps) -> Html {
    let is_big = use_state_eq(|| false);
    use_effect_with(*is_big, |&is_big| {
        if let Some(root) = root() {
            // The name of a class without spaces cannot be refused.
            let _ = root.class_list().toggle_with_force(CLASS, is_big);
        }
    });
    let onclick = {
        let is_big = is_big.clone();
        Callback::from(move |_| is_big.set(!*is_big))
    };
    html! {
        <button id="big-type" type="button" class="quiet" aria-pressed={is_big.to_string()} {onclick}>
            { props.words.text("big-type") }
        </button>
    }
}

/// Whether the page's type is big now.
pub(crate) fn is_big() -> bool {
    root().is_some_and(|root| root.class_list().contains(CLASS))
}

fn root() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}
