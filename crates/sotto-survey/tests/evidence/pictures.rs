//! Pictures of questions and options: pinned by their hash, in a place of known size, with words, and the same counts.

use serde_json::{Value, json};
use sotto_survey::{
    ChangeKind, Edit, EditClass, FaultCause, NotAPictureHash, PictureFile, QuestionType, Survey,
};

use crate::faults::places;

fn picture(digit: char) -> Value {
    json!({
        "hash": digit.to_string().repeat(64), "width": 320, "height": 200,
        "alt": { "en": "A cup of tea", "zh-CN": "一杯茶" },
    })
}

fn file() -> Value {
    let text = |words: &str| json!({ "en": words, "zh-CN": words });
    json!({
        "sotto": 1, "id": "tea", "version": 1, "title": text("Tea"), "languages": ["en", "zh-CN"],
        "plan": "split", "epsilon": "1",
        "questions": [
            { "id": "cup", "type": "single-choice", "title": text("Which cup?"), "options": [
                { "id": "a", "title": text("A") },
                { "id": "b", "title": text("B") },
            ] },
            { "id": "words", "type": "statement", "title": text("Look at this.") },
        ],
    })
}

fn pictured() -> Value {
    let mut file = file();
    file["questions"][0]["options"][1]["picture"] = picture('a');
    file["questions"][1]["picture"] = picture('b');
    file
}

fn survey(file: Value) -> Survey {
    serde_json::from_value(file).unwrap()
}

#[test]
fn a_published_survey_has_them_as_its_file_does() {
    let published = serde_json::to_value(survey(pictured())).unwrap();
    let questions = &published["questions"];
    assert_eq!(questions[0]["options"][1]["picture"], picture('a'));
    assert_eq!(questions[1]["picture"], picture('b'));
    assert_eq!(questions[0].get("picture"), None);
    let plain = serde_json::to_value(survey(file())).unwrap();
    assert!(!plain.to_string().contains("picture"));
    let hashes = survey(pictured()).picture_hashes();
    let hashes: Vec<_> = hashes.iter().map(ToString::to_string).collect();
    assert_eq!(hashes, ["a".repeat(64), "b".repeat(64)]);
    assert!(survey(file()).picture_hashes().is_empty());
}

#[test]
fn they_are_pinned_and_name_the_program_that_shows_them() {
    const PROGRAM: usize = 7;
    let (plain, with) = (survey(file()).compile(), survey(pictured()));
    let compiled = with.compile();
    assert_eq!((plain[PROGRAM], compiled[PROGRAM]), (0, 16));
    // What devices load of a survey without them is what it was.
    assert_eq!(compiled[PROGRAM + 1..plain.len()], plain[PROGRAM + 1..]);
    assert_eq!(Survey::of_compiled(&compiled).unwrap(), with);
    for length in plain.len()..compiled.len() {
        let cut = Survey::of_compiled(&compiled[..length]);
        assert!(cut.is_err(), "{length}");
    }
    for program in [0, 1, 2, 4, 8, 17, 18, 20, 24, 30, 31, 32, 255] {
        let mut other = compiled.clone();
        other[PROGRAM] = program;
        assert!(Survey::of_compiled(&other).is_err(), "{program}");
    }
    let mut words = pictured();
    words["words"] = json!({ "yes": { "eo": "Jes" } });
    let words = survey(words);
    assert_eq!(words.compile()[PROGRAM], 24);
    assert_eq!(Survey::of_compiled(&words.compile()).unwrap(), words);
    for (field, other) in [
        ("hash", json!("c".repeat(64))),
        ("width", json!(321)),
        ("alt", json!({ "en": "A mug", "zh-CN": "一杯茶" })),
    ] {
        let mut changed = pictured();
        changed["questions"][1]["picture"][field] = other;
        assert_ne!(survey(changed).compile(), compiled, "{field}");
    }
}

