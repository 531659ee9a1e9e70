//! Every text of a draft, with its place and with the key that it has in files.

use std::collections::BTreeMap;

use sotto_survey::{Json, Word, WordsFile};

use crate::draft::{Draft, List, Place, Ways, Words, list_of, member, text_of, texts_in};

/// A text of a draft.
#[derive(Clone, Debug)]
pub(super) struct DraftText<'a> {
    pub(super) place: Place,
    pub(super) words: Words,
    /// What it is called in files; nothing where the names in the data are no names, or are not unique.
    pub(super) key: Option<String>,
    /// By language.
    texts: &'a Json,
}

/// A text that is in no language.
const NOTHING: &Json = &Json::Object(Vec::new());

impl<'a> DraftText<'a> {
    /// What it reads in a language; empty where that is missing.
    pub(super) fn in_language(&self, language: &str) -> &'a str {
        let text = self.written_in(language);
        if text.trim().is_empty() { "" } else { text }
    }

    /// What it is translated from: what it reads in the survey's first language, or Sotto's own words.
    pub(super) fn source(&self, first: &str) -> &'a str {
        match self.words {
            Words::Own(word) => word.english,
            _ => self.in_language(first),
        }
    }

    /// What is written there in a language, spaces alone as well.
    pub(super) fn written_in(&self, language: &str) -> &'a str {
        let text = member(self.texts, language).and_then(text_of);
        text.unwrap_or_default()
    }

    /// The languages that it is in.
    pub(super) fn languages(&self) -> impl Iterator<Item = &'a str> {
        let texts: &'a [(String, Json)] = match self.texts {
            Json::Object(texts) => texts,
            _ => &[],
        };
        let written = texts
            .iter()
            .filter(|(tag, _)| !self.in_language(tag).is_empty());
        written.map(|(tag, _)| tag.as_str())
    }
}

/// Gathers texts.
struct Gathering<'a> {
    found: Vec<DraftText<'a>>,
}

impl<'a> Gathering<'a> {
    /// The texts of an object that has some words; what is in no language yet is no text.
    fn of(&mut self, object: &'a Json, place: Place, key: Option<&str>, all: &[Words]) {
        for words in all {
            let Some(texts) = member(object, words.name()) else {
                continue;
            };
            let text = DraftText {
                place,
                words: *words,
                key: key.map(|key| format!("{key}.{}", words.name())),
                texts,
            };
            if text.languages().next().is_some() {
                self.found.push(text);
            }
        }
    }

    fn pages(&mut self, survey: &'a Json) {
        for (index, page) in list_of(survey, "pages").iter().enumerate() {
            // A page has no name of its own: it begins with a question that has one.
            let first = texts_in(member(page, "questions")).next();
            let key = named("page", first);
            self.of(page, Place::Page(index), key.as_deref(), &[Words::Title]);
        }
    }

    fn question(&mut self, question: &'a Json, index: usize) {
        let key = named("question", member(question, "id").and_then(text_of));
        let key = key.as_deref();
        let below = |name: &str| key.map(|key| format!("{key}.{name}"));
        let own = [Words::Title, Words::Help, Words::Otherwise, Words::Unit];
        self.of(question, Place::Question(index), key, &own);
        if let Some(labels) = member(question, "labels") {
            let ends = [Words::Low, Words::High];
            self.of(labels, Place::Labels(index), key, &ends);
        }
        if let Some(secret) = member(question, "secret") {
            let key = below("secret");
            self.of(
                secret,
                Place::Secret(index),
                key.as_deref(),
                &[Words::Title],
            );
        }
        let shown = |option: Option<usize>| Place::Picture {
            question: index,
            option,
        };
        if let Some(picture) = member(question, "picture") {
            let key = below("picture");
            self.of(picture, shown(None), key.as_deref(), &[Words::Alt]);
        }
        for list in List::ALL {
            for (number, item) in list_of(question, list.name()).iter().enumerate() {
                let place = Place::Item {
                    question: index,
                    list,
                    index: number,
                };
                let key = key.and_then(|key| {
                    let id = member(item, "id").and_then(text_of);
                    named(&format!("{key}.{}", list.stem()), id)
                });
                self.of(item, place, key.as_deref(), &[Words::Title, Words::Unit]);
                if let Some(picture) = member(item, "picture") {
                    let key = key.map(|key| format!("{key}.picture"));
                    self.of(picture, shown(Some(number)), key.as_deref(), &[Words::Alt]);
                }
            }
        }
    }

