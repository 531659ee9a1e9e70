//! The rooms of classes, by code. What a room's state means is not known here.

use async_trait::async_trait;

use super::{StorageError, both::for_both, statements::bind, sums::unsigned};

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// How often it was changed.
    pub changes: i64,
    /// When it ends, in seconds since 1970.
    pub ends: i64,
    /// Its state, in JSON.
    pub state: String,
}

/// Rooms.
#[async_trait]
pub trait RoomStorage: Send + Sync {
    /// Stores a new room. False: there is a room of that code, and it stays as it is.
    async fn open_room(&self, code: &str, room: &StoredRoom) -> Result<bool, StorageError>;

    /// The room of a code.
    async fn room(&self, code: &str) -> Result<Option<StoredRoom>, StorageError>;

    /// Stores a room anew, if it has been changed as often as `changes` says; whether it was.
    async fn change_room(
        &self,
        code: &str,
        changes: i64,
        state: &str,
    ) -> Result<bool, StorageError>;

    /// Deletes a room; whether there was one.
    async fn delete_room(&self, code: &str) -> Result<bool, StorageError>;

    /// How many rooms there are.
    async fn room_count(&self) -> Result<u64, StorageError>;

    /// The codes of the rooms that have ended by that second.
    async fn ended_rooms(&self, now: i64) -> Result<Vec<String>, StorageError>;
}

const OPEN: &str = "INSERT INTO rooms (code, changes, ends, state) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (code) DO NOTHING";
const READ: &str = "SELECT changes, ends, state FROM rooms WHERE code = $1";
const CHANGE: &str =
    "UPDATE rooms SET state = $3, changes = changes + 1 WHERE code = $1 AND changes = $2";
const DELETE: &str = "DELETE FROM rooms WHERE code = $1";
const COUNT: &str = "SELECT COUNT(*) FROM rooms";
const ENDED: &str = "SELECT code FROM rooms WHERE ends <= $1 ORDER BY code";

for_both!(RoomStorage {
    async fn open_room(&self, code: &str, room: &StoredRoom) -> Result<bool, StorageError> {
        let open = bind!(sqlx::query(OPEN), code, room.changes, room.ends, &room.state);
        Ok(open.execute(&mut *self.write().await?).await?.rows_affected() == 1)
    }

    async fn room(&self, code: &str) -> Result<Option<StoredRoom>, StorageError> {
        let read = bind!(sqlx::query_as(READ), code);
        let row: Option<(i64, i64, String)> =
            read.fetch_optional(&mut *self.read().await?).await?;
        Ok(row.map(|(changes, ends, state)| StoredRoom { changes, ends, state }))
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

    async fn delete_room(&self, code: &str) -> Result<bool, StorageError> {
        let delete = bind!(sqlx::query(DELETE), code);
        Ok(delete.execute(&mut *self.write().await?).await?.rows_affected() == 1)
    }

    async fn room_count(&self) -> Result<u64, StorageError> {
        unsigned(sqlx::query_scalar(COUNT).fetch_one(&mut *self.read().await?).await?)
    }

    async fn ended_rooms(&self, now: i64) -> Result<Vec<String>, StorageError> {
        let ended = bind!(sqlx::query_scalar(ENDED), now);
        Ok(ended.fetch_all(&mut *self.read().await?).await?)
    }
});
