//! Dates, months and times of day: numbers without a timezone, written as people write them wherever a file has them.

use serde_json::{Value, json};
use sotto_survey::{Calendar, ChangeKind, Edit, EditClass, FaultCause, Layout, Survey};

use crate::faults::places;

/// Where a compiled survey says which program shows it.
const PROGRAM: usize = 7;

fn file() -> Value {
    json!({
        "sotto": 1, "id": "moments", "version": 1, "title": { "en": "Moments" }, "languages": ["en"],
        "plan": "split", "epsilon": "3",
        "questions": [
            { "id": "day", "type": "number", "as": "date", "title": { "en": "When did you move?" },
              "min": "2020-01-01", "max": "2020-12-31" },
            { "id": "month", "type": "number", "as": "month", "title": { "en": "When did you begin?" },
              "min": "1999-10", "max": "2020-01", "step": 3 },
            { "id": "time", "type": "number", "as": "time", "title": { "en": "When do you get up?" },
              "min": "05:00", "max": "12:00", "step": 15, "estimate": "distribution",
              "condition": { "any": [
                  { "question": "day", "at-least": "2020-03-01", "at-most": "2020-03-31" },
                  { "not": { "question": "month", "at-most": "2000-01" } },
              ] } },
        ],
    })
}

fn survey(file: Value) -> Survey {
    serde_json::from_value(file).unwrap()
}

fn with(pointer: &str, value: Value) -> Value {
    let mut file = file();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    file.pointer_mut(parent).unwrap()[field] = value;
    file
}

#[test]
fn what_is_published_and_compiled_is_written_as_days_months_and_times() {
    let read = survey(file());
    let published = serde_json::to_value(&read).unwrap();
    for question in 0..3 {
        for field in ["as", "min", "max", "condition"] {
            let of = |file: &Value| file["questions"][question].get(field).cloned();
            assert_eq!(of(&published), of(&file()), "{question} {field}");
        }
    }
    assert_eq!(survey(published), read);
    let compiled = read.compile();
    assert_eq!(compiled[PROGRAM], 1);
    let again = Survey::of_compiled(&compiled).unwrap();
    assert_eq!((&again, again.compile()), (&read, compiled.clone()));
    // Nobody can have the common program ask them.
    let mut common = compiled;
    common[PROGRAM] = 0;
    assert!(Survey::of_compiled(&common).is_err());
}

#[test]
fn an_answer_is_its_place_among_all_that_can_be_answered() {
    let survey = survey(file());
    let [day, month, time] = survey.questions() else {
        unreachable!("there are three")
    };
    for (question, written, cells, place) in [
        (day, "2020-02-29", 366, 59),
        (month, "2000-01", 82, 1),
        (time, "05:30", 29, 2),
    ] {
        let calendar = question.shape().calendar().unwrap();
        let grid = question.kind().grids()[0];
        assert_eq!(grid.cells(), cells, "{written}");
        let number = calendar.read(written).unwrap();
        let number = sotto_ldp::numbers::Decimal::from_units(number).unwrap();
        assert_eq!(grid.index_of(number), Ok(place), "{written}");
        let answer = question.answer_number(number).unwrap();
        assert_eq!(question.numbers(&answer), [Some(number)]);
    }
}

/// A number and the same day are asked, protected and sent alike.
#[test]
fn a_day_protects_as_its_number_does() {
    let day = survey(file());
    let mut plain = file();
    for question in plain["questions"].as_array_mut().unwrap() {
        let read = |value: &Value| {
            let written = value.as_str().unwrap();
            let mut all = Calendar::ALL.iter();
            all.find_map(|one| one.read(written)).unwrap()
        };
        for end in ["min", "max"] {
            question[end] = read(&question[end]).into();
        }
        question.as_object_mut().unwrap().remove("as");
        question.as_object_mut().unwrap().remove("condition");
    }
    let plain = survey(plain);
    assert_eq!(day.body_length(), plain.body_length());
    let parameters = |survey: &Survey| -> Vec<Vec<u64>> {
        survey
            .parts()
            .map(|one| one.parameters().to_vec())
            .collect()
    };
    assert_eq!(parameters(&day), parameters(&plain));
}

