//! What differs between two texts: one piece of the one and what stands there in the other.

use serde::{Deserialize, Serialize};

/// From one text to another, and back. Between two moments of a draft that is little, however long the draft is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Difference {
    /// Where the texts begin to differ, in bytes.
    at: usize,
    /// What stands there in the one.
    one: String,
    /// What stands there in the other.
    other: String,
}

impl Difference {
    /// What differs between two texts.
    #[must_use]
    pub(super) fn between(one: &str, other: &str) -> Self {
        let pairs = one.char_indices().zip(other.chars());
        let mut differing = pairs.skip_while(|((_, first), second)| first == second);
        let shorter = one.len().min(other.len());
        let at = differing.next().map_or(shorter, |((at, _), _)| at);
        let (one_rest, other_rest) = (tail(one, at), tail(other, at));
        let backward = one_rest.chars().rev().zip(other_rest.chars().rev());
        let alike = backward.take_while(|(first, second)| first == second);
        let end: usize = alike.map(|(character, _)| character.len_utf8()).sum();
        let piece = |rest: &str| head(rest, rest.len() - end).to_owned();
        Self {
            at,
            one: piece(one_rest),
            other: piece(other_rest),
        }
    }

    /// The other text, made of the one; nothing where it is of another text.
    #[must_use]
    pub(super) fn forth(&self, one: &str) -> Option<String> {
        replaced(one, self.at, &self.one, &self.other)
    }

    /// The one text, made of the other; nothing where it is of another text.
    #[must_use]
    pub(super) fn back(&self, other: &str) -> Option<String> {
        replaced(other, self.at, &self.other, &self.one)
    }

    /// How much it holds, in bytes.
    #[must_use]
    pub(super) const fn bytes(&self) -> usize {
        self.one.len() + self.other.len()
    }
}

fn head(text: &str, to: usize) -> &str {
    text.get(..to).unwrap_or_default()
}

fn tail(text: &str, from: usize) -> &str {
    text.get(from..).unwrap_or_default()
}

fn replaced(text: &str, at: usize, was: &str, is: &str) -> Option<String> {
    let rest = text.get(at..)?.strip_prefix(was)?;
    Some([text.get(..at)?, is, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_leads_forth_and_back() {
        for (one, other) in [
            ("", ""),
            ("tea", "tea"),
            ("", "tea"),
            ("a tea b", "a coffee b"),
            ("aaa", "aa"),
            ("茶水", "茶茶水"),
            ("é", "è"),
            ("abcabc", "abc"),
        ] {
            let difference = Difference::between(one, other);
            assert_eq!(difference.forth(one).as_deref(), Some(other));
            assert_eq!(difference.back(other).as_deref(), Some(one));
        }
        let long = "x".repeat(10_000);
        let typed = format!("{long}y{long}");
        let untyped = format!("{long}{long}");
        assert_eq!(Difference::between(&untyped, &typed).bytes(), 1);
    }

    #[test]
    fn a_difference_of_another_text_is_none() {
        let difference = Difference::between("tea for two", "tea for three");
        for other in ["", "tea", "coffee for two", "茶茶茶茶"] {
            assert_eq!(difference.back(other), None, "{other}");
        }
    }
}
