//! Opening, reading and ending pools, and adding a room to one.

use sotto_api::{
    FEWEST_REVEALED, Moment, OpenedPool, PoolRequest, PoolView, RoomAct, RoomQuestion,
};
use sotto_ldp::SupportProbabilities;

use super::{
    Room, RoomError, Rooms,
    pool::{Pool, hash},
    room::PoolOfRoom,
    round, snapshot,
};
use crate::{
    secret::Secret,
    storage::{PoolHash, StorageError, StoredPool},
};

const DAY: i64 = 24 * 60 * 60;

/// The most pools at once.
const MOST: u64 = 10_000;

/// How often a class is added anew because something else came before it.
const TRIES: usize = 10;

impl Rooms {
    /// Opens a pool.
    ///
    /// # Errors
    /// What is wrong with its question or its end, or why no pool can be opened now.
    pub(crate) async fn open_pool(&self, request: PoolRequest) -> Result<OpenedPool, RoomError> {
        let ends = self.clock.moment().seconds() + i64::from(request.days) * DAY;
        let pool = Pool::new(request)?;
        // Whatever is wrong with its texts is found before a class is asked.
        support(&pool.question)?;
        if self.storage.pool_count().await? >= MOST {
            let empty = self.storage.empty_pool().await?;
            let empty = empty.ok_or(RoomError::TooManyPools)?;
            self.storage.delete_pool(&empty).await?;
        }
        let key = Secret::draw()?;
        let stored = StoredPool {
            changes: 0,
            ends,
            state: json(&pool)?,
        };
        self.storage.open_pool(&hash(&key), &stored).await?;
        Ok(OpenedPool {
            key: key.reveal(),
            ends: Moment::of_seconds(ends),
        })
    }

    /// What the pool of a key tells.
    ///
    /// # Errors
    /// When no pool has that key.
    pub(crate) async fn read_pool(&self, key: Option<&str>) -> Result<PoolView, RoomError> {
        let (stored, pool) = self.pool(&read(key)?).await?;
        let ends = Moment::of_seconds(stored.ends);
        Ok(pool.view(support(&pool.question)?, ends)?)
    }

    /// Ends the pool of a key, with all that was added.
    ///
    /// # Errors
    /// When no pool has that key.
    pub(crate) async fn end_pool(&self, key: Option<&str>) -> Result<(), RoomError> {
        if self.storage.delete_pool(&read(key)?).await? {
            Ok(())
        } else {
            Err(RoomError::UnknownPool)
        }
    }

    /// The pool for a room that is opened with those questions.
    ///
    /// # Errors
    /// When no pool has that key, or it asks something else.
    pub(super) async fn pool_for(
        &self,
        key: &str,
        questions: &[RoomQuestion],
    ) -> Result<PoolOfRoom, RoomError> {
        let key = read(Some(key))?;
        let (stored, pool) = self.pool(&key).await?;
        if questions != [pool.question] {
            return Err(RoomError::Request(
                "a room that is opened for a pool asks the pool's question alone, word for word"
                    .to_owned(),
            ));
        }
        Ok(PoolOfRoom {
            key,
            ends: Moment::of_seconds(stored.ends),
            added: false,
        })
    }

    /// Adds what a room has revealed to its pool, once. On return it is durable, and everybody in the room is told.
    ///
    /// # Errors
    /// When it is not the presenter who asks, the room was not opened for that pool, or nothing is revealed yet.
    pub(crate) async fn add_to_pool(
        &self,
        code: &str,
        presenter: Option<&str>,
        key: &str,
    ) -> Result<PoolView, RoomError> {
        let key = read(Some(key))?;
        for attempt in 0..TRIES {
            let found = self.read(code).await?;
            if !found.room.is_led_by(presenter) {
                return Err(RoomError::NotPresenter);
            }
            if attempt == 0 {
                let act = RoomAct::Step(found.room.step);
                self.acts.take(code, act, self.clock.instant())?;
            }
            // A key of no pool is told to be none, whatever the room was opened for.
            let (stored, pool) = self.pool(&key).await?;
            let of_room = addable(&found.room, &key)?;
            let survey = &found.stored.survey;
            let published = self.published(code, survey, Some(found.room.round)).await?;
            let (class, _) = self.told_counts(&published).await?;
            if class.reports() < FEWEST_REVEALED {
                return Err(RoomError::NothingRevealed);
            }
            let pool = pool.with(&class)?;
            let room = found.room.with_pool(Some(PoolOfRoom {
                added: true,
                ..of_room
            }));
            let (pool_state, room_state) = (json(&pool)?, json(&room)?);
            let to_pool = (&key, stored.changes, &*pool_state);
            let of_class = (code, found.stored.changes, &*room_state);
            if self.storage.add_to_pool(to_pool, of_class).await? {
                self.listeners.changed(code);
                let ends = Moment::of_seconds(stored.ends);
                return Ok(pool.view(snapshot::support(&published)?, ends)?);
            }
        }
        Err(StorageError::Busy.into())
    }

    async fn pool(&self, key: &PoolHash) -> Result<(StoredPool, Pool), RoomError> {
        let stored = self.storage.pool(key).await?;
        let stored = stored
            .filter(|pool| self.clock.moment().seconds() < pool.ends)
            .ok_or(RoomError::UnknownPool)?;
        let pool = serde_json::from_str(&stored.state).map_err(|_| StorageError::Damaged)?;
        Ok((stored, pool))
    }
}

/// The pool of a room whose counts can be added to the one of that key now.
fn addable(room: &Room, key: &PoolHash) -> Result<PoolOfRoom, RoomError> {
    let pool = room.pool.ok_or(RoomError::NoPool)?;
    if pool.key != *key {
        return Err(RoomError::OtherPool);
    }
    if pool.added {
        return Err(RoomError::Added);
    }
    if !room.step.reveals() {
        return Err(RoomError::NothingRevealed);
    }
    Ok(pool)
}

fn read(key: Option<&str>) -> Result<PoolHash, RoomError> {
    let key = key.and_then(Secret::parse).ok_or(RoomError::UnknownPool)?;
    Ok(hash(&key))
}

/// The chances of what phones send that are asked a question: those of its round in any room.
fn support(question: &RoomQuestion) -> Result<SupportProbabilities, RoomError> {
    let survey = round::survey("room-pool", 1, question)?;
    let part = survey.parts().next();
    let support = part.and_then(|part| part.randomizer().support_probabilities());
    Ok(support.ok_or(StorageError::Damaged)?)
}

fn json(state: &impl serde::Serialize) -> Result<String, StorageError> {
    serde_json::to_string(state).map_err(|_| StorageError::Damaged)
}
