//! Where the scrambled copy is kept: the browser's localStorage, one entry for each version of a survey.
//!
//! Besides the copies and whether they have arrived, nothing is stored; of a survey in waves also the
//! permanent layer of the copies, by the parameters under which it was drawn. `gate.js` writes the
//! code of an invite under a name of the same form.

use std::cell::RefCell;

use js_sys::{JSON, Object, Reflect};
use sotto_ui::cut;
use wasm_bindgen::JsValue;
use web_sys::Storage;

use crate::outbox::Kept;

thread_local! {
    /// Copies that could not be stored because the storage is closed or full; they live as long as the page.
    static MEMORY: RefCell<Vec<(String, Kept)>> = const { RefCell::new(Vec::new()) };
}

/// What the names of copies and of permanent layers begin with.
const COPY: &str = "sotto";
/// What the names of codes and tokens begin with.
const CODE: &str = "sotto-invite";
/// What stands in a permanent layer's name in place of a version, because it is the same for all.
const WAVES: &str = "waves";

/// Where one survey's copy is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outbox {
    survey: String,
    version: String,
    origin: String,
}

impl Outbox {
    /// The outbox of a version of a survey at the collector of that address.
    #[must_use]
    pub(crate) fn new(survey: &str, version: u32, collector: &str) -> Self {
        Self {
            survey: survey.to_owned(),
            version: version.to_string(),
            origin: origin(collector).to_owned(),
        }
    }

    fn name(&self, version: &str) -> String {
        [COPY, ":", &self.survey, ":", version, ":", &self.origin].concat()
    }

    fn key(&self) -> String {
        self.name(&self.version)
    }

    /// What was kept of an earlier wave under those parameters.
    #[must_use]
    pub(crate) fn permanent(&self, parameters: &str) -> Option<String> {
        let text = storage()?.get_item(&self.name(WAVES)).ok()??;
        let (kept, reports) = cut(&text, "\n\n")?;
        (kept == parameters.trim_end()).then(|| reports.to_owned())
    }

    /// Keeps it for the waves to come. Where the browser keeps nothing, the next wave begins anew.
    pub(crate) fn keep_permanent(&self, parameters: &str, reports: &str) {
        if let Some(storage) = storage() {
            let text = [parameters.trim_end(), "\n\n", reports].concat();
            let _ = storage.set_item(&self.name(WAVES), &text);
        }
    }

    /// The copy that was made before, if there is one, and whether it outlives this page.
    #[must_use]
    pub(crate) fn kept(&self) -> Option<(Kept, bool)> {
        storage()
            .and_then(|storage| storage.get_item(&self.key()).ok()?)
            .and_then(|text| Some((read(&text)?, true)))
            .or_else(|| Some((remembered(&self.key())?, false)))
    }

    /// Keeps a copy. `false` when only this page holds it, and it is gone when the page is closed.
    #[must_use]
    pub(crate) fn keep(&self, kept: &Kept) -> bool {
        let key = self.key();
        let store = |storage: Storage| storage.set_item(&key, &write(kept)?).ok();
        let is_stored = storage().and_then(store).is_some();
        MEMORY.with_borrow_mut(|memory| {
            memory.retain(|(other, _)| *other != key);
            memory.extend((!is_stored).then(|| (key, kept.clone())));
        });
        is_stored
    }

    /// Whether this device will know, the next time that the page is opened, that a copy was made. A browser may forbid
    /// its storage to a frame, or to every page.
    #[must_use]
    pub(crate) fn remembers() -> bool {
        let key = [COPY, "-try:"].concat();
        let tried = storage().filter(|storage| storage.set_item(&key, "").is_ok());
        tried.is_some_and(|storage| storage.remove_item(&key).is_ok())
    }

    /// Whether the copy with that body is still the one that is kept. It may have been forgotten, here
    /// or in another tab, and another one made since.
    #[must_use]
    pub(crate) fn keeps(&self, body: &str) -> bool {
        self.kept().is_some_and(|(kept, _)| kept.body == body)
    }

    /// Keeps that the copy with that body has arrived, if it is still kept.
    pub(crate) fn keep_sent(&self, body: &str) {
        if self.keeps(body) {
            let body = body.to_owned();
            let _ = self.keep(&Kept { body, sent: true });
        }
    }

