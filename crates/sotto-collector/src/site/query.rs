//! What the query of a page's address names, as browsers read it.

use reqwest::Url;

/// The survey that the page will show: the first that is named.
pub(crate) fn survey(query: &str) -> Option<String> {
    first(query, "survey")
}

/// The language in which the page is to be, where it says so.
pub(super) fn language(query: &str) -> Option<String> {
    first(query, "lang").filter(|tag| {
        (1..=35).contains(&tag.len())
            && tag
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

/// Whether it is a link that says which arms are asked.
pub(super) fn names_arms(query: &str) -> bool {
    first(query, "arm").is_some()
}

/// The first value under a name.
fn first(query: &str, wanted: &str) -> Option<String> {
    let address = Url::parse(&format!("http://localhost/?{query}")).ok()?;
    let mut pairs = address.query_pairs();
    let found = pairs.find(|(name, _)| name == wanted)?;
    Some(found.1.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_as_browsers_read_it() {
        for (query, survey, arms) in [
            ("", None, false),
            ("survey=a", Some("a"), false),
            ("x=1&survey=%61&survey=b", Some("a"), false),
            ("survey=a&arm=", Some("a"), true),
            ("survey=a&%61rm=list:long", Some("a"), true),
            ("survey=arm", Some("arm"), false),
        ] {
            assert_eq!(super::survey(query).as_deref(), survey, "{query}");
            assert_eq!(names_arms(query), arms, "{query}");
        }
    }

    #[test]
    fn a_language_is_one_by_its_form() {
        for (query, found) in [
            ("survey=a&lang=zh-CN", Some("zh-CN")),
            ("lang=", None),
            ("lang=a%20b", None),
            ("lang=a234567890123456789012345678901234567", None),
            ("survey=lang", None),
        ] {
            assert_eq!(language(query).as_deref(), found, "{query}");
        }
    }
}
