//! A survey whose answers together are hardly protected is published only with its designer's word; one
//! that was published without it still loads.

use serde_json::{Value, json};
use sotto_survey::{ChangeKind, Edit, FaultCause, Survey};

/// Two questions at that ε each.
fn survey(epsilon: &str, each: &str, word: Option<bool>) -> Value {
    let text = json!({ "en": "?" });
    let question = |id: &str| json!({ "id": id, "type": "yes-no", "title": text, "epsilon": each });
    let mut file = json!({
        "sotto": 1, "id": "weak", "version": 1, "title": text, "languages": ["en"],
        "plan": "fixed", "epsilon": epsilon, "questions": [question("a"), question("b")],
    });
    if let Some(word) = word {
        file["weak-protection"] = json!(word);
    }
    file
}

fn to_publish(file: Value) -> Result<Survey, sotto_survey::Faults> {
    Survey::to_publish(serde_json::from_value(file).unwrap())
}

#[test]
fn above_three_it_takes_the_word() {
    for (epsilon, each, word) in [
        ("3.000001", "1.5", None),
        ("4", "2", Some(false)),
        ("ln 21", "1.5", None),
    ] {
        let faults = to_publish(survey(epsilon, each, word)).unwrap_err();
        let [fault] = faults.as_slice() else {
            panic!("{faults}");
        };
        assert_eq!(fault.pointer, "/epsilon");
        assert!(matches!(fault.cause, FaultCause::WeakProtection(_)));
        let sentence = fault.to_string();
        assert!(sentence.contains("\"weak-protection\": true"), "{sentence}");
        // It still loads, as one that was published before there was such a word.
        let loaded: Survey = serde_json::from_value(survey(epsilon, each, word)).unwrap();
        let published = serde_json::to_string(&loaded).unwrap();
        assert!(Survey::published(serde_json::from_str(&published).unwrap()).is_ok());
        assert!(to_publish(survey(epsilon, each, Some(true))).is_ok());
    }
    assert!(to_publish(survey("3", "1.5", None)).is_ok());
    assert!(to_publish(survey("ln 20", "1", None)).is_ok());
}

#[test]
fn the_word_stays_in_the_file_and_is_no_more_than_a_word() {
    let weak = to_publish(survey("4", "2", Some(true))).unwrap();
    assert!(weak.protects_weakly());
    let published = serde_json::to_value(&weak).unwrap();
    assert_eq!(published["weak-protection"], json!(true));
    // What counts for respondents is what they lose.
    let declared_alone = to_publish(survey("4", "1", Some(true))).unwrap();
    assert!(!declared_alone.protects_weakly());
    // Without need it says nothing.
    assert!(to_publish(survey("2", "1", Some(true))).is_ok());

    let without: Survey = serde_json::from_value(survey("4", "2", None)).unwrap();
    let edit = Edit::between(&without, &weak);
    assert!(edit.keeps_counts());
    let [change] = edit.changes() else {
        panic!("{:?}", edit.changes());
    };
    assert_eq!(change.kind, ChangeKind::WeakProtection);
    assert_eq!(change.pointer, "/weak-protection");
}

#[test]
fn an_epsilon_that_cannot_be_read_is_told_once() {
    let faults = to_publish(survey("many", "1", None)).unwrap_err();
    assert_eq!(faults.as_slice().len(), 1, "{faults}");
    // All faults are told together.
    let mut file = survey("9", "2", None);
    file["version"] = json!(0);
    let faults = to_publish(file).unwrap_err();
    let pointers: Vec<_> = faults
        .as_slice()
        .iter()
        .map(|fault| &*fault.pointer)
        .collect();
    assert_eq!(pointers, ["/version", "/epsilon"]);
}
