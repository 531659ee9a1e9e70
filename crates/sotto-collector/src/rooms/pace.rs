//! How fast a room is led. Each act is written and told to a whole class, and each question asked is a version of a
//! survey: no class follows faster than this.

use std::time::Instant;

use sotto_api::RoomAct;

use super::RoomError;
use crate::limits::{Paces, Rate};

/// What the acts of each room have used up.
#[derive(Debug, Default)]
pub(super) struct Acts {
    asks: Paces,
    others: Paces,
}

impl Acts {
    /// Lets a room do one more act.
    ///
    /// # Errors
    /// How long to wait.
    pub(super) fn take(&self, code: &str, act: RoomAct, now: Instant) -> Result<(), RoomError> {
        let taken = match act {
            // A set of 20 questions looked through at once, and then one in six seconds.
            RoomAct::Ask(_) => self.asks.take_at(code, Rate::per_minute(10, 20), now),
            // Back and forth through all steps, as fast as keys are pressed.
            RoomAct::Step(_) | RoomAct::Lock(_) => {
                self.others.take_at(code, Rate::per_second(2, 60), now)
            }
        };
        taken.map_err(RoomError::TooFast)
    }

    /// Forgets a room that has ended.
    pub(super) fn forget(&self, code: &str) {
        self.asks.forget(code);
        self.others.forget(code);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_lesson_is_led_and_a_flood_is_not() {
        let acts = Acts::default();
        let start = Instant::now();
        let take = |act, now| acts.take("BCDFGH", act, now);
        // Every question of the largest set, with all of its steps, within a few minutes.
        for question in 0..20 {
            let now = start + Duration::from_secs(10) * question;
            assert!(take(RoomAct::Ask(question), now).is_ok());
            for _ in 0..8 {
                assert!(take(RoomAct::Lock(true), now).is_ok());
            }
        }
        let later = start + Duration::from_hours(1);
        let asked = (0..200).filter(|_| take(RoomAct::Ask(0), later).is_ok());
        assert_eq!(asked.count(), 20);
        let Err(RoomError::TooFast(wait)) = take(RoomAct::Ask(0), later) else {
            unreachable!("the room is to wait");
        };
        assert!(take(RoomAct::Ask(0), later + wait).is_ok());
        // Another room is another matter, and one that has ended owes nothing.
        assert!(acts.take("BCDFGJ", RoomAct::Ask(0), later).is_ok());
        acts.forget("BCDFGH");
        assert!(take(RoomAct::Ask(0), later).is_ok());
    }
}
