//! Answers that came after a reveal: they wait until five have come together, so that no single one can be told from the
//! difference of two figures. The room itself tells how many have answered while the question is open, and of how many
//! the figures are.

use sotto_api::{RoomSnapshot, RoomStep};
use yew::prelude::*;

/// How many had answered a round when answers were last taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Taken {
    round: u32,
    answered: u64,
}

impl Taken {
    /// What is known once the room is so.
    fn after(self, room: &RoomSnapshot) -> Self {
        if matches!(room.step, RoomStep::Open | RoomStep::Closed) {
            Self {
                round: room.round,
                answered: room.answered,
            }
        } else {
            self
        }
    }

    /// How many of them the revealed figures do not have.
    fn waiting(self, room: &RoomSnapshot) -> u64 {
        if self.round == room.round && room.step.reveals() && room.revealed.is_some() {
            self.answered.saturating_sub(room.answered)
        } else {
            0
        }
    }
}

/// How many answers of the room wait to be revealed, as far as this page has seen them come.
#[hook]
pub(super) fn use_waiting(room: Option<&RoomSnapshot>) -> u64 {
    let taken = use_mut_ref(Taken::default);
    let Some(room) = room else { return 0 };
    let mut taken = taken.borrow_mut();
    *taken = taken.after(room);
    taken.waiting(room)
}

#[cfg(test)]
mod tests {
    use sotto_api::RevealedOption;

    use super::*;
    use crate::room::tests::snapshot;

    fn room(step: RoomStep, round: u32, answered: u64) -> RoomSnapshot {
        let option = RevealedOption {
            sent: 0,
            share: 0.0,
            class: [0.0, 1.0],
            beyond_class: [0.0, 1.0],
        };
        RoomSnapshot {
            step,
            round,
            answered,
            revealed: step.reveals().then(|| vec![option; 2]),
            ..snapshot()
        }
    }

    #[test]
    fn what_came_after_a_reveal_waits_and_is_told() {
        let seen = |rooms: &[RoomSnapshot]| {
            let taken = rooms.iter().fold(Taken::default(), Taken::after);
            taken.waiting(&rooms[rooms.len() - 1])
        };
        let first = [
            room(RoomStep::Open, 1, 28),
            room(RoomStep::Sent, 1, 28),
            room(RoomStep::Open, 1, 30),
            room(RoomStep::Closed, 1, 30),
        ];
        assert_eq!(seen(&first[..2]), 0);
        assert_eq!(seen(&first), 0);
        let again = |room: RoomSnapshot| seen(&[&first[..], &[room]].concat());
        assert_eq!(again(room(RoomStep::Sent, 1, 28)), 2);
        assert_eq!(again(room(RoomStep::Certainty, 1, 28)), 2);
        // Once five have come together they are in the figures; another round is another count.
        assert_eq!(again(room(RoomStep::Sent, 1, 33)), 0);
        assert_eq!(again(room(RoomStep::Sent, 2, 7)), 0);
        let few = RoomSnapshot {
            revealed: None,
            ..room(RoomStep::Sent, 1, 3)
        };
        assert_eq!(again(few), 0);
    }
}
