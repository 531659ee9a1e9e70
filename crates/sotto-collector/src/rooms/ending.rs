//! Ending rooms: a room's row, its survey and all that was counted go together.

use std::{sync::Arc, time::Duration};

use super::{RoomError, Rooms, survey_of};
use crate::{believed_clock::BelievedClock, clock::pause, log, storage::StorageError};

const BETWEEN: Duration = Duration::from_mins(1);

impl Rooms {
    /// Ends a room, as its presenter asks.
    ///
    /// # Errors
    /// When it is not the presenter who asks.
    pub(crate) async fn end(&self, code: &str, presenter: Option<&str>) -> Result<(), RoomError> {
        let found = self.read(code).await?;
        if !found.room.is_led_by(presenter) {
            return Err(RoomError::NotPresenter);
        }
        Ok(self.delete(code).await?)
    }

    /// Ends rooms whose time has come, until the collector stops.
    pub(crate) async fn keep(self: Arc<Self>, clock: Arc<BelievedClock>) {
        let mut stopping = self.stopping.clone();
        loop {
            if let Err(error) = self.end_due(&clock).await {
                log::say(format_args!(
                    "Rooms whose time has come could not be deleted, and are tried again: {error}"
                ));
            }
            if !pause(BETWEEN, &mut stopping).await {
                return;
            }
        }
    }

    async fn end_due(&self, clock: &BelievedClock) -> Result<(), StorageError> {
        let now = self.clock.moment().seconds();
        let ended = self.storage.ended_rooms(now).await?;
        if ended.is_empty() {
            return Ok(());
        }
        if !clock.is_believed().await? {
            return clock.tell_doubt().await;
        }
        for code in ended {
            self.delete(&code).await?;
        }
        Ok(())
    }

    /// The survey goes first: if that is interrupted, the room is still there to be deleted again.
    async fn delete(&self, code: &str) -> Result<(), StorageError> {
        self.storage.delete_survey(&survey_of(code)).await?;
        self.storage.delete_room(code).await?;
        self.catalog.look(&*self.storage).await?;
        self.listeners.changed(code);
        Ok(())
    }
}
