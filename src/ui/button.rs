//! Buttons.

use yew::prelude::*;

/// A button of a kind that the style sheet knows (`button primary`, `button secondary`). What it
/// does is named by `action`, and done by whoever listens.
pub fn button(part: &'static str, action: &'static str, text: String) -> Html {
    html! {
        <button type="button" {part} data-action={action}>{ text }</button>
    }
}
