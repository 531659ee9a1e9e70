//! Buttons.

use crate::{Tag, tag};

/// A button of a kind that the style sheet knows (`button primary`, `button secondary`). What it
/// does is named by `action`, and done by whoever listens.
pub fn button(part: &str, action: &str, text: &str) -> Tag {
    empty_button(part, action).text(text)
}

/// The same without its text.
pub fn empty_button(part: &str, action: &str) -> Tag {
    tag("button")
        .set("type", "button")
        .set("part", part)
        .set("data-action", action)
}
