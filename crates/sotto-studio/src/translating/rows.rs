//! The texts of a draft beside their translations, and how far those are.

use super::{
    sources::Sources,
    texts::{DraftText, own_words, texts},
};
use crate::draft::{Draft, Place, Words};

/// How far a translation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is none.
    Missing,
    /// The words that it was made of have changed.
    OutOfDate,
    /// It is there.
    Done,
    /// There is nothing to translate: the survey's first language has no words here.
    NoSource,
}

impl State {
    /// The name in messages and in the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::OutOfDate => "out-of-date",
            Self::Done => "done",
            Self::NoSource => "no-source",
        }
    }
}

/// A text and its translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whose text it is.
    pub place: Place,
    /// Which.
    pub words: Words,
    /// What it is called in files; nothing where the names in the data do not tell it from others.
    pub key: Option<String>,
    /// What it reads in the survey's first language.
    pub source: String,
    /// What it reads in the other one.
    pub target: String,
    /// How far that is.
    pub state: State,
    /// The words that an outdated translation was made of.
    pub was: Option<String>,
}

/// Every text of a draft beside its translation into a language; Sotto's own words are not among them.
#[must_use]
pub fn rows(draft: &Draft, sources: &Sources, language: &str) -> Vec<Row> {
    rows_of(draft, texts(draft), sources, language)
}

/// Sotto's own words that a survey may bring, beside what it says in a language that Sotto does not speak.
#[must_use]
pub fn own_rows(draft: &Draft, sources: &Sources, language: &str) -> Vec<Row> {
    rows_of(draft, own_words(draft), sources, language)
}

/// What is to be translated into one of a draft's languages: its texts, unless they are written in it, and Sotto's own
/// words, unless Sotto speaks it (`is_spoken`).
pub(crate) fn all_rows(
    draft: &Draft,
    sources: &Sources,
    language: &str,
    is_spoken: bool,
) -> Vec<Row> {
    let is_first = draft.languages().first() == Some(&language);
    let mut all = Vec::new();
    if !is_first {
        all.extend(rows(draft, sources, language));
    }
    if !is_spoken {
        all.extend(own_rows(draft, sources, language));
    }
    all
}

/// The language that a draft is translated from into one of its languages: its first, or that of Sotto's own words,
/// which are all that is translated into the first.
pub(crate) fn language_of_source<'a>(draft: &'a Draft, language: &str) -> &'a str {
    let first = draft.languages().first().copied().unwrap_or_default();
    if first == language { "en" } else { first }
}

fn rows_of(
    draft: &Draft,
    texts: Vec<DraftText<'_>>,
    sources: &Sources,
    language: &str,
) -> Vec<Row> {
    let all = draft.languages();
    let from = all.first().copied().unwrap_or_default();
    let row = |text: DraftText<'_>| {
        let (source, target) = (text.source(from), text.written_in(language));
        let was = sources.other_than(source, (from, language), target);
        let state = match (source, target.trim(), was) {
            ("", _, _) => State::NoSource,
            (_, "", _) => State::Missing,
            (_, _, Some(_)) => State::OutOfDate,
            (_, _, None) => State::Done,
        };
        Row {
            place: text.place,
            words: text.words,
            source: source.to_owned(),
            target: target.to_owned(),
            state,
            was: was.filter(|_| state == State::OutOfDate).map(str::to_owned),
            key: text.key,
        }
    };
    texts.into_iter().map(row).collect()
}
