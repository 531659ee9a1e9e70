//! The languages that a reader's browser asks for.

use std::cmp::Reverse;

use axum::http::{HeaderMap, header};

/// Nobody reads more. A drawn page is kept under the whole list.
const MOST: usize = 20;

/// As long as a tag is that means a language, and nothing of somebody's own.
const LONGEST_TAG: usize = 35;

/// The language tags of `accept-language` (RFC 9110), the best first. What is malformed is left out, and
/// "any other" names none.
pub(super) fn accepted(headers: &HeaderMap) -> Vec<String> {
    let values = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    let parts = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    let mut found: Vec<(u16, &str)> = parts.filter_map(weighted).collect();
    // Stable: of equals the first stays the first.
    found.sort_by_key(|&(weight, _)| Reverse(weight));
    let best = found.iter().take(MOST);
    best.map(|&(_, tag)| tag.to_owned()).collect()
}

/// A tag behind its weight in thousandths, if it is asked for at all.
fn weighted(part: &str) -> Option<(u16, &str)> {
    let (tag, weight) = match part.split_once(';') {
        None => (part, 1000),
        Some((tag, parameter)) => (tag, thousandths(parameter.trim())?),
    };
    let tag = tag.trim();
    (weight > 0 && is_tag(tag)).then_some((weight, tag))
}

/// A weight: `q=`, and a number from 0 to 1 with three decimals at most.
fn thousandths(parameter: &str) -> Option<u16> {
    let number = parameter
        .strip_prefix("q=")
        .or_else(|| parameter.strip_prefix("Q="))?;
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(decimals),
        "1" if decimals == 0 => Some(1000),
        _ => None,
    }
}

/// Whether it is a language range (RFC 4647) that names a language.
fn is_tag(tag: &str) -> bool {
    let fits = |subtag: &str, plain: fn(&u8) -> bool| {
        (1..=8).contains(&subtag.len()) && subtag.bytes().all(|byte| plain(&byte))
    };
    let mut subtags = tag.split('-');
    let first = subtags.next().unwrap_or_default();
    tag.len() <= LONGEST_TAG
        && fits(first, u8::is_ascii_alphabetic)
        && subtags.all(|subtag| fits(subtag, u8::is_ascii_alphanumeric))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn of(values: &[&'static str]) -> Vec<String> {
        let mut headers = HeaderMap::new();
        for &value in values {
            headers.append(header::ACCEPT_LANGUAGE, HeaderValue::from_static(value));
        }
        accepted(&headers)
    }

    #[test]
    fn languages_are_those_that_are_asked_for_and_the_best_is_first() {
        let cases: [(&'static str, &[&str]); 14] = [
            ("", &[]),
            ("en", &["en"]),
            ("zh-CN,zh;q=0.9,en;q=0.8", &["zh-CN", "zh", "en"]),
            ("en;q=0.8, ar , de;q=0.9", &["ar", "de", "en"]),
            // Of equals the first.
            ("b;q=0.5,a;q=0.5,c;q=0.500", &["b", "a", "c"]),
            ("en;q=0, de;q=0.000, fr;Q=1.000", &["fr"]),
            ("*, en;q=0.1", &["en"]),
            ("en ; q=0.5,\tde;q=0.25", &["en", "de"]),
            (
                "zh-Hant-TW;q=1,sr-Latn-RS-1;q=0.001",
                &["zh-Hant-TW", "sr-Latn-RS-1"],
            ),
            // Malformed.
            (
                "en;q=1.1,en;q=2,en;q=0.1234,en;q=-1,en;q=,en;q,en;q=.5",
                &[],
            ),
            ("en;x=1,en;q=0.5;q=1,en;q=0,5", &[]),
            ("e n,en-,-en,en--us,1a,en_US,<b>,\"en\",,;", &[]),
            ("abcdefghi,en-abcdefghi", &[]),
            ("a-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa", &[]),
        ];
        for (value, tags) in cases {
            assert_eq!(of(&[value]), tags, "{value}");
        }
        assert_eq!(of(&[]), [""; 0]);
        assert_eq!(of(&["en;q=0.5", "de"]), ["de", "en"]);
    }

    #[test]
    fn no_more_than_so_many_are_read() {
        let many: &'static str = "en;q=0.1,".repeat(100).leak();
        assert_eq!(of(&[many, "de"]).len(), MOST);
        assert_eq!(of(&[many, "de"])[0], "de");
    }

    #[test]
    fn what_is_no_text_is_left_out() {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_bytes(b"\xff").unwrap();
        headers.append(header::ACCEPT_LANGUAGE, value);
        assert_eq!(accepted(&headers), [""; 0]);
    }
}
