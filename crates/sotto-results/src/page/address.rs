//! Which survey the page's address names: `/results/census` at a collector, `results/?survey=census` among
//! static files; and the token behind its `#`, which no browser sends to a server.

use sotto_api::WantedVersions;
use sotto_survey::Identifier;
use sotto_ui::site::parameter;
use wasm_bindgen::JsValue;

use super::versions;

/// The survey that the address of this page names, if it names one.
pub(super) fn survey() -> Option<Identifier> {
    let location = web_sys::window()?.location();
    named(&location.pathname().ok()?, &location.search().ok()?)
}

/// The versions that the address of this page asks for.
pub(super) fn versions() -> WantedVersions {
    let query = web_sys::window().and_then(|window| window.location().search().ok());
    versions::asked(&query.unwrap_or_default())
}

/// Writes the versions that are shown into the address of this page, so that a link to it shows the same.
pub(super) fn remember(wanted: WantedVersions) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let (Ok(query), Ok(hash)) = (window.location().search(), window.location().hash()) else {
        return;
    };
    if let Ok(history) = window.history() {
        let address = showing(&query, wanted) + &hash;
        // A page in a sandbox may have no history to write.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// The query with these versions and everything else that it has.
fn showing(query: &str, wanted: WantedVersions) -> String {
    let rest = query.strip_prefix('?').unwrap_or(query).split('&');
    let names_none = |one: &&str| {
        !["version=", "through="]
            .iter()
            .any(|name| one.starts_with(name))
    };
    let wanted = wanted.to_string();
    let all: Vec<_> = rest
        .filter(names_none)
        .chain([&*wanted])
        .filter(|one| !one.is_empty())
        .collect();
    ["?", &all.join("&")].concat()
}

/// The token that a link to this page brought along: `#token=sotto_…`.
pub(super) fn token() -> Option<String> {
    let hash = web_sys::window()?.location().hash().ok()?;
    carried(&hash)
}

fn carried(hash: &str) -> Option<String> {
    let token = parameter(hash.strip_prefix('#')?, "token")?;
    is_possible(token).then(|| token.to_owned())
}

/// Whether a header can carry it: tokens are letters, digits and a few signs.
pub(super) fn is_possible(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic())
}

fn named(path: &str, query: &str) -> Option<Identifier> {
    let last = path.rsplit('/').next().unwrap_or_default();
    parameter(query, "survey").unwrap_or(last).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_may_carry_a_token() {
        for (hash, token) in [
            ("#token=sotto_aB-9", Some("sotto_aB-9")),
            ("#a&token=sotto_x", Some("sotto_x")),
            ("", None),
            ("#", None),
            ("#token=", None),
            ("#token=two%20words é", None),
            ("token=sotto_x", None),
        ] {
            assert_eq!(carried(hash).as_deref(), token, "{hash}");
        }
    }

    #[test]
    fn the_address_shows_what_the_page_does() {
        for (query, wanted, expected) in [
            ("", WantedVersions::Current, "?"),
            ("?lang=en&version=1", WantedVersions::Current, "?lang=en"),
            (
                "?version=1&lang=en",
                WantedVersions::Alone(2),
                "?lang=en&version=2",
            ),
            (
                "?survey=census",
                WantedVersions::Through(3),
                "?survey=census&through=3",
            ),
        ] {
            assert_eq!(showing(query, wanted), expected, "{query}");
        }
    }

    #[test]
    fn the_address_names_the_survey() {
        for (path, query, survey) in [
            ("/results/census", "", Some("census")),
            ("/results/census", "?lang=en", Some("census")),
            ("/some/place/results/", "?survey=census", Some("census")),
            (
                "/results/index.html",
                "?lang=en&survey=census",
                Some("census"),
            ),
            ("/results/census", "?survey=other", Some("other")),
            ("/results/", "", None),
            ("/results/index.html", "", None),
            ("/results/", "?survey=", None),
            ("/results/", "?survey=../tokens", None),
        ] {
            let found = named(path, query);
            let found = found.as_ref().map(Identifier::as_str);
            assert_eq!(found, survey, "{path}{query}");
        }
    }
}
