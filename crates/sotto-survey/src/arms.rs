//! Arms: questions of which each respondent is asked one, drawn on the device or named by the link that led
//! there, whatever the answers.
//!
//! They ask the same in other words, in another order or by another mechanism. Which arm a respondent
//! was in is sent. Drawn, it tells nothing about them; named by a link, it tells by which link they came, of
//! which there are few. What they answered is perturbed as ever.

use crate::{
    error::ArmsError,
    fault::{At, FaultCause},
    identifier::Identifier,
    plan::Plan,
    question::Draft,
    survey::Survey,
};

/// How many arms there may be: each has only its share of the respondents.
const MEMBERS: std::ops::RangeInclusive<usize> = 2..=10;

/// In how many ways links may name arms. What a link names is sent: a link for each person would give away whose
/// copy it is.
pub(crate) const MOST_WAYS: usize = 16;

/// Questions of which each respondent is asked one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arms {
    questions: Vec<usize>,
    /// The position of the one that a link named.
    named: Option<usize>,
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

impl Survey {
    /// The survey as it is asked of somebody whose link names these arms, by the ids of their questions with
    /// spaces between.
    ///
    /// # Errors
    /// When the survey leaves nothing to the link, the link names what is no arm, or not one question of each
    /// list.
    pub fn with_arms_named(mut self, named: &str) -> Result<Self, ArmsError> {
        if !self.takes_arms_by_link() {
            return Err(ArmsError::Drawn);
        }
        let ids: Vec<_> = self.questions.iter().map(|one| one.id().as_str()).collect();
        for arms in &mut self.arms {
            arms.named = None;
        }
        for name in named.split_ascii_whitespace() {
            let found = self.arms.iter_mut().find_map(|arms| {
                let mut members = arms.questions.iter();
                let position = members.position(|&index| ids.get(index) == Some(&name));
                position.map(|position| arms.named.replace(position))
            });
            match found {
                Some(None) => {}
                Some(Some(_)) => return Err(ArmsError::Twice(name.to_owned())),
                None => return Err(ArmsError::Unknown(name.to_owned())),
            }
        }
        let unnamed = self.arms.iter().find(|arms| arms.named.is_none());
        let first = unnamed.and_then(|arms| ids.get(*arms.questions.first()?));
        match first {
            Some(&first) => Err(ArmsError::Missing(first.to_owned())),
            None => Ok(self),
        }
    }

    /// All that a link can name so that [`Self::with_arms_named`] takes it; nothing where devices draw.
    #[must_use]
    pub fn arms_for_links(&self) -> Vec<String> {
        if !self.takes_arms_by_link() {
            return Vec::new();
        }
        self.arms.iter().fold(vec![String::new()], |ways, arms| {
            let members = arms.questions.iter();
            let ids = members.filter_map(|&index| Some(self.questions.get(index)?.id().as_str()));
            let ids: Vec<_> = ids.collect();
            let with = |way: &str, id: &str| [way, " ", id].concat().trim_start().to_owned();
            let longer = ways.iter();
            let longer = longer.flat_map(|way| ids.iter().map(move |id| with(way, id)));
            longer.collect()
        })
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
            let named = None;
            Arms { questions, named }
        })
        .collect()
}

/// Holds arms that links are to name against what is true of all of them together.
pub(crate) fn check_named(arms: &[Arms], at: &At<'_>) {
    if arms.is_empty() {
        at.fault(FaultCause::ArmsByLink);
    }
    let sizes = arms.iter().map(|arms| arms.questions.len());
    let ways = sizes.fold(1, usize::saturating_mul);
    if ways > MOST_WAYS {
        at.fault(FaultCause::ArmsWays(ways));
    }
}
