//! The completion code at the end is none, one for everybody, or one of each person's own: never two.

use sotto_studio::{Draft, Edit, GivenCode, History, Place, Setting, Words, apply, check};
use sotto_survey::{FaultCause, Json};

/// A survey with integers of its own, whose end is what stands in `closing`, if anything does.
fn draft(closing: &str) -> Draft {
    Draft::of_text(&format!(
        r#"{{ "sotto": 1, "id": "a", "version": 1, "title": {{ "en": "A" }}, "languages": ["en"], "plan": "split",
            "epsilon": "ln 3", "questions": [{{ "id": "q", "type": "yes-no", "title": {{ "en": "Q?" }},
            "mechanism": "direct-encoding", "weights": ["3", "1"], "decline": false }}] {closing} }}"#
    ))
}

fn for_everybody(code: &str) -> GivenCode {
    GivenCode::ForEverybody(code.to_owned())
}

fn typed(code: &str) -> Edit {
    Edit::Set {
        place: Place::Closing,
        setting: Setting::Code,
        value: Some(Json::Text(code.to_owned())),
    }
}

/// What stands in the file of the end.
fn end(draft: &Draft) -> serde_json::Value {
    let file: serde_json::Value = serde_json::from_str(&draft.written()).unwrap();
    file["closing"].clone()
}

#[test]
fn each_choice_is_written_and_takes_the_others_out() {
    let choices = [
        (GivenCode::Without, serde_json::Value::Null),
        (
            for_everybody("C1K2X9"),
            serde_json::json!({ "code": "C1K2X9" }),
        ),
        (
            GivenCode::OfTheirOwn,
            serde_json::json!({ "own-code": true }),
        ),
    ];
    for (before, _) in &choices {
        let before = apply(&draft(""), &Edit::GiveCode(before.clone()));
        for (given, written) in &choices {
            let after = apply(&before, &Edit::GiveCode(given.clone()));
            assert_eq!(
                (after.given_code().as_ref(), &end(&after)),
                (Some(given), written)
            );
            assert_eq!(after.gives_own_code(), *given == GivenCode::OfTheirOwn);
            let checked = check(&after);
            let survey = checked.survey().unwrap();
            assert_eq!(survey.gives_own_code(), after.gives_own_code());
            // The question's integers are those that it had.
            assert!(after.written().contains(r#""weights": ["3", "1"]"#));
        }
    }
}

#[test]
fn what_else_stands_at_the_end_stays() {
    let with_words = draft(r#", "closing": { "text": { "en": "Thank you." }, "code": "C1K2X9" }"#);
    let own = apply(&with_words, &Edit::GiveCode(GivenCode::OfTheirOwn));
    let thanks = serde_json::json!({ "text": { "en": "Thank you." }, "own-code": true });
    assert_eq!(end(&own), thanks);
    let bare = apply(&own, &Edit::GiveCode(GivenCode::Without));
    let thanks = serde_json::json!({ "text": { "en": "Thank you." } });
    assert_eq!(end(&bare), thanks);
    // Words that go take no choice with them.
    let edit = Edit::SetWords {
        place: Place::Closing,
        words: Words::Text,
        language: "en".to_owned(),
        text: String::new(),
    };
    let wordless = apply(&own, &edit);
    assert_eq!(wordless.given_code(), Some(GivenCode::OfTheirOwn));
}

#[test]
fn a_choice_is_one_step_and_brings_the_code_back() {
    let steps = [
        Edit::GiveCode(for_everybody("")),
        typed("C1"),
        typed("C1K2X9"),
        Edit::GiveCode(GivenCode::OfTheirOwn),
        Edit::GiveCode(GivenCode::Without),
    ];
    let begun = History::new(draft(""));
    let mut history = steps.iter().fold(begun, |history, edit| history.with(edit));
    for given in [
        GivenCode::Without,
        GivenCode::OfTheirOwn,
        for_everybody("C1K2X9"),
        for_everybody(""),
        GivenCode::Without,
    ] {
        assert_eq!(history.draft().given_code(), Some(given));
        history = history.undone();
    }
    assert!(!history.can_undo());
}

#[test]
fn a_code_that_is_not_typed_yet_is_told() {
    let chosen = apply(&draft(""), &Edit::GiveCode(for_everybody("")));
    let checked = check(&chosen);
    let faults: Vec<_> = checked.of_survey().collect();
    assert!(
        matches!(faults[..], [fault] if fault.pointer == "/closing/code"
            && matches!(fault.cause, FaultCause::CompletionCode(_))),
        "{faults:?}"
    );
}

#[test]
fn a_file_with_both_is_told_and_any_choice_mends_it() {
    let both = draft(r#", "closing": { "code": "C1K2X9", "own-code": true }"#);
    assert_eq!(both.given_code(), None);
    let checked = check(&both);
    let causes: Vec<_> = checked.of_survey().map(|fault| &fault.cause).collect();
    assert_eq!(causes, [&FaultCause::CodesOfTwoKinds]);
    for given in [
        GivenCode::Without,
        for_everybody("C1K2X9"),
        GivenCode::OfTheirOwn,
    ] {
        let mended = apply(&both, &Edit::GiveCode(given));
        assert!(check(&mended).survey().is_some(), "{}", mended.written());
    }
}
