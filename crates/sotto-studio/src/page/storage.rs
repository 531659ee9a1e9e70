//! What the browser keeps: drafts, each after every edit, whatever state it is in; which pages were given lines with
//! a pin; and whether somebody was signed in. No token, and nothing is sent.

use web_sys::Storage;

use crate::keeping::{Drafts, PinnedPages, Shelf};

/// The draft that is open in this tab.
const OPEN: &str = "sotto-studio-open";
/// There if somebody was signed in.
const SESSION: &str = "sotto-studio-session";
/// Before a survey's id: the pages that were given its pin.
const PAGES: &str = "sotto-studio-pages-";

/// The browser's storage for the site, which all tabs share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Browser;

impl Shelf for Browser {
    fn get(&self, name: &str) -> Option<String> {
        storage()?.get_item(name).ok().flatten()
    }

    fn set(&self, name: &str, text: &str) -> bool {
        storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
    }

    fn remove(&self, name: &str) {
        if let Some(storage) = storage() {
            // It fails where nothing can be kept at all.
            let _ = storage.remove_item(name);
        }
    }

    fn names(&self) -> Vec<String> {
        let Some(storage) = storage() else {
            return Vec::new();
        };
        let count = storage.length().unwrap_or_default();
        let names = (0..count).filter_map(|index| storage.key(index).ok().flatten());
        names.collect()
    }
}

/// The drafts that are kept.
pub(super) const fn drafts() -> Drafts<Browser> {
    Drafts::new(Browser)
}

/// The draft that was open in this tab, else the one that was written last.
pub(super) fn open_draft(drafts: &Drafts<Browser>) -> Option<String> {
    let open = tab().and_then(|tab| tab.get_item(OPEN).ok().flatten());
    let all = drafts.all();
    let is_there = |name: &String| all.iter().any(|(other, _)| other == name);
    let latest = || all.first().map(|(name, _)| name.clone());
    open.filter(is_there).or_else(latest)
}

/// Remembers which draft is open in this tab.
pub(super) fn remember_open(name: &str) {
    if let Some(tab) = tab() {
        // What cannot be kept is chosen by time.
        let _ = tab.set_item(OPEN, name);
    }
}

/// Now, in milliseconds since 1970.
pub(super) fn now() -> f64 {
    js_sys::Date::now()
}

/// The pages that were given lines with a pin of that survey, on this device.
pub(super) fn pages(survey: &str) -> PinnedPages {
    let kept = Browser.get(&[PAGES, survey].concat());
    kept.map_or_else(PinnedPages::default, |text| PinnedPages::of_text(&text))
}

/// Keeps them; whether that succeeded.
pub(super) fn keep_pages(survey: &str, pages: &PinnedPages) -> bool {
    Browser.set(&[PAGES, survey].concat(), &pages.to_text())
}

/// Whether somebody was signed in.
pub(super) fn was_signed_in() -> bool {
    Browser.get(SESSION).is_some()
}

/// Remembers whether somebody is. What cannot be kept is asked of whoever loads the page again.
pub(super) fn remember_session(is_signed_in: bool) {
    if is_signed_in {
        Browser.set(SESSION, "yes");
    } else {
        Browser.remove(SESSION);
    }
}

/// A browser may forbid it by an error, or have none.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// What this tab alone keeps.
fn tab() -> Option<Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}
