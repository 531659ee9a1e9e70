//! What the storage is told about collecting. There it holds on every collector as soon as it is written, while
//! the settings themselves are read by others within a second.

use std::{collections::HashMap, sync::Arc};

use sotto_api::Settings;

use crate::{
    catalog::Catalog,
    storage::{Collecting, Storage, StorageError},
};

/// How often it is tried again because another collector changed something meanwhile.
const TRIES: u32 = 10;

/// What the newest version of a survey with these settings is held to.
pub(crate) const fn of(settings: &Settings) -> Collecting {
    Collecting {
        paused: settings.closed,
        quota: settings.quota,
    }
}

/// Makes what the storage has been told follow from the settings. It does, unless a program from before the
/// storage was told has changed them.
pub(crate) async fn reconcile(
    catalog: &Catalog,
    storage: &dyn Storage,
) -> Result<(), StorageError> {
    for _ in 0..TRIES {
        let revision = catalog.look(storage).await?;
        if is_reconciled(catalog, storage, revision).await? {
            return Ok(());
        }
    }
    Err(StorageError::Contended)
}

/// Whether it follows now, from what was changed up to that revision.
async fn is_reconciled(
    catalog: &Catalog,
    storage: &dyn Storage,
    revision: i64,
) -> Result<bool, StorageError> {
    let told: HashMap<_, _> = storage.collecting().await?.into_iter().collect();
    for listed in catalog.all().values() {
        for version in listed.versions() {
            let key = version.stored().key;
            let wanted = if Arc::ptr_eq(version, listed.current()) {
                of(listed.settings())
            } else {
                Collecting::EARLIER
            };
            if told.get(&key) != Some(&wanted)
                && !storage.set_collecting(key, wanted, revision).await?
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
