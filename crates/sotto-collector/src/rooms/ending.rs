//! Ending rooms: a room, its survey and all that was counted go together, and nothing is left of them but what was added to
//! a pool. Pools end at the end that they state.

use std::{sync::Arc, time::Duration};

use super::Rooms;
use crate::{believed_clock::BelievedClock, clock::pause, log, storage::StorageError};

const BETWEEN: Duration = Duration::from_mins(1);

impl Rooms {
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
        let pools = self.storage.ended_pools(now).await?;
        if ended.is_empty() && pools.is_empty() {
            return Ok(());
        }
        if !clock.is_believed().await? {
            return clock.tell_doubt().await;
        }
        for code in ended {
            self.delete(&code).await?;
        }
        for key in pools {
            self.storage.delete_pool(&key).await?;
        }
        Ok(())
    }

    /// Ends a room, if there is one of that code. The room goes with its survey, in one transaction.
    pub(crate) async fn delete(&self, code: &str) -> Result<(), StorageError> {
        let Some(room) = self.storage.room(code).await? else {
            return Ok(());
        };
        self.storage.delete_survey(&room.survey).await?;
        self.acts.forget(code);
        self.catalog.look(&*self.storage).await?;
        self.listeners.changed(code);
        Ok(())
    }
}
