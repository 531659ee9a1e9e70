//! What a room is, and what a presenter's acts make of it. Nothing here stores or serves.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sotto_api::{Moment, RoomAct, RoomQuestion, RoomRequest, RoomStep};
use subtle::ConstantTimeEq;
use thiserror::Error;

use crate::{
    secret::Secret,
    storage::{PoolHash, StorageError},
};

/// Why something cannot be done in a room.
#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error(
        "there is no room with this code; rooms end when the teacher ends them, and after a day"
    )]
    Unknown,
    #[error("the room is locked: whoever is in it stays, and nobody else may join")]
    Locked,
    #[error("only the presenter's secret, as \"authorization: Bearer\", leads a room")]
    NotPresenter,
    #[error("{0}")]
    Request(String),
    #[error("the room has no question with that index")]
    NoSuchQuestion,
    #[error("too many rooms are in use for another one; try again later")]
    TooMany,
    #[error("as many have joined the room as it takes; nobody else may join")]
    Full,
    #[error("the room is led faster than a class can follow; try again in {} seconds", .0.as_secs() + 1)]
    TooFast(Duration),
    #[error("the room has had its {MOST_ROUNDS} rounds; open another one")]
    NoMoreRounds,
    #[error(
        "no pool has this key; pools end when their teacher ends them, and at their stated end"
    )]
    UnknownPool,
    #[error("too many pools are in use for another one; try again later")]
    TooManyPools,
    #[error(
        "the room was opened without a pool, and its class was told of none; open another room with the pool's key"
    )]
    NoPool,
    #[error(
        "the room was opened for another pool, of which its class was told; send that one's key"
    )]
    OtherPool,
    #[error("nothing is revealed yet: a pool takes what a class has seen, of five answers or more")]
    NothingRevealed,
    #[error("the room was added to its pool before, and a class counts once")]
    Added,
    #[error("the pool has had its {MOST_CLASSES} classes; open another one")]
    PoolFull,
    #[error("the system gives no randomness just now")]
    Randomness(#[from] rand::rngs::SysError),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// The most rounds of a room: each of 20 questions five times.
pub(super) const MOST_ROUNDS: u32 = 100;

/// The most classes of a pool.
pub(super) const MOST_CLASSES: u32 = 100;

/// A room, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Room {
    /// What the presenter's secret hashes to.
    presenter: [u8; 32],
    /// What those show who have joined. It is everybody's, so it tells nobody apart.
    pub(super) member: String,
    pub(super) questions: Vec<RoomQuestion>,
    /// The index of the question.
    pub(super) question: u32,
    /// How often each question was asked.
    asked: Vec<u32>,
    /// The version of the room's survey that takes answers.
    pub(super) round: u32,
    pub(super) step: RoomStep,
    pub(super) locked: bool,
    /// The pool to which the room's counts may be added.
    pub(super) pool: Option<PoolOfRoom>,
}

/// The pool of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PoolOfRoom {
    /// What its key hashes to.
    pub(super) key: PoolHash,
    /// When it ends.
    pub(super) ends: Moment,
    /// Whether the room's counts were added.
    pub(super) added: bool,
}

const PURPOSE: &str = "sotto room ";

impl Room {
    /// A room at its start, led by that secret.
    ///
    /// # Errors
    /// When its questions are too few or too many. Their texts are checked as a survey's.
    pub(super) fn new(
        request: RoomRequest,
        presenter: &Secret,
        member: &Secret,
    ) -> Result<Self, RoomError> {
        let questions = request.questions;
        let wrong = |sentence: String| Err(RoomError::Request(sentence));
        if !(1..=RoomRequest::MOST_QUESTIONS).contains(&questions.len()) {
            return wrong(format!(
                "a room has from 1 to {} questions",
                RoomRequest::MOST_QUESTIONS
            ));
        }
        let options = 2..=RoomQuestion::MOST_OPTIONS;
        if questions
            .iter()
            .any(|one| !options.contains(&one.options.len()))
        {
            return wrong(format!(
                "a question of a room has from 2 to {} answers",
                RoomQuestion::MOST_OPTIONS
            ));
        }
        let mut asked = vec![0; questions.len()];
        asked[0] = 1;
        Ok(Self {
            presenter: presenter.digest(PURPOSE),
            member: member.reveal(),
            asked,
            questions,
            question: 0,
            round: 1,
            step: RoomStep::Lobby,
            locked: false,
            pool: None,
        })
    }

    /// The room with the pool to which its counts may be added.
    pub(super) fn with_pool(self, pool: Option<PoolOfRoom>) -> Self {
        Self { pool, ..self }
    }

