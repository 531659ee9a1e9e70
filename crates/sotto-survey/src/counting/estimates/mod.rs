//! From the counts of a question's parts to its results.

mod arms;
mod categories;
mod found;
mod joints;
mod not_asked;
mod numbers;
mod quantiles;
mod ranking;
mod secrets;

use sotto_ldp::{
    Confidence, Counts, Intervals,
    intervals::{IntervalMethod, Population},
};

pub(crate) use self::{
    arms::together, joints::CountedJoint, not_asked::SoleTest, secrets::CountedSecret,
};
use super::{oracles::PartOracle, results::QuestionResults};
use crate::{
    survey::{
        Survey,
        entry::Entry,
        kind::{AnswerShape, NumberFields},
        question::Question,
    },
    terms::plan::Plan,
};

/// How estimates are made.
#[derive(Clone, Copy)]
pub(crate) struct Estimating {
    pub(crate) confidence: Confidence,
    /// Below so many reports of a part nothing is said about it.
    pub(crate) minimum: u64,
    /// Whom the survey's figures are about.
    pub(crate) population: Population,
    /// Whether only some of the questions are drawn for each respondent.
    pub(crate) draws_questions: bool,
}

impl Survey {
    /// What is random in the estimates of an entry: the noise alone where they are about exactly those who
    /// answered, and everybody reports the entry; else also who reported it.
    #[must_use]
    pub fn population_of(&self, entry: Entry<'_>) -> Population {
        let base = Estimating::new(self, Confidence::default(), 0);
        let method = match entry {
            Entry::Question(question) => base
                .of(self, question)
                .interval_method(question.leaves_out(0)),
            Entry::Joint(_) => base.interval_method(false),
        };
        method.population()
    }
}

impl Estimating {
    /// The estimates of a survey.
    pub(crate) fn new(survey: &Survey, confidence: Confidence, minimum: u64) -> Self {
        Self {
            confidence,
            minimum,
            population: survey.population().population(),
            draws_questions: survey.plan() == Plan::Sample && survey.leaves_out_questions(),
        }
    }

    /// The same for a question that not everybody is asked.
    pub(crate) fn of(self, survey: &Survey, question: &Question) -> Self {
        let is_arm = survey.arms_of(question).is_some();
        Self {
            draws_questions: self.draws_questions || is_arm,
            ..self
        }
    }

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
            versions: Vec::new(),
            joint: None,
            conditional: question.condition().is_some(),
            not_asked: None,
            categories: Vec::new(),
            found: None,
            secret: None,
            rows: None,
            mean: None,
            no_mean: None,
            distribution: None,
            quantiles: None,
            fields: None,
            ranking: None,
            answered: None,
        };
        match question.shape() {
            AnswerShape::Set(_) if question.whole_set().is_none() => {
                results.categories = self.options(question, parts, counts);
            }
            AnswerShape::Order(ranked) if question.shape().ranked_pairs().is_some() => {
                self.ranking(ranked, parts, counts, &mut results);
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
            AnswerShape::None { .. }
            | AnswerShape::One(_)
            | AnswerShape::Set(_)
            | AnswerShape::Order(_) => {
                if let (Some(part), Some(counts)) = (parts.first(), counts.first()) {
                    results.categories = self.categories(question, part, counts);
                    results.found = self.found(question, counts, &results.categories);
                    results.quantiles = self.of_levels(question, part, counts);
                }
            }
        }
        Some(results)
    }

    /// The intervals of a question. Of exactly those who answer only the noise is random where everybody
    /// reports; where questions or parts of them are drawn, those who report one are a sample of all.
    fn intervals(self, question: &Question) -> Intervals {
        self.intervals_of(question.leaves_out(0))
    }

    fn intervals_of(self, draws_parts: bool) -> Intervals {
        Intervals {
            method: self.interval_method(draws_parts),
            confidence: self.confidence,
            simultaneous: false,
        }
    }

    const fn interval_method(self, draws_parts: bool) -> IntervalMethod {
        if self.draws_questions || draws_parts {
            IntervalMethod::Sampled
        } else {
            IntervalMethod::of(self.population)
        }
    }
}
