//! The languages in which a report is told, and their words.

use std::{collections::HashMap, fmt::Display, sync::LazyLock};

/// A language in which a report is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

type Catalogue = HashMap<String, String>;

fn catalogue(json: &str) -> Catalogue {
    // A test reads both; a text that there is not stands as its key.
    serde_json::from_str(json).unwrap_or_default()
}

static ENGLISH: LazyLock<Catalogue> =
    LazyLock::new(|| catalogue(include_str!("../../../../www/messages/import.en.json")));
static CHINESE: LazyLock<Catalogue> =
    LazyLock::new(|| catalogue(include_str!("../../../../www/messages/import.zh-CN.json")));

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Its tag (BCP 47).
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// The language of that tag; English where there is none.
    #[must_use]
    pub fn of_tag(tag: &str) -> Self {
        let found = Self::ALL.into_iter().find(|one| one.tag() == tag);
        found.unwrap_or_default()
    }

    /// The text of that key.
    pub(crate) fn text(self, key: &str) -> &str {
        let catalogue: &'static Catalogue = match self {
            Self::English => &ENGLISH,
            Self::Chinese => &CHINESE,
        };
        catalogue.get(key).map_or(key, String::as_str)
    }

    /// The text of that key with what stands in its braces. What is put in is not looked through again.
    pub(crate) fn fill(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.text(key);
        let mut filled = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let found = after.split_once('}').and_then(|(name, behind)| {
                let (_, value) = values.iter().find(|(one, _)| *one == name)?;
                Some((value.to_string(), behind))
            });
            if let Some((value, behind)) = found {
                filled.push_str(&value);
                rest = behind;
            } else {
                filled.push('{');
                rest = after;
            }
        }
        filled.push_str(rest);
        filled
    }

    /// The form of a text that so many things take.
    pub(crate) fn count(self, key: &str, count: usize) -> String {
        let form = match (self, count) {
            (Self::English, 1) => "one",
            _ => "other",
        };
        self.fill(&format!("{key}.{form}"), &[("count", &count)])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts.filter_map(|part| part.split('}').next()).collect()
    }

    #[test]
    fn both_languages_have_the_same_texts_with_the_same_values() {
        // Chinese has one form for any number.
        let english: BTreeSet<_> = { ENGLISH.keys() }
            .filter(|key| key.split_once('.').is_none_or(|(_, form)| form != "one"))
            .collect();
        assert_eq!(english, CHINESE.keys().collect());
        assert!(ENGLISH.len() > 100, "{}", ENGLISH.len());
        for key in english {
            let english = Language::English.text(key);
            let chinese = Language::Chinese.text(key);
            assert_eq!(names(english), names(chinese), "{key}");
            assert!(!english.is_empty() && !chinese.is_empty(), "{key}");
        }
    }

    /// A key that nobody has would stand on the screen, and a text that nobody asks for is a text too many.
    #[test]
    fn every_text_is_asked_for() {
        let sources = [
            include_str!("mod.rs"),
            include_str!("reason.rs"),
            include_str!("summary.rs"),
            include_str!("../error.rs"),
            include_str!("../format/import.rs"),
            include_str!("../format/imported.rs"),
            include_str!("../translations/error.rs"),
        ];
        for key in ENGLISH.keys() {
            let stem = key.split('.').next().unwrap_or(key);
            let literal = format!("\"{stem}\"");
            assert!(
                sources.iter().any(|source| source.contains(&literal)),
                "{key}"
            );
        }
    }

    #[test]
    fn what_is_put_in_is_not_looked_through_again() {
        let filled = Language::English.fill("line", &[("what", &"{said}"), ("said", &"so")]);
        assert_eq!(filled, "{said}: so");
        assert_eq!(Language::of_tag("zh-CN"), Language::Chinese);
        assert_eq!(Language::of_tag("fr"), Language::English);
    }
}