#[test]
fn conditions_compare_days_months_and_times() {
    let survey = survey(file());
    let layout = Layout::as_written(&survey);
    for (question, written, is_asked) in [
        (0, "2020-03-01", true),
        (0, "2020-03-31", true),
        (0, "2020-04-01", true),
        (1, "2000-01", false),
        (1, "2000-04", true),
    ] {
        let asked = &survey.questions()[question];
        let number = asked.shape().calendar().unwrap().read(written).unwrap();
        let number = sotto_ldp::numbers::Decimal::from_units(number).unwrap();
        let mut answers = vec![None; 3];
        answers[question] = Some(asked.answer_number(number).unwrap());
        assert_eq!(survey.asked(&layout, &answers)[2], is_asked, "{written}");
    }
}

#[test]
fn ends_that_are_none_are_told() {
    let bound = |calendar| FaultCause::Bound(Some(calendar));
    for (pointer, value, cause) in [
        ("/questions/0/min", json!(18_262), bound(Calendar::Date)),
        ("/questions/0/min", json!("2020-01"), bound(Calendar::Date)),
        (
            "/questions/1/max",
            json!("2020-01-01"),
            bound(Calendar::Month),
        ),
        ("/questions/2/min", json!(300), bound(Calendar::Time)),
        (
            "/questions/0/step",
            json!(0.5),
            FaultCause::CalendarStep(Calendar::Date),
        ),
        (
            "/questions/2/step",
            json!(0),
            FaultCause::CalendarStep(Calendar::Time),
        ),
        (
            "/questions/0/unit",
            json!({ "en": "days" }),
            FaultCause::CalendarUnit(Calendar::Date),
        ),
        (
            "/questions/0/max",
            json!("2019-12-31"),
            FaultCause::CalendarEmpty {
                min: "2020-01-01".to_owned(),
                max: "2019-12-31".to_owned(),
            },
        ),
        (
            "/questions/0/step",
            json!(7),
            FaultCause::CalendarMissed {
                step: "7 days".to_owned(),
                max: "2020-12-31".to_owned(),
                before: "2020-12-30".to_owned(),
            },
        ),
        (
            "/questions/2/condition/any/0/at-most",
            json!(18_000),
            bound(Calendar::Date),
        ),
    ] {
        let found = places(&with(pointer, value.clone()));
        assert_eq!(found, [(pointer.to_owned(), cause)], "{value}");
    }
    // A plain number has no day, and no other type has any.
    let mut plain = file();
    plain["questions"] = json!([
        { "id": "age", "type": "number", "title": { "en": "Age?" }, "min": 0, "max": "2020-01-01" },
        { "id": "born", "type": "slider", "as": "date", "title": { "en": "Born?" }, "min": 0, "max": 10 },
    ]);
    let found = places(&plain);
    assert_eq!(
        found[0],
        ("/questions/0/max".to_owned(), FaultCause::Bound(None))
    );
    assert_eq!(found[1].0, "/questions/1/as");
    let words = FaultCause::Bound(Some(Calendar::Date)).to_string();
    assert_eq!(
        words,
        "with \"as\": \"date\" it is written like \"2020-01-31\""
    );
}

#[test]
fn too_many_days_are_told() {
    let found = places(&with("/questions/0/min", json!("1920-01-01")));
    let [(pointer, FaultCause::TooFine { found, .. })] = &found[..] else {
        unreachable!("{found:?}")
    };
    assert_eq!((pointer.as_str(), *found), ("/questions/0/step", 36_891));
}

#[test]
fn another_kind_of_number_starts_at_zero() {
    let old = survey(file());
    let mut new = file();
    new["version"] = json!(2);
    let question = &mut new["questions"][1];
    question["as"] = json!("date");
    // The same numbers, as days.
    question["min"] = json!("1970-12-24");
    question["max"] = json!("1971-08-24");
    new["questions"][2]
        .as_object_mut()
        .unwrap()
        .remove("condition");
    let edit = Edit::between(&old, &survey(new));
    assert!(edit.class() > EditClass::Words);
    let mut changes = edit.changes().iter();
    assert!(changes.any(|one| one.kind == ChangeKind::Range && one.pointer == "/questions/1/as"));
}
