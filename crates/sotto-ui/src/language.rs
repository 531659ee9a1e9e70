//! Which of the available languages suits the reader.

/// The language of `available` that suits best: the first of `wanted` (an address, a `lang` attribute) that is there in
/// any form; where none is wanted, the first of the browser's preferences; else English.
#[must_use]
pub fn pick(wanted: &[&str], available: &[&str]) -> String {
    let wanted = wanted.iter().map(|tag| tag.trim());
    let wanted: Vec<_> = wanted
        .filter(|tag| !tag.is_empty())
        .map(str::to_owned)
        .collect();
    if wanted.is_empty() {
        nearest(&preferences(), available)
    } else {
        nearest(&wanted, available)
    }
}

/// The first of the wanted languages that is there in any form, as the widget's loader finds it.
#[must_use]
pub fn first_of<'a>(wanted: &[String], available: &[&'a str]) -> Option<&'a str> {
    let served = |tag: &String| written_alike(tag, available).or_else(|| serving(tag, available));
    wanted.iter().find_map(served)
}

/// The same tag, or the same language in the same script (`zh-HK` is served by `zh-TW` before `zh-CN`).
fn written_alike<'a>(wanted: &str, available: &[&'a str]) -> Option<&'a str> {
    let is_same = |tag: &&&str| tag.eq_ignore_ascii_case(wanted);
    let is_alike = |tag: &&&str| {
        primary(tag) == primary(wanted) && script(tag).eq_ignore_ascii_case(script(wanted))
    };
    let exact = available.iter().find(is_same);
    exact.or_else(|| available.iter().find(is_alike)).copied()
}

/// The script that a tag names; of Chinese the one that its region writes. Other languages that are written in several
/// ways name theirs where it is not the usual one.
fn script(tag: &str) -> &str {
    let is_script =
        |part: &&str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let named = tag
        .split('-')
        .skip(1)
        .take_while(|part| part.len() > 1)
        .find(is_script);
    let of_region = || {
        let mut regions = tag.split('-').skip(1);
        let is_traditional = regions.any(|part| {
            ["TW", "HK", "MO"]
                .iter()
                .any(|region| part.eq_ignore_ascii_case(region))
        });
        match &*primary(tag) {
            "zh" if is_traditional => "Hant",
            "zh" => "Hans",
            _ => "",
        }
    };
    named.unwrap_or_else(of_region)
}

fn primary(tag: &str) -> String {
    tag.split('-').next().unwrap_or(tag).to_ascii_lowercase()
}

fn nearest(preferences: &[String], available: &[&str]) -> String {
    first_of(preferences, available)
        .or_else(|| serving("en", available))
        .or_else(|| available.first().copied())
        .unwrap_or("en")
        .to_owned()
}

fn serving<'a>(wanted: &str, available: &[&'a str]) -> Option<&'a str> {
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
            assert_eq!(pick(&[wanted], AVAILABLE), picked, "{wanted}");
        }
        assert_eq!(pick(&["fr", "zh-TW", "en"], AVAILABLE), "zh-CN");
    }

    #[test]
    fn a_first_page_is_in_the_readers_script() {
        let available = ["en", "zh-CN", "zh-TW", "uz", "uz-Cyrl"];
        for (wanted, picked) in [
            ("zh-HK", Some("zh-TW")),
            ("zh-Hant", Some("zh-TW")),
            ("zh-hant-HK", Some("zh-TW")),
            ("zh-SG", Some("zh-CN")),
            ("zh", Some("zh-CN")),
            ("zh-tw", Some("zh-TW")),
            ("uz-Cyrl-UZ", Some("uz-Cyrl")),
            ("uz-AF", Some("uz")),
            ("en-x-easy", Some("en")),
            ("fr", None),
        ] {
            let found = first_of(&[wanted.to_owned()], &available);
            assert_eq!(found, picked, "{wanted}");
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
