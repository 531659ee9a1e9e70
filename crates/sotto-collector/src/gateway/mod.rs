//! Oblivious HTTP (RFC 9458), the gateway's side: opening what came through a relay, and sealing the answer
//! to it.
//!
//! Every collector of a database has the same keys. A key is told for a month; then another takes its place,
//! and the one before is kept until the next does. What was encrypted to a key that is gone can be opened by
//! nobody any more: whoever sent it is told so, and asks for the newer one.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use base64ct::{Base64UrlUnpadded, Encoding as _};
use ohttp::{
    KeyConfig, Server, ServerResponse, SymmetricSuite,
    hpke::{Aead, Kdf, Kem},
};
use parking_lot::RwLock;
use rand::{
    TryRng,
    rngs::{SysError, SysRng},
};
use sotto_api::public_log::LogEntry;
use thiserror::Error;
use tokio::sync::Mutex;

use crate::{
    clock::Clock,
    public_log::PublicLog,
    storage::{Storage, StorageError, StoredGatewayKey},
};

/// For how many days a key is told.
const DAYS: i64 = 30;

/// How long nobody looks again for a key that was not there.
const IN_VAIN: Duration = Duration::from_secs(1);

/// What any browser can do by itself.
const SUITE: SymmetricSuite = SymmetricSuite::new(Kdf::HkdfSha256, Aead::Aes128Gcm);

/// Why something is not opened, or no key told.
#[derive(Debug, Error)]
pub(crate) enum GatewayError {
    #[error(
        "no key of this collector opens the request; ask for its keys again, and encrypt to one of them"
    )]
    Key,
    #[error("the key cannot be used")]
    Unusable,
    #[error("the system gives no randomness just now")]
    Randomness(#[from] SysError),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// A key, ready to open with.
struct GatewayKey {
    number: i64,
    day: i64,
    server: Server,
    /// Its configuration, as a list of one (`application/ohttp-keys`).
    told: Vec<u8>,
}

impl GatewayKey {
    fn of(stored: &StoredGatewayKey) -> Result<Self, ohttp::Error> {
        // It comes round again when all that were encrypted to the earlier key are long counted.
        let [.., id] = stored.number.to_be_bytes();
        let config = KeyConfig::derive(id, Kem::X25519Sha256, vec![SUITE], &stored.seed)?;
        let told = KeyConfig::encode_list(&[&config])?;
        Ok(Self {
            number: stored.number,
            day: stored.day,
            server: Server::new(config)?,
            told,
        })
    }

    fn id(&self) -> u8 {
        let [.., id] = self.number.to_be_bytes();
        id
    }
}

/// The collector's gateway.
pub(crate) struct Gateway {
    storage: Arc<dyn Storage>,
    log: Arc<PublicLog>,
    clock: Arc<dyn Clock>,
    /// The newest first.
    keys: RwLock<Vec<Arc<GatewayKey>>>,
    /// One look at a time; when one was taken in vain for a key that somebody named.
    looking: Mutex<Option<Instant>>,
}

impl Gateway {
    pub(crate) fn new(
        storage: &Arc<dyn Storage>,
        log: &Arc<PublicLog>,
        clock: &Arc<dyn Clock>,
    ) -> Self {
        Self {
            storage: Arc::clone(storage),
            log: Arc::clone(log),
            clock: Arc::clone(clock),
            keys: RwLock::default(),
            looking: Mutex::default(),
        }
    }

    /// The key that is told, as `application/ohttp-keys`. It stands in the public log before anybody gets it.
    pub(crate) async fn told(&self) -> Result<Vec<u8>, GatewayError> {
        Ok(self.newest().await?.told.clone())
    }

    /// What was encrypted, and what seals the answer to it.
    pub(crate) async fn open(
        &self,
        request: &[u8],
    ) -> Result<(Vec<u8>, ServerResponse), GatewayError> {
        let id = *request.first().ok_or(GatewayError::Key)?;
        let key = if let Some(key) = self.with_id(id) {
            key
        } else {
            self.look_for(id).await?
        };
        key.server
            .decapsulate(request)
            .map_err(|_| GatewayError::Key)
    }

    /// A key that another collector may have drawn. Anybody can name one that nobody has: the storage is asked in
    /// vain once a second and no more.
    async fn look_for(&self, id: u8) -> Result<Arc<GatewayKey>, GatewayError> {
        let mut in_vain = self.looking.lock().await;
        if let Some(key) = self.with_id(id) {
            return Ok(key);
        }
        let now = self.clock.instant();
        if in_vain.is_some_and(|at| now.saturating_duration_since(at) < IN_VAIN) {
            return Err(GatewayError::Key);
        }
        self.look().await?;
        self.with_id(id).ok_or_else(|| {
            *in_vain = Some(now);
            GatewayError::Key
        })
    }

    fn with_id(&self, id: u8) -> Option<Arc<GatewayKey>> {
        let keys = self.keys.read();
        keys.iter().find(|key| key.id() == id).cloned()
    }

    /// The newest key, if it is not to be replaced yet.
    fn in_force(&self) -> Option<Arc<GatewayKey>> {
        let today = self.clock.moment().day();
        let keys = self.keys.read();
        let newest = keys.first().cloned();
        newest.filter(|key| today < key.day.saturating_add(DAYS))
    }

    async fn newest(&self) -> Result<Arc<GatewayKey>, GatewayError> {
        if let Some(key) = self.in_force() {
            return Ok(key);
        }
        let _turn = self.looking.lock().await;
        // Another collector may have drawn one.
        self.look().await?;
        if let Some(key) = self.in_force() {
            return Ok(key);
        }
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed)?;
        let before = self.keys.read().first().map(|key| key.number);
        let fresh = StoredGatewayKey {
            number: before.map_or(0, |number| number.saturating_add(1)),
            seed,
            day: self.clock.moment().day(),
        };
        self.storage.add_gateway_key(&fresh).await?;
        self.look().await?;
        self.in_force().ok_or(GatewayError::Unusable)
    }

    /// Reads the keys, whichever collector drew them.
    async fn look(&self) -> Result<(), GatewayError> {
        let stored = self.storage.gateway_keys().await?;
        let keys: Vec<_> = stored
            .iter()
            .map(|stored| GatewayKey::of(stored).map(Arc::new))
            .collect::<Result<_, _>>()
            .map_err(|_| GatewayError::Unusable)?;
        let told = |key: &Arc<GatewayKey>| Base64UrlUnpadded::encode_string(&key.told);
        let entries: Vec<_> = keys
            .iter()
            .map(|key| LogEntry::gateway_key(&told(key)))
            .collect();
        self.log.hold(&*self.storage, &entries).await?;
        *self.keys.write() = keys;
        Ok(())
    }
}
