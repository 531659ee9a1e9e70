//! A room's snapshot: what everybody in it is told.

use std::sync::Arc;

use sotto_api::{FEWEST_REVEALED, Moment, RoomSnapshot};

use super::{
    Room, RoomError, Rooms,
    figures::revealed,
    round::{self, ODDS},
};
use crate::{
    estimates::{Published, Step},
    storage::{StorageError, StoredRoom},
};

/// A room as it was read.
pub(crate) struct ReadRoom {
    pub(super) stored: StoredRoom,
    pub(crate) room: Room,
}

impl Rooms {
    /// Reads a room that has not ended.
    ///
    /// # Errors
    /// When no room has that code.
    pub(crate) async fn read(&self, code: &str) -> Result<ReadRoom, RoomError> {
        let stored = self.storage.room(code).await?;
        let stored = stored
            .filter(|room| self.clock.moment().seconds() < room.ends)
            .ok_or(RoomError::Unknown)?;
        let room = serde_json::from_str(&stored.state).map_err(|_| StorageError::Damaged)?;
        Ok(ReadRoom { stored, room })
    }

    /// The version of the room's survey that is its round.
    async fn published_round(
        &self,
        survey: &str,
        room: &Room,
    ) -> Result<Arc<Published>, RoomError> {
        let find = || {
            let listed = self.catalog.get(survey)?;
            listed.version(room.round).cloned()
        };
        if let Some(published) = find() {
            return Ok(published);
        }
        // Another collector may have published it since the last look.
        self.catalog.look(&*self.storage).await?;
        find().ok_or(RoomError::Unknown)
    }

    /// What everybody is told now.
    ///
    /// # Errors
    /// When the room has ended, or cannot be read.
    pub(super) async fn snapshot(&self, code: &str) -> Result<RoomSnapshot, RoomError> {
        let ReadRoom { stored, room } = self.read(code).await?;
        let published = self.published_round(&stored.survey, &room).await?;
        let storage = &*self.storage;
        let part = published.survey().parts().next();
        let part = part.ok_or(StorageError::Damaged)?;
        let support = part.randomizer().support_probabilities();
        let support = support.ok_or(StorageError::Damaged)?;
        let joined = storage.invite_count(&stored.survey).await?;
        let mut answered = storage.submissions(published.stored().key).await?;
        let mut figures = None;
        if room.step.reveals() {
            let step = Step::of(FEWEST_REVEALED, self.clock.moment());
            let snapshot = published.told(storage, step).await?;
            let counts = snapshot.tally.counts().first();
            figures = counts.and_then(|counts| revealed(counts, support));
            if figures.is_some() {
                answered = snapshot.submissions;
            }
        }
        Ok(RoomSnapshot {
            tag: format!("{}-{joined}-{answered}", stored.changes),
            code: code.to_owned(),
            step: room.step,
            locked: room.locked,
            member: room.member.clone(),
            survey: stored.survey,
            round: room.round,
            asked: room.asked(),
            question: room.question,
            odds: ODDS,
            chances: round::chances(part.domain().size()),
            joined,
            answered,
            revealed: figures,
            ends: Moment::of_seconds(stored.ends),
            questions: room.questions,
        })
    }
}
