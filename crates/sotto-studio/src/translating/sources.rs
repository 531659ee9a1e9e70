//! Of which words each translation was made. That is known beside the draft, and is no part of it: neither of the
//! survey that is published, nor of its pin, nor of a draft that is saved as a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sotto_survey::Json;

use super::texts::{DraftText, all_at, own_words, source_at, texts};
use crate::{
    draft::{Draft, Place, Words, text_of},
    edit::Edit,
};

/// By the tags of two languages and a translation, all words that it was made of. A translation of which nothing is
/// known here counts as one of the words that are there.
///
/// Words are kept, and not where they stand: whatever is moved, renamed or undone, they say the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sources(BTreeMap<String, BTreeMap<String, BTreeMap<String, BTreeSet<String>>>>);

impl Sources {
    /// The words that a translation was made of, if it was made of others than those that are there now.
    pub(super) fn other_than(
        &self,
        now: &str,
        (from, into): (&str, &str),
        translation: &str,
    ) -> Option<&str> {
        let made_of = self.0.get(from)?.get(into)?.get(translation)?;
        if made_of.contains(now) {
            return None;
        }
        made_of.last().map(String::as_str)
    }

    fn note(&mut self, (from, into): (&str, &str), translation: &str, made_of: &str) {
        if translation.trim().is_empty() || made_of.trim().is_empty() {
            return;
        }
        let by_target = self.0.entry(from.to_owned()).or_default();
        let by_text = by_target.entry(into.to_owned()).or_default();
        let all = by_text.entry(translation.to_owned()).or_default();
        all.insert(made_of.to_owned());
    }

    /// Notes of the translations of one text what they are made of now, unless that is known to be otherwise.
    fn note_as_is(&mut self, from: &str, texts: &[(String, Json)]) {
        let source = texts.iter().find(|(tag, _)| tag == from);
        let source = source
            .and_then(|(_, text)| text_of(text))
            .unwrap_or_default();
        for (into, text) in texts.iter().filter(|(tag, _)| tag != from) {
            let translation = text_of(text).unwrap_or_default();
            if self.other_than(source, (from, into), translation).is_none() {
                self.note((from, into), translation, source);
            }
        }
    }

    /// What is known once an edit has made a draft of another; nothing where it says nothing of translations, or nothing
    /// that is not known.
    pub(crate) fn after(&self, edit: &Edit, before: &Draft, after: &Draft) -> Option<Self> {
        let from = *after.languages().first()?;
        if let Edit::SetWords {
            place,
            words,
            language,
            ..
        } = edit
            && language == from
            && !matches!(words, Words::Own(_))
            && !is_translated(before, (*place, *words), from)
        {
            // What is in no other language is the source of nothing.
            return None;
        }
        let mut sources = self.clone();
        match edit {
            Edit::SetWords {
                place,
                words,
                language,
                text,
            } => {
                let at = (*place, *words);
                // Sotto's own words stay what they are, whatever the survey's first language is.
                if language != from || matches!(words, Words::Own(_)) {
                    let source = source_at(after, at, from);
                    sources.note((from, language), text, source);
                } else if let Some(Json::Object(texts)) = all_at(before, at) {
                    sources.note_as_is(from, texts);
                }
            }
            Edit::Translate(translations) => {
                for one in translations {
                    sources.note((from, &one.language), &one.text, &one.source);
                }
            }
            Edit::Replace(_) => sources.compare(from, before, after),
            _ => return None,
        }
        Some(sources)
    }

    /// Notes what a text that was changed as a whole tells: which sources changed under their translations.
    fn compare(&mut self, from: &str, before: &Draft, after: &Draft) {
        let known: BTreeMap<_, _> = { texts(before).into_iter() }
            .filter_map(|text| Some((text.key.clone()?, text)))
            .collect();
        for text in texts(after) {
            let before: Option<&DraftText<'_>> = text.key.as_ref().and_then(|key| known.get(key));
            let Some(before) = before else { continue };
            let (was, is) = (before.in_language(from), text.in_language(from));
            for into in text.languages().filter(|tag| *tag != from) {
                let (said, says) = (before.in_language(into), text.in_language(into));
                if said != says {
                    self.note((from, into), says, is);
                } else if was != is && self.other_than(was, (from, into), said).is_none() {
                    self.note((from, into), said, was);
                }
            }
        }
    }

    /// What is known of the translations that a draft has.
    #[must_use]
    pub fn of(&self, draft: &Draft) -> Self {
        let mut kept = Self::default();
        for text in { texts(draft).into_iter() }.chain(own_words(draft)) {
            for (from, by_target) in &self.0 {
                for (into, by_text) in by_target {
                    let said = text.in_language(into);
                    for made_of in by_text.get(said).into_iter().flatten() {
                        kept.note((from, into), said, made_of);
                    }
                }
            }
        }
        kept
    }
}

/// Whether what stands at a place stands there in another language than that.
fn is_translated(draft: &Draft, at: (Place, Words), from: &str) -> bool {
    match all_at(draft, at) {
        Some(Json::Object(texts)) => texts.iter().any(|(tag, _)| tag != from),
        _ => false,
    }
}
