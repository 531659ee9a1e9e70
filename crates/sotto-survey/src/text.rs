//! Plain text in any number of languages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Plain text by language tag (`en`, `zh-CN`). It is never markup: whoever shows it shows it as it
/// stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(BTreeMap<String, String>);

impl Text {
    /// The greatest number of characters in one language.
    pub const MAX_CHARACTERS: usize = 2_000;

    /// The text in `language`, else in a language that shares its first part (`zh` for `zh-CN`),
    /// else in the survey's first language, else in any.
    #[must_use]
    pub fn in_language(&self, language: &str, fallback: &str) -> &str {
        let primary = |tag: &str| tag.split('-').next().unwrap_or(tag).to_ascii_lowercase();
        self.0
            .get(language)
            .or_else(|| {
                let wanted = primary(language);
                self.0
                    .iter()
                    .find(|(tag, _)| primary(tag) == wanted)
                    .map(|(_, text)| text)
            })
            .or_else(|| self.0.get(fallback))
            .or_else(|| self.0.values().next())
            .map_or("", String::as_str)
    }

    /// Whether there is a text in exactly that language.
    #[must_use]
    pub fn speaks(&self, language: &str) -> bool {
        self.0.contains_key(language)
    }

    /// Whether every language has a text, and none is too long.
    pub(crate) fn is_usable(&self) -> bool {
        self.0.values().all(|text| {
            !text.trim().is_empty()
                && text.chars().take(Self::MAX_CHARACTERS + 1).count() <= Self::MAX_CHARACTERS
        })
    }
}

impl<const N: usize> From<[(&str, &str); N]> for Text {
    fn from(pairs: [(&str, &str); N]) -> Self {
        Self(
            pairs
                .into_iter()
                .map(|(tag, text)| (tag.to_owned(), text.to_owned()))
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_language_is_taken() {
        let text = Text::from([("en", "Yes"), ("zh-CN", "是")]);
        assert_eq!(text.in_language("zh-CN", "en"), "是");
        assert_eq!(text.in_language("zh-TW", "en"), "是");
        assert_eq!(text.in_language("en-GB", "zh-CN"), "Yes");
        assert_eq!(text.in_language("fr", "zh-CN"), "是");
        assert_eq!(text.in_language("fr", "de"), "Yes");
    }

    #[test]
    fn empty_and_endless_texts_are_not_usable() {
        assert!(Text::from([("en", "Yes")]).is_usable());
        assert!(!Text::from([("en", " ")]).is_usable());
        assert!(!Text::from([("en", "x".repeat(2_001).as_str())]).is_usable());
    }
}
