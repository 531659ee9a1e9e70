//! How a survey's ε is shared among its questions.

use sotto_ldp::Epsilon;

use crate::{error::SurveyError, question::Draft, survey_file::Plan};

/// The greatest share of a question under the plan `split`.
const MAX_SHARE: u32 = 1_000;

/// How many of the questions that are reported each respondent reports.
pub(super) fn drawn(
    plan: Plan,
    sample: Option<u32>,
    reported: usize,
) -> Result<usize, SurveyError> {
    match (plan, sample) {
        (Plan::Sample, Some(sample)) if (1..=reported).contains(&(sample as usize)) => {
            Ok(sample as usize)
        }
        (Plan::Sample, Some(sample)) => Err(SurveyError::Sample {
            sample,
            questions: reported,
        }),
        (Plan::Sample, None) => Err(SurveyError::Plan {
            plan: "sample",
            reason: "say in \"sample\" how many questions each respondent reports",
        }),
        (Plan::Fixed | Plan::Split, Some(_)) => Err(SurveyError::Plan {
            plan: plan.name(),
            reason: "\"sample\" belongs to the plan \"sample\"",
        }),
        (Plan::Fixed | Plan::Split, None) => Ok(reported),
    }
}

/// The sum of the shares; they belong to the plan `split` alone.
pub(super) fn shares(plan: Plan, drafts: &[Draft]) -> Result<u64, SurveyError> {
    let mut sum = 0;
    for draft in drafts.iter().filter(|draft| draft.is_reported()) {
        let question = || draft.file().id.to_string();
        match draft.file().share {
            Some(_) if plan != Plan::Split => {
                return Err(SurveyError::Question {
                    question: question(),
                    reason: "\"share\" belongs to the plan \"split\"",
                });
            }
            Some(share) if !(1..=MAX_SHARE).contains(&share) => {
                return Err(SurveyError::Question {
                    question: question(),
                    reason: "a \"share\" is from 1 to 1000",
                });
            }
            share => sum += u64::from(share.unwrap_or(1)),
        }
    }
    Ok(sum)
}

/// The ε of a question: its own, or its part of the survey's.
pub(super) fn epsilon(
    draft: &Draft,
    plan: Plan,
    total: &Epsilon,
    (drawn, shares): (usize, u64),
) -> Result<Option<Epsilon>, SurveyError> {
    if !draft.is_reported() {
        return Ok(None);
    }
    if let Some(own) = draft.file().epsilon {
        return Ok(Some(own));
    }
    let question = || draft.file().id.to_string();
    let (share, of) = match plan {
        Plan::Fixed => return Err(SurveyError::EpsilonMissing(question())),
        Plan::Split => (u64::from(draft.file().share.unwrap_or(1)), shares),
        Plan::Sample => (1, drawn as u64),
    };
    if share == of {
        return Ok(Some(*total));
    }
    let micros = u64::from(total.micros_rounded_down()) * share / of.max(1);
    let each = u32::try_from(micros).ok();
    let each = each.and_then(|micros| Epsilon::from_micros(micros).ok());
    match each {
        Some(each) => Ok(Some(each)),
        None => Err(SurveyError::Division {
            question: question(),
            error: sotto_ldp::composition::CompositionError::TooSmall {
                epsilon: total.to_string(),
                parts: u32::try_from(of).unwrap_or(u32::MAX),
            },
        }),
    }
}

/// The ε of a question in a single copy: as much of the survey's as its own is of the whole.
pub(super) fn first_of(
    own: Option<Epsilon>,
    total: &Epsilon,
    first: Option<&Epsilon>,
) -> Option<Epsilon> {
    let micros = |epsilon: &Epsilon| u64::from(epsilon.micros_rounded_down());
    let (own, first) = own.zip(first)?;
    let share = micros(&own) * micros(first) / micros(total).max(1);
    // Too small an ε is found to be unbuildable.
    Epsilon::from_micros(u32::try_from(share).ok()?.max(1)).ok()
}
