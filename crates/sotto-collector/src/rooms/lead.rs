//! Opening a room and leading it.

use sotto_api::{Access, Moment, OpenedRoom, RoomAct, RoomRequest, Settings};

use super::{Room, RoomError, Rooms, code, room::MOST_ROUNDS, round};
use crate::{
    secret::Secret,
    storage::{StorageError, StoredRoom},
};

/// How long a room stays open, unless its presenter ends it.
const DAY: i64 = 24 * 60 * 60;

/// The most rooms at once.
const MOST: u64 = 1_000;

/// How old a room is, in seconds, before one that nobody uses makes place for another.
const UNUSED: i64 = 60;

/// How often an act is tried anew because another came before it.
const TRIES: usize = 10;

impl Rooms {
    /// Opens a room.
    ///
    /// # Errors
    /// What is wrong with its questions, or why no room can be opened now.
    pub(crate) async fn open(&self, request: RoomRequest) -> Result<OpenedRoom, RoomError> {
        let (presenter, member) = (Secret::draw()?, Secret::draw()?);
        let pool = match &request.pool {
            Some(key) => Some(self.pool_for(key, &request.questions).await?),
            None => None,
        };
        let room = Room::new(request, &presenter, &member)?.with_pool(pool);
        let survey = code::draw_survey()?;
        // Every question is checked now, so that none is refused before a class.
        for question in &room.questions {
            round::survey(&survey, 1, question)?;
        }
        let asks = room.asks().ok_or(RoomError::NoSuchQuestion)?;
        let first = round::survey(&survey, 1, asks)?;
        let state = serde_json::to_string(&room).map_err(|_| StorageError::Damaged)?;
        let settings = Settings {
            access: Access::Unlinkable,
            ..Settings::of_new_survey()
        };
        let settings = serde_json::to_string(&settings).map_err(|_| StorageError::Damaged)?;
        self.make_place().await?;
        let ends = self.clock.moment().seconds() + DAY;
        let stored = StoredRoom {
            changes: 0,
            ends,
            state,
            survey,
        };
        for _ in 0..TRIES {
            let code = code::draw()?;
            let opened = self.storage.open_room(&code, &stored, &first, &settings);
            if !opened.await? {
                // A room has that code.
                continue;
            }
            self.catalog.look(&*self.storage).await?;
            return Ok(OpenedRoom {
                code,
                presenter: presenter.reveal(),
                ends: Moment::of_seconds(ends),
            });
        }
        Err(RoomError::TooMany)
    }

    /// Ends a room that nobody has joined and nobody listens to, the oldest first, if there is no place for another.
    async fn make_place(&self) -> Result<(), RoomError> {
        if self.storage.room_count().await? < MOST {
            return Ok(());
        }
        let opened = self.clock.moment().seconds() - UNUSED;
        let unjoined = self.storage.unjoined_rooms(opened + DAY).await?;
        let unused = unjoined.iter().find(|code| !self.listeners.has(code));
        let code = unused.ok_or(RoomError::TooMany)?;
        Ok(self.delete(code).await?)
    }

    /// Does what a presenter asks for. On return it is durable, and whoever listens here has been told.
    ///
    /// # Errors
    /// When it is not the presenter who asks, or it cannot be done.
    pub(crate) async fn lead(
        &self,
        code: &str,
        presenter: Option<&str>,
        act: RoomAct,
    ) -> Result<(), RoomError> {
        for attempt in 0..TRIES {
            let found = self.read(code).await?;
            if !found.room.is_led_by(presenter) {
                return Err(RoomError::NotPresenter);
            }
            if attempt == 0 {
                self.acts.take(code, act, self.clock.instant())?;
            }
            let stored = &found.stored;
            let round = match act {
                RoomAct::Ask(_) => self.newest_round(code, &stored.survey).await? + 1,
                RoomAct::Step(_) | RoomAct::Lock(_) => found.room.round,
            };
            if round > MOST_ROUNDS {
                return Err(RoomError::NoMoreRounds);
            }
            let next = found.room.after(act, round)?;
            if let RoomAct::Ask(_) = act {
                let asks = next.asks().ok_or(RoomError::NoSuchQuestion)?;
                let survey = round::survey(&stored.survey, round, asks)?;
                let storage = &*self.storage;
                storage
                    .forget_rounds(&stored.survey, found.room.round)
                    .await?;
                let published = storage.publish_version(&survey, round - 1).await?;
                self.catalog.look(storage).await?;
                if published.is_none() {
                    continue;
                }
            }
            let state = serde_json::to_string(&next).map_err(|_| StorageError::Damaged)?;
            if self
                .storage
                .change_room(code, stored.changes, &state)
                .await?
            {
                self.listeners.changed(code);
                return Ok(());
            }
        }
        Err(StorageError::Busy.into())
    }

    /// The newest version of the room's survey, which may be ahead of the room after a crash between the two.
    async fn newest_round(&self, code: &str, survey: &str) -> Result<u32, RoomError> {
        let newest = self.published(code, survey, None).await?;
        Ok(newest.survey().version())
    }
}
