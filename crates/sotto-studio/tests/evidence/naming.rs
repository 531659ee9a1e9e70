//! Names in the data follow the words until a survey is published first.

use sotto_studio::{Draft, Edit, History, List, Place, Words};

fn typed(history: &History, place: Place, text: &str) -> History {
    let mut history = history.clone();
    let ends = text
        .char_indices()
        .map(|(at, character)| at + character.len_utf8());
    for end in ends {
        history = history.with(&Edit::SetWords {
            place,
            words: Words::Title,
            language: "en".to_owned(),
            text: text.get(..end).unwrap().to_owned(),
        });
    }
    history
}

const TEXT: &str = r#"{ "languages": ["en"], "questions": [
    { "id": "question-1", "type": "yes-no", "title": {} },
    { "id": "chosen", "type": "single-choice", "title": { "en": "Which?" },
      "options": [{ "id": "option-1", "title": {} }, { "id": "option-2", "title": {} }],
      "condition": { "question": "question-1", "is": ["yes"] } }] }"#;

#[test]
fn a_name_follows_the_words_and_so_does_what_refers_to_it() {
    let history = History::new(Draft::of_text(TEXT)).naming_by_words(true);
    let history = typed(&history, Place::Question(0), "Über Größe?");
    let question = history.draft().question(0).unwrap();
    assert_eq!(question.id(), "ueber-groesse");
    assert!(
        history
            .draft()
            .written()
            .contains(r#""question": "ueber-groesse""#)
    );
    // A name that somebody chose stays.
    let history = typed(&history, Place::Question(1), "Another");
    assert_eq!(history.draft().question(1).unwrap().id(), "chosen");
    let option = |index| Place::Item {
        question: 1,
        list: List::Options,
        index,
    };
    let history = typed(&typed(&history, option(0), "Tea"), option(1), "Tea");
    let asked = history.draft().question(1).unwrap();
    let ids: Vec<_> = asked
        .items(List::Options)
        .map(|one| one.id().to_owned())
        .collect();
    assert_eq!(ids, ["tea", "tea-2"]);
}

#[test]
fn what_was_published_keeps_its_names() {
    let history = typed(
        &History::new(Draft::of_text(TEXT)),
        Place::Question(0),
        "Tea?",
    );
    assert_eq!(history.draft().question(0).unwrap().id(), "question-1");
}
