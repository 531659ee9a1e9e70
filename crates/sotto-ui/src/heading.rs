//! Headings, whose level depends on the page around them.

use crate::{Tag, tag};

/// A heading of a level from 1 to 6 that can be given the focus when its screen appears.
pub fn heading(level: u8, id: &str, text: &str) -> Tag {
    empty_heading(level, id).text(text)
}

/// The same without its text.
pub fn empty_heading(level: u8, id: &str) -> Tag {
    let name = match level {
        1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    };
    tag(name).set("id", id).set("tabindex", "-1")
}
