//! What languages are called, those that respondents can be spoken to in, and which of them stands in for another.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use sotto_ui::{Messages, http};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Languages that can be chosen by their names, each with what it calls itself: those of which browsers know that
/// (CLDR). Any other can be had by its tag.
const LISTED: &str = include_str!("../../languages.txt");

/// A language in its own words; else its tag.
pub(super) fn language_name(tag: &str) -> String {
    named(tag, tag).unwrap_or_else(|| tag.to_owned())
}

/// A language in its own words and, behind them, in those of the page.
pub(super) fn full_name(words: &Messages, tag: &str) -> String {
    let own = language_name(tag);
    match name_in(words, tag) {
        Some(name) if !name.eq_ignore_ascii_case(&own) => {
            words.fill("language-name", &[("own", &*own), ("name", &*name)])
        }
        _ => own,
    }
}

/// A language in the words of the page, if they have some for it.
pub(super) fn name_in(words: &Messages, tag: &str) -> Option<String> {
    named(words.language(), tag)
}

/// Where there is no browser nothing is known.
#[cfg(not(target_arch = "wasm32"))]
fn named(_in_language: &str, _tag: &str) -> Option<String> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
fn in_full(_tag: &str) -> Option<[String; 2]> {
    None
}

#[cfg(target_arch = "wasm32")]
use in_browser::{in_full, named};

#[cfg(target_arch = "wasm32")]
mod in_browser {
    use std::{cell::RefCell, collections::BTreeMap};

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = Intl)]
        type DisplayNames;

        #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
        fn new(language: &str, options: &js_sys::Object) -> Result<DisplayNames, JsValue>;

        #[wasm_bindgen(method, catch)]
        fn of(this: &DisplayNames, tag: &str) -> Result<Option<String>, JsValue>;

        #[wasm_bindgen(js_namespace = Intl)]
        type Locale;

        #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
        fn of_tag(tag: &str) -> Result<Locale, JsValue>;

        #[wasm_bindgen(method)]
        fn maximize(this: &Locale) -> Locale;

        #[wasm_bindgen(method, getter, js_name = baseName)]
        fn base_name(this: &Locale) -> String;

        #[wasm_bindgen(method, getter)]
        fn script(this: &Locale) -> Option<String>;
    }

    thread_local! {
        /// A browser takes milliseconds to learn the names of a language, and a page asks at every stroke of a key.
        static LANGUAGES: RefCell<BTreeMap<String, Option<DisplayNames>>> = const { RefCell::new(BTreeMap::new()) };
        static NAMES: RefCell<BTreeMap<(String, String), Option<String>>> = const { RefCell::new(BTreeMap::new()) };
    }

    pub(super) fn named(in_language: &str, tag: &str) -> Option<String> {
        NAMES.with_borrow_mut(|names| {
            let known = names.entry((in_language.to_owned(), tag.to_owned()));
            known.or_insert_with(|| asked(in_language, tag)).clone()
        })
    }

    fn asked(in_language: &str, tag: &str) -> Option<String> {
        LANGUAGES.with_borrow_mut(|languages| {
            let names = languages.entry(in_language.to_owned());
            let names = names.or_insert_with(|| names_of(in_language));
            names.as_ref()?.of(tag).ok()?
        })
    }

    fn names_of(language: &str) -> Option<DisplayNames> {
        let options = js_sys::Object::new();
        for (name, value) in [("type", "language"), ("fallback", "none")] {
            // Setting a property of a fresh plain object cannot fail.
            let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
        }
        DisplayNames::new(language, &options).ok()
    }

    /// What a tag means in full, and the script of that.
    pub(super) fn in_full(tag: &str) -> Option<[String; 2]> {
        let locale = Locale::of_tag(tag).ok()?.maximize();
        Some([locale.base_name(), locale.script().unwrap_or_default()])
    }
}

/// The tags of the languages in which Sotto itself speaks to respondents, and what those are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken(Rc<[ListedLanguage]>);

