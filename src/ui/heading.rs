//! Headings, whose level depends on the page around them.

use yew::prelude::*;

/// A heading of a level from 1 to 6 that can be given the focus when its screen appears.
#[expect(
    clippy::ignored_unit_patterns,
    reason = "what html! makes of a tag that is chosen at run time"
)]
pub fn heading(level: u8, id: &'static str, text: &str) -> Html {
    let tag = match level {
        1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    };
    html! { <@{tag} {id} tabindex="-1">{ text }</@> }
}
