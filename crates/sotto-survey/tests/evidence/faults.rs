//! Everything that is wrong with a survey is told at once, each fault with its place and its cause.

mod causes;

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};
use sotto_survey::{Fault, FaultCause, Faults, Identifier, Json, Survey, SurveyFile};

const EVERY_TYPE: &str = include_str!("../../../../tests/surveys/every-type.json");

/// A value to put in a place of a file; `None` takes out what is there.
type Change = (&'static str, Option<Value>);

/// What is wrong with a file.
pub(crate) fn faults(file: &Value) -> Vec<Fault> {
    let json: Json = serde_json::from_value(file.clone()).unwrap();
    match Survey::to_publish(json) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.as_slice().to_vec(),
    }
}

/// The place of each fault of a file, and its cause.
pub(crate) fn places(file: &Value) -> Vec<(String, FaultCause)> {
    let found = faults(file).into_iter();
    found.map(|one| (one.pointer, one.cause)).collect()
}

fn change(file: &mut Value, (pointer, value): &Change) {
    let (parent, last) = pointer.rsplit_once('/').unwrap();
    let parent = file.pointer_mut(parent).unwrap();
    match (parent, value) {
        (Value::Object(fields), Some(value)) => {
            fields.insert(last.to_owned(), value.clone());
        }
        (Value::Object(fields), None) => {
            fields.remove(last).unwrap();
        }
        (Value::Array(elements), Some(value)) => {
            elements[last.parse::<usize>().unwrap()] = value.clone();
        }
        (Value::Array(elements), None) => {
            elements.remove(last.parse().unwrap());
        }
        other => panic!("{pointer} is in {other:?}"),
    }
}

fn every_type() -> Value {
    let mut file: Value = serde_json::from_str(EVERY_TYPE).unwrap();
    // Every question with an ε of its own, all of them reported.
    let object = file.as_object_mut().unwrap();
    object.remove("sample");
    object.insert("plan".to_owned(), json!("fixed"));
    object.insert("epsilon".to_owned(), json!("20"));
    object.insert("weak-protection".to_owned(), json!(true));
    file
}

/// Changes of which none hides another, each with the place of the fault that it makes.
fn independent_changes() -> Vec<(Change, &'static str)> {
    let at = |pointer, value| ((pointer, Some(value)), pointer);
    let seen_at = |pointer, value, seen| ((pointer, Some(value)), seen);
    vec![
        at("/version", json!(0)),
        at("/languages/1", json!("<zh>")),
        at("/deadline", json!("now")),
        at("/minimum-reports", json!(-1)),
        seen_at("/description", json!({ "fr": "Un" }), "/description/en"),
        at("/questions/0/title/en", json!("")),
        at("/questions/1/epsilon", json!("1")),
        (("/questions/2/title", None), "/questions/2/title"),
        at("/questions/2/mechanism", json!("no-such")),
        at("/questions/3/condition/is/0", json!("maybe")),
        at("/questions/3/options/1/title", json!(["x"])),
        at("/questions/3/share", json!(2)),
        at("/questions/4/secret/prevalence", json!("1/2")),
        at("/questions/5/scale", json!(11)),
        at("/questions/6/a~b/c", json!("red")),
        at("/questions/7/labels/low/en", json!("\u{202e}yekil toN")),
        at("/questions/8/at-most", json!(9)),
        at("/questions/9/options/1/id", json!("no")),
        at("/questions/10/rows", json!([])),
        at("/questions/10/options/0/exclusive", json!(true)),
        at("/questions/11/max", json!(-1)),
        at("/questions/12/min", json!("x")),
        at("/questions/13/fields/0/step", json!(0.001)),
        at("/questions/14/type", json!("textarea")),
        seen_at(
            "/pages/2/questions",
            json!(["sleep", "health", "money"]),
            "/pages",
        ),
    ]
}

proptest! {
    /// Whatever is wrong with a survey, exactly that is told.
    #[test]
    fn each_of_several_faults_is_told_at_its_place(
        chosen in prop::sample::subsequence(independent_changes(), 0..=independent_changes().len())
    ) {
        let mut file = every_type();
        let mut expected = BTreeSet::new();
        for (one, seen) in &chosen {
            if let ("/questions/6/a~b/c", Some(value)) = one {
                file["questions"][6]["a~b/c"] = value.clone();
                expected.insert("/questions/6/a~0b~1c".to_owned());
            } else {
                change(&mut file, one);
                expected.insert((*seen).to_owned());
            }
        }
        let found = faults(&file);
        let pointers: BTreeSet<_> = found.iter().map(|fault| fault.pointer.clone()).collect();
        prop_assert_eq!(pointers, expected);
        prop_assert_eq!(found.len(), chosen.len());
        for fault in found {
            let index = fault.question_index();
            let id = index.map(|index| file["questions"][index]["id"].as_str().unwrap());
            prop_assert_eq!(fault.question.as_ref().map(Identifier::as_str), id);
        }
    }
}

/// What a device refuses: integers are missing from every question of which something is reported.
#[test]
fn what_was_never_published_is_told_of_each_question() {
    let file: SurveyFile = serde_json::from_str(EVERY_TYPE).unwrap();
    let reported = file
        .questions
        .iter()
        .filter(|one| one.epsilon.is_some())
        .count();
    let refused: Faults = Survey::published(file).unwrap_err();
    let open = |fault: &&Fault| {
        fault.cause == FaultCause::Unpublished && fault.pointer.ends_with("/weights")
    };
    assert_eq!(refused.as_slice().iter().filter(open).count(), reported);
    assert_eq!(refused.as_slice().len(), reported);
}

/// The sentence names the question as its author does, and the place as a program does.
#[test]
fn a_sentence_names_the_question_and_the_place() {
    let mut file = every_type();
    file["questions"][2]["mechanism"] = json!("magic");
    file["version"] = json!(0);
    let error = serde_json::from_value::<Survey>(file)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("/version: \"version\" is 0"), "{error}");
    assert!(
        error.contains("; question \"cheated\" (/questions/2/mechanism): there is no mechanism"),
        "{error}"
    );
}
