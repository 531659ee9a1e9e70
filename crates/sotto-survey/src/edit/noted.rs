//! The changes that comparing finds.

use super::change::{Change, ChangeKind};

/// By how many millionths the losses of integers for the same ε can differ.
pub(super) const ROUNDING: u64 = 1_000;

/// Changes found so far.
#[derive(Default)]
pub(super) struct Noted(pub(super) Vec<Change>);

impl Noted {
    /// Notes a change of the survey itself.
    pub(super) fn add(&mut self, kind: ChangeKind, pointer: &str) {
        self.0.push(Change {
            kind,
            pointer: pointer.to_owned(),
            question: None,
        });
    }

    /// Notes a change of a question.
    pub(super) fn add_of(&mut self, question: &str, kind: ChangeKind, pointer: String) {
        self.0.push(Change {
            kind,
            pointer,
            question: Some(question.to_owned()),
        });
    }
}