    fn closing(&mut self, closing: &'a Json) {
        self.of(closing, Place::Closing, Some("closing"), &[Words::Text]);
        for ways in Ways::ALL {
            for (index, way) in list_of(closing, ways.name()).iter().enumerate() {
                let key = format!("closing.{}.{}", ways.name(), index + 1);
                self.of(way, Place::Way(ways, index), Some(&key), &[Words::Title]);
            }
        }
        if let Some(redirect) = member(closing, "redirect") {
            let key = Some("closing.redirect");
            self.of(redirect, Place::Redirect, key, &[Words::Title]);
        }
    }
}

/// What is called by an id, if that is one.
fn named(what: &str, id: Option<&str>) -> Option<String> {
    let is_one = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let id = id.filter(|id| !id.is_empty() && id.bytes().all(is_one))?;
    Some(format!("{what}.{id}"))
}

/// Every text of a draft that is there in any language, in the order in which people meet them.
pub(super) fn texts(draft: &Draft) -> Vec<DraftText<'_>> {
    let mut gathering = Gathering { found: Vec::new() };
    if let Some(survey) = draft.head() {
        let own = [Words::Title, Words::Description];
        gathering.of(survey, Place::Survey, Some("survey"), &own);
        gathering.pages(survey);
        for (index, question) in draft.shared().iter().enumerate() {
            gathering.question(question, index);
        }
        if let Some(closing) = member(survey, "closing") {
            gathering.closing(closing);
        }
    }
    let mut found = gathering.found;
    let mut counts = BTreeMap::new();
    for key in found.iter().filter_map(|text| text.key.clone()) {
        *counts.entry(key).or_insert(0_usize) += 1;
    }
    // A name that stands there twice names nothing.
    for text in &mut found {
        text.key = text.key.take().filter(|key| counts.get(key) == Some(&1));
    }
    found
}

/// Every text of Sotto's own that the survey may bring in languages that Sotto does not speak, whether it does or not.
pub(super) fn own_words(draft: &Draft) -> Vec<DraftText<'_>> {
    let survey = draft.head();
    let own = survey.and_then(|survey| member(survey, "words"));
    let text = |word: &'static Word| DraftText {
        place: Place::OwnWords,
        words: Words::Own(word),
        key: Some(format!("words.{}", word.name)),
        texts: own
            .and_then(|own| member(own, word.name))
            .unwrap_or(NOTHING),
    };
    WordsFile::ALL.iter().map(text).collect()
}

/// What is translated at a place: what stands there in the survey's first language, or Sotto's own words.
pub(super) fn source_at<'a>(
    draft: &'a Draft,
    (place, words): (Place, Words),
    first: &str,
) -> &'a str {
    match words {
        Words::Own(word) => word.english,
        _ => text_at(draft, (place, words), first),
    }
}

/// What stands at a place in a language; empty where that is nothing.
fn text_at<'a>(draft: &'a Draft, (place, words): (Place, Words), language: &str) -> &'a str {
    let found = all_at(draft, (place, words));
    let text = found
        .and_then(|texts| member(texts, language))
        .and_then(text_of);
    text.filter(|text| !text.trim().is_empty())
        .unwrap_or_default()
}

/// The texts at a place, by language.
pub(super) fn all_at(draft: &Draft, (place, words): (Place, Words)) -> Option<&Json> {
    let survey = draft.head()?;
    let question = |index: usize| draft.shared().get(index).map(|one| &**one);
    let object = match place {
        Place::Survey => survey,
        Place::Page(index) => list_of(survey, "pages").get(index)?,
        Place::Closing => member(survey, "closing")?,
        Place::Redirect => member(member(survey, "closing")?, "redirect")?,
        Place::Way(ways, index) => list_of(member(survey, "closing")?, ways.name()).get(index)?,
        Place::OwnWords => member(survey, "words")?,
        // Colours have no words.
        Place::Theme(_) => return None,
        Place::Question(index) => question(index)?,
        Place::Labels(index) => member(question(index)?, "labels")?,
        Place::Secret(index) => member(question(index)?, "secret")?,
        Place::Picture {
            question: at,
            option,
        } => {
            let question = question(at)?;
            let owner = match option {
                None => question,
                Some(index) => list_of(question, List::Options.name()).get(index)?,
            };
            member(owner, "picture")?
        }
        Place::Item {
            question: at,
            list,
            index,
        } => list_of(question(at)?, list.name()).get(index)?,
    };
    member(object, words.name())
}
