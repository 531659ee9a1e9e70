//! The code of a room, as an address names it or somebody types it.

use sotto_ui::site::parameter;
use wasm_bindgen::JsValue;

/// How many letters a code has.
pub(super) const LETTERS: usize = 6;

/// The code in `/class/CODE`, or in `?code=CODE`, also where letters are missing.
pub(super) fn code_of_address() -> Option<String> {
    let location = web_sys::window()?.location();
    let path = location.pathname().ok()?;
    let query = location.search().ok()?;
    read_code(&path, &query)
}

/// Lets the page's address name the room that is entered, so that a reload stays in it.
pub(super) fn write_code(code: Option<&str>) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let location = window.location();
    if let (Ok(path), Ok(query), Ok(history)) =
        (location.pathname(), location.search(), window.history())
    {
        let address = address_of(&path, &query, code);
        // In a sandbox the address stays, and a reload begins anew.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

fn read_code(path: &str, query: &str) -> Option<String> {
    let code = named_by_path(path).or_else(|| parameter(query, "code"))?;
    letters(code)
}

/// The last part of `/class/CODE`; none in `/class`, `/class/` and `/class/index.html`.
fn named_by_path(path: &str) -> Option<&str> {
    let (folder, last) = path.rsplit_once('/')?;
    let is_named = folder.ends_with("/class") && !last.is_empty() && !last.contains('.');
    is_named.then_some(last)
}

/// The address of a room, or of the door, relative to the page's own, in the form that this one has.
fn address_of(path: &str, query: &str, code: Option<&str>) -> String {
    let others = query.trim_start_matches('?').split('&');
    let mut query: Vec<_> = others
        .filter(|pair| !pair.is_empty() && !pair.starts_with("code="))
        .map(str::to_owned)
        .collect();
    let is_named_by_path = named_by_path(path).is_some();
    let beginning = match code {
        Some(code) if is_named_by_path => code,
        _ if is_named_by_path => "./",
        _ => "",
    };
    if let Some(code) = code.filter(|_| !is_named_by_path) {
        query.push(["code=", code].concat());
    }
    [beginning, "?", &query.join("&")].concat()
}

/// The code that somebody typed, if it has all its letters.
pub(super) fn code_of(text: &str) -> Option<String> {
    letters(text).filter(|code| code.len() == LETTERS)
}

/// The letters of a code as somebody typed it; nothing else may stand in an address.
fn letters(text: &str) -> Option<String> {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    let code: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    (!code.is_empty()).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_the_room() {
        for (path, query, code) in [
            ("/class/BCDFGH", "", Some("BCDFGH")),
            ("/x/class/bcdfgh", "?lang=en", Some("BCDFGH")),
            ("/class/", "?code=bcd-fgh", Some("BCDFGH")),
            ("/class/index.html", "", None),
            ("/class/", "", None),
            ("/class", "", None),
            ("/x/class", "?code=bcdfgh", Some("BCDFGH")),
            ("/class/bcd", "", Some("BCD")),
        ] {
            assert_eq!(read_code(path, query).as_deref(), code, "{path}{query}");
        }
        assert_eq!(letters("b c d/../"), Some("BCD".to_owned()));
        // A code that is not whole is no room's, and is not asked for.
        for (text, code) in [
            ("b c d-fgh", Some("BCDFGH")),
            ("bcd", None),
            ("bcdfghj", None),
            ("", None),
        ] {
            assert_eq!(code_of(text).as_deref(), code, "{text:?}");
        }
    }

    #[test]
    fn the_address_follows_the_room() {
        for (path, query, code, address) in [
            (
                "/class/BBBBBB",
                "?lang=en",
                Some("BCDFGH"),
                "BCDFGH?lang=en",
            ),
            ("/class/BBBBBB", "?lang=en", None, "./?lang=en"),
            (
                "/class/",
                "?lang=en",
                Some("BCDFGH"),
                "?lang=en&code=BCDFGH",
            ),
            (
                "/class/index.html",
                "?code=BBBBBB",
                Some("BCDFGH"),
                "?code=BCDFGH",
            ),
            ("/class/", "?code=BBBBBB&lang=en", None, "?lang=en"),
        ] {
            assert_eq!(address_of(path, query, code), address, "{path}{query}");
        }
    }
}
