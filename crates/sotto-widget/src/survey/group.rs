//! Parts of a screen that belong together under a heading.

use sotto_ui::{Tag, tag};

/// A part of a screen, named by the heading in it. It is a group and not a region: a page with two surveys would
/// have several regions of one name.
pub(super) fn group(name: &'static str, class: &str, heading: &str) -> Tag {
    tag("div")
        .key(name)
        .set("class", class)
        .set("part", name)
        .set("role", "group")
        .set("aria-labelledby", heading)
}
