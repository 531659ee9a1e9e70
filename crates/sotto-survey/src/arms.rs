//! Arms: questions of which each respondent is asked one, drawn on the device whatever the answers.
//!
//! They ask the same in other words, in another order or by another mechanism. Which arm a respondent
//! was in is sent, and tells nothing about them; what they answered is perturbed as ever.

use crate::{
    fault::{At, FaultCause},
    identifier::Identifier,
    plan::Plan,
    question::Draft,
};

/// How many arms there may be: each has only its share of the respondents.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=10;

/// Questions of which each respondent is asked one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arms {
    questions: Vec<usize>,
}

impl Arms {
    /// The indices of its questions in the survey, as the file lists them.
    #[must_use]
    pub fn questions(&self) -> &[usize] {
        &self.questions
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
        at.fault(FaultCause::ArmsPlan);
    }
    let mut taken = linked.to_vec();
    let files = files.into_iter().enumerate();
    files
        .map(|(index, file)| {
            let at = at.index(index);
            if !MEMBERS.contains(&file.len()) {
                at.fault(FaultCause::ArmsSize(file.len()));
            }
            let mut questions = Vec::with_capacity(file.len());
            for (index, id) in file.iter().enumerate() {
                let at = at.index(index);
                let Some(question) = ids.iter().position(|other| other == id) else {
                    at.fault(FaultCause::ArmUnknown(id.to_string()));
                    continue;
                };
                let draft = drafts.get(question).and_then(Option::as_ref);
                if draft.is_some_and(|draft| !draft.shape().is_reported()) {
                    at.fault(FaultCause::ArmKind(id.to_string()));
                }
                if taken.contains(&question) {
                    at.fault(FaultCause::ArmTaken(id.to_string()));
                }
                taken.push(question);
                questions.push(question);
            }
            Arms { questions }
        })
        .collect()
}
