//! Words in place of the widget's: part of what is pinned, and never more than buttons, problems and answers.

use serde_json::{Value, json};
use sotto_survey::{
    ChangeKind, Edit, EditClass, FaultCause, InvalidWord, Json, Survey, SurveyFile, WordsFile,
};

use crate::faults::places;

fn words() -> Value {
    json!({
        "yes": { "eo": "Jes", "la": "Ita" },
        "no": { "eo": "Ne", "la": "Non" },
        "decline": { "eo": "Mi preferas ne respondi" },
        "next": { "eo": "Sekva" },
        "progress": { "eo": "Paĝo {page} el {count}" },
        "row-missing": { "eo": "Bonvolu elekti respondon por «{row}»." },
    })
}

fn file(words: Option<Value>) -> Value {
    let text = json!({ "eo": "Ĉu vi fumas?", "la": "Fumasne?" });
    let mut file = json!({
        "sotto": 1, "id": "klubo", "version": 1, "title": text, "languages": ["eo", "la"],
        "plan": "split", "epsilon": "1",
        "questions": [{ "id": "smokes", "type": "yes-no", "title": text }],
    });
    if let Some(words) = words {
        file["words"] = words;
    }
    file
}

fn survey(words: Option<Value>) -> Survey {
    serde_json::from_value(file(words)).unwrap()
}

#[test]
fn a_published_survey_says_them_as_its_file_does() {
    let published = serde_json::to_value(survey(Some(words()))).unwrap();
    assert_eq!(published["words"], words());
    let without = serde_json::to_value(survey(None)).unwrap();
    assert_eq!(without.get("words"), None);
    let read: Json = serde_json::from_value(file(Some(words()))).unwrap();
    let read = SurveyFile::read(read).unwrap();
    let own = read.words.as_ref().unwrap();
    assert_eq!(own.said("yes", "la"), Some("Ita"));
    // What is missing in a language is the widget's, and no other language's.
    assert_eq!(own.said("next", "la"), None);
    assert_eq!(own.said("send", "eo"), None);
    assert_eq!(
        ["eo", "la", "en"].map(|tag| own.speaks(tag)),
        [true, true, false]
    );
}

#[test]
fn they_are_pinned_and_name_the_program_that_shows_them() {
    const PROGRAM: usize = 7;
    let (plain, with) = (survey(None).compile(), survey(Some(words())));
    let compiled = with.compile();
    assert_eq!((plain[PROGRAM], compiled[PROGRAM]), (0, 8));
    // What devices load of a survey without them is what it was.
    assert_eq!(compiled[PROGRAM + 1..plain.len()], plain[PROGRAM + 1..]);
    assert_eq!(Survey::of_compiled(&compiled).unwrap(), with);
    for length in plain.len()..compiled.len() {
        let cut = Survey::of_compiled(&compiled[..length]);
        assert!(cut.is_err(), "{length}");
    }
    for program in [0, 1, 2, 4, 9, 10, 12, 14, 15, 255] {
        let mut other = compiled.clone();
        other[PROGRAM] = program;
        assert!(Survey::of_compiled(&other).is_err(), "{program}");
    }
    let mut closing = file(Some(words()));
    closing["closing"] = json!({ "text": { "eo": "Dankon." } });
    let closing: Survey = serde_json::from_value(closing).unwrap();
    assert_eq!(closing.compile()[PROGRAM], 12);
    assert_eq!(Survey::of_compiled(&closing.compile()).unwrap(), closing);
}

#[test]
fn other_words_are_another_pin_and_the_same_counts() {
    let before = survey(Some(words()));
    let mut other = words();
    other["next"]["eo"] = json!("Antaŭen");
    let now = survey(Some(other));
    assert_ne!(before.compile(), now.compile());
    let edit = Edit::between(&before, &now);
    let changes = edit.changes().iter();
    let changes: Vec<_> = changes.map(|one| (one.kind, &*one.pointer)).collect();
    assert_eq!(changes, [(ChangeKind::OwnWords, "/words")]);
    assert_eq!(edit.class(), EditClass::Words);
    assert!(edit.keeps_counts());
}

#[test]
fn nobody_writes_people_another_promise() {
    for promise in [
        "label-first",
        "odds",
        "sent-title",
        "review-note",
        "not-covered",
        "nothing-sent-yet",
    ] {
        let found = places(&file(Some(json!({ promise: { "eo": "Neniu scios." } }))));
        let [(at, FaultCause::UnknownField { known, .. }), ..] = &found[..] else {
            panic!("{promise}: {found:?}");
        };
        assert_eq!(*at, format!("/words/{promise}"));
        assert_eq!(known.len(), WordsFile::ALL.len());
    }
}

#[test]
fn what_does_not_fit_is_refused_at_its_place() {
    let long = "o".repeat(61);
    let progress = InvalidWord::Slots("Page {page} of {count}");
    for (pointer, said, why) in [
        ("/next/eo", &*long, InvalidWord::TooLong(60)),
        ("/next/eo", "<b>Sekva</b>", InvalidWord::Markup),
        ("/next/eo", "Sekva\npaĝo", InvalidWord::Markup),
        ("/next/eo", "Sekva {page}", InvalidWord::Slots("Next")),
        ("/progress/eo", "Paĝo {page}", progress.clone()),
        (
            "/progress/eo",
            "Paĝo {page} {page} {count}",
            progress.clone(),
        ),
        ("/progress/eo", "Paĝo {pagxo} el {count}", progress),
        ("/no/eo", "Jes", InvalidWord::Alike),
        ("/decline/eo", "Ne", InvalidWord::Alike),
    ] {
        let mut with = words();
        *with.pointer_mut(pointer).unwrap() = json!(said);
        let found = places(&file(Some(with)));
        assert_eq!(
            found,
            [(format!("/words{pointer}"), FaultCause::Word(why))],
            "{said}"
        );
    }
    let at = |pointer: &str, cause| (pointer.to_owned(), cause);
    assert_eq!(
        places(&file(Some(json!({})))),
        [at("/words", FaultCause::NothingListed)]
    );
    let none = json!({ "next": {} });
    assert_eq!(
        places(&file(Some(none))),
        [at("/words/next", FaultCause::NothingListed)]
    );
    let empty = json!({ "next": { "eo": " " } });
    assert_eq!(
        places(&file(Some(empty))),
        [at("/words/next/eo", FaultCause::TextLength)]
    );
    let turned = json!({ "next": { "eo": "\u{202e}x" } });
    assert_eq!(
        places(&file(Some(turned))),
        [at("/words/next/eo", FaultCause::HiddenCharacters)]
    );
}
