//! Plain text in any number of languages.

use serde::{Serialize, Serializer};

/// Plain text by language tag (`en`, `zh-CN`), in the order of its file. It is never markup: show it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = std::collections::BTreeMap<String, String>))]
pub struct Text(Vec<(String, String)>);

impl Text {
    /// The greatest number of characters in one language.
    pub const MAX_CHARACTERS: usize = 2_000;

    /// The greatest number of languages.
    pub const MAX_LANGUAGES: usize = 64;

    /// The text in `language`, else in a language that shares its first part (`zh` for `zh-CN`),
    /// else in the survey's first language, else in any.
    #[must_use]
    pub fn in_language(&self, language: &str, fallback: &str) -> &str {
        self.nearest(language, fallback).1
    }

    /// The same, behind the tag of the language that it is in.
    #[must_use]
    pub fn nearest(&self, language: &str, fallback: &str) -> (&str, &str) {
        let wanted = primary(language);
        self.find(|tag| tag == language)
            .or_else(|| self.find(|tag| primary(tag).eq_ignore_ascii_case(wanted)))
            .or_else(|| self.find(|tag| tag == fallback))
            .or_else(|| self.find(|_| true))
            .unwrap_or_default()
    }

    /// Whether both say the same in a language.
    pub(crate) fn shares_words_with(&self, other: &Self) -> bool {
        let mut written = self.0.iter().filter(|(_, text)| !text.is_empty());
        written.any(|pair| other.0.contains(pair))
    }

    /// Whether there is a text in exactly that language.
    #[must_use]
    pub fn speaks(&self, language: &str) -> bool {
        self.find(|tag| tag == language).is_some()
    }

    /// The texts by language, if no language stands twice.
    pub(crate) fn of_pairs(pairs: Vec<(String, String)>) -> Option<Self> {
        let mut tags = pairs.iter().enumerate();
        let is_twice =
            tags.any(|(index, (tag, _))| pairs[..index].iter().any(|(one, _)| one == tag));
        (!is_twice).then_some(Self(pairs))
    }

    /// Texts of which none is in the language of another.
    pub(crate) const fn of_distinct(pairs: Vec<(String, String)>) -> Self {
        Self(pairs)
    }

    /// Each language's tag with the text in it, in the order of the file.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let pairs = self.0.iter();
        pairs.map(|(tag, text)| (tag.as_str(), text.as_str()))
    }

    fn find(&self, is_wanted: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
        let found = self.0.iter().find(|(tag, _)| is_wanted(tag));
        found.map(|(tag, text)| (tag.as_str(), text.as_str()))
    }
}

/// The first part of a tag.
fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

impl<const N: usize> From<[(&str, &str); N]> for Text {
    fn from(pairs: [(&str, &str); N]) -> Self {
        let pairs = pairs.into_iter();
        Self(
            pairs
                .map(|(tag, text)| (tag.to_owned(), text.to_owned()))
                .collect(),
        )
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(tag, text)| (tag, text)))
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
        assert_eq!(text.in_language("ZH", "en"), "是");
        assert_eq!(text.in_language("en-GB", "zh-CN"), "Yes");
        assert_eq!(text.in_language("fr", "zh-CN"), "是");
        assert_eq!(text.in_language("fr", "de"), "Yes");
        assert_eq!(text.nearest("zh-TW", "en"), ("zh-CN", "是"));
        assert_eq!(text.nearest("fr", "en"), ("en", "Yes"));
    }

    #[test]
    fn one_text_for_each_language() {
        let read = |json: &str| serde_json::from_str::<Text>(json);
        let text = read(r#"{"zh-CN":"是","en":"Yes"}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&text).unwrap(),
            r#"{"zh-CN":"是","en":"Yes"}"#
        );
        assert!(read(r#"{"en":"Yes","en":"No"}"#).is_err());
        let many: Vec<_> = (0..65).map(|i| format!("\"l{i}\":\"x\"")).collect();
        assert!(read(&format!("{{{}}}", many.join(","))).is_err());
        assert!(read(&format!("{{{}}}", many[1..].join(","))).is_ok());
    }
}
