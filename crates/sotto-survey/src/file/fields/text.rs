//! How texts are read, and held against what a text may be.

use super::{StandIn, deserialize_by_reading};
#[cfg(feature = "whole")]
use crate::terms::piping::Piece;
use crate::{
    file::{
        fault::{At, FaultCause, ValueKind},
        json::Json,
    },
    terms::text::Text,
};

deserialize_by_reading!(Text);

impl Text {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let Json::Object(texts) = json else {
            return at.refuse(|| FaultCause::Expected(ValueKind::Texts));
        };
        if texts.len() > Self::MAX_LANGUAGES {
            return at.refuse(|| FaultCause::TooManyLanguages);
        }
        let read = |(tag, text): (String, Json)| {
            let text = super::text(text, &at.key(&tag)).unwrap_or_default();
            (tag, text)
        };
        Some(Self::of_distinct(texts.into_iter().map(read).collect()))
    }

    /// The same as [`check_words`](Self::check_words) for a text that no answer is put into.
    pub(crate) fn check(&self, language: Option<&str>, at: &At<'_>) {
        self.check_words(language, at);
        #[cfg(feature = "whole")]
        for (tag, text) in self.pairs() {
            if let Some(id) = Piece::named(text).next() {
                at.key(tag)
                    .fault(|| FaultCause::PipingForeign(id.to_owned()));
            }
        }
    }

    /// Refuses a text that does not stand in `language`, the survey's first, if that is known; and
    /// every text that says nothing or too much, or is not plain.
    pub(crate) fn check_words(&self, language: Option<&str>, at: &At<'_>) {
        if let Some(language) = language.filter(|language| !self.speaks(language)) {
            at.key(language)
                .fault(|| FaultCause::Untranslated(language.to_owned()));
        }
        for (tag, text) in self.pairs() {
            let too_long = text.chars().nth(Self::MAX_CHARACTERS).is_some();
            if text.trim().is_empty() || too_long {
                at.key(tag).fault(|| FaultCause::TextLength);
            } else if text.chars().any(is_hidden) {
                at.key(tag).fault(|| FaultCause::HiddenCharacters);
            }
        }
    }
}

/// Control characters, and those that turn the direction of what follows: a question could read
/// otherwise than its file. The page sets the direction of every text itself, and single marks of
/// direction (U+200E, U+200F, U+061C) remain.
fn is_hidden(character: char) -> bool {
    let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (character.is_control() && !matches!(character, '\n' | '\t'))
}

impl StandIn for Text {
    fn stand_in() -> Self {
        Self::of_distinct(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::fault::Sink;

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
}
