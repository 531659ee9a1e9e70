//! The controls of every type of question, one file for each kind of control.

mod asking;
mod choice;
mod dropdown;
mod matrix;
mod multiple;
mod number;
mod own_secret;
mod ranking;
mod rating;

use sotto_survey::{AnswerShape, QuestionKind};
use sotto_ui::Tag;

pub(super) use asking::Asking;

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
        QuestionKind::Ranking(_) => match asking.question.shape() {
            AnswerShape::Order(ranked) => ranking::controls(asking, ranked),
            _ => Vec::new(),
        },
        QuestionKind::Matrix(matrix) => vec![matrix::controls(asking, matrix)],
        QuestionKind::Number(range) => number::controls(asking, range, false),
        QuestionKind::Slider(range) => number::controls(asking, range, true),
        QuestionKind::Numbers(fields) => number::several(asking, fields),
        QuestionKind::Statement => Vec::new(),
        QuestionKind::Consent => vec![multiple::consent(asking)],
        QuestionKind::OwnSecret(secret) => own_secret::controls(asking, secret),
    }
}
