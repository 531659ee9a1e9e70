//! What the browser keeps: the draft, after every edit, whatever state it is in; which published version it
//! was made from; and whether somebody was signed in. No token, and nothing is sent.

use web_sys::Storage;

use crate::publishing::MadeFrom;

/// What the browser calls the draft.
const DRAFT: &str = "sotto-studio";
/// The published version that this device has seen last.
const MADE_FROM: &str = "sotto-studio-made-from";
/// There if somebody was signed in.
const SESSION: &str = "sotto-studio-session";

/// The draft that was kept, if one was.
pub(super) fn kept() -> Option<String> {
    storage()?.get_item(DRAFT).ok().flatten()
}

/// Keeps a draft; whether that succeeded.
pub(super) fn keep(text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(DRAFT, text).is_ok())
}

/// Which published version was seen last.
pub(super) fn made_from() -> Option<MadeFrom> {
    MadeFrom::read(&storage()?.get_item(MADE_FROM).ok()??)
}

/// Keeps which it was.
pub(super) fn keep_made_from(made_from: Option<&MadeFrom>) {
    if let Some(storage) = storage() {
        // What cannot be kept is asked of the draft, which names its version.
        let _ = match made_from {
            Some(made_from) => storage.set_item(MADE_FROM, &made_from.written()),
            None => storage.remove_item(MADE_FROM),
        };
    }
}

/// Whether somebody was signed in.
pub(super) fn was_signed_in() -> bool {
    let found = storage().and_then(|storage| storage.get_item(SESSION).ok().flatten());
    found.is_some()
}

/// Remembers whether somebody is.
pub(super) fn remember_session(is_signed_in: bool) {
    if let Some(storage) = storage() {
        // What cannot be kept is asked of whoever loads the page again.
        let _ = if is_signed_in {
            storage.set_item(SESSION, "yes")
        } else {
            storage.remove_item(SESSION)
        };
    }
}

/// A browser may forbid it by an error, or have none.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
