//! A button that prints the page.

use yew::prelude::*;

/// The button, with its name.
pub(crate) fn print_button(name: String) -> Html {
    let onclick = Callback::from(|_| {
        if let Some(window) = web_sys::window() {
            // A page in a sandbox may not print.
            let _ = window.print();
        }
    });
    html! { <button id="print" type="button" class="quiet" {onclick}>{ name }</button> }
}
