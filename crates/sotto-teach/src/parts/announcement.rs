//! What is read aloud and not seen.

use yew::prelude::*;

/// A place that is read aloud when it changes, and not seen.
pub(crate) fn announced(words: String) -> Html {
    html! { <p class="visually-hidden" role="status">{ words }</p> }
}
