//! What the questions lack before their answers can be sent.

use sotto_survey::{AnswerError, Question, Survey};
use sotto_ui::number_text::number;

use super::State;

/// What a question still lacks before it can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// An answer.
    Missing,
    /// At least so many options.
    TooFew(u32),
    /// At most so many options.
    TooMany(u32),
    /// An answer in that row.
    Row(usize),
    /// A number in that field.
    Field(usize),
    /// In that field a number that can be answered.
    Range(usize),
}

impl State {
    /// What the questions were found to lack, by their places.
    #[must_use]
    pub fn problems(&self) -> &[(usize, Problem)] {
        &self.problems
    }

    /// What is still lacking on the pages wanted.
    pub(super) fn problems_of(
        &self,
        survey: &Survey,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Problem)> {
        let questions = survey.questions().iter().enumerate();
        let asked = questions.filter(|(place, _)| wanted(*place) && self.asked[*place]);
        asked
            .filter_map(|(place, question)| Some((place, self.problem(place, question)?)))
            .collect()
    }

    fn problem(&self, place: usize, question: &Question) -> Option<Problem> {
        let grids = question.kind().grids();
        let unusable = grids.iter().enumerate().position(|(field, grid)| {
            let text = self.typed(place, field);
            !text.is_empty() && number(text, grid).is_none()
        });
        if let Some(field) = unusable {
            return Some(Problem::Range(field));
        }
        match question.check(self.answers.get(place)?.as_ref()) {
            Ok(()) => None,
            Err(AnswerError::TooFew(count)) => Some(Problem::TooFew(count)),
            Err(AnswerError::TooMany(count)) => Some(Problem::TooMany(count)),
            Err(AnswerError::RowMissing(row)) => Some(Problem::Row(row)),
            Err(AnswerError::FieldMissing(field)) => Some(Problem::Field(field)),
            Err(_) => Some(Problem::Missing),
        }
    }
}
