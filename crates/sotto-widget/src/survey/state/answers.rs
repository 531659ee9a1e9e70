//! How answers enter the state: chosen, taken back, typed.

use sotto_survey::{Answer, AnswerShape, NumberFields, Survey};
use sotto_ui::number_text::answered;

use super::{State, Typed};

impl State {
    /// What stands in a question's field for a number, or in the one to search in, where it names no option.
    #[must_use]
    pub(crate) fn typed(&self, question: usize, field: usize) -> &str {
        let fields = self.typed.get(question).map_or(&[][..], Vec::as_slice);
        fields.get(field).map_or("", |text| &text.0)
    }

    pub(super) fn set(&mut self, survey: &Survey, question: usize, answer: Option<Answer>) {
        if let Some(current) = self.answers.get_mut(question) {
            *current = answer;
            self.asked = survey.asked(&self.layout, &self.answers);
            self.problems.retain(|(index, _)| *index != question);
        }
    }

    /// An option was chosen, or taken back: what was typed in its place is over.
    pub(super) fn choose(&mut self, survey: &Survey, question: usize, answer: Option<Answer>) {
        if let Some(typed) = self.typed.get_mut(question) {
            typed.clear();
        }
        self.set(survey, question, answer);
    }

    /// Takes in what was typed. Text that is not a number, or names no option, counts as no answer, and becomes a
    /// problem when the page is left.
    pub(super) fn type_in(&mut self, survey: &Survey, index: usize, field: usize, text: Typed) {
        let Some(question) = survey.questions().get(index) else {
            return;
        };
        // A native field says again what is in it when it is left.
        if cfg!(feature = "whole") && self.typed(index, field) == text.0 {
            return;
        }
        let Some(typed) = self.typed.get_mut(index) else {
            return;
        };
        let AnswerShape::Numbers(fields) = question.shape() else {
            *typed = vec![text];
            return self.set(survey, index, None);
        };
        typed.resize(fields.count(), Typed::default());
        let Some(current) = typed.get_mut(field) else {
            return;
        };
        *current = text;
        let is_empty = typed.iter().all(|text| text.0.is_empty());
        let numbers: Vec<_> = fields
            .grids()
            .zip(&*typed)
            .map(|(grid, text)| answered(&text.0, &grid, question.shape().calendar()))
            .collect();
        let answer = match fields {
            NumberFields::Several(_) if is_empty => None,
            NumberFields::Several(_) => question.answer_numbers(&numbers).ok(),
            NumberFields::Single(_) => {
                let number = numbers.first().copied().flatten();
                number.and_then(|number| question.answer_number(number).ok())
            }
        };
        self.set(survey, index, answer);
    }
}
