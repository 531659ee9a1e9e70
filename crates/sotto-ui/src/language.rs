//! Which of the available languages suits the reader.

/// The language of `available` that suits best: the one nearest to `wanted` (a `lang` attribute) if it is
/// given, else to the browser's preferences in their order, else English. Tags match exactly, else by
/// their first part (`zh-TW` is served by `zh-CN`).
#[must_use]
pub fn pick(wanted: Option<&str>, available: &[&str]) -> String {
    let wanted = wanted.map(str::trim).filter(|tag| !tag.is_empty());
    match wanted {
        Some(tag) => nearest(std::slice::from_ref(&tag.to_owned()), available),
        None => nearest(&preferences(), available),
    }
}

/// The first of the wanted languages that is there in any form, as the widget's loader finds it.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn first_of<'a>(wanted: &[String], available: &[&'a str]) -> Option<&'a str> {
    wanted.iter().find_map(|tag| serving(tag, available))
}

fn nearest(preferences: &[String], available: &[&str]) -> String {
    preferences
        .iter()
        .find_map(|tag| serving(tag, available))
        .or_else(|| serving("en", available))
        .or_else(|| available.first().copied())
        .unwrap_or("en")
        .to_owned()
}

fn serving<'a>(wanted: &str, available: &[&'a str]) -> Option<&'a str> {
    let primary = |tag: &str| tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
    let exact = available
        .iter()
        .find(|tag| tag.eq_ignore_ascii_case(wanted));
    exact
        .or_else(|| available.iter().find(|tag| primary(tag) == primary(wanted)))
        .copied()
}

/// What the browser says its user reads, best first.
#[cfg(target_arch = "wasm32")]
fn preferences() -> Vec<String> {
    web_sys::window().map_or_else(Vec::new, |window| {
        let languages = window.navigator().languages();
        languages.iter().filter_map(|tag| tag.as_string()).collect()
    })
}

/// Outside a browser there are none.
#[cfg(not(target_arch = "wasm32"))]
fn preferences() -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    const AVAILABLE: &[&str] = &["en", "zh-CN"];

    #[test]
    fn the_attribute_decides() {
        for (wanted, picked) in [
            ("zh-CN", "zh-CN"),
            ("zh-cn", "zh-CN"),
            ("zh", "zh-CN"),
            ("zh-Hant-TW", "zh-CN"),
            ("en-GB", "en"),
            ("fr", "en"),
            ("", "en"),
        ] {
            assert_eq!(pick(Some(wanted), AVAILABLE), picked, "{wanted}");
        }
    }

    #[test]
    fn else_the_first_preference_that_is_served() {
        let prefer = |tags: &[&str]| {
            let tags: Vec<_> = tags.iter().map(ToString::to_string).collect();
            nearest(&tags, AVAILABLE)
        };
        assert_eq!(prefer(&["fr", "zh-TW", "en"]), "zh-CN");
        assert_eq!(prefer(&["de"]), "en");
        assert_eq!(prefer(&[]), "en");
        assert_eq!(nearest(&[], &["zh-CN"]), "zh-CN");
    }
}
