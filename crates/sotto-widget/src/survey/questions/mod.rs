//! The controls of every type of question, one file for each form there is.

mod choice;
mod dropdown;
mod matrix;
mod multiple;
mod number;
mod rating;

use sotto_survey::{Answer, Question, QuestionKind};
use sotto_ui::Tag;

use crate::survey::{Problem, Setting, State};

/// A question as it is being asked.
pub(super) struct Asking<'a> {
    pub(super) setting: &'a Setting,
    pub(super) state: &'a State,
    pub(super) question: &'a Question,
    /// Its place in the survey.
    pub(super) place: usize,
    /// What it was found to lack.
    pub(super) problem: Option<&'a Problem>,
}

impl<'a> Asking<'a> {
    fn id(&self) -> &'a str {
        self.question.id().as_str()
    }

    fn answer(&self) -> Option<&'a Answer> {
        self.state.answers().get(self.place)?.as_ref()
    }

    /// The id of what tells more about the question, for assistive technology.
    fn description(&self, of: &str) -> String {
        [of, "-", self.id()].concat()
    }
}

/// The controls; none for words without an answer.
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
