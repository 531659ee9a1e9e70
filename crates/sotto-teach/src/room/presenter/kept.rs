//! What leads a room, kept in the storage of this window: a reload stays in the room, and neither the address bar nor the
//! list of visited pages has it. The key of a pool and how many phones its teacher expects stay there, too.

use super::size;
use crate::room::client::Ticket;

const POOL: &str = "sotto pool";

const PHONES: &str = "sotto phones";

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn key(code: &str) -> String {
    ["sotto presents ", code].concat()
}

/// The room of that code, if this window leads it.
pub(super) fn ticket(code: &str) -> Option<Ticket> {
    let presenter = storage()?.get_item(&key(code)).ok()??;
    Some(Ticket {
        code: code.to_owned(),
        presenter: Some(presenter),
    })
}

/// Keeps what leads a room.
pub(super) fn keep(ticket: &Ticket) {
    if let (Some(storage), Some(presenter)) = (storage(), &ticket.presenter) {
        // A storage that is full or forbidden keeps nothing, and a reload then begins anew.
        let _ = storage.set_item(&key(&ticket.code), presenter);
    }
}

/// Forgets what leads a room, which has ended or is led by somebody else.
pub(super) fn forget(ticket: &Ticket) {
    if let Some(storage) = storage() {
        // What is not kept need not be forgotten.
        let _ = storage.remove_item(&key(&ticket.code));
    }
}

/// The key of the pool that this window adds classes to, if it has one.
pub(super) fn pool() -> Option<String> {
    storage()?.get_item(POOL).ok()?
}

/// Keeps the key of a pool, or forgets it.
pub(super) fn keep_pool(key: Option<&str>) {
    let Some(storage) = storage() else { return };
    // A storage that is full or forbidden keeps nothing: the pool's link opens it again.
    let _ = match key {
        Some(key) => storage.set_item(POOL, key),
        None => storage.remove_item(POOL),
    };
}

/// How many phones are expected, if that was said.
pub(super) fn phones() -> Option<u32> {
    size::read(&storage()?.get_item(PHONES).ok()??)
}

/// Keeps how many phones are expected.
pub(super) fn keep_phones(phones: Option<u32>) {
    let Some(storage) = storage() else { return };
    // What is not kept is not said later.
    let _ = match phones {
        Some(phones) => storage.set_item(PHONES, &phones.to_string()),
        None => storage.remove_item(PHONES),
    };
}
