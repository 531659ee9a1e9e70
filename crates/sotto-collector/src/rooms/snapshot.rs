//! A room's snapshot: what everybody in it is told.

use std::sync::Arc;

use sotto_api::{Moment, RoomSnapshot};

use super::{
    Room, RoomError, Rooms,
    code::survey_of,
    figures::revealed,
    round::{self, ODDS},
};
use crate::{
    estimates::Published,
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
    async fn published_round(&self, code: &str, room: &Room) -> Result<Arc<Published>, RoomError> {
        let find = || {
            let listed = self.catalog.get(&survey_of(code))?;
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
        let published = self.published_round(code, &room).await?;
        let storage = &*self.storage;
        let part = published.survey().parts().next();
        let part = part.ok_or(StorageError::Damaged)?;
        let support = part.randomizer().support_probabilities();
        let support = support.ok_or(StorageError::Damaged)?;
        let (answered, revealed) = if room.step.reveals() {
            let snapshot = published.snapshot(storage).await?;
            let counts = snapshot.tally.counts().first();
            let figures = counts.and_then(|counts| revealed(counts, support));
            (snapshot.submissions, figures)
        } else {
            (storage.submissions(published.stored().key).await?, None)
        };
        Ok(RoomSnapshot {
            tag: format!("{}-{answered}", stored.changes),
            code: code.to_owned(),
            step: room.step,
            locked: room.locked,
            member: room.member.clone(),
            survey: survey_of(code),
            round: room.round,
            asked: room.asked(),
            question: room.question,
            odds: ODDS,
            chances: round::chances(part.domain().size()),
            answered,
            revealed,
            ends: Moment::of_seconds(stored.ends),
            questions: room.questions,
        })
    }
}
