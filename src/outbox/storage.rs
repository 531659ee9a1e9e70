//! Where the scrambled copy is kept: the browser's localStorage, one entry for each survey.
//!
//! Besides the copy and whether it has arrived, nothing is stored; of a survey in waves also the
//! permanent layer of the copies, by the parameters under which it was drawn. `gate.js` writes the
//! code of an invite under a name of the same form.

use std::cell::RefCell;

use js_sys::{JSON, Object, Reflect};
use wasm_bindgen::JsValue;
use web_sys::Storage;

use crate::outbox::Kept;

thread_local! {
    /// For pages whose storage is closed: lives as long as the page.
    static MEMORY: RefCell<Vec<(String, Kept)>> = const { RefCell::new(Vec::new()) };
}

/// The place of one survey's copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outbox {
    key: String,
    /// The same for all versions.
    permanent_key: String,
}

impl Outbox {
    /// The outbox of a version of a survey at the collector of that address.
    #[must_use]
    pub fn new(survey: &str, version: u32, collector: &str) -> Self {
        let origin = origin(collector);
        let name = |wave: &str| ["sotto:", survey, ":", wave, ":", origin].concat();
        Self {
            key: name(&version.to_string()),
            permanent_key: name("waves"),
        }
    }

    /// What was kept of an earlier wave under those parameters.
    #[must_use]
    pub fn permanent(&self, parameters: &str) -> Option<String> {
        let text = storage()?.get_item(&self.permanent_key).ok()??;
        let (kept, reports) = text.split_once("\n\n")?;
        (kept == parameters.trim_end()).then(|| reports.to_owned())
    }

    /// Keeps it for the waves to come. Where the browser keeps nothing, the next wave begins anew.
    pub fn keep_permanent(&self, parameters: &str, reports: &str) {
        if let Some(storage) = storage() {
            let text = [parameters.trim_end(), "\n\n", reports].concat();
            let _ = storage.set_item(&self.permanent_key, &text);
        }
    }

    /// The copy that was made before, if there is one, and whether it outlives this page.
    #[must_use]
    pub fn kept(&self) -> Option<(Kept, bool)> {
        storage()
            .and_then(|storage| storage.get_item(&self.key).ok()?)
            .and_then(|text| Some((read(&text)?, true)))
            .or_else(|| Some((self.remembered()?, false)))
    }

    /// Keeps a copy. `false` when only this page holds it, and it is gone when the page is closed.
    #[must_use]
    pub fn keep(&self, kept: &Kept) -> bool {
        self.remember(Some(kept));
        let Some(text) = write(kept) else {
            return false;
        };
        storage().is_some_and(|storage| storage.set_item(&self.key, &text).is_ok())
    }

    /// Forgets the copy, so that the survey can be answered anew on this device.
    pub fn forget(&self) {
        self.remember(None);
        if let Some(storage) = storage() {
            // What cannot be removed could not be written either.
            let _ = storage.remove_item(&self.key);
            let _ = storage.remove_item(&self.permanent_key);
        }
    }

    fn remembered(&self) -> Option<Kept> {
        MEMORY.with_borrow(|memory| {
            let entry = memory.iter().find(|(key, _)| *key == self.key);
            entry.map(|(_, kept)| kept.clone())
        })
    }

    fn remember(&self, kept: Option<&Kept>) {
        MEMORY.with_borrow_mut(|memory| {
            memory.retain(|(key, _)| *key != self.key);
            memory.extend(kept.map(|kept| (self.key.clone(), kept.clone())));
        });
    }
}

/// Reading `localStorage` throws where a browser or a frame forbids it.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn write(kept: &Kept) -> Option<String> {
    let entry = Object::new();
    let state = if kept.sent { "sent" } else { "pending" };
    Reflect::set(&entry, &"state".into(), &state.into()).ok()?;
    Reflect::set(&entry, &"body".into(), &kept.body.as_str().into()).ok()?;
    JSON::stringify(&entry).ok().map(String::from)
}

fn read(text: &str) -> Option<Kept> {
    let entry: JsValue = JSON::parse(text).ok()?;
    let field = |name: &str| Reflect::get(&entry, &name.into()).ok()?.as_string();
    Some(Kept {
        body: field("body")?,
        sent: field("state")? == "sent",
    })
}

/// Scheme, host and port of an absolute address.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |colon| colon + 3);
    let end = url[host..].find(['/', '?', '#']);
    end.map_or(url, |length| &url[..host + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_named_by_survey_version_and_origin() {
        for (url, key) in [
            ("https://a.example/", "sotto:census:2:https://a.example"),
            (
                "http://a.example:81/x/y?z",
                "sotto:census:2:http://a.example:81",
            ),
            ("https://a.example", "sotto:census:2:https://a.example"),
        ] {
            assert_eq!(Outbox::new("census", 2, url).key, key);
        }
    }
}
