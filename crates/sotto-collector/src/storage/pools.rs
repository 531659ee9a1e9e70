//! Pools of classes, by the hash of their key. What a pool's state means is not known here.

use async_trait::async_trait;

use super::{
    StorageError,
    both::for_both,
    rooms::CHANGE as CHANGE_ROOM,
    statements::{begin, bind},
    sums::unsigned,
    surveys::UNCHANGED,
};

/// What the key of a pool hashes to.
pub type PoolHash = [u8; 32];

/// A pool as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPool {
    /// How many classes were added.
    pub changes: i64,
    /// When it ends, in seconds since 1970.
    pub ends: i64,
    /// Its state, in JSON.
    pub state: String,
}

/// Pools.
#[async_trait]
pub trait PoolStorage: Send + Sync {
    /// Stores a new pool.
    async fn open_pool(&self, key: &PoolHash, pool: &StoredPool) -> Result<(), StorageError>;

    /// The pool of a key.
    async fn pool(&self, key: &PoolHash) -> Result<Option<StoredPool>, StorageError>;

    /// Stores a pool anew together with the room that was added to it, each if it has been changed as often as its number
    /// says. False: one of them was changed meanwhile or is gone, and both stay as they are.
    async fn add_to_pool(
        &self,
        pool: (&PoolHash, i64, &str),
        room: (&str, i64, &str),
    ) -> Result<bool, StorageError>;

    /// Deletes a pool; whether there was one.
    async fn delete_pool(&self, key: &PoolHash) -> Result<bool, StorageError>;

    /// How many pools there are.
    async fn pool_count(&self) -> Result<u64, StorageError>;

    /// A pool to which no class was added, if there is one: that of the smallest hash, which is any.
    async fn empty_pool(&self) -> Result<Option<PoolHash>, StorageError>;

    /// The pools that end by that second.
    async fn ended_pools(&self, now: i64) -> Result<Vec<PoolHash>, StorageError>;
}

const OPEN: &str = "INSERT INTO pools (key, changes, ends, state) VALUES ($1, $2, $3, $4)";
const READ: &str = "SELECT changes, ends, state FROM pools WHERE key = $1";
const ADD: &str =
    "UPDATE pools SET state = $3, changes = changes + 1 WHERE key = $1 AND changes = $2";
const DELETE: &str = "DELETE FROM pools WHERE key = $1";
const COUNT: &str = "SELECT COUNT(*) FROM pools";
const EMPTY: &str = "SELECT key FROM pools WHERE changes = 0 ORDER BY key LIMIT 1";
const ENDED: &str = "SELECT key FROM pools WHERE ends <= $1 ORDER BY key";

fn hash(key: Vec<u8>) -> Result<PoolHash, StorageError> {
    key.try_into().map_err(|_| StorageError::Damaged)
}

for_both!(PoolStorage {
    async fn open_pool(&self, key: &PoolHash, pool: &StoredPool) -> Result<(), StorageError> {
        let open = bind!(sqlx::query(OPEN), &key[..], pool.changes, pool.ends, &pool.state);
        Ok(open.execute(&mut *self.write().await?).await.map(drop)?)
    }

    async fn pool(&self, key: &PoolHash) -> Result<Option<StoredPool>, StorageError> {
        let read = bind!(sqlx::query_as(READ), &key[..]);
        let row: Option<(i64, i64, String)> =
            read.fetch_optional(&mut *self.read().await?).await?;
        Ok(row.map(|(changes, ends, state)| StoredPool { changes, ends, state }))
    }

    async fn add_to_pool(
        &self,
        (key, classes, pool): (&PoolHash, i64, &str),
        (code, changes, room): (&str, i64, &str),
    ) -> Result<bool, StorageError> {
        begin!(self => transaction, UNCHANGED);
        let add = bind!(sqlx::query(ADD), &key[..], classes, pool);
        let is_added = add.execute(&mut *transaction).await?.rows_affected() == 1;
        let change = bind!(sqlx::query(CHANGE_ROOM), code, changes, room);
        let is_both = is_added && change.execute(&mut *transaction).await?.rows_affected() == 1;
        if is_both {
            transaction.commit().await?;
        }
        Ok(is_both)
    }

    async fn delete_pool(&self, key: &PoolHash) -> Result<bool, StorageError> {
        let delete = bind!(sqlx::query(DELETE), &key[..]);
        Ok(delete.execute(&mut *self.write().await?).await?.rows_affected() == 1)
    }

    async fn pool_count(&self) -> Result<u64, StorageError> {
        unsigned(sqlx::query_scalar(COUNT).fetch_one(&mut *self.read().await?).await?)
    }

    async fn empty_pool(&self) -> Result<Option<PoolHash>, StorageError> {
        let empty: Option<Vec<u8>> =
            sqlx::query_scalar(EMPTY).fetch_optional(&mut *self.read().await?).await?;
        empty.map(hash).transpose()
    }

    async fn ended_pools(&self, now: i64) -> Result<Vec<PoolHash>, StorageError> {
        let ended = bind!(sqlx::query_scalar(ENDED), now);
        let ended: Vec<Vec<u8>> = ended.fetch_all(&mut *self.read().await?).await?;
        ended.into_iter().map(hash).collect()
    }
});
