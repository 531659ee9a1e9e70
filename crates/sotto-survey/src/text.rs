//! Plain text in any number of languages.

use serde::{Serialize, Serializer};

use crate::{
    fault::{At, FaultCause, ValueKind},
    fields::{self, StandIn, deserialize_by_reading},
    json::Json,
};

/// Plain text by language tag (`en`, `zh-CN`), in the order of its file. It is never markup:
/// whoever shows it shows it as it stands.
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

    /// Each language's tag with the text in it, in the order of the file.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let pairs = self.0.iter();
        pairs.map(|(tag, text)| (tag.as_str(), text.as_str()))
    }

    fn find(&self, is_wanted: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
        let found = self.0.iter().find(|(tag, _)| is_wanted(tag));
        found.map(|(tag, text)| (tag.as_str(), text.as_str()))
    }

    /// Refuses a text that does not stand in `language`, the survey's first, if that is known; and
    /// every text that says nothing or too much, or is not plain.
    pub(crate) fn check(&self, language: Option<&str>, at: &At<'_>) {
        if let Some(language) = language.filter(|language| !self.speaks(language)) {
            at.key(language)
                .fault(FaultCause::Untranslated(language.to_owned()));
        }
        for (tag, text) in &self.0 {
            let too_long = text.chars().nth(Self::MAX_CHARACTERS).is_some();
            if text.trim().is_empty() || too_long {
                at.key(tag).fault(FaultCause::TextLength);
            } else if text.chars().any(is_hidden) {
                at.key(tag).fault(FaultCause::HiddenCharacters);
            }
        }
    }
}

/// The first part of a tag.
fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

/// Control characters, and those that turn the direction of what follows: a question could read
/// otherwise than its file. The page sets the direction of every text itself, and single marks of
/// direction (U+200E, U+200F, U+061C) remain.
fn is_hidden(character: char) -> bool {
    let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (character.is_control() && !matches!(character, '\n' | '\t'))
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

deserialize_by_reading!(Text);

impl Text {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let Json::Object(texts) = json else {
            return at.refuse(FaultCause::Expected(ValueKind::Texts));
        };
        if texts.len() > Self::MAX_LANGUAGES {
            return at.refuse(FaultCause::TooManyLanguages);
        }
        let read = |(tag, text): (String, Json)| {
            let text = fields::text(text, &at.key(&tag)).unwrap_or_default();
            (tag, text)
        };
        Some(Self(texts.into_iter().map(read).collect()))
    }
}

impl StandIn for Text {
    fn stand_in() -> Self {
        Self(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Sink;

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
    fn faults_are_found() {
        let fault = |text: Text| {
            let sink = Sink::default();
            text.check(Some("en"), &sink.root());
            sink.end(Some(()))
                .err()
                .map(|faults| faults.as_slice()[0].cause.clone())
        };
        let fault_of = |text: &str| fault(Text::from([("en", text)]));
        assert_eq!(fault_of("Yes"), None);
        assert_eq!(fault_of("<script>alert(1)</script>"), None);
        assert_eq!(fault_of("שלום \u{200f}(1)"), None);
        assert_eq!(fault_of("first\nsecond"), None);
        assert_eq!(fault_of(" "), Some(FaultCause::TextLength));
        assert_eq!(fault_of(&"x".repeat(2_000)), None);
        assert_eq!(fault_of(&"x".repeat(2_001)), Some(FaultCause::TextLength));
        assert_eq!(fault_of("\u{202e}oN"), Some(FaultCause::HiddenCharacters));
        assert_eq!(fault_of("a\u{0}"), Some(FaultCause::HiddenCharacters));
        assert_eq!(
            fault(Text::from([("fr", "Oui")])),
            Some(FaultCause::Untranslated("en".to_owned()))
        );
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
