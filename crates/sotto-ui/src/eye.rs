//! An eye that sees, might see, or does not.

use crate::{Tag, tag};

/// What a party sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// It sees.
    Open,
    /// It could look.
    Half,
    /// It does not see.
    Closed,
}

/// Draws the eye; the words beside it say the same.
pub fn eye(eye: Eye) -> Tag {
    let (name, path) = match eye {
        Eye::Open => (
            "open",
            "M1 8c3-5.3 11-5.3 14 0-3 5.3-11 5.3-14 0zM8 5.6a2.4 2.4 0 1 0 .01 0z",
        ),
        Eye::Half => ("half", "M1 8c3-5.3 11-5.3 14 0M5.6 8a2.4 2.4 0 0 0 4.8 0z"),
        Eye::Closed => (
            "closed",
            "M1 7c3 5.3 11 5.3 14 0M8 11v2.6M3.4 9.8l-1.2 2M12.6 9.8l1.2 2",
        ),
    };
    tag("svg")
        .set("class", "eye")
        .set("data-eye", name)
        .set("viewBox", "0 0 16 16")
        .set("aria-hidden", "true")
        .with(tag("path").set("d", path))
}
