//! The page's language: remembered in its address (`?lang=`), so that a link keeps it and nothing
//! about the visitor is stored.

use sotto_ui::language::pick;
use wasm_bindgen::JsValue;

/// The languages that the page speaks, each in its own name.
pub(super) const LANGUAGES: [(&str, &str); 2] = [("en", "English"), ("zh-CN", "简体中文")];

/// The language of the address, else of the browser.
pub(super) fn current() -> String {
    let search = web_sys::window()
        .and_then(|window| window.location().search().ok())
        .unwrap_or_default();
    pick(asked_for(&search), &LANGUAGES.map(|(tag, _)| tag))
}

/// Writes the language into the address of this page, without leaving it.
pub(super) fn remember(language: &str) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let location = window.location();
    let (search, hash) = (location.search(), location.hash());
    let address = with_language(&search.unwrap_or_default(), language) + &hash.unwrap_or_default();
    if let Ok(history) = window.history() {
        // A page in a sandbox may have no history to write; it then keeps its language all the same.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Tells the browser, and whoever reads the page aloud, in which language it is.
pub(super) fn declare(language: &str, title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
        if let Some(root) = document.document_element() {
            // `lang` is an ordinary attribute: setting it does not fail.
            let _ = root.set_attribute("lang", language);
        }
    }
}

/// The address's query with that language and everything else it has.
pub(super) fn with_language(search: &str, language: &str) -> String {
    let others = parameters(search).filter(|parameter| !parameter.starts_with("lang="));
    let all: Vec<_> = others
        .chain([&*format!("lang={language}")])
        .map(str::to_owned)
        .collect();
    format!("?{}", all.join("&"))
}

fn asked_for(search: &str) -> Option<&str> {
    parameters(search).find_map(|parameter| parameter.strip_prefix("lang="))
}

fn parameters(search: &str) -> impl Iterator<Item = &str> {
    let search = search.strip_prefix('?').unwrap_or(search);
    search.split('&').filter(|parameter| !parameter.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_tells_the_language() {
        assert_eq!(asked_for("?lang=zh-CN"), Some("zh-CN"));
        assert_eq!(asked_for("?a=1&lang=en"), Some("en"));
        assert_eq!(asked_for("?language=en"), None);
        assert_eq!(asked_for(""), None);
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
