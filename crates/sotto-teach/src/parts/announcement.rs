//! What is read aloud after a press on a button. The same words on the screen also follow the sliders, which would be
//! too much to hear.

use yew::prelude::*;

/// The words of the last press: `press` numbers the presses, and `is_ready` says whether its words are complete.
#[hook]
pub(crate) fn use_announcement(press: u32, is_ready: bool, words: &str) -> String {
    let last = use_mut_ref(|| (0, String::new()));
    let mut last = last.borrow_mut();
    if is_ready && last.0 != press {
        *last = (press, words.to_owned());
    }
    last.1.clone()
}

/// A place that is read aloud when it changes, and not seen.
pub(crate) fn announced(words: String) -> Html {
    html! { <p class="visually-hidden" role="status">{ words }</p> }
}
