//! What a page's address says, and the language in it (`?lang=`): a link keeps it, and nothing about the
//! visitor is stored.

use wasm_bindgen::JsValue;

use crate::language::pick;

/// Languages by their tags, each in its own name.
pub type Languages = &'static [(&'static str, &'static str)];

/// The languages that the site speaks.
pub const LANGUAGES: Languages = &[("en", "English"), ("zh-CN", "简体中文")];

/// The language that the address of this page asks for.
pub(super) fn language() -> Option<String> {
    parameter(&query(), "lang").map(str::to_owned)
}

/// The language of the site, behind its own name, in which a page opens that is asked for in a language.
#[must_use]
pub fn site_language(language: &str) -> (&'static str, &'static str) {
    let tag = pick(&[language], &tags(LANGUAGES));
    let found = LANGUAGES.iter().find(|(known, _)| *known == tag);
    found.copied().unwrap_or(LANGUAGES[0])
}

/// Of these languages the one in which this page opens: that of its address, else the one that the browser's preferences
/// lead to.
#[must_use]
pub fn opened_in(languages: Languages) -> String {
    let asked = language();
    let asked: Vec<_> = asked.as_deref().into_iter().collect();
    pick(&asked, &tags(languages))
}

/// Of these languages the one that the browser's preferences lead to.
#[must_use]
pub fn preferred(languages: Languages) -> String {
    pick(&[], &tags(languages))
}

pub(super) fn tags(languages: Languages) -> Vec<&'static str> {
    languages.iter().map(|(tag, _)| *tag).collect()
}

/// The query of this page with that language and everything else it has.
pub(super) fn in_language(language: &str) -> String {
    with_language(&query(), language)
}

/// Writes the language into the address of this page, without leaving it.
pub(super) fn remember(language: &str) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let hash = window.location().hash();
    let address = in_language(language) + &hash.unwrap_or_default();
    if let Ok(history) = window.history() {
        // A page in a sandbox may have no history to write; it then keeps its language all the same.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Tells the browser, and whoever reads the page aloud, in which language it is and in which direction it runs.
pub(super) fn declare(language: &str, direction: &str, title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
        if let Some(root) = document.document_element() {
            for (name, value) in [("lang", language), ("dir", direction)] {
                // Ordinary attributes: setting them does not fail.
                let _ = root.set_attribute(name, value);
            }
        }
    }
}

/// What a query such as `?survey=census&lang=en` says of a name.
#[must_use]
pub fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    every(query, name).next()
}

/// Everything that a query such as `?arm=direct&arm=short` says of a name.
pub fn every<'a>(query: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    parameters(query).filter_map(move |parameter| parameter.strip_prefix(name)?.strip_prefix('='))
}

fn query() -> String {
    let window = web_sys::window();
    window
        .and_then(|window| window.location().search().ok())
        .unwrap_or_default()
}

fn with_language(query: &str, language: &str) -> String {
    let others = parameters(query).filter(|parameter| !parameter.starts_with("lang="));
    let all: Vec<_> = others
        .chain([&*format!("lang={language}")])
        .map(str::to_owned)
        .collect();
    format!("?{}", all.join("&"))
}

fn parameters(query: &str) -> impl Iterator<Item = &str> {
    let query = query.strip_prefix('?').unwrap_or(query);
    query.split('&').filter(|parameter| !parameter.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_tells_the_language() {
        assert_eq!(parameter("?lang=zh-CN", "lang"), Some("zh-CN"));
        assert_eq!(parameter("?a=1&lang=en", "lang"), Some("en"));
        assert_eq!(parameter("?language=en", "lang"), None);
        assert_eq!(parameter("", "lang"), None);
        let arms: Vec<_> = every("?arm=a&lang=en&arm=b&arms=c", "arm").collect();
        assert_eq!(arms, ["a", "b"]);
    }

    #[test]
    fn the_rest_of_the_address_stays() {
        assert_eq!(with_language("", "en"), "?lang=en");
        assert_eq!(with_language("?lang=en", "zh-CN"), "?lang=zh-CN");
        assert_eq!(
            with_language("?a=1&lang=en&b", "zh-CN"),
            "?a=1&b&lang=zh-CN"
        );
    }
}