/// A language by its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedLanguage {
    pub(super) tag: String,
    /// What it calls itself.
    pub(super) own: String,
    /// What it is called in English.
    english: String,
}

impl Spoken {
    /// The language in which Sotto's own words stand where a survey is read in that language; nothing while that is
    /// not known. The widget's loader chooses by the same rule.
    pub(super) fn instead_of(&self, tag: &str) -> Option<&str> {
        let primary = |tag: &str| tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
        let tags = || self.0.iter().map(|language| language.tag.as_str());
        if let Some(same) = tags().find(|other| *other == tag) {
            return Some(same);
        }
        let near: Vec<&str> = tags()
            .filter(|other| primary(other) == primary(tag))
            .collect();
        let same = |part: usize| {
            let wanted = in_full(tag)?;
            let is_same = |other: &&&str| {
                in_full(other).is_some_and(|other| other.get(part) == wanted.get(part))
            };
            near.iter().find(is_same).copied()
        };
        let found = match near[..] {
            [] => None,
            [one] => Some(one),
            [first, ..] => same(0).or_else(|| same(1)).or(Some(first)),
        };
        found.or_else(|| tags().find(|other| *other == "en"))
    }

    /// Whether Sotto's own words are in no form of that language; false while that is not known.
    pub(super) fn lacks(&self, tag: &str) -> bool {
        let primary = |tag: &str| tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
        let instead = self.instead_of(tag);
        instead.is_some_and(|instead| primary(instead) != primary(tag))
    }

    /// Every language that can be chosen by its names: those, then the others.
    pub(super) fn and_others(&self) -> Vec<ListedLanguage> {
        let others = LISTED.lines().filter_map(|line| line.split_once(' '));
        let others = others.filter(|(tag, _)| self.0.iter().all(|language| language.tag != *tag));
        let others = others.map(|(tag, own)| ListedLanguage {
            tag: tag.to_owned(),
            own: own.to_owned(),
            english: String::new(),
        });
        self.0.iter().cloned().chain(others).collect()
    }

    /// What the site tells of them: by tag the name that a language has in itself, and in English.
    fn read(list: &js_sys::Object) -> Self {
        let entry = |entry: wasm_bindgen::JsValue| {
            let entry: js_sys::Array = entry.dyn_into().ok()?;
            let names: js_sys::Array = entry.get(1).dyn_into().ok()?;
            Some(ListedLanguage {
                tag: entry.get(0).as_string()?,
                own: names.get(0).as_string()?,
                english: names.get(1).as_string()?,
            })
        };
        Self(
            js_sys::Object::entries(list)
                .iter()
                .filter_map(entry)
                .collect(),
        )
    }
}

thread_local! {
    /// They are the same for as long as the page is open.
    static KNOWN: RefCell<Option<Spoken>> = const { RefCell::new(None) };
}

/// The widget's languages, as soon as they are here.
#[hook]
pub(super) fn use_spoken(base: &'static str) -> Spoken {
    let spoken = use_state_eq(|| KNOWN.with_borrow(Option::clone).unwrap_or_default());
    {
        let spoken = spoken.clone();
        use_effect_with((), move |()| {
            if *spoken != Spoken::default() {
                return;
            }
            spawn_local(async move {
                let address = [base, "messages/languages.json"].concat();
                if let Ok(list) = http::get_json(&address).await
                    && let Ok(list) = list.dyn_into::<js_sys::Object>()
                {
                    let known = Spoken::read(&list);
                    KNOWN.replace(Some(known.clone()));
                    spoken.set(known);
                }
            });
        });
    }
    (*spoken).clone()
}

