//! What a survey says itself where the widget does not speak one of its languages: buttons, problems, Yes, No and
//! "Prefer not to answer". Label, odds and receipt are the widget's alone, so that nobody can write people another promise.

use serde::Serialize;

use super::{
    fault::{At, FaultCause},
    fields::{Fields, deserialize_by_reading},
    invalid_word::InvalidWord,
    json::Json,
};
use crate::terms::text::Text;

/// A text of the widget that a survey may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// What it is called, in files and among the widget's texts.
    pub name: &'static str,
    /// What the widget says in English.
    pub english: &'static str,
    /// How many characters it may have.
    pub most: usize,
}

impl Word {
    /// The names of what is put into it, which stand in braces.
    pub fn slots(&self) -> impl Iterator<Item = &'static str> {
        slots(self.english)
    }
}

/// The names that a text has in braces.
fn slots(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split('{').skip(1);
    pieces.filter_map(|piece| Some(piece.split_once('}')?.0))
}

/// The form, its reader and its list, of one table: each text with its name, its English and how long it may be.
macro_rules! words {
    ($($(#[$about:meta])+ $field:ident = $name:literal, $english:literal, $most:literal;)+) => {
        /// Texts of a survey in languages that the widget does not speak, in place of the widget's own.
        ///
        /// They are part of what is pinned. In a language that the widget speaks, and of whatever is not here, the
        /// widget's words stand.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OwnWords))]
        pub struct WordsFile {
            $(
                $(#[$about])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<Text>,
            )+
        }

        impl WordsFile {
            /// Every text that a survey may bring.
            pub const ALL: &[Word] = &[$(Word { name: $name, english: $english, most: $most },)+];

            const NAMES: &[&str] = &[$($name,)+];

            pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
                let mut fields = Fields::of(json, at, Self::NAMES);
                Some(Self { $($field: fields.optional($name, Text::read),)+ })
            }

            /// All texts, also those that are absent, in the order of [`Self::ALL`].
            pub(crate) fn texts(&self) -> Vec<&Option<Text>> {
                vec![$(&self.$field,)+]
            }

            pub(crate) fn texts_mut(&mut self) -> Vec<&mut Option<Text>> {
                vec![$(&mut self.$field,)+]
            }
        }
    };
}

words! {
    /// In place of "Yes": at most 60 characters.
    yes = "yes", "Yes", 60;
    /// In place of "No": at most 60 characters.
    no = "no", "No", 60;
    /// In place of "Prefer not to answer": at most 60 characters.
    decline = "decline", "Prefer not to answer", 60;
    /// In place of "Next": at most 60 characters.
    next = "next", "Next", 60;
    /// In place of "Review your answers": at most 60 characters.
    review = "review", "Review your answers", 60;
    /// In place of "Back": at most 60 characters.
    back = "back", "Back", 60;
    /// In place of "Change": at most 60 characters.
    change = "change", "Change", 60;
    /// In place of "Send": at most 60 characters.
    send = "send", "Send", 60;
    /// In place of "Try again": at most 60 characters.
    try_again = "try-again", "Try again", 60;
    /// In place of "I agree": at most 60 characters.
    i_agree = "i-agree", "I agree", 60;
    /// In place of "(required)": at most 60 characters.
    required = "required", "(required)", 60;
    /// In place of "Type to search": at most 60 characters.
    search = "search", "Type to search", 60;
    /// In place of "{count} options found": at most 60 characters.
    found = "found", "{count} options found", 60;
    /// In place of "Page {page} of {count}": at most 60 characters.
    progress = "progress", "Page {page} of {count}", 60;
    /// In place of "Your answers": at most 60 characters.
    review_title = "review-title", "Your answers", 60;
    /// In place of "Not set yet": at most 60 characters.
    slider_unset = "slider-unset", "Not set yet", 60;
    /// In place of "If none applies to you, leave all of them unticked.": at most 200 characters.
    choose_none = "choose-none", "If none applies to you, leave all of them unticked.", 200;
    /// In place of "Choose at least {count} options.": at most 200 characters.
    choose_at_least = "choose-at-least", "Choose at least {count} options.", 200;
    /// In place of "Choose at most {count} options.": at most 200 characters.
    choose_at_most = "choose-at-most", "Choose at most {count} options.", 200;
    /// In place of "From {least} to {most}, in steps of {step}": at most 200 characters.
    number_range = "number-range", "From {least} to {most}, in steps of {step}", 200;
    /// In place of "A whole number from {least} to {most}": at most 200 characters.
    number_range_whole = "number-range-whole", "A whole number from {least} to {most}", 200;
    /// In place of "Press what comes first, then what comes next; the arrows move it.": at most 200 characters.
    rank_hint = "rank-hint", "Press what comes first, then what comes next; the arrows move it.", 200;
    /// In place of "{count} questions need your attention:": at most 200 characters.
    problems = "problems", "{count} questions need your attention:", 200;
    /// In place of "Please choose an answer.": at most 200 characters.
    answer_missing = "answer-missing", "Please choose an answer.", 200;
    /// In place of "Please give every option a place.": at most 200 characters.
    order_missing = "order-missing", "Please give every option a place.", 200;
    /// In place of "Please agree first: without your agreement nothing can be sent.": at most 200 characters.
    consent_missing = "consent-missing", "Please agree first: without your agreement nothing can be sent.", 200;
    /// In place of "Please choose an answer for “{row}”.": at most 200 characters.
    row_missing = "row-missing", "Please choose an answer for “{row}”.", 200;
    /// In place of "Enter a number from {least} to {most}, in steps of {step}, with nothing between the thousands.": at most 200 characters.
    number_missing = "number-missing", "Enter a number from {least} to {most}, in steps of {step}, with nothing between the thousands.", 200;
    /// In place of "Enter a whole number from {least} to {most}.": at most 200 characters.
    number_missing_whole = "number-missing-whole", "Enter a whole number from {least} to {most}.", 200;
    /// In place of "Please fill in the numbers.": at most 200 characters.
    numbers_missing = "numbers-missing", "Please fill in the numbers.", 200;
    /// In place of "Clear my answer": at most 60 characters.
    clear = "clear", "Clear my answer", 60;
}

deserialize_by_reading!(WordsFile);

impl WordsFile {
    /// The texts that are there, each with what it stands for.
    pub fn all(&self) -> impl Iterator<Item = (&'static Word, &Text)> {
        let texts = Self::ALL.iter().zip(self.texts());
        texts.filter_map(|(word, text)| Some((word, text.as_ref()?)))
    }

    /// What stands in exactly that language in place of a text of the widget.
    #[must_use]
    pub fn said(&self, name: &str, language: &str) -> Option<&str> {
        let (_, text) = self.all().find(|(word, _)| word.name == name)?;
        let mut said = text.pairs().filter(|(tag, _)| *tag == language);
        said.next().map(|(_, said)| said)
    }

    /// Whether any text is there in exactly that language.
    #[must_use]
    pub fn speaks(&self, language: &str) -> bool {
        self.all().any(|(_, text)| text.speaks(language))
    }

    /// Refuses what cannot stand in place of the widget's texts.
    pub(crate) fn check(&self, at: &At<'_>) {
        if self.all().next().is_none() {
            at.fault(|| FaultCause::NothingListed);
        }
        for (word, text) in self.all() {
            let at = at.key(word.name);
            if text.pairs().len() == 0 {
                at.fault(|| FaultCause::NothingListed);
            }
            text.check_words(None, &at);
            for (tag, said) in text.pairs() {
                if let Some(why) = word.refuses(said) {
                    at.key(tag).fault(|| FaultCause::Word(why));
                }
            }
        }
        let answers = [
            ("yes", &self.yes),
            ("no", &self.no),
            ("decline", &self.decline),
        ];
        for (place, (name, text)) in answers.iter().enumerate() {
            let before = answers
                .iter()
                .take(place)
                .filter_map(|(_, text)| (*text).as_ref());
            let before: Vec<_> = before.flat_map(Text::pairs).collect();
            for (tag, said) in text.iter().flat_map(Text::pairs) {
                if before.contains(&(tag, said)) {
                    at.key(name)
                        .key(tag)
                        .fault(|| FaultCause::Word(InvalidWord::Alike));
                }
            }
        }
    }
}

impl Word {
    /// Why a text cannot stand in place of this one.
    #[must_use]
    pub fn refuses(&self, text: &str) -> Option<InvalidWord> {
        let mut wanted: Vec<_> = self.slots().collect();
        let mut found: Vec<_> = slots(text).collect();
        wanted.sort_unstable();
        found.sort_unstable();
        let braces = |brace| text.matches(brace).count();
        if text.chars().nth(self.most).is_some() {
            Some(InvalidWord::TooLong(self.most))
        } else if text.contains(['<', '>', '\n', '\t']) {
            Some(InvalidWord::Markup)
        } else if wanted != found || [braces('{'), braces('}')] != [wanted.len(); 2] {
            Some(InvalidWord::Slots(self.english))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(name: &str) -> &'static Word {
        WordsFile::ALL
            .iter()
            .find(|word| word.name == name)
            .unwrap()
    }

    #[test]
    fn what_is_put_in_stands_as_often_as_in_english() {
        let progress = word("progress");
        assert_eq!(progress.slots().collect::<Vec<_>>(), ["page", "count"]);
        let slots = Some(InvalidWord::Slots(progress.english));
        for (text, why) in [
            ("Paĝo {page} el {count}", None),
            ("El {count}: paĝo {page}", None),
            ("Paĝo {page}", slots.clone()),
            ("Paĝo {page} el {count} {count}", slots.clone()),
            ("Paĝo {paĝo} el {count}", slots.clone()),
            ("Paĝo {page} el {count} }", slots.clone()),
            ("Paĝo {page} el {count", slots.clone()),
            ("<b>{page}</b> {count}", Some(InvalidWord::Markup)),
            ("{page}\n{count}", Some(InvalidWord::Markup)),
        ] {
            assert_eq!(progress.refuses(text), why, "{text}");
        }
    }

    #[test]
    fn a_button_has_room_for_so_much() {
        let next = word("next");
        assert_eq!(next.refuses(&"ĉ".repeat(60)), None);
        let long = Some(InvalidWord::TooLong(60));
        assert_eq!(next.refuses(&"ĉ".repeat(61)), long);
        assert!(
            WordsFile::ALL
                .iter()
                .all(|word| word.refuses(word.english).is_none())
        );
    }
}
