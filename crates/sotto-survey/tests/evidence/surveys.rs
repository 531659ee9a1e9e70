//! Survey files that are wrong: each is refused with a sentence that names the place.

use proptest::prelude::*;
use serde_json::{Value, json};
use sotto_survey::Survey;

use crate::census::CENSUS;

fn changed(pointer: &str, value: Value) -> Value {
    let mut file: Value = serde_json::from_str(CENSUS).unwrap();
    *file.pointer_mut(pointer).unwrap() = value;
    file
}

fn added(pointer: &str, key: &str, value: Value) -> Value {
    let mut file: Value = serde_json::from_str(CENSUS).unwrap();
    let object = file.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
    object.insert(key.to_owned(), value);
    file
}

fn refusal(file: Value) -> String {
    serde_json::from_value::<Survey>(file)
        .unwrap_err()
        .to_string()
}

/// Each file must be refused with a sentence that holds the words beside it.
fn assert_refused<const N: usize>(files: [(Value, &str); N]) {
    for (file, words) in files {
        let sentence = refusal(file);
        assert!(
            sentence.contains(words),
            "{sentence:?} does not say {words:?}"
        );
    }
}

#[test]
fn mistakes_about_the_whole_survey_have_their_sentence() {
    assert_refused([
        (changed("/sotto", json!(2)), "reads version 1"),
        (changed("/version", json!(0)), "count from 1"),
        (changed("/id", json!("Census!")), "not an identifier"),
        (changed("/languages", json!([])), "at least one language"),
        (
            changed("/languages", json!(["<en>"])),
            "\"<en>\" is not a language tag",
        ),
        (
            changed("/title", json!({ "fr": "Recensement" })),
            "/title/en: a text in \"en\"",
        ),
        (
            changed("/questions/0/title", json!({ "en": "" })),
            "question \"over-50\" (/questions/0/title/en)",
        ),
        (
            changed("/questions", json!([])),
            "from 1 to 200 questions, not 0",
        ),
        (
            changed("/plan", json!("sample")),
            "needs \"sample\": how many questions",
        ),
        (changed("/plan", json!("all")), "unknown variant `all`"),
        (
            changed("/epsilon", json!("2")),
            "cost 2.998613, more than the survey's epsilon 2",
        ),
        (changed("/epsilon", json!(4.1)), "expected a string"),
        (changed("/epsilon", json!("-1")), "not above zero"),
    ]);
}

#[test]
fn mistakes_in_a_question_have_their_sentence() {
    let two = json!([
        { "id": "a", "title": { "en": "A" } },
        { "id": "b", "title": { "en": "B" } }
    ]);
    let twice = json!([
        { "id": "a", "title": { "en": "A" } },
        { "id": "a", "title": { "en": "B" } }
    ]);
    let decline = json!([
        { "id": "a", "title": { "en": "A" } },
        { "id": "decline", "title": { "en": "B" } }
    ]);
    assert_refused([
        (
            changed("/questions/1/id", json!("over-50")),
            "the id \"over-50\" is used twice",
        ),
        (
            changed("/questions/1/epsilon", json!("NaN")),
            "is not a number",
        ),
        (changed("/questions/1/epsilon", json!("21")), "too large"),
        (
            changed("/questions/1/type", json!("free-text")),
            "free text cannot be asked",
        ),
        (
            changed("/questions/1/mechanism", json!("magic")),
            "there is no mechanism \"magic\"",
        ),
        (
            changed("/questions/1/options", json!(null)),
            "needs \"options\"",
        ),
        (
            changed("/questions/1/options", twice),
            "the id \"a\" is used twice",
        ),
        (
            changed("/questions/1/options", decline),
            "\"decline\" is taken",
        ),
        (
            changed("/questions/1/options", json!([])),
            "needs from 2 to 65536 categories, not 1",
        ),
        (
            changed("/questions/0/decline", json!(true)),
            "needs from 2 to 2 categories, not 3",
        ),
        (
            changed("/questions/0/epsilon", json!("1")),
            "two-coins always costs ln 3",
        ),
        (
            added("/questions/0", "options", two),
            "yes-no takes no \"options\"",
        ),
        (
            added("/questions/0", "colour", json!("red")),
            "unknown field `colour`",
        ),
        (
            added("", "deadline", json!("now")),
            "unknown field `deadline`",
        ),
        (
            added("/questions/1", "weights", json!(["a", "b"])),
            "the weight \"a\" is not a whole number",
        ),
        (
            added("/questions/1", "weights", json!(["+3", "1"])),
            "the weight \"+3\" is not a whole number",
        ),
        (
            added("/questions/1", "weights", json!(["1", "3"])),
            "the weights of direct-encoding",
        ),
        (
            // One unit above ⌊2³²·e^1.5⌋.
            added(
                "/questions/1",
                "weights",
                json!(["19248707988", "4294967296"]),
            ),
            "its weights cost 1.500001, more than the declared epsilon 1.5",
        ),
    ]);
}

#[test]
fn weights_that_protect_more_are_taken() {
    let file = added("/questions/1", "weights", json!(["2", "1"]));
    let survey: Survey = serde_json::from_value(file).unwrap();
    assert_eq!(survey.questions()[1].privacy_loss().to_string(), "0.693148");
}

#[test]
fn auto_is_resolved_before_it_is_published() {
    let survey: Survey =
        serde_json::from_value(changed("/questions/1/mechanism", json!("auto"))).unwrap();
    // 15 categories at ε = 1.5: three places of a set tell more than one.
    assert_eq!(
        survey.questions()[1].mechanism().unwrap().name(),
        "subset-selection"
    );
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[a-z-]{0,10}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Whatever stands in one place of a file, reading it ends in a survey or an error.
    #[test]
    fn nothing_in_a_file_makes_it_panic(place in 0_usize..9, value in any_json()) {
        let pointer = [
            "/sotto", "/id", "/title", "/languages", "/epsilon", "/questions",
            "/questions/0", "/questions/1/options", "/questions/2/epsilon",
        ][place];
        let _ = serde_json::from_value::<Survey>(changed(pointer, value));
    }
}
