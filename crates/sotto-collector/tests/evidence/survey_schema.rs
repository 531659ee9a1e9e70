//! The published schema of survey files is the one that the types give, takes what the reader takes,
//! and refuses what has another form. `SOTTO_APPROVE=1` writes it anew.

use std::{fs, path::Path};

use jsonschema::Validator;
use serde_json::{Value, json};
use sotto_survey::{Survey, survey_schema};

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../www/schema/survey-1.json"
);

fn text() -> String {
    let mut text = serde_json::to_string_pretty(&survey_schema()).unwrap();
    text.push('\n');
    text
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&survey_schema()).unwrap()
}

/// Every survey of the site and of the tests.
fn samples() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut samples = Vec::new();
    for folder in ["www/surveys", "tests/surveys"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "json") {
                let sample = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
                samples.push((path.display().to_string(), sample));
            }
        }
    }
    samples
}

#[test]
fn the_schema_in_the_site_is_the_one_of_the_types() {
    let text = text();
    if std::env::var_os("SOTTO_APPROVE").is_some() {
        fs::write(FILE, &text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(FILE).unwrap_or_default(),
        text,
        "run with SOTTO_APPROVE=1, and read the difference"
    );
    assert!(jsonschema::meta::is_valid(&survey_schema()));
}

#[test]
fn samples_are_valid_as_written_and_as_published() {
    let validator = validator();
    let samples = samples();
    assert!(samples.len() > 2);
    for (name, sample) in samples {
        let problem = |value: &Value| {
            let mut problems = validator.iter_errors(value);
            problems
                .next()
                .map(|error| format!("{}: {error}", error.instance_path()))
        };
        assert_eq!(problem(&sample), None, "{name}");
        let survey: Survey = serde_json::from_value(sample).unwrap();
        let published = serde_json::to_value(&survey).unwrap();
        assert_eq!(problem(&published), None, "{name}, published");
    }
}

#[test]
fn linked_questions_and_conditions_have_their_forms() {
    let validator = validator();
    let mut file = census();
    for good in [
        json!([["over-50", "race"]]),
        json!([{ "questions": ["over-50", "race"], "mechanism": "auto" }]),
        json!([]),
    ] {
        file["link"] = good;
        assert!(validator.is_valid(&file), "{}", file["link"]);
    }
    let mut file = census();
    for good in [
        json!({ "question": "over-50", "is": ["yes"] }),
        json!({ "question": "age", "field": "own", "at-least": 18, "at-most": 30 }),
        json!({ "question": "age", "at-most": 30.5 }),
        json!({ "not": { "any": [{ "all": [{ "question": "over-50", "is": ["no"] }] }] } }),
    ] {
        file["questions"][1]["condition"] = good;
        assert!(validator.is_valid(&file), "{}", file["questions"][1]);
    }
}

/// Closing words are of a form of their own, which is not that of linked questions.
#[test]
fn closing_words_have_their_form() {
    let validator = validator();
    let mut file = census();
    let title = json!({ "en": "On" });
    for good in [
        json!({ "text": { "en": "Thank you." } }),
        json!({ "help": [{ "title": title, "to": "tel:116006" }, { "title": title, "to": "mailto:a@example.org" }] }),
        json!({ "links": [{ "title": title, "to": "https://example.org" }] }),
        json!({ "redirect": { "title": title, "to": "https://example.org", "by-itself": true } }),
        json!({ "code": "C1K2X9" }),
        json!({ "own-code": true }),
    ] {
        file["closing"] = good;
        assert!(validator.is_valid(&file), "{}", file["closing"]);
    }
    for wrong in [
        json!({ "links": [["over-50", "race"]] }),
        json!({ "links": [{ "title": title, "to": "javascript:alert(1)" }] }),
        json!({ "redirect": { "title": title, "to": "http://example.org" } }),
        json!({ "redirect": { "title": title } }),
        json!({ "help": [{ "title": title, "to": "data:,x" }] }),
        json!({ "code": "{pid}" }),
        json!({ "code": "" }),
        json!({ "text": { "en": "Thank you." }, "condition": { "question": "over-50", "is": ["yes"] } }),
    ] {
        file["closing"] = wrong;
        assert!(!validator.is_valid(&file), "{}", file["closing"]);
        let read = serde_json::from_value::<Survey>(file.clone());
        assert!(read.is_err(), "{}", file["closing"]);
    }
}

fn census() -> Value {
    serde_json::from_str(crate::harness::CENSUS).unwrap()
}

/// What has another form is refused by schema and reader alike.
#[test]
fn hostile_files_are_refused() {
    let validator = validator();
    for (pointer, wrong) in [
        ("/sotto", json!(2)),
        ("/sotto", json!("1")),
        ("/id", json!("Census!")),
        ("/id", json!("x".repeat(65))),
        ("/version", json!(0)),
        ("/version", json!(-1)),
        ("/version", json!(1.5)),
        ("/title", json!("census")),
        ("/title", json!({ "en": 1 })),
        ("/languages", json!([])),
        ("/languages", json!("en")),
        ("/plan", json!("all")),
        ("/epsilon", json!(1)),
        ("/questions", json!([])),
        ("/questions", json!({})),
        ("/questions", vec![json!(1); 201].into()),
        ("/questions/0/type", json!("text")),
        ("/questions/0/type", json!(null)),
        ("/questions/0/decline", json!("yes")),
        ("/questions/0/weights", json!([3, 1])),
        ("/questions/0/weights", json!([[["3"]]])),
        ("/questions/0/condition", json!({})),
        ("/questions/0/condition", json!({ "all": [], "any": [] })),
        ("/questions/0/condition", json!({ "question": "a" })),
        ("/questions/0/deadline", json!("now")),
        ("/questions/1/options/0/titel", json!({ "en": "x" })),
        ("/questions/1/options/0", json!("tea")),
        ("/__proto__", json!({})),
        ("/link", json!(["over-50", "race"])),
        ("/link", json!([["over-50"]])),
        ("/link", json!([["a", "b", "c", "d"]])),
        ("/link", json!([{ "mechanism": "auto" }])),
        (
            "/link",
            json!([{ "questions": ["a", "b"], "epsilon": "1" }]),
        ),
        ("/pages", json!([{ "questions": "all" }])),
    ] {
        let mut file = census();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        match file.pointer_mut(parent).unwrap() {
            Value::Object(members) => {
                members.insert(name.to_owned(), wrong.clone());
            }
            Value::Array(items) => items[name.parse::<usize>().unwrap()] = wrong.clone(),
            other => panic!("{pointer} is in {other}"),
        }
        assert!(!validator.is_valid(&file), "{pointer}: {wrong}");
        assert!(
            serde_json::from_value::<Survey>(file).is_err(),
            "{pointer}: {wrong}"
        );
    }
    for nothing in [json!(null), json!([]), json!("survey"), json!({})] {
        assert!(!validator.is_valid(&nothing));
    }
}
