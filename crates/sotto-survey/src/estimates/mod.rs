//! From the counts of a question's parts to its results.

mod categories;
mod numbers;

use sotto_ldp::{Confidence, Counts, Intervals, intervals::IntervalMethod};

use crate::{
    kind::{AnswerShape, NumberFields},
    oracles::PartOracle,
    question::Question,
    results::QuestionResults,
};

/// How estimates are made.
#[derive(Clone, Copy)]
pub(crate) struct Estimating {
    pub(crate) confidence: Confidence,
    /// Below so many reports of a part nothing is said about it.
    pub(crate) minimum: u64,
    /// Whether only some of the questions are drawn for each respondent.
    pub(crate) draws_questions: bool,
}

impl Estimating {
    /// The results of a question from the oracles and the counts of its parts; `None` when nothing
    /// of it is reported.
    pub(crate) fn question(
        self,
        question: &Question,
        parts: &[PartOracle],
        counts: &[Counts],
    ) -> Option<QuestionResults> {
        // Every submission with the question adds as many reports to its parts as are drawn.
        let drawn = counts.iter().take(question.drawn_parts().len());
        let sum: u64 = drawn.map(Counts::reports).sum();
        let mut results = QuestionResults {
            id: question.id().clone(),
            mechanism: question
                .mechanism()
                .map_or_else(String::new, |mechanism| mechanism.name().to_owned()),
            epsilon: *question.epsilon()?,
            epsilon_actual: question.privacy_loss().to_f64(),
            reports: sum / u64::from(question.reported().max(1)),
            categories: Vec::new(),
            rows: None,
            mean: None,
            distribution: None,
            fields: None,
            answered: None,
        };
        match question.shape() {
            AnswerShape::Set(_) => {
                results.categories = self.options(question, parts, counts);
            }
            AnswerShape::Rows(matrix) => {
                results.rows = Some(self.rows(question, matrix, parts, counts));
            }
            AnswerShape::Numbers(NumberFields::Single(range)) => {
                self.number((question, range), parts, counts, &mut results);
            }
            AnswerShape::Numbers(NumberFields::Several(fields)) => {
                self.fields((question, fields), parts, counts, &mut results);
            }
            AnswerShape::None { .. } | AnswerShape::One(_) => {
                if let (Some(part), Some(counts)) = (parts.first(), counts.first()) {
                    results.categories = self.categories(question, part, counts);
                }
            }
        }
        Some(results)
    }

    /// The intervals of a question. Where everybody reports, only the noise is random; where
    /// questions or parts of them are drawn, those who report one are a sample of all.
    fn intervals(self, question: &Question) -> Intervals {
        let method = if self.draws_questions || question.leaves_out(0) {
            IntervalMethod::Wilson
        } else {
            IntervalMethod::FixedPopulation
        };
        Intervals {
            method,
            confidence: self.confidence,
            simultaneous: false,
        }
    }
}
