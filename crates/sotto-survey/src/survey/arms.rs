//! Arms: questions of which each respondent is asked one, drawn on the device or named by the link that led
//! there, whatever the answers.
//!
//! They ask the same in other words, in another order or by another mechanism. Which arm a respondent
//! was in is sent. Drawn, it tells nothing about them; named by a link, it tells by which link they came, of
//! which there are few. What they answered is perturbed as ever.

use super::question::Draft;
use crate::{
    file::fault::{At, FaultCause},
    terms::{identifier::Identifier, plan::Plan},
};

/// How many arms there may be: each has only its share of the respondents.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=10;

/// In how many ways links may name arms. What a link names is sent: a link for each person would give away whose
/// copy it is.
const MOST_WAYS: usize = 16;

/// Questions of which each respondent is asked one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arms {
    questions: Vec<usize>,
    /// The position of the one that a link named.
    pub(crate) named: Option<usize>,
}

impl Arms {
    /// The indices of its questions in the survey, as the file lists them.
    #[must_use]
    pub fn questions(&self) -> &[usize] {
        &self.questions
    }

    /// The position, among its questions, of the one that a link named. The common widget knows no such surveys.
    pub(crate) const fn named(&self) -> Option<usize> {
        if cfg!(feature = "whole") {
            self.named
        } else {
            None
        }
    }
}

/// Reads the arms of a survey; `ids` and `drafts` are those of its questions, `linked` the indices of
/// those that are reported with others.
pub(crate) fn read_arms(
    files: Vec<Vec<Identifier>>,
    (ids, drafts): (&[Identifier], &[Option<Draft>]),
    linked: &[usize],
    (plan, in_waves): (Plan, bool),
    at: &At<'_>,
) -> Vec<Arms> {
    if !files.is_empty() && (plan != Plan::Fixed || in_waves) {
        at.fault(|| FaultCause::ArmsPlan);
    }
    let mut taken = linked.to_vec();
    let files = files.into_iter().enumerate();
    files
        .map(|(index, file)| {
            let at = at.index(index);
            if !MEMBERS.contains(&file.len()) {
                at.fault(|| FaultCause::ArmsSize(file.len()));
            }
            let mut questions = Vec::with_capacity(file.len());
            for (index, id) in file.iter().enumerate() {
                let at = at.index(index);
                let Some(question) = ids.iter().position(|other| other == id) else {
                    at.fault(|| FaultCause::ArmUnknown(id.to_string()));
                    continue;
                };
                let draft = drafts.get(question).and_then(Option::as_ref);
                if draft.is_some_and(|draft| !draft.shape().is_reported()) {
                    at.fault(|| FaultCause::ArmKind(id.to_string()));
                }
                if taken.contains(&question) {
                    at.fault(|| FaultCause::ArmTaken(id.to_string()));
                }
                taken.push(question);
                questions.push(question);
            }
            let named = None;
            Arms { questions, named }
        })
        .collect()
}

/// Holds arms that links are to name against what is true of all of them together.
pub(crate) fn check_named(arms: &[Arms], at: &At<'_>) {
    if arms.is_empty() {
        at.fault(|| FaultCause::ArmsByLink);
    }
    let sizes = arms.iter().map(|arms| arms.questions.len());
    let (found, maximum) = (sizes.fold(1, usize::saturating_mul), MOST_WAYS);
    if found > maximum {
        at.fault(|| FaultCause::ArmsWays { found, maximum });
    }
}
