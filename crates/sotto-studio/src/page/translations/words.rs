//! What texts are called, and what is said of them.

use sotto_ui::Messages;

use crate::{
    draft::{Place, Words},
    translating::Said,
};

/// Before the number of a row in the id of its field.
pub(super) const FIELD: &str = "translation-";

/// The id of a row's field.
pub(super) fn field_id(index: usize) -> String {
    format!("{FIELD}{index}")
}

/// Where a text stands, in the words of the page.
pub(super) fn place_of(words: &Messages, place: Place, text: Words) -> String {
    let plain = |key: &str| words.text(key);
    let numbered = |key: &str, index: usize| {
        let number = (index + 1).to_string();
        words.fill(key, &[("number", &*number)])
    };
    let own = match text {
        Words::Help => "question-help",
        Words::Otherwise => "question-otherwise",
        Words::Unit => "question-unit",
        Words::Low => "label-low",
        Words::High => "label-high",
        Words::Alt => "picture-alt",
        Words::Title | Words::Description | Words::Text | Words::Own(_) => "question-title",
    };
    match place {
        Place::Survey if text == Words::Description => plain("survey-description"),
        Place::Survey => plain("survey-title"),
        Place::Page(index) => numbered("translations-page", index),
        Place::Closing => plain("closing-text"),
        Place::Redirect => plain("redirect-title"),
        Place::Way(ways, index) => numbered(&format!("closing-{}-title", ways.name()), index),
        Place::OwnWords => plain("translations-own-words"),
        Place::Theme(_) => plain("field-theme"),
        Place::Question(question) | Place::Labels(question) => in_question(question, &plain(own)),
        Place::Secret(question) => in_question(question, &plain("field-secret")),
        Place::Picture { question, option } => {
            let what = option.map_or(plain(own), |index| {
                [numbered("picture-of-option", index), plain(own)].join(": ")
            });
            in_question(question, &what)
        }
        Place::Item {
            question,
            list,
            index,
        } => {
            let key = match text {
                Words::Unit => "item-unit".to_owned(),
                _ => format!("{}-title", list.name()),
            };
            in_question(question, &numbered(&key, index))
        }
    }
}

fn in_question(question: usize, what: &str) -> String {
    format!("{}. {what}", question + 1)
}

/// What is wrong with a text, as a sentence.
pub(super) fn unfit(words: &Messages, said: Said) -> String {
    words.text(&["unfit-", said.name()].concat())
}

/// What is said of a text in a file.
pub(super) fn said_of(words: &Messages, said: Said) -> String {
    if said.is_unfit() {
        words.fill("file-left", &[("why", &*unfit(words, said))])
    } else {
        words.text(&["file-", said.name()].concat())
    }
}
