//! Terms and what is said of them.

use crate::{Tag, tag};

/// One row of a `<dl>`: a `<dt>` with a text of the survey, and a `<dd>` about it. `name` tells rows
/// apart.
pub fn pair(name: &str, term: Tag, description: Tag) -> Tag {
    tag("div")
        .key(name)
        .set("data-question", name)
        .with(term)
        .with(description.set("dir", "auto"))
}
