//! How answers enter the state: chosen, taken back, typed.

use sotto_survey::{Answer, AnswerShape, NumberFields, Survey};
use sotto_ui::number_text::number;

use super::{State, Typed};

impl State {
    /// What stands in a question's field for a number.
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
        // Declining clears what was typed.
        let is_declined = self.is_declined(survey, question);
        if let Some(typed) = self.typed.get_mut(question).filter(|_| is_declined) {
            typed.clear();
        }
    }

    fn is_declined(&self, survey: &Survey, question: usize) -> bool {
        let answer = self.answers.get(question).and_then(Option::as_ref);
        let asked = survey.questions().get(question);
        asked
            .zip(answer)
            .is_some_and(|(question, answer)| question.is_declined(answer))
    }

    /// Takes in what was typed. Text that is not a number counts as no answer, and becomes a problem
    /// when the page is left.
    pub(super) fn type_in(&mut self, survey: &Survey, index: usize, field: usize, text: Typed) {
        let Some(question) = survey.questions().get(index) else {
            return;
        };
        let AnswerShape::Numbers(fields) = question.shape() else {
            return;
        };
        let Some(typed) = self.typed.get_mut(index) else {
            return;
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
            .map(|(grid, text)| number(&text.0, &grid))
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
