//! Answers in the words of later questions: where they may stand, and that what is published, compiled and told is the same
//! for everybody.

use serde_json::{Value, json};
use sotto_survey::{ChangeKind, Edit, EditClass, FaultCause, Survey};

use crate::faults::places;

fn file() -> Value {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    json!({
        "sotto": 1, "id": "ways", "version": 1, "title": { "en": "Ways" }, "languages": ["en", "de"],
        "plan": "split", "epsilon": "2",
        "questions": [
            { "id": "way", "type": "single-choice", "title": { "en": "How did you come?" },
              "options": [option("bus"), option("car")] },
            { "id": "why", "type": "yes-no",
              "title": { "en": "Only {answer: way}?", "de": "Nur {answer:way}?" },
              "help": { "en": "{answer: way}, always" },
              "otherwise": { "en": "that way", "de": "so" } },
        ],
    })
}

fn survey(file: Value) -> Survey {
    serde_json::from_value(file).unwrap()
}

#[test]
fn whoever_has_no_answer_at_hand_reads_the_neutral_words() {
    let survey = survey(file());
    let why = &survey.questions()[1];
    assert_eq!(why.title().in_language("en", "en"), "Only that way?");
    assert_eq!(why.title().in_language("de", "en"), "Nur so?");
    let help = why.help().unwrap();
    assert_eq!(help.in_language("de", "en"), "that way, always");
    let piping = why.piping().unwrap();
    assert_eq!(piping.question.as_str(), "way");
    assert_eq!(piping.title.in_language("de", "en"), "Nur {answer:way}?");
    assert!(survey.questions()[0].piping().is_none());
}

#[test]
fn what_is_published_and_compiled_has_the_places_and_names_the_whole_program() {
    const PROGRAM: usize = 7;
    let with = survey(file());
    let published = serde_json::to_value(&with).unwrap();
    for field in ["title", "help", "otherwise"] {
        let (found, written) = (
            &published["questions"][1][field],
            &file()["questions"][1][field],
        );
        assert_eq!(found, written, "{field}");
    }
    let compiled = with.compile();
    let read = Survey::of_compiled(&compiled).unwrap();
    assert_eq!((&read, read.compile()), (&with, compiled.clone()));
    let mut plain = file();
    plain["questions"][1] = json!({ "id": "why", "type": "yes-no", "title": { "en": "Only?" } });
    let plain = survey(plain);
    assert_eq!((plain.compile()[PROGRAM], compiled[PROGRAM]), (0, 1));
    // Nobody can have the common program show the places themselves.
    let mut common = compiled;
    common[PROGRAM] = 0;
    assert!(Survey::of_compiled(&common).is_err());
    assert_eq!(with.pinned_parameters(), plain.pinned_parameters());
}

#[test]
fn an_order_that_may_show_the_answer_later_is_refused() {
    let mut drawn = file();
    drawn["pages"] = json!([{ "questions": ["way", "why"], "order": "random" }]);
    let late = FaultCause::MayBeAskedLater("way".to_owned());
    assert_eq!(places(&drawn), [("/questions/1/title".to_owned(), late)]);
    drawn["pages"][0]["pinned"] = json!(["way"]);
    survey(drawn);
}

#[test]
fn no_answer_is_put_into_words_that_stand_elsewhere() {
    let place = "{answer: way}";
    let foreign = FaultCause::PipingForeign("way".to_owned());
    for pointer in [
        "/title/en",
        "/questions/0/options/1/title/en",
        "/questions/1/otherwise/de",
    ] {
        let mut other = file();
        *other.pointer_mut(pointer).unwrap() = json!(place);
        assert_eq!(places(&other), [(pointer.to_owned(), foreign.clone())]);
    }
    let mut other = file();
    other["description"] = json!({ "en": place });
    other["pages"] = json!([{ "title": { "en": place }, "questions": ["way", "why"] }]);
    let found = places(&other);
    let pointers: Vec<_> = found.iter().map(|(pointer, _)| pointer.as_str()).collect();
    assert_eq!(pointers, ["/description/en", "/pages/0/title/en"]);
    assert!(found.iter().all(|(_, cause)| *cause == foreign));
    let mut other = file();
    other["closing"] = json!({ "text": { "en": place } });
    let closing = FaultCause::ClosingPiping(place.to_owned());
    assert_eq!(places(&other), [("/closing/text/en".to_owned(), closing)]);
}

#[test]
fn only_an_earlier_question_can_be_named() {
    for id in ["why", "later", "", "Way!"] {
        let mut other = file();
        other["questions"][1]["help"] = json!({ "en": format!("{{answer: {id}}}") });
        other["questions"][1]["title"] = json!({ "en": "Only?" });
        let unknown = FaultCause::PipedUnknown(id.to_owned());
        let expected = [("/questions/1/help/en".to_owned(), unknown)];
        assert_eq!(places(&other), expected);
    }
}

#[test]
fn other_neutral_words_are_other_words_and_counts_go_on() {
    let (old, mut new) = (survey(file()), file());
    new["version"] = json!(2);
    new["questions"][1]["otherwise"]["en"] = json!("this way");
    let edit = Edit::between(&old, &survey(new));
    assert_eq!(edit.class(), EditClass::Words);
    let changes = edit.changes().iter();
    let changes: Vec<_> = changes
        .map(|one| (one.kind, one.pointer.as_str()))
        .collect();
    assert_eq!(changes, [(ChangeKind::Texts, "/questions/1/otherwise")]);
}
