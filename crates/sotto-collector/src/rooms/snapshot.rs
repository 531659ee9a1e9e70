//! A room's snapshot: what everybody in it is told.

use std::sync::Arc;

use sotto_api::{FEWEST_REVEALED, Moment, RoomPool, RoomSnapshot};
use sotto_ldp::{Counts, SupportProbabilities};

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
        let room = serde_json::from_str(&stored.state).map_err(|error| StorageError::Room {
            code: code.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(ReadRoom { stored, room })
    }

    /// A version of the room's survey, or the newest.
    ///
    /// # Errors
    /// When the room has ended, or its survey is gone without it.
    pub(super) async fn published(
        &self,
        code: &str,
        survey: &str,
        round: Option<u32>,
    ) -> Result<Arc<Published>, RoomError> {
        let find = || {
            let listed = self.catalog.get(survey)?;
            match round {
                Some(round) => listed.version(round).cloned(),
                None => Some(Arc::clone(listed.current())),
            }
        };
        if let Some(published) = find() {
            return Ok(published);
        }
        // Another collector may have published it since the last look.
        self.catalog.look(&*self.storage).await?;
        if let Some(published) = find() {
            return Ok(published);
        }
        Err(self.without_survey(code, survey).await?)
    }

    /// Why a room has no survey: it has ended meanwhile, or a damaged database has one without the other.
    pub(super) async fn without_survey(
        &self,
        code: &str,
        survey: &str,
    ) -> Result<RoomError, StorageError> {
        let left = self.storage.room(code).await?;
        Ok(left.map_or(RoomError::Unknown, |_| {
            let room = StorageError::Room {
                code: code.to_owned(),
                reason: format!("its survey {survey:?} is not there, or cannot be read"),
            };
            room.into()
        }))
    }

    /// What everybody is told now.
    ///
    /// # Errors
    /// When the room has ended, or cannot be read.
    pub(super) async fn snapshot(&self, code: &str) -> Result<RoomSnapshot, RoomError> {
        let ReadRoom { stored, room } = self.read(code).await?;
        let published = self.published(code, &stored.survey, Some(room.round));
        let published = published.await?;
        let storage = &*self.storage;
        let support = support(&published)?;
        let options = published
            .survey()
            .parts()
            .next()
            .ok_or(StorageError::Damaged)?
            .domain()
            .size();
        let joined = storage.invite_count(&stored.survey).await?;
        let mut answered = storage.submissions(published.stored().key).await?;
        let mut figures = None;
        if room.step.reveals() {
            let (counts, told) = self.told_counts(&published).await?;
            figures = revealed(&counts, support);
            if figures.is_some() {
                answered = told;
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
            chances: round::chances(options),
            joined,
            answered,
            revealed: figures,
            pool: room.pool.map(|pool| RoomPool {
                ends: pool.ends,
                added: pool.added,
            }),
            ends: Moment::of_seconds(stored.ends),
            questions: room.questions,
        })
    }

    /// The noisy counts of a round as far as they are told, which grow by five answers at least, and of how many they are.
    pub(super) async fn told_counts(
        &self,
        published: &Published,
    ) -> Result<(Counts, u64), StorageError> {
        let step = Step::of(FEWEST_REVEALED, self.clock.moment());
        let told = published.told(&*self.storage, step).await?;
        let counts = told.tally.counts().first().ok_or(StorageError::Damaged)?;
        Ok((counts.clone(), told.submissions))
    }
}

/// The chances of what a round's phones send.
pub(super) fn support(published: &Published) -> Result<SupportProbabilities, StorageError> {
    let part = published.survey().parts().next();
    let support = part.and_then(|part| part.randomizer().support_probabilities());
    support.ok_or(StorageError::Damaged)
}
