//! Terms and what is said of them.

use crate::ui::{Tag, tag};

/// One row of a `<dl>`: a text of the survey, and a text about it. `name` tells rows apart.
pub fn pair(name: &str, term: &str, description: &str) -> Tag {
    tag("div")
        .set("data-question", name)
        .with(tag("dt").set("dir", "auto").text(term))
        .with(tag("dd").set("dir", "auto").text(description))
}
