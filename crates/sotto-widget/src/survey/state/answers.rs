//! Answers taken in: chosen, taken back, typed.

use sotto_survey::{Answer, QuestionKind, Survey};
use sotto_ui::number_text::number;

use super::{State, Typed};

impl State {
    /// What stands in a question's field for a number.
    #[must_use]
    pub fn typed(&self, question: usize, field: usize) -> &str {
        let fields = self.typed.get(question).map_or(&[][..], Vec::as_slice);
        fields.get(field).map_or("", |text| &text.0)
    }

    pub(super) fn set(&mut self, survey: &Survey, question: usize, answer: Option<Answer>) {
        if let Some(place) = self.answers.get_mut(question) {
            *place = answer;
            self.asked = survey.asked(&self.answers);
            self.problems.retain(|(place, _)| *place != question);
        }
        // Whoever declines has nothing typed.
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

    /// Reads what was typed, if it is a number; what is none is no answer, and a problem in time.
    pub(super) fn type_in(&mut self, survey: &Survey, place: usize, field: usize, text: Typed) {
        let Some(question) = survey.questions().get(place) else {
            return;
        };
        let grids = question.kind().grids();
        let Some(typed) = self.typed.get_mut(place).filter(|_| field < grids.len()) else {
            return;
        };
        typed.resize(grids.len(), Typed::default());
        if let Some(place) = typed.get_mut(field) {
            *place = text;
        }
        let numbers: Vec<_> = grids
            .iter()
            .zip(&*typed)
            .map(|(grid, text)| number(&text.0, grid))
            .collect();
        let answer = match (question.kind(), &numbers[..]) {
            (QuestionKind::Numbers(_), _) if typed.iter().all(|text| text.0.is_empty()) => None,
            (QuestionKind::Numbers(_), numbers) => question.answer_numbers(numbers).ok(),
            (_, [Some(number)]) => question.answer_number(*number).ok(),
            _ => None,
        };
        self.set(survey, place, answer);
    }
}
