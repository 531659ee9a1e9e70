//! From a control that was used to the answer of its question.

use sotto_ldp::randomizers::Said;
use sotto_survey::{AnswerShape, Categories, Question};

use super::survey_view::SurveyView;
use crate::survey::{Action, Setting};

impl SurveyView {
    /// An option was chosen or taken back.
    pub(super) fn choose(&mut self, setting: &Setting, name: &str, category: &str, chosen: bool) {
        let (question, row) = parts(name);
        let Some((index, question)) = find(setting, question) else {
            return;
        };
        let before = self.state.answers().get(index).and_then(Option::as_ref);
        let said = || Said::named(category).and_then(|said| question.say(said).ok());
        let answer = match (question.shape(), question.category_index(category)) {
            (AnswerShape::One(Categories::OwnSecret(_)), _) => said(),
            (AnswerShape::None { .. }, _) => question.answer_consent().ok().filter(|_| chosen),
            (AnswerShape::Set(_), Some(option)) => {
                question.with_option(before, option, chosen).ok()
            }
            (AnswerShape::Rows(matrix), Some(category)) => {
                let mut rows = matrix.rows.iter();
                let row = rows.position(|other| other.id.as_str() == row);
                row.and_then(|row| question.with_row(before, row, category).ok())
            }
            (AnswerShape::One(_) | AnswerShape::Numbers(_), Some(category)) => {
                question.answer(category).ok()
            }
            // The box beside a number.
            (
                AnswerShape::One(_)
                | AnswerShape::Set(_)
                | AnswerShape::Order(_)
                | AnswerShape::Rows(_)
                | AnswerShape::Numbers(_),
                None,
            )
            | (AnswerShape::Order(_), Some(_)) => question.no_answer().filter(|_| chosen),
        };
        let action = Action::Choose {
            question: index,
            answer,
        };
        self.state.apply(action, &setting.survey);
    }
}

impl SurveyView {
    /// An option of a ranking was moved by one place, or given the next.
    pub(super) fn rank(&mut self, setting: &Setting, id: &str, option: &str, action: &str) {
        let Some((index, question)) = find(setting, id) else {
            return;
        };
        let before = self.state.answers().get(index).and_then(Option::as_ref);
        let option_index = question.category_index(option);
        let moved = option_index
            .and_then(|option| question.with_moved(before, option, action == "rank").ok());
        if let Some(answer) = moved {
            let action = Action::Choose {
                question: index,
                answer: Some(answer),
            };
            self.state.apply(action, &setting.survey);
        }
        // The row has moved, and its button is to be pressed again.
        self.focus = Some(["#", action, "-", id, "-", option].concat());
    }
}

/// The question's id in a control's name, and that of the row or field behind the dot.
pub(super) fn parts(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or((name, ""))
}

/// The question of that id, with its index.
pub(super) fn find<'a>(setting: &'a Setting, id: &str) -> Option<(usize, &'a Question)> {
    let mut questions = setting.survey.questions().iter().enumerate();
    questions.find(|(_, question)| question.id().as_str() == id)
}
