//! Joining a room, and who is in it as far as operators are told: nobody, but how many.

use sotto_api::{JoinedRoom, Moment, RoomView};

use super::{Room, RoomError, Rooms, snapshot::ReadRoom};
use crate::{eligibility::Code, storage::StorageError};

/// The most who join a room: several lecture halls.
const MOST_MEMBERS: u64 = 1_000;

impl Rooms {
    /// Lets somebody join a room that was read. What they get is an invite like any other, of which a hash is stored
    /// and no time.
    ///
    /// # Errors
    /// When the room is locked or full, or has ended meanwhile.
    pub(crate) async fn join(&self, code: &str, found: ReadRoom) -> Result<JoinedRoom, RoomError> {
        if found.room.locked {
            return Err(RoomError::Locked);
        }
        let survey = &found.stored.survey;
        if self.storage.invite_count(survey).await? >= MOST_MEMBERS {
            return Err(RoomError::Full);
        }
        let invite = Code::draw()?;
        let key = invite.key(survey);
        if !self.storage.add_invites(survey, &[key]).await? {
            return Err(self.without_survey(code, survey).await?);
        }
        self.listeners.changed(code);
        Ok(JoinedRoom {
            invite: invite.to_string(),
        })
    }

    /// Every room, for operators.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<RoomView>, StorageError> {
        let rooms = self.storage.rooms().await?;
        let views = rooms.into_iter().map(|used| {
            // One that cannot be read is named all the same, so that it can be ended.
            let room: Option<Room> = serde_json::from_str(&used.room.state).ok();
            RoomView {
                code: used.code,
                step: room.as_ref().map(|room| room.step),
                locked: room.as_ref().is_some_and(|room| room.locked),
                joined: used.joined,
                ends: Moment::of_seconds(used.room.ends),
            }
        });
        Ok(views.collect())
    }
}
