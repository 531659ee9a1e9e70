//! Rooms: a class answers on its phones while a presenter leads it from step to step.
//!
//! A room is opened without an account. Its code lets anybody join; the presenter's secret leads. Everybody in
//! the room is told the same [`RoomSnapshot`], so that what is on the projector is also on every phone. What each
//! phone has of its own is an invite, by which it answers once a round, and nobody knows what.

use serde::{Deserialize, Serialize};
use sotto_survey::Text;

use crate::Moment;

/// The fewest answers of which something is revealed.
pub const FEWEST_REVEALED: u64 = 5;

/// A question for a class: one of a few answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomQuestion {
    /// The question, by language
    pub title: Text,
    /// Its answers, by language: 2 to 10
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 10))]
    pub options: Vec<Text>,
}

impl RoomQuestion {
    /// The most answers to choose from.
    pub const MOST_OPTIONS: usize = 10;
}

/// A room to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomRequest {
    /// The questions in the order in which they are proposed: 1 to 20. All speak the same languages
    #[cfg_attr(feature = "schema", schema(min_items = 1, max_items = 20))]
    pub questions: Vec<RoomQuestion>,
    /// The key of the pool to which the room's counts may be added. Its question is the room's only one then
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
}

impl RoomRequest {
    /// The most questions of a room.
    pub const MOST_QUESTIONS: usize = 20;
}

/// A room that has just been opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenedRoom {
    /// Six letters by which phones join
    pub code: String,
    /// What leads the room, as `authorization: Bearer`. It is shown once
    pub presenter: String,
    /// When the room ends by itself, with all that was counted
    pub ends: Moment,
}

/// What a phone that joins a room gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JoinedRoom {
    /// An invite of the room's survey, whose access is `unlinkable`: it buys a token for one answer in this round, and
    /// what leads on to the later ones. It is shown once
    pub invite: String,
}

/// A room, as shown to operators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomView {
    /// The room's code
    pub code: String,
    /// Where the class is; absent if the room cannot be read
    pub step: Option<RoomStep>,
    /// Whether nobody else may join
    pub locked: bool,
    /// How many have joined
    pub joined: u64,
    /// When the room ends by itself, with all that was counted
    pub ends: Moment,
}

/// Where a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RoomStep {
    /// Phones join.
    Lobby,
    /// Everybody guesses what the share will be. Guesses stay on the phones.
    Predict,
    /// Answers are taken.
    Open,
    /// No more answers are taken; the class may discuss.
    Closed,
    /// What was sent is shown: the noisy counts.
    Sent,
    /// The noise is taken out of them.
    Corrected,
    /// How sure that is, for this class and for a population.
    Certainty,
    /// The same with a hundred times as many people, simulated.
    Hundredfold,
}

impl RoomStep {
    /// Every step, in the order in which a class goes through them.
    pub const ALL: [Self; 8] = [
        Self::Lobby,
        Self::Predict,
        Self::Open,
        Self::Closed,
        Self::Sent,
        Self::Corrected,
        Self::Certainty,
        Self::Hundredfold,
    ];

    /// Its name, as it stands in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Predict => "predict",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Sent => "sent",
            Self::Corrected => "corrected",
            Self::Certainty => "certainty",
            Self::Hundredfold => "hundredfold",
        }
    }

    /// The step after it, if it is not the last.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        let mut steps = Self::ALL.into_iter().skip_while(|step| *step != self);
        steps.nth(1)
    }

    /// The step before it, if it is not the first.
    #[must_use]
    pub fn back(self) -> Option<Self> {
        let mut steps = Self::ALL.into_iter().rev().skip_while(|step| *step != self);
        steps.nth(1)
    }

    /// Whether counts are told.
    #[must_use]
    pub const fn reveals(self) -> bool {
        matches!(
            self,
            Self::Sent | Self::Corrected | Self::Certainty | Self::Hundredfold
        )
    }
}

/// What a presenter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RoomAct {
    /// Goes to a step.
    Step(RoomStep),
    /// Asks the question of that index, counted from 0, as a new round: another one, or the same once more,
    /// which spends ε again. The room is at [`RoomStep::Predict`] then.
    Ask(u32),
    /// Whether nobody else may join from now on.
    Lock(bool),
}

/// An answer in what is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RevealedOption {
    /// How many noisy answers name it
    pub sent: u64,
    /// The estimate of its share in this class; chance may carry it below 0 or above 1
    pub share: f64,
    /// The 95 % interval of the share in this class
    pub class: [f64; 2],
    /// The 95 % interval of the share among all people of whom the class is a random draw
    pub beyond_class: [f64; 2],
}

/// The state of a room, the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomSnapshot {
    /// Differs from that of every other snapshot of the room, and is what `after` and `last-event-id` name
    pub tag: String,
    /// The room's code
    pub code: String,
    /// Where the class is
    pub step: RoomStep,
    /// Whether nobody else may join
    pub locked: bool,
    /// What members of a locked room send, as `member`, to see more. It is the same for everybody, and lets nobody
    /// answer
    pub member: String,
    /// The id of the survey that takes the answers; nobody outside the room learns it
    pub survey: String,
    /// The round, counted from 1: the version of that survey
    pub round: u32,
    /// How often the question was asked in this room, this round included
    pub asked: u32,
    /// The index of the question, counted from 0
    pub question: u32,
    /// All questions
    pub questions: Vec<RoomQuestion>,
    /// e^ε of one answer
    pub odds: u32,
    /// The chance of the true answer and of each other one to be sent, as whole numbers, and what both are parts of
    pub chances: [u64; 3],
    /// How many phones have joined the room
    pub joined: u64,
    /// How many have answered this round, or the revealed figures are of: they grow by 5 answers at least. Nobody
    /// knows who
    pub answered: u64,
    /// What is revealed at this step; absent before, and with fewer than 5 answers
    pub revealed: Option<Vec<RevealedOption>>,
    /// The pool to which the room's counts may be added; absent if it was opened without one
    pub pool: Option<RoomPool>,
    /// When the room ends by itself, with all that was counted
    pub ends: Moment,
}

/// What everybody in a room sees of the pool to which its counts may be added. It gives no access to the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoomPool {
    /// When the pool ends by itself
    pub ends: Moment,
    /// Whether the room's counts were added, which happens once
    pub added: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_each_other_and_have_the_names_of_their_json() {
        for pair in RoomStep::ALL.windows(2) {
            assert_eq!(pair[0].next(), Some(pair[1]));
            assert_eq!(pair[1].back(), Some(pair[0]));
        }
        assert_eq!(RoomStep::Lobby.back(), None);
        assert_eq!(RoomStep::Hundredfold.next(), None);
        for step in RoomStep::ALL {
            assert_eq!(
                serde_json::to_string(&step).unwrap(),
                format!("\"{}\"", step.name())
            );
        }
    }

    #[test]
    fn an_act_is_one_thing() {
        let read = |json: &str| serde_json::from_str::<RoomAct>(json);
        assert_eq!(
            read(r#"{"step":"open"}"#).unwrap(),
            RoomAct::Step(RoomStep::Open)
        );
        assert_eq!(read(r#"{"ask":1}"#).unwrap(), RoomAct::Ask(1));
        assert!(read(r#"{"step":"open","ask":1}"#).is_err());
        assert!(read(r#"{"open":true}"#).is_err());
    }
}
