//! How a survey's ε is shared among its questions.

use sotto_ldp::{Epsilon, composition::CompositionError};

use super::question::Draft;
use crate::{
    file::{
        fault::{At, FaultCause},
        question_file::QuestionFile,
    },
    terms::plan::Plan,
};

/// The greatest share of a question under the plan `split`.
const MAX_SHARE: u32 = 1_000;

/// What a question's ε follows from where it has none of its own.
pub(super) struct Allotment {
    /// `None`: it could not be read.
    pub(super) plan: Option<Plan>,
    pub(super) epsilon: Epsilon,
    /// Of a single copy, in a survey in waves.
    pub(super) first: Option<Epsilon>,
    /// How many questions each respondent reports.
    pub(super) drawn: usize,
    /// The sum of the questions' shares under the plan `split`.
    pub(super) shares: u64,
    /// What the questions by an own secret cost, in millionths rounded up: under the plan `split` the others share what
    /// is left.
    pub(super) secrets: u64,
}

/// How many of the questions that are reported each respondent reports.
pub(super) fn drawn(
    plan: Plan,
    sample: Option<u32>,
    reported: usize,
    at: &At<'_>,
) -> Option<usize> {
    match (plan, sample) {
        (Plan::Sample, Some(sample)) if (1..=reported).contains(&(sample as usize)) => {
            Some(sample as usize)
        }
        (Plan::Sample, Some(sample)) => at.refuse(|| FaultCause::SampleOutOfRange {
            sample,
            questions: reported,
        }),
        (Plan::Sample, None) => at.refuse(|| FaultCause::SampleMissing),
        (Plan::Fixed | Plan::Split, Some(_)) => at.refuse(|| FaultCause::SampleForeign(plan)),
        (Plan::Fixed | Plan::Split, None) => Some(reported),
    }
}

/// The share of a question; it belongs to the plan `split` alone.
pub(super) fn share(plan: Plan, question: &QuestionFile, at: &At<'_>) -> u64 {
    match question.share {
        Some(_) if plan != Plan::Split => at.fault(|| FaultCause::ShareForeign),
        Some(share) if !(1..=MAX_SHARE).contains(&share) => {
            at.fault(|| FaultCause::ShareOutOfRange);
        }
        _ => {}
    }
    question.share.unwrap_or(1).into()
}

impl Allotment {
    /// The ε of a question: its own, or its part of the survey's. It is one of `linked` questions that
    /// are drawn together under the plan `sample`, and share what one question would have.
    pub(super) fn epsilon(&self, draft: &Draft, linked: u64, at: &At<'_>) -> Option<Epsilon> {
        if !draft.shape().is_reported() || at.is_unread() {
            return None;
        }
        if let Some(innocent) = draft.shape().own_secret() {
            return innocent.prevalence.epsilon();
        }
        if let Some(own) = draft.file().epsilon {
            return Some(own);
        }
        let (share, of) = match self.plan? {
            Plan::Fixed => return at.refuse(|| FaultCause::EpsilonMissing),
            Plan::Split => (draft.file().share.unwrap_or(1).into(), self.shares),
            Plan::Sample => (1, self.drawn as u64 * linked.max(1)),
        };
        let secrets = if self.plan == Some(Plan::Split) {
            self.secrets
        } else {
            0
        };
        if share == of && secrets == 0 {
            return Some(self.epsilon);
        }
        let whole = u64::from(self.epsilon.micros_rounded_down());
        let micros = whole.saturating_sub(secrets) * share / of.max(1);
        let each = u32::try_from(micros).ok();
        let each = each.and_then(|micros| Epsilon::from_micros(micros).ok());
        each.or_else(|| {
            at.refuse(|| {
                FaultCause::Division(CompositionError::TooSmall {
                    epsilon: self.epsilon.to_string(),
                    parts: u32::try_from(of).unwrap_or(u32::MAX),
                })
            })
        })
    }

    /// The ε of a question in a single copy: as much of the survey's as its own is of the whole.
    pub(super) fn first(&self, own: Option<Epsilon>) -> Option<Epsilon> {
        let micros = |epsilon: Epsilon| u64::from(epsilon.micros_rounded_down());
        let (own, first) = own.zip(self.first)?;
        let share = micros(own) * micros(first) / micros(self.epsilon).max(1);
        // Too small an ε is found to be unbuildable.
        Epsilon::from_micros(u32::try_from(share).ok()?.max(1)).ok()
    }
}
