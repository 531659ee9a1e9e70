//! What a design changes, and so what it costs.

use sotto_survey::{Json, Plan};

use crate::{
    draft::{Groups, Place, Setting},
    edit::Edit,
};

/// One change of a draft that narrows margins.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Each person reports so many of the questions, drawn by lot.
    Draw(u32),
    /// Each person reports every question, each with a part of the protection.
    Split,
    /// These questions, by index, no longer offer "Prefer not to answer".
    NoDecline(Vec<usize>),
    /// The whole survey gets this ε, which protects less; it is so many steps from the survey's own.
    Stronger {
        /// As it is written in files.
        epsilon: &'static str,
        /// How many steps weaker the protection is.
        steps: u32,
    },
    /// The question of that index goes.
    Drop(usize),
    /// Two questions, by index, are reported together.
    Link(usize, usize),
}

impl Change {
    /// The edits that make the change.
    pub(super) fn edits(&self) -> Vec<Edit> {
        let set = |place, setting, value| Edit::Set {
            place,
            setting,
            value: Some(value),
        };
        match self {
            &Self::Draw(count) => vec![
                Edit::SetPlan(Plan::Sample),
                set(Place::Survey, Setting::Sample, Json::Whole(count.into())),
            ],
            Self::Split => vec![Edit::SetPlan(Plan::Split)],
            Self::NoDecline(questions) => {
                let off = |&question: &usize| {
                    set(
                        Place::Question(question),
                        Setting::Decline,
                        Json::Flag(false),
                    )
                };
                questions.iter().map(off).collect()
            }
            Self::Stronger { epsilon, .. } => {
                let value = Json::Text((*epsilon).to_owned());
                vec![set(Place::Survey, Setting::Epsilon, value)]
            }
            &Self::Drop(question) => vec![Edit::DeleteQuestion(question)],
            &Self::Link(one, other) => vec![Edit::Join {
                groups: Groups::Links,
                question: one,
                with: other,
            }],
        }
    }

    /// How dear it is: what people lose in protection and questions weighs more than what the designer does.
    pub(super) const fn cost(&self) -> u32 {
        match self {
            Self::Draw(_) | Self::Split => 1,
            Self::Link(..) => 2,
            Self::NoDecline(_) => 3,
            Self::Stronger { steps, .. } => 3 + 2 * *steps,
            Self::Drop(_) => 6,
        }
    }

    /// Whether it is one of the same kind that costs no more.
    pub(super) const fn is_at_most(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stronger { steps, .. }, Self::Stronger { steps: most, .. }) => *steps <= *most,
            (Self::Draw(_) | Self::Split, Self::Draw(_) | Self::Split)
            | (Self::NoDecline(_), Self::NoDecline(_))
            | (Self::Drop(_), Self::Drop(_))
            | (Self::Link(..), Self::Link(..)) => true,
            _ => false,
        }
    }

    /// Whether it is done behind every other: what it takes away has an index that others may name.
    pub(super) const fn is_last(&self) -> bool {
        matches!(self, Self::Drop(_))
    }
}
