//! What can happen to a respondent's state.

use std::fmt;

use sotto_survey::Answer;

use crate::{outbox::Outcome, survey::ScrambledCopy};

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A question was answered.
    Choose {
        /// The index of the question.
        question: usize,
        /// The answer; `None` when it was taken back.
        answer: Option<Answer>,
    },
    /// Something stands in a field for a number, or was left in one to search in. It is not printed.
    Type {
        /// The index of the question.
        question: usize,
        /// The index of the field.
        field: usize,
        /// What stands there.
        text: Typed,
    },
    /// A page was filled in.
    Next,
    /// The form was handed in.
    Review,
    /// Back to the page before.
    Back,
    /// To the page of a question.
    GoTo(usize),
    /// No copy can be made.
    NoRandomness,
    /// A copy was made, or one of an earlier visit was found.
    Copied(Box<ScrambledCopy>),
    /// A post ended.
    Posted(Outcome),
    /// The same bytes are to be posted again.
    Retry,
    /// The copy was forgotten on this device.
    Forgotten,
}

/// What was typed. Its debug form does not tell.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Typed(pub String);

impl fmt::Debug for Typed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Typed(..)")
    }
}