    /// Whether that text is the presenter's secret.
    pub(crate) fn is_led_by(&self, text: Option<&str>) -> bool {
        text.and_then(Secret::parse)
            .is_some_and(|secret| secret.digest(PURPOSE).ct_eq(&self.presenter).into())
    }

    /// Whether whoever shows that may know of the room.
    pub(crate) fn admits(&self, member: Option<&str>, presenter: Option<&str>) -> bool {
        !self.locked || member == Some(&*self.member) || self.is_led_by(presenter)
    }

    /// The question that is asked.
    pub(super) fn asks(&self) -> Option<&RoomQuestion> {
        self.questions.get(usize::try_from(self.question).ok()?)
    }

    /// How often the question was asked.
    pub(super) fn asked(&self) -> u32 {
        let index = usize::try_from(self.question).ok();
        index
            .and_then(|index| self.asked.get(index))
            .copied()
            .unwrap_or(0)
    }

    /// Whether answers of that round are taken.
    pub(crate) fn takes(&self, round: u32) -> bool {
        self.step == RoomStep::Open && self.round == round
    }

    /// The room after an act; `round` is the version of the survey that a new round would be.
    ///
    /// # Errors
    /// When there is no such question.
    pub(super) fn after(&self, act: RoomAct, round: u32) -> Result<Self, RoomError> {
        let mut next = self.clone();
        match act {
            RoomAct::Step(step) => next.step = step,
            RoomAct::Lock(locked) => next.locked = locked,
            RoomAct::Ask(question) => {
                let index = usize::try_from(question).ok();
                let asked = index
                    .and_then(|index| next.asked.get_mut(index))
                    .ok_or(RoomError::NoSuchQuestion)?;
                *asked = asked.saturating_add(1);
                next.question = question;
                next.round = round;
                next.step = RoomStep::Predict;
            }
        }
        Ok(next)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn question(title: &str, options: usize) -> RoomQuestion {
        RoomQuestion {
            title: [("en", title)].into(),
            options: (0..options)
                .map(|index| [("en", &*format!("Answer {index}"))].into())
                .collect(),
        }
    }

    fn room(questions: &[usize]) -> Result<(Room, Secret), RoomError> {
        let secret = Secret::draw().unwrap();
        let questions = questions.iter().map(|&options| question("Is it?", options));
        let request = RoomRequest {
            questions: questions.collect(),
            pool: None,
        };
        let room = Room::new(request, &secret, &Secret::draw().unwrap())?;
        Ok((room, secret))
    }

    #[test]
    fn only_its_secret_leads_a_room() {
        let (room, secret) = room(&[2]).unwrap();
        assert!(room.is_led_by(Some(&secret.reveal())));
        for wrong in [None, Some(""), Some(&*room.member)] {
            assert!(!room.is_led_by(wrong));
        }
        assert!(
            !serde_json::to_string(&room)
                .unwrap()
                .contains(&secret.reveal())
        );
    }

    #[test]
    fn a_locked_room_admits_who_is_in_it() {
        let (open, secret) = room(&[2]).unwrap();
        assert!(open.admits(None, None));
        let locked = open.after(RoomAct::Lock(true), 0).unwrap();
        assert!(!locked.admits(None, None) && !locked.admits(Some(""), None));
        assert!(locked.admits(Some(&open.member), None));
        assert!(locked.admits(None, Some(&secret.reveal())));
    }

    #[test]
    fn answers_are_taken_in_their_round_while_it_is_open() {
        let (start, _) = room(&[2, 3]).unwrap();
        assert!(!start.takes(1));
        let open = start.after(RoomAct::Step(RoomStep::Open), 0).unwrap();
        assert!(open.takes(1) && !open.takes(2));
        let again = open.after(RoomAct::Ask(0), 2).unwrap();
        assert_eq!(
            (again.round, again.asked(), again.step),
            (2, 2, RoomStep::Predict)
        );
        assert!(!again.takes(1) && !again.takes(2));
        let other = again.after(RoomAct::Ask(1), 3).unwrap();
        assert_eq!((other.question, other.asked()), (1, 1));
        assert!(matches!(
            other.after(RoomAct::Ask(2), 4),
            Err(RoomError::NoSuchQuestion)
        ));
    }

    #[test]
    fn too_few_and_too_many_are_refused() {
        for wrong in [&[][..], &[1], &[2, 11], &[2; 21]] {
            assert!(
                matches!(room(wrong), Err(RoomError::Request(_))),
                "{wrong:?}"
            );
        }
        assert!(room(&[2; 20]).is_ok() && room(&[10]).is_ok());
    }
}
