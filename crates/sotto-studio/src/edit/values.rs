//! Texts and values of one object.

use sotto_survey::{Json, Scheme, WordsFile};

use crate::draft::{List, Place, Ways, Words, list_in, member, member_mut, remove, set};

/// The object at a place, if it is there.
pub(crate) fn object_at(survey: &mut Json, place: Place) -> Option<&mut Json> {
    let question = |survey, index| list_in(survey, "questions")?.get_mut(index);
    match place {
        Place::Survey => Some(survey),
        Place::Page(index) => list_in(survey, "pages")?.get_mut(index),
        Place::Closing => member_mut(survey, "closing"),
        Place::Redirect => member_mut(member_mut(survey, "closing")?, "redirect"),
        Place::Way(ways, index) => {
            list_in(member_mut(survey, "closing")?, ways.name())?.get_mut(index)
        }
        Place::OwnWords => member_mut(survey, "words"),
        Place::Theme(Scheme::Light) => member_mut(survey, "theme"),
        Place::Theme(Scheme::Dark) => member_mut(member_mut(survey, "theme")?, "dark"),
        Place::Question(index) => question(survey, index),
        Place::Labels(index) => member_mut(question(survey, index)?, "labels"),
        Place::Secret(index) => member_mut(question(survey, index)?, "secret"),
        Place::Picture {
            question: at,
            option,
        } => {
            let question = question(survey, at)?;
            let owner = match option {
                None => question,
                Some(index) => list_in(question, List::Options.name())?.get_mut(index)?,
            };
            member_mut(owner, "picture")
        }
        Place::Item {
            question: at,
            list,
            index,
        } => list_in(question(survey, at)?, list.name())?.get_mut(index),
    }
}

/// Gives a text of an object in a language its words.
pub(super) fn set_words(
    survey: &mut Json,
    place: Place,
    words: Words,
    language: &str,
    text: String,
) -> Option<()> {
    if let Place::Labels(index) = place {
        let question = object_at(survey, Place::Question(index))?;
        if member(question, "labels").is_none() {
            let empty = || Json::Object(Vec::new());
            let ends = [Words::Low, Words::High].map(|end| (end.name().to_owned(), empty()));
            set(question, "labels", Json::Object(ends.into()));
        }
    }
    if place == Place::OwnWords && member(survey, "words").is_none() {
        set(survey, "words", Json::Object(Vec::new()));
    }
    let object = object_at(survey, place)?;
    let texts = match member(object, words.name()) {
        Some(Json::Object(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let mut texts = Json::Object(texts);
    if text.is_empty() {
        remove(&mut texts, language);
    } else {
        set(&mut texts, language, Json::Text(text));
    }
    // A page needs no title.
    let is_needed = words.is_needed() && !matches!(place, Place::Page(_));
    if texts == Json::Object(Vec::new()) && !is_needed {
        remove(object, words.name());
    } else {
        set(object, words.name(), texts);
    }
    if let Place::Labels(index) = place {
        let question = object_at(survey, Place::Question(index))?;
        let is_empty = |end: Words| {
            let labels = member(question, "labels");
            let texts = labels.and_then(|labels| member(labels, end.name()));
            texts.is_none_or(|texts| *texts == Json::Object(Vec::new()))
        };
        // A scale without words at its ends has no field for them.
        if is_empty(Words::Low) && is_empty(Words::High) {
            remove(question, "labels");
        }
    }
    if place == Place::OwnWords {
        prune_own_words(survey);
    }
    Some(())
}

/// Adds a language, whose texts are missing.
pub(super) fn add_language(survey: &mut Json, language: &str) -> Option<()> {
    if list_in(survey, "languages").is_none() {
        set(survey, "languages", Json::List(Vec::new()));
    }
    let tags = list_in(survey, "languages")?;
    let tag = Json::Text(language.to_owned());
    if !tags.contains(&tag) {
        tags.push(tag);
    }
    Some(())
}

/// Takes a language out, and every text in it.
pub(super) fn remove_language(survey: &mut Json, language: &str) -> Option<()> {
    let tags = list_in(survey, "languages")?;
    tags.retain(|tag| *tag != Json::Text(language.to_owned()));
    forget_texts(survey, language);
    for page in list_in(survey, "pages").into_iter().flatten() {
        forget_texts(page, language);
    }
    if let Some(closing) = member_mut(survey, "closing") {
        forget_texts(closing, language);
        for ways in Ways::ALL {
            for way in list_in(closing, ways.name()).into_iter().flatten() {
                forget_texts(way, language);
            }
        }
        if let Some(redirect) = member_mut(closing, "redirect") {
            forget_texts(redirect, language);
        }
    }
    super::closing::prune(survey);
    if let Some(own) = member_mut(survey, "words") {
        let all: Vec<_> = WordsFile::ALL.iter().map(Words::Own).collect();
        forget_all(own, &all, language);
        prune_own_words(survey);
    }
    for question in list_in(survey, "questions").into_iter().flatten() {
        forget_texts(question, language);
        for inner in ["labels", "secret", "picture"] {
            if let Some(inner) = member_mut(question, inner) {
                forget_texts(inner, language);
            }
        }
        for list in List::ALL {
            for item in list_in(question, list.name()).into_iter().flatten() {
                forget_texts(item, language);
                if let Some(picture) = member_mut(item, "picture") {
                    forget_texts(picture, language);
                }
            }
        }
    }
    Some(())
}

fn forget_texts(object: &mut Json, language: &str) {
    let all = [
        Words::Title,
        Words::Description,
        Words::Help,
        Words::Unit,
        Words::Low,
        Words::High,
        Words::Text,
        Words::Otherwise,
        Words::Alt,
    ];
    forget_all(object, &all, language);
}

/// Own words stand in a draft as long as there are any.
fn prune_own_words(survey: &mut Json) {
    if member(survey, "words") == Some(&Json::Object(Vec::new())) {
        remove(survey, "words");
    }
}

fn forget_all(object: &mut Json, all: &[Words], language: &str) {
    for words in all {
        let Some(texts) = member_mut(object, words.name()) else {
            continue;
        };
        let found = remove(texts, language);
        if found.is_some() && *texts == Json::Object(Vec::new()) && !words.is_needed() {
            remove(object, words.name());
        }
    }
}