    /// How many copies are kept of other versions of the survey.
    #[must_use]
    pub(crate) fn copies_of_other_versions(&self) -> u32 {
        let is_other = |name: &String| {
            let (kind, version) = self.kind_and_version(name).unwrap_or_default();
            kind == COPY && version != WAVES && version != self.version
        };
        let count = self.names().iter().filter(|name| is_other(name)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The versions before this one of which a copy has arrived: what did not change since goes on being counted.
    #[cfg(feature = "whole")]
    #[must_use]
    pub(crate) fn sent_before(&self) -> Vec<u32> {
        let own = self.version.parse().unwrap_or(0);
        let sent = |name: &String| {
            let (kind, version) = self.kind_and_version(name)?;
            let version: u32 = version.parse().ok().filter(|_| kind == COPY)?;
            let kept = storage().and_then(|storage| storage.get_item(name).ok()?);
            let kept = kept
                .and_then(|text| read(&text))
                .or_else(|| remembered(name))?;
            (kept.sent && version < own).then_some(version)
        };
        self.names().iter().filter_map(sent).collect()
    }

    /// Forgets everything about the survey, whatever its version: copies, permanent layers, codes and
    /// tokens. It can then be answered again on this device.
    pub(crate) fn forget(&self) {
        for name in self.names() {
            MEMORY.with_borrow_mut(|memory| memory.retain(|(other, _)| *other != name));
            if let Some(storage) = storage() {
                // What cannot be removed could not be written either.
                let _ = storage.remove_item(&name);
            }
        }
    }

    /// The names of all that is kept of the survey.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        if let Some(storage) = storage() {
            let stored = Object::keys(&storage);
            names.extend(stored.iter().filter_map(|name| name.as_string()));
        }
        MEMORY.with_borrow(|memory| {
            for (name, _) in memory {
                // A copy whose state could not be written any more is in both.
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        });
        names.retain(|name| self.kind_and_version(name).is_some());
        names
    }

    /// The kind and the version in the name of an entry of this survey.
    fn kind_and_version<'a>(&self, name: &'a str) -> Option<(&'a str, &'a str)> {
        let (kind, name) = name.split_once(':')?;
        let (survey, name) = name.split_once(':')?;
        let (version, origin) = name.split_once(':')?;
        let is_ours =
            [COPY, CODE].contains(&kind) && (survey, origin) == (&self.survey, &self.origin);
        is_ours.then_some((kind, version))
    }
}

/// The copy of that name that this page alone holds.
fn remembered(name: &str) -> Option<Kept> {
    MEMORY.with_borrow(|memory| {
        let entry = memory.iter().find(|(other, _)| other == name);
        entry.map(|(_, kept)| kept.clone())
    })
}

/// Reading `localStorage` throws where a browser or a frame forbids it.
#[cfg(target_arch = "wasm32")]
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// Outside a browser nothing is remembered.
#[cfg(not(target_arch = "wasm32"))]
const fn storage() -> Option<Storage> {
    None
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
    let host = cut(url, "://").map_or(url, |(_, behind)| behind);
    let end = host.find(['/', '?', '#']);
    let behind = end.map_or(0, |end| host.len() - end);
    url.get(..url.len() - behind).unwrap_or(url)
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
            assert_eq!(Outbox::new("census", 2, url).key(), key);
        }
    }

    #[test]
    fn a_name_tells_whose_entry_it_is() {
        let outbox = Outbox::new("census", 2, "http://a.example:81/");
        for (name, expected) in [
            ("sotto:census:2:http://a.example:81", Some((COPY, "2"))),
            ("sotto:census:1:http://a.example:81", Some((COPY, "1"))),
            (
                "sotto:census:waves:http://a.example:81",
                Some((COPY, WAVES)),
            ),
            (
                "sotto-invite:census:1:http://a.example:81",
                Some((CODE, "1")),
            ),
            ("sotto:census:2:http://a.example", None),
            ("sotto:census-2:2:http://a.example:81", None),
            ("sotto-other:census:2:http://a.example:81", None),
            ("sotto:census", None),
            ("", None),
        ] {
            assert_eq!(outbox.kind_and_version(name), expected, "{name}");
        }
    }
}
