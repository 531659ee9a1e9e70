//! Of a question with a condition, how many were not asked, and how many of those who were preferred not to answer.
//!
//! Nobody's report says which: both are reported as declined. But where the condition is about one other question, that
//! question's own estimate says how many it does not hold of, and the rest of those who declined were asked.

use sotto_ldp::{Counts, Estimate, intervals::Population};

use super::Estimating;
use crate::{
    counting::{
        oracles::PartOracle,
        results::{NotAskedResults, QuestionResults, ShareResults},
    },
    survey::{
        Survey,
        kind::{AnswerShape, Category, DECLINE},
        question::Question,
    },
    terms::{condition::Condition, identifier::Identifier},
};

/// The one question that a condition is about, which everybody is asked and reports by itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SoleTest<'a> {
    /// The question.
    pub(crate) of: &'a Question,
    /// Its values of which the condition does not hold.
    fails: Vec<u32>,
}

impl<'a> SoleTest<'a> {
    /// `None` where the condition is about several questions, or about one that some are not asked, that is linked,
    /// or that has more than one answer; and where the question is asked of some arms or by lot alone.
    pub(crate) fn new(survey: &'a Survey, question: &Question) -> Option<Self> {
        let condition = question.condition()?;
        let id = first_named(condition)?;
        let of = survey.questions().iter().find(|one| one.id() == id)?;
        let is_of_all = |one: &Question| survey.arms_of(one).is_none() && !one.is_joint();
        let everybody_reports = !survey.leaves_out_questions();
        let is_plain = matches!(of.shape(), AnswerShape::One(_)) && of.condition().is_none();
        if !(everybody_reports && is_plain && is_of_all(of) && is_of_all(question)) {
            return None;
        }
        let holds = of
            .categories()
            .map(|category| holds(condition, id, &category));
        let holds = holds.collect::<Option<Vec<_>>>()?;
        let fails = (0_u32..).zip(holds).filter(|(_, holds)| !holds);
        Some(Self {
            of,
            fails: fails.map(|(value, _)| value).collect(),
        })
    }
}

/// Whether it holds of whoever gave that answer to the question of that id; `None` if it is about more than that.
fn holds(condition: &Condition, id: &Identifier, answer: &Category<'_>) -> Option<bool> {
    let each = |conditions: &[Condition]| {
        let each = conditions.iter().map(|one| holds(one, id, answer));
        each.collect::<Option<Vec<_>>>()
    };
    match condition {
        Condition::All(conditions) => Some(each(conditions)?.into_iter().all(|one| one)),
        Condition::Any(conditions) => Some(each(conditions)?.into_iter().any(|one| one)),
        Condition::Not(condition) => Some(!holds(condition, id, answer)?),
        Condition::Is {
            question,
            row: None,
            is,
        } if question == id => Some(is.iter().any(|one| one.as_str() == answer.id())),
        Condition::Is { .. } | Condition::Within { .. } => None,
    }
}

/// The first question that a condition names.
fn first_named(condition: &Condition) -> Option<&Identifier> {
    match condition {
        Condition::All(conditions) | Condition::Any(conditions) => {
            conditions.first().and_then(first_named)
        }
        Condition::Not(condition) => first_named(condition),
        Condition::Is { question, .. } | Condition::Within { question, .. } => Some(question),
    }
}

impl Estimating {
    /// What is told of those who were not asked, if both questions have reports enough.
    pub(crate) fn not_asked(
        self,
        found: &QuestionResults,
        test: &SoleTest<'_>,
        (part, counts): (&PartOracle, &Counts),
    ) -> Option<NotAskedResults> {
        let PartOracle::Categories(oracle) = part else {
            return None;
        };
        if counts.reports() < self.minimum {
            return None;
        }
        let groups = [test.fails.clone()];
        let estimates = oracle.estimate_groups(counts, &groups, self.population, self.confidence);
        let not_asked = estimates.ok()?.into_iter().next()?;
        let reported = reported_as_declined(found)?;
        let reports = found.reports.max(counts.reports());
        let declined = rest(
            &reported,
            &not_asked,
            self.covariance(&reported, &not_asked, reports),
        );
        Some(NotAskedResults {
            condition_on: test.of.id().clone(),
            not_asked: told(&not_asked),
            declined: told(&declined),
        })
    }

    /// Of two shares of which the second is part of the first, each perturbed by itself: of a sample the true shares
    /// vary together, by those who are in both.
    fn covariance(self, whole: &Estimate, part: &Estimate, reports: u64) -> f64 {
        let [whole, part] = [whole, part].map(|one| one.share.clamp(0.0, 1.0));
        match self.population {
            Population::Fixed => 0.0,
            #[expect(clippy::cast_precision_loss, reason = "far fewer than 2⁵³ reports")]
            Population::Sampled => part * (1.0 - whole) / reports as f64,
        }
    }
}

/// The share that was reported as declined, whoever was asked.
fn reported_as_declined(found: &QuestionResults) -> Option<Estimate> {
    if let Some(answered) = found.answered {
        let [low, high] = answered.interval;
        let answered = Estimate {
            share: answered.estimate,
            standard_error: answered.standard_error,
            interval: (low, high),
        };
        return Some(answered.complement());
    }
    let declined = found.categories.iter().find(|one| one.id == DECLINE)?;
    let [low, high] = declined.interval?;
    Some(Estimate {
        share: declined.estimate?,
        standard_error: declined.standard_error?,
        interval: (low, high),
    })
}

/// What is left of a share without a part of it. The interval is the hybrid of both, whose ends vary together as the
/// estimates do (Zou and Donner 2008, with the correlation of Zou 2007).
fn rest(whole: &Estimate, part: &Estimate, covariance: f64) -> Estimate {
    let errors = whole.standard_error * part.standard_error;
    let correlation = if errors > 0.0 {
        (covariance / errors).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let length = |one: f64, other: f64| {
        let square = one * one + other * other - 2.0 * correlation * one * other;
        square.max(0.0).sqrt()
    };
    let share = whole.share - part.share;
    let below = length(whole.share - whole.interval.0, part.interval.1 - part.share);
    let above = length(whole.interval.1 - whole.share, part.share - part.interval.0);
    Estimate {
        share,
        standard_error: length(whole.standard_error, part.standard_error),
        interval: (share - below, share + above),
    }
}

fn told(of: &Estimate) -> ShareResults {
    ShareResults {
        estimate: of.share,
        standard_error: of.standard_error,
        interval: [of.interval.0, of.interval.1],
    }
}
