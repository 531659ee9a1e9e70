//! The keys to which submissions that come through a relay are encrypted.

use std::fmt;

use async_trait::async_trait;

use super::{
    StorageError,
    both::for_both,
    statements::{begin, bind},
    surveys::UNCHANGED,
};

/// A key of the gateway, as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredGatewayKey {
    /// Each has the number after the one before it.
    pub number: i64,
    /// What the key is derived from.
    pub seed: [u8; 32],
    /// The day on which it was drawn, counted from 1970.
    pub day: i64,
}

impl fmt::Debug for StoredGatewayKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("StoredGatewayKey");
        out.field("number", &self.number).finish_non_exhaustive()
    }
}

/// The gateway's keys.
#[async_trait]
pub trait GatewayStorage: Send + Sync {
    /// All that are kept, the newest first.
    async fn gateway_keys(&self) -> Result<Vec<StoredGatewayKey>, StorageError>;

    /// Adds a key, unless there is one of its number, and takes out all but it and the one before it.
    async fn add_gateway_key(&self, key: &StoredGatewayKey) -> Result<(), StorageError>;
}

const KEYS: &str = "SELECT number, seed, day FROM gateway_keys ORDER BY number DESC";
const ADD: &str = "INSERT INTO gateway_keys (number, seed, day) VALUES ($1, $2, $3) \
     ON CONFLICT DO NOTHING";
const TAKE_OUT: &str = "DELETE FROM gateway_keys WHERE number < $1 - 1";

for_both!(GatewayStorage {
    async fn gateway_keys(&self) -> Result<Vec<StoredGatewayKey>, StorageError> {
        let keys: Vec<(i64, Vec<u8>, i64)> =
            sqlx::query_as(KEYS).fetch_all(&mut *self.read().await?).await?;
        let read = |(number, seed, day): (i64, Vec<u8>, i64)| {
            let seed = seed.try_into().map_err(|_| StorageError::Damaged)?;
            Ok(StoredGatewayKey { number, seed, day })
        };
        keys.into_iter().map(read).collect()
    }

    async fn add_gateway_key(&self, key: &StoredGatewayKey) -> Result<(), StorageError> {
        begin!(self => transaction, UNCHANGED);
        let add = bind!(sqlx::query(ADD), key.number, &key.seed[..], key.day);
        add.execute(&mut *transaction).await?;
        bind!(sqlx::query(TAKE_OUT), key.number).execute(&mut *transaction).await?;
        Ok(transaction.commit().await?)
    }
});
