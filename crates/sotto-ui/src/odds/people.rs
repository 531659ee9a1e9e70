//! Numbers of people out of a hundred, in words.

use crate::Words;

/// A number of people out of a hundred, with whatever a language puts beside it there.
pub(super) fn people_in_hundred(words: &Words, number: u64) -> String {
    words.fill("in-hundred", &[("number", &people(words, number))])
}

/// A number of people out of a hundred. Rounding must not claim "nobody" or "everybody".
pub(super) fn people(words: &Words, number: u64) -> String {
    match number {
        0 => words.say("fewer-than-one"),
        1..=99 => words.number(&number.to_string()),
        _ => words.say("more-than-99"),
    }
}
