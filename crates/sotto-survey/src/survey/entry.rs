//! An entry of what is sent: what is reported under one name.

use sotto_ldp::PrivacyLoss;

use super::{joint::Joint, question::Question};
use crate::terms::part::{Part, PartRole};

/// A question that is reported by itself, or questions that are reported together.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// A question by itself.
    Question(&'a Question),
    /// Questions together.
    Joint(&'a Joint),
}

/// The questions whose answers an entry reports, by their indices in the survey.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Members<'a> {
    /// A question by itself.
    One(usize),
    /// Linked questions, in the order of their table.
    Several(&'a [usize]),
}

impl Members<'_> {
    pub(crate) const fn indices(&self) -> &[usize] {
        match self {
            Self::One(index) => std::slice::from_ref(index),
            Self::Several(indices) => indices,
        }
    }
}

impl<'a> Entry<'a> {
    /// Its name in a submission: the question's id, or those of all of its questions with "+" between.
    #[must_use]
    pub fn name(self) -> &'a str {
        match self {
            Self::Question(question) => question.id().as_str(),
            Self::Joint(joint) => joint.name(),
        }
    }

    /// The name of one of its parts, as columns of noisy rows have it: the entry's own; where it has
    /// several parts, a full stop and the id of the option, pair, row or number behind it, or `answered?` for
    /// whether numbers were given.
    #[must_use]
    pub fn part_name(self, role: PartRole) -> String {
        let name = self.name();
        let part = match (self, role) {
            (_, PartRole::Answered) => Some("answered?".to_owned()),
            (Self::Question(question), _) => question.shape().part_id(role),
            (Self::Joint(_), _) => None,
        };
        part.map_or_else(|| name.to_owned(), |part| format!("{name}.{part}"))
    }

    /// Its parts, in the order of their reports.
    #[must_use]
    pub fn parts(self) -> &'a [Part] {
        match self {
            Self::Question(question) => question.parts(),
            Self::Joint(joint) => std::slice::from_ref(joint.part()),
        }
    }

    /// Those that are drawn from.
    pub(crate) fn drawn_parts(self) -> &'a [Part] {
        match self {
            Self::Question(question) => question.drawn_parts(),
            Self::Joint(_) => self.parts(),
        }
    }

    /// How many of them each respondent reports.
    pub(crate) const fn reported(self) -> u32 {
        match self {
            Self::Question(question) => question.reported(),
            Self::Joint(_) => 1,
        }
    }

    /// Whether a part's report may be left out.
    pub(crate) fn leaves_out(self, part: usize) -> bool {
        match self {
            Self::Question(question) => question.leaves_out(part),
            Self::Joint(_) => false,
        }
    }

    /// Whether its report is a list with one element for each part.
    pub(crate) const fn reports_several(self) -> bool {
        match self {
            Self::Question(question) => question.reports_several(),
            Self::Joint(_) => false,
        }
    }

    /// The ε that its integers imply, rounded up.
    #[must_use]
    pub fn privacy_loss(self) -> PrivacyLoss {
        match self {
            Self::Question(question) => question.privacy_loss(),
            Self::Joint(joint) => joint.part().privacy_loss(),
        }
    }

    /// What a single copy loses; the same but in a survey in waves.
    #[must_use]
    pub fn first_loss(self) -> PrivacyLoss {
        match self {
            Self::Question(question) => question.first_loss(),
            Self::Joint(joint) => joint.part().first_loss(),
        }
    }
}
