//! What languages are called, and those that respondents can be spoken to in.

use sotto_ui::http;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The list of the widget's languages, by which a field offers them: `messages/languages.json`.
pub(super) const KNOWN: &str = "known-languages";

/// A language in its own words, as the browser knows them (CLDR); else its tag.
pub(super) fn language_name(tag: &str) -> String {
    named(tag).unwrap_or_else(|| tag.to_owned())
}

/// Where there is no browser nothing is known.
#[cfg(not(target_arch = "wasm32"))]
fn named(_tag: &str) -> Option<String> {
    None
}

#[cfg(target_arch = "wasm32")]
use in_browser::named;

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
    }

    thread_local! {
        /// A browser takes milliseconds to learn the names of a language, and a page asks at every stroke of a key.
        static NAMES: RefCell<BTreeMap<String, Option<String>>> = const { RefCell::new(BTreeMap::new()) };
    }

    pub(super) fn named(tag: &str) -> Option<String> {
        NAMES.with_borrow_mut(|names| {
            let known = names.entry(tag.to_owned());
            known.or_insert_with(|| asked(tag)).clone()
        })
    }

    fn asked(tag: &str) -> Option<String> {
        let options = js_sys::Object::new();
        // Setting a property of a fresh plain object cannot fail.
        let _ = js_sys::Reflect::set(&options, &"type".into(), &"language".into());
        DisplayNames::new(tag, &options).ok()?.of(tag).ok()?
    }
}

/// One of the widget's languages.
#[derive(Clone, PartialEq)]
struct Known {
    tag: String,
    own: String,
    english: String,
}

/// What the site tells of them: by tag the name that a language has in itself, and in English.
fn known(list: &js_sys::Object) -> Vec<Known> {
    let entry = |entry: wasm_bindgen::JsValue| {
        let entry: js_sys::Array = entry.dyn_into().ok()?;
        let names: js_sys::Array = entry.get(1).dyn_into().ok()?;
        Some(Known {
            tag: entry.get(0).as_string()?,
            own: names.get(0).as_string()?,
            english: names.get(1).as_string()?,
        })
    };
    js_sys::Object::entries(list)
        .iter()
        .filter_map(entry)
        .collect()
}

/// What [`KnownLanguages`] is given.
#[derive(Properties, PartialEq)]
pub(super) struct KnownLanguagesProps {
    /// What leads from the page's address to the site's folder.
    pub(super) base: &'static str,
}

/// The widget's languages by their names, for a field of tags. Without them, tags can be typed all the same.
#[component]
pub(super) fn KnownLanguages(props: &KnownLanguagesProps) -> Html {
    let languages = use_state(Vec::new);
    {
        let languages = languages.clone();
        let address = [props.base, "messages/languages.json"].concat();
        use_effect_with(address, move |address| {
            let address = address.clone();
            spawn_local(async move {
                if let Ok(list) = http::get_json(&address).await
                    && let Ok(list) = list.dyn_into::<js_sys::Object>()
                {
                    languages.set(known(&list));
                }
            });
        });
    }
    let option = |language: &Known| {
        let Known { tag, own, english } = language;
        html! {
            <option
                value={tag.clone()}
                label={format!("{own} ({english})")}
                data-own={own.clone()}
                data-english={english.clone()}
            />
        }
    };
    html! { <datalist id={KNOWN}>{ for languages.iter().map(option) }</datalist> }
}

/// The tag of what was typed: a tag, or the name of one of the widget's languages.
pub(super) fn tag_of(typed: &str) -> String {
    let typed = typed.trim();
    let by_name = |typed: &str| {
        // It stands in a selector between quotation marks.
        if typed.contains(['"', '\\', '\n']) {
            return None;
        }
        let selector = format!(
            "#{KNOWN} :is([data-own=\"{typed}\" i], [data-english=\"{typed}\" i], [label=\"{typed}\" i])"
        );
        let document = web_sys::window()?.document()?;
        let option = document.query_selector(&selector).ok()??;
        option.get_attribute("value")
    };
    by_name(typed).unwrap_or_else(|| typed.to_owned())
}
