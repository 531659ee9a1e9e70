//! Opening a room and leading it.

use sotto_api::{Moment, OpenedRoom, RoomAct, RoomRequest, Settings};

use super::{
    Room, RoomError, Rooms,
    code::{self, survey_of},
    round,
};
use crate::{
    secret::Secret,
    storage::{Creation, StorageError, StoredRoom},
};

/// How long a room stays open, unless its presenter ends it.
const DAY: i64 = 24 * 60 * 60;

/// The most rooms at once.
const MOST: u64 = 1_000;

/// How often an act is tried anew because another came before it.
const TRIES: usize = 10;

impl Rooms {
    /// Opens a room.
    ///
    /// # Errors
    /// What is wrong with its questions, or why no room can be opened now.
    pub(crate) async fn open(&self, request: RoomRequest) -> Result<OpenedRoom, RoomError> {
        if self.storage.room_count().await? >= MOST {
            return Err(RoomError::TooMany);
        }
        let (presenter, member) = (Secret::draw()?, Secret::draw()?);
        let room = Room::new(request, &presenter, &member)?;
        // Every question is checked now, so that none is refused before a class.
        for question in &room.questions {
            round::survey("BCDFGH", 1, question)?;
        }
        let asks = room.asks().ok_or(RoomError::NoSuchQuestion)?;
        let state = serde_json::to_string(&room).map_err(|_| StorageError::Damaged)?;
        let settings = Settings::of_new_survey();
        let settings = serde_json::to_string(&settings).map_err(|_| StorageError::Damaged)?;
        let ends = self.clock.moment().seconds() + DAY;
        let stored = StoredRoom {
            changes: 0,
            ends,
            state,
        };
        for _ in 0..TRIES {
            let code = code::draw()?;
            if !self.storage.open_room(&code, &stored).await? {
                continue;
            }
            let survey = round::survey(&code, 1, asks)?;
            let creation = self.storage.create_survey(&survey, &settings).await?;
            if !matches!(creation, Creation::Created(_)) {
                // A designer's survey has that id, or a room had that code.
                self.storage.delete_room(&code).await?;
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
        for _ in 0..TRIES {
            let found = self.read(code).await?;
            if !found.room.is_led_by(presenter) {
                return Err(RoomError::NotPresenter);
            }
            let round = match act {
                RoomAct::Ask(_) => self.newest_round(code)? + 1,
                RoomAct::Step(_) | RoomAct::Lock(_) => found.room.round,
            };
            let next = found.room.after(act, round)?;
            if let RoomAct::Ask(_) = act {
                let asks = next.asks().ok_or(RoomError::NoSuchQuestion)?;
                let survey = round::survey(code, round, asks)?;
                let published = self.storage.publish_version(&survey, round - 1).await?;
                self.catalog.look(&*self.storage).await?;
                if published.is_none() {
                    continue;
                }
            }
            let state = serde_json::to_string(&next).map_err(|_| StorageError::Damaged)?;
            let changes = found.stored.changes;
            if self.storage.change_room(code, changes, &state).await? {
                self.listeners.changed(code);
                return Ok(());
            }
        }
        Err(StorageError::Busy.into())
    }

    /// The newest version of the room's survey, which may be ahead of the room after a crash between the two.
    fn newest_round(&self, code: &str) -> Result<u32, RoomError> {
        let listed = self.catalog.get(&survey_of(code));
        let listed = listed.ok_or(RoomError::Unknown)?;
        Ok(listed.current().survey().version())
    }
}
