//! The controls of every type of question, one file for each kind of control.

mod choice;
mod dropdown;
mod matrix;
mod multiple;
mod number;
mod rating;

use sotto_survey::{Answer, Question, QuestionKind};
use sotto_ui::{Tag, Words};

use crate::survey::{Problem, State};

/// A question as it is being asked.
pub(super) struct Asking<'a> {
    pub(super) words: &'a Words,
    pub(super) state: &'a State,
    pub(super) question: &'a Question,
    /// Its index in the survey.
    pub(super) index: usize,
    /// What it was found to lack.
    pub(super) problem: Option<&'a Problem>,
}

impl<'a> Asking<'a> {
    fn id(&self) -> &'a str {
        self.question.id().as_str()
    }

    fn answer(&self) -> Option<&'a Answer> {
        self.state.answers().get(self.index)?.as_ref()
    }

    /// The id of what tells more about the question, for assistive technology.
    fn description(&self, of: &str) -> String {
        [of, "-", self.id()].concat()
    }
}

/// The controls; a statement has none.
pub(super) fn controls(asking: &Asking<'_>) -> Vec<Tag> {
    match asking.question.kind() {
        QuestionKind::YesNo | QuestionKind::SingleChoice(_) => vec![choice::controls(asking, "")],
        QuestionKind::Likert(_) => vec![choice::controls(asking, "likert")],
        QuestionKind::Rating(rating) => {
            rating::controls(asking, rating.icons, rating.labels.as_ref())
        }
        QuestionKind::Nps(labels) => {
            rating::controls(asking, sotto_survey::Icons::Numbers, labels.as_ref())
        }
        QuestionKind::Dropdown(_) => vec![dropdown::controls(asking)],
        QuestionKind::MultipleChoice(choice) => multiple::controls(asking, choice),
        QuestionKind::Matrix(matrix) => vec![matrix::controls(asking, matrix)],
        QuestionKind::Number(range) => number::controls(asking, range, false),
        QuestionKind::Slider(range) => number::controls(asking, range, true),
        QuestionKind::Numbers(fields) => number::several(asking, fields),
        QuestionKind::Statement => Vec::new(),
        QuestionKind::Consent => vec![multiple::consent(asking)],
    }
}
