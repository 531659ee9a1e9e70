//! The legend of a chart.

use yew::prelude::*;

/// A mark and its meaning.
#[derive(Debug)]
pub struct Key {
    /// A further class of the drawing.
    pub class: Option<&'static str>,
    /// The mark, on 28 by 16 units.
    pub drawing: Html,
    /// What it stands for.
    pub text: String,
}

/// The legend as a list.
pub fn legend(keys: impl IntoIterator<Item = Key>) -> Html {
    let item = |key: Key| {
        html! {
            <li>
                <svg class={classes!("key", key.class)} width="28" height="16" aria-hidden="true">
                    { key.drawing }
                </svg>
                { key.text }
            </li>
        }
    };
    html! { <ul class="legend">{ for keys.into_iter().map(item) }</ul> }
}