/// Each place is written once, in order.
#[test]
fn a_place_that_is_none_or_taken_is_refused() {
    let mut one = file();
    one["questions"][0]["picture"] = picture('a');
    let compiled = survey(one).compile();
    let plain = survey(file()).compile().len();
    let list = &compiled[plain..];
    // One picture, of the first question, its own.
    assert_eq!(list[..3], [1, 0, 0]);
    let with = |list: &[u8]| Survey::of_compiled(&[&compiled[..plain], list].concat());
    assert!(with(list).is_ok());
    let placed = |question: u8, option: u8| [&[question, option][..], &list[3..]].concat();
    assert!(with(&[vec![1], placed(0, 2)].concat()).is_ok());
    for (question, option) in [(2, 0), (0, 3), (1, 1), (200, 0)] {
        let read = with(&[vec![1], placed(question, option)].concat());
        assert!(read.is_err(), "{question} {option}");
    }
    let (first, second) = (placed(0, 1), placed(0, 2));
    assert!(with(&[vec![2], first.clone(), second.clone()].concat()).is_ok());
    assert!(with(&[vec![2], second, first.clone()].concat()).is_err());
    assert!(with(&[vec![2], first.clone(), first].concat()).is_err());
    assert!(with(&[0]).is_err());
}

#[test]
fn other_pictures_are_another_pin_and_the_same_counts() {
    let edit = Edit::between(&survey(file()), &survey(pictured()));
    let changes = edit.changes().iter();
    let mut changes: Vec<_> = changes.map(|one| (one.kind, &*one.pointer)).collect();
    changes.sort_by_key(|(_, pointer)| *pointer);
    assert_eq!(
        changes,
        [
            (ChangeKind::Presentation, "/questions/0/options/1/picture"),
            (ChangeKind::Presentation, "/questions/1/picture"),
        ]
    );
    assert_eq!(edit.class(), EditClass::Words);
    assert!(edit.keeps_counts());
}

#[test]
fn what_cannot_be_shown_is_refused_at_its_place() {
    let at = |change: &dyn Fn(&mut Value)| {
        let mut file = pictured();
        change(&mut file["questions"][1]["picture"]);
        places(&file)
    };
    let place = |field: &str| format!("/questions/1/picture{field}");
    let hash = FaultCause::PictureHash(NotAPictureHash);
    assert_eq!(
        at(&|picture| picture["hash"] = json!("sha256-abc")),
        [(place("/hash"), hash)]
    );
    for side in [0, 4_097] {
        let found = at(&|picture| picture["width"] = json!(side));
        assert_eq!(found, [(place("/width"), FaultCause::PictureSize(side))]);
    }
    let found = at(&|picture| picture["alt"] = json!({ "zh-CN": "一杯茶" }));
    let untranslated = FaultCause::Untranslated("en".to_owned());
    assert_eq!(found, [(place("/alt/en"), untranslated)]);
    let found = at(&|picture| drop(picture.as_object_mut().unwrap().remove("alt")));
    assert!(
        found.contains(&(place("/alt"), FaultCause::Missing("alt"))),
        "{found:?}"
    );
    // A list to search in has no room.
    let mut dropdown = pictured();
    dropdown["questions"][0]["type"] = json!("dropdown");
    assert_eq!(
        places(&dropdown),
        [(
            "/questions/0/options/1/picture".to_owned(),
            FaultCause::PictureForeign(QuestionType::Dropdown)
        )]
    );
}

#[test]
fn forty_pictures_are_enough() {
    let with = |count: usize| {
        let mut file = file();
        let option = |index: usize| {
            json!({
                "id": format!("o{index}"), "title": { "en": "O", "zh-CN": "O" },
                "picture": picture('c'),
            })
        };
        file["questions"][0]["options"] = (0..count).map(option).collect();
        file
    };
    assert_eq!(survey(with(PictureFile::MOST)).picture_hashes().len(), 1);
    let place = "/questions/0/options/40/picture".to_owned();
    assert_eq!(places(&with(41)), [(place, FaultCause::TooManyPictures)]);
}
