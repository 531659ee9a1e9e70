//! The rooms of classes, by code. What a room's state means is not known here.

use async_trait::async_trait;
use sotto_survey::Survey;

use super::{
    StorageError, SurveyKey,
    both::for_both,
    statements::{begin, bind},
    sums::unsigned,
    survey::definition_of,
    surveys::{CHANGED, ERASE_LATER, SET_SETTINGS, insert_survey},
};

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// How often it was changed.
    pub changes: i64,
    /// When it ends, in seconds since 1970.
    pub ends: i64,
    /// Its state, in JSON.
    pub state: String,
    /// The id of the survey that takes its answers.
    pub survey: String,
}

/// A room beside what others did with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedRoom {
    /// Its code.
    pub code: String,
    /// The room.
    pub room: StoredRoom,
    /// How many have joined it.
    pub joined: u64,
}

/// Rooms. One ends when its survey is deleted.
#[async_trait]
pub trait RoomStorage: Send + Sync {
    /// Stores a new room together with the first version of its survey, and that one's settings. False:
    /// there is a room of that code or a survey of that id, and all stays as it is.
    async fn open_room(
        &self,
        code: &str,
        room: &StoredRoom,
        survey: &Survey,
        settings: &str,
    ) -> Result<bool, StorageError>;

    /// The room of a code.
    async fn room(&self, code: &str) -> Result<Option<StoredRoom>, StorageError>;

    /// Stores a room anew, if it has been changed as often as `changes` says; whether it was.
    async fn change_room(
        &self,
        code: &str,
        changes: i64,
        state: &str,
    ) -> Result<bool, StorageError>;

    /// Deletes the versions of a room's survey before that one: nobody asks for a round that is over, but
    /// a phone that did not hear that it was counted in the last one. What was counted in them is erased with
    /// the next erasure.
    async fn forget_rounds(&self, survey: &str, before: u32) -> Result<(), StorageError>;

    /// How many rooms there are.
    async fn room_count(&self) -> Result<u64, StorageError>;

    /// Every room, by code.
    async fn rooms(&self) -> Result<Vec<UsedRoom>, StorageError>;

    /// The codes of the rooms that nobody has joined and that end by that second, the first to end
    /// first.
    async fn unjoined_rooms(&self, ends: i64) -> Result<Vec<String>, StorageError>;

    /// The codes of the rooms that have ended by that second.
    async fn ended_rooms(&self, now: i64) -> Result<Vec<String>, StorageError>;
}

const OPEN: &str = "INSERT INTO rooms (code, changes, ends, state, survey) VALUES ($1, $2, $3, $4, $5) \
     ON CONFLICT DO NOTHING";
const READ: &str = "SELECT changes, ends, state, survey FROM rooms WHERE code = $1";
pub(super) const CHANGE: &str =
    "UPDATE rooms SET state = $3, changes = changes + 1 WHERE code = $1 AND changes = $2";
const ROUNDS: &str = "SELECT key FROM surveys WHERE id = $1 AND version < $2 ORDER BY key";
const FORGET: &str = "DELETE FROM surveys WHERE key = $1";
const COUNT: &str = "SELECT COUNT(*) FROM rooms";
const EVERY: &str = "SELECT code, changes, ends, state, survey, \
     (SELECT COUNT(*) FROM invites WHERE invites.survey = rooms.survey) FROM rooms ORDER BY code";
const UNJOINED: &str = "SELECT code FROM rooms WHERE ends <= $1 AND NOT EXISTS \
     (SELECT 1 FROM invites WHERE invites.survey = rooms.survey) ORDER BY ends, code";
const ENDED: &str = "SELECT code FROM rooms WHERE ends <= $1 ORDER BY code";

for_both!(RoomStorage {
    async fn open_room(
        &self,
        code: &str,
        room: &StoredRoom,
        survey: &Survey,
        settings: &str,
    ) -> Result<bool, StorageError> {
        let definition = definition_of(survey).await?;
        begin!(self => transaction, CHANGED);
        let open = sqlx::query(OPEN);
        let open = bind!(open, code, room.changes, room.ends, &room.state, &room.survey);
        if open.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(false);
        }
        let key: Option<SurveyKey> = insert_survey!(transaction, survey, definition);
        if key.is_none() {
            return Ok(false);
        }
        let set = bind!(sqlx::query(SET_SETTINGS), &room.survey, settings);
        set.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn room(&self, code: &str) -> Result<Option<StoredRoom>, StorageError> {
        let read = bind!(sqlx::query_as(READ), code);
        let row: Option<(i64, i64, String, String)> =
            read.fetch_optional(&mut *self.read().await?).await?;
        Ok(row.map(|(changes, ends, state, survey)| StoredRoom { changes, ends, state, survey }))
    }

    async fn change_room(
        &self,
        code: &str,
        changes: i64,
        state: &str,
    ) -> Result<bool, StorageError> {
        let change = bind!(sqlx::query(CHANGE), code, changes, state);
        Ok(change.execute(&mut *self.write().await?).await?.rows_affected() == 1)
    }

    async fn forget_rounds(&self, survey: &str, before: u32) -> Result<(), StorageError> {
        begin!(self => transaction, CHANGED);
        let rounds = bind!(sqlx::query_scalar(ROUNDS), survey, i64::from(before));
        let rounds: Vec<SurveyKey> = rounds.fetch_all(&mut *transaction).await?;
        for key in rounds {
            Self::alone(&mut transaction, key).await?;
            bind!(sqlx::query(FORGET), key).execute(&mut *transaction).await?;
            bind!(sqlx::query(ERASE_LATER), key, true).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn room_count(&self) -> Result<u64, StorageError> {
        unsigned(sqlx::query_scalar(COUNT).fetch_one(&mut *self.read().await?).await?)
    }

    async fn rooms(&self) -> Result<Vec<UsedRoom>, StorageError> {
        let every = sqlx::query_as(EVERY);
        let every: Vec<(String, i64, i64, String, String, i64)> =
            every.fetch_all(&mut *self.read().await?).await?;
        let rooms = every.into_iter().map(|(code, changes, ends, state, survey, joined)| {
            let room = StoredRoom { changes, ends, state, survey };
            Ok(UsedRoom { code, room, joined: unsigned(joined)? })
        });
        rooms.collect()
    }

    async fn unjoined_rooms(&self, ends: i64) -> Result<Vec<String>, StorageError> {
        let unjoined = bind!(sqlx::query_scalar(UNJOINED), ends);
        Ok(unjoined.fetch_all(&mut *self.read().await?).await?)
    }

    async fn ended_rooms(&self, now: i64) -> Result<Vec<String>, StorageError> {
        let ended = bind!(sqlx::query_scalar(ENDED), now);
        Ok(ended.fetch_all(&mut *self.read().await?).await?)
    }
});
