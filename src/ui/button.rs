//! Buttons.

use crate::ui::{Tag, tag};

/// A button of a kind that the style sheet knows (`button primary`, `button secondary`). What it
/// does is named by `action`, and done by whoever listens.
pub fn button(part: &str, action: &str, text: &str) -> Tag {
    tag("button")
        .set("type", "button")
        .set("part", part)
        .set("data-action", action)
        .text(text)
}
