//! What is missing or wrong before the answers can be sent.

use sotto_survey::{AnswerError, Question, Survey};
use sotto_ui::number_text::answered;

use super::State;

/// What a question still needs before the answers can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
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
    /// A number within the range of that field.
    Range(usize),
}

impl State {
    /// The problems found so far, each with the index of its question.
    #[must_use]
    pub(crate) fn problems(&self) -> &[(usize, Problem)] {
        &self.problems
    }

    /// The problems of the asked questions whose index is `wanted`, in the order in which they are shown.
    pub(super) fn problems_of(
        &self,
        survey: &Survey,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Problem)> {
        let shown = self.layout.questions().iter().copied();
        let asked = shown.filter(|&index| wanted(index) && self.asks(index));
        asked
            .filter_map(|index| {
                let question = survey.questions().get(index)?;
                Some((index, self.problem(index, question)?))
            })
            .collect()
    }

    fn problem(&self, index: usize, question: &Question) -> Option<Problem> {
        let grids = question.kind().grids();
        let unusable = grids.iter().enumerate().position(|(field, grid)| {
            let text = self.typed(index, field);
            !text.is_empty() && answered(text, grid, question.shape().calendar()).is_none()
        });
        if let Some(field) = unusable {
            return Some(Problem::Range(field));
        }
        // What names no option is not dropped in silence.
        if grids.is_empty() && !self.typed(index, 0).is_empty() {
            return Some(Problem::Missing);
        }
        match question.check(self.answers.get(index)?.as_ref()) {
            Ok(()) => None,
            Err(AnswerError::TooFew(count)) => Some(Problem::TooFew(count)),
            Err(AnswerError::TooMany(count)) => Some(Problem::TooMany(count)),
            Err(AnswerError::RowMissing(row)) => Some(Problem::Row(row)),
            Err(AnswerError::FieldMissing(field)) => Some(Problem::Field(field)),
            Err(_) => Some(Problem::Missing),
        }
    }
}
