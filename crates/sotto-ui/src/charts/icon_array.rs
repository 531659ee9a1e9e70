//! A hundred people, some of them filled in: an icon array.

use std::fmt::Write;

use crate::{Tag, tag};

const COLUMNS: u64 = 20;
const WIDTH: u64 = 10;
const HEIGHT: u64 = 15;

/// A head, and shoulders below it, from the top left corner of a cell.
const PERSON: &str =
    "m5 1a2.3 2.3 0 1 0 .01 0zm0 5.6c-2.6 0-3.7 1.7-3.7 4v2.6h7.4v-2.6c0-2.3-1.1-4-3.7-4z";

/// Draws 100 people, the first `filled` of them filled in; `name` says the same in words.
pub fn icon_array(name: &str, filled: u64) -> Tag {
    let filled = filled.min(100);
    let part = |class, from, to| tag("path").set("class", class).set("d", &people(from, to));
    tag("svg")
        .set("class", "people")
        .set("viewBox", "0 0 200 75")
        .set("role", "img")
        .set("aria-label", name)
        .with(part("filled", 0, filled))
        .with(part("empty", filled, 100))
}

/// The outline of the people with the indices `from..to`, in rows of twenty.
fn people(from: u64, to: u64) -> String {
    let mut path = String::new();
    for index in from..to {
        let (x, y) = (index % COLUMNS * WIDTH, index / COLUMNS * HEIGHT);
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x} {y}{PERSON}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_people_stand_in_five_rows_of_twenty() {
        let count = |path: &str| path.matches('M').count();
        assert_eq!(count(&people(0, 27)), 27);
        assert_eq!(count(&people(27, 100)), 73);
        assert_eq!(people(3, 3), "");
        assert!(people(99, 100).starts_with("M190 60m"));
    }
}