/// Whether somebody may have meant a tag (BCP 47).
fn is_tag(typed: &str) -> bool {
    let mut parts = typed.split('-');
    let letters = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let first = parts.next().unwrap_or_default();
    (2..=3).contains(&first.len())
        && letters(first)
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// The languages that were meant by what was typed, the likeliest first; `called` says what one is called in the words
/// of the page.
pub(super) fn found(
    typed: &str,
    listed: &[ListedLanguage],
    called: impl Fn(&str) -> Option<String>,
) -> Vec<ListedLanguage> {
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return Vec::new();
    }
    let mut ranked: BTreeMap<(usize, usize), ListedLanguage> = BTreeMap::new();
    for (index, language) in listed.iter().enumerate() {
        let names = [
            Some(language.own.to_lowercase()),
            called(&language.tag).map(|name| name.to_lowercase()),
            Some(language.english.to_lowercase()),
        ];
        let names: Vec<String> = names
            .into_iter()
            .flatten()
            .filter(|name| !name.is_empty())
            .collect();
        let tag = language.tag.to_lowercase();
        let words = |name: &String| name.split([' ', '(']).any(|word| word.starts_with(&typed));
        let rank = if tag == typed || names.contains(&typed) {
            0
        } else if names.iter().any(|name| name.starts_with(&typed))
            || tag.starts_with(&format!("{typed}-"))
        {
            1
        } else if names.iter().any(words) {
            2
        } else if names.iter().any(|name| name.contains(&typed)) && typed.chars().count() > 2 {
            3
        } else {
            continue;
        };
        ranked.insert((rank, index), language.clone());
    }
    // A tag that stands in no list is one all the same, if the browser knows its name.
    let is_listed = ranked.keys().any(|(rank, _)| *rank == 0);
    if !is_listed
        && is_tag(&typed)
        && let Some(name) = called(&typed)
    {
        let own = language_name(&typed);
        let own = if own == typed { name } else { own };
        let language = ListedLanguage {
            tag: typed,
            own,
            english: String::new(),
        };
        ranked.insert((4, 0), language);
    }
    ranked.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken() -> Spoken {
        let language = |tag: &str, own: &str, english: &str| ListedLanguage {
            tag: tag.to_owned(),
            own: own.to_owned(),
            english: english.to_owned(),
        };
        Spoken(Rc::new([
            language("de", "Deutsch", "German"),
            language("en", "English", "English"),
            language("fr", "français", "French"),
            language("zh-CN", "简体中文", "Simplified Chinese"),
        ]))
    }

    fn called(tag: &str) -> Option<String> {
        let names = [
            ("de", "德语"),
            ("fr", "法语"),
            ("frr", "北弗里西亚语"),
            ("ga", "爱尔兰语"),
        ];
        let found = names.into_iter().find(|(other, _)| *other == tag);
        found.map(|(_, name)| name.to_owned())
    }

    #[test]
    fn languages_are_found_by_any_of_their_names() {
        let listed = spoken().and_others();
        assert!(listed.len() > 150, "{}", listed.len());
        let tags = |typed: &str| -> Vec<String> {
            let found = found(typed, &listed, called);
            found.into_iter().map(|language| language.tag).collect()
        };
        for (typed, tag) in [
            ("fr", "fr"),
            ("Franç", "fr"),
            ("french", "fr"),
            ("法语", "fr"),
            ("chinese", "zh-CN"),
            ("gaeilge", "ga"),
            ("爱尔兰", "ga"),
            ("日本", "ja"),
        ] {
            assert_eq!(
                tags(typed).first().map(String::as_str),
                Some(tag),
                "{typed}"
            );
        }
        // What stands in no list can be had by its tag, if it is one.
        assert_eq!(tags("frr"), ["frr"]);
        for typed in ["", "  ", "qqq-1!", "no language"] {
            assert_eq!(tags(typed), [""; 0], "{typed}");
        }
    }

    #[test]
    fn it_is_known_what_stands_in() {
        let spoken = spoken();
        for (tag, instead) in [
            ("fr", "fr"),
            ("fr-CA", "fr"),
            ("zh-HK", "zh-CN"),
            ("ga", "en"),
        ] {
            assert_eq!(spoken.instead_of(tag), Some(instead), "{tag}");
        }
        assert_eq!(Spoken::default().instead_of("ga"), None);
    }
}
