//! Conditions, links and pages follow what they name.

use serde_json::json;
use sotto_studio::{Draft, Edit, List, Words, apply, asked_of_all, check, hanging};
use sotto_survey::{Json, QuestionType, Survey};

const SURVEY: &str = r#"{
  "sotto": 1, "id": "s", "version": 1, "title": { "en": "S" }, "languages": ["en"],
  "plan": "split", "epsilon": "8", "weak-protection": true,
  "questions": [
    { "id": "smokes", "type": "yes-no", "title": { "en": "?" } },
    { "id": "age", "type": "single-choice", "title": { "en": "?" }, "options": [
      { "id": "young", "title": { "en": "Y" } }, { "id": "old", "title": { "en": "O" } }, { "id": "very-old", "title": { "en": "V" } } ] },
    { "id": "grid", "type": "matrix", "title": { "en": "?" },
      "rows": [{ "id": "a", "title": { "en": "A" } }, { "id": "b", "title": { "en": "B" } }],
      "options": [{ "id": "bad", "title": { "en": "B" } }, { "id": "good", "title": { "en": "G" } }] },
    { "id": "last", "type": "yes-no", "title": { "en": "?" }, "condition": { "all": [
      { "question": "smokes", "is": ["yes"] },
      { "any": [{ "question": "age", "is": ["young", "old"] }, { "not": { "question": "grid", "row": "a", "is": ["bad"] } }] } ] } }
  ],
  "link": [["smokes", "age"]],
  "pages": [{ "questions": ["smokes"] }, { "questions": ["age", "grid", "last"] }]
}"#;

fn draft() -> Draft {
    let draft = Draft::of_text(SURVEY);
    assert!(check(&draft).survey().is_some(), "{:?}", check(&draft));
    draft
}

fn condition(draft: &Draft) -> Option<String> {
    let json: &Json = draft.questions().last()?.condition()?;
    Some(serde_json::to_string(json).unwrap())
}

#[test]
fn a_new_name_is_followed_everywhere() {
    let rename = |question, id: &str| Edit::RenameQuestion {
        question,
        id: id.to_owned(),
    };
    let renamed = apply(&draft(), &rename(0, "smoker"));
    let text = renamed.written().into_owned();
    assert_eq!(text.matches("\"smoker\"").count(), 4);
    assert!(!text.contains("\"smokes\""));
    assert!(check(&renamed).survey().is_some());
    // The same survey under another name.
    assert_eq!(apply(&renamed, &rename(0, "smokes")), draft());
    for id in ["age", "", "Smokes", "-"] {
        assert_eq!(apply(&draft(), &rename(0, id)), draft(), "{id}");
    }
    let item = |list, index, id: &str| Edit::RenameItem {
        question: if list == List::Rows { 2 } else { 1 },
        list,
        index,
        id: id.to_owned(),
    };
    let renamed = apply(&draft(), &item(List::Options, 1, "elder"));
    let renamed = apply(&renamed, &item(List::Rows, 0, "first"));
    assert_eq!(hanging(&renamed), []);
    assert!(check(&renamed).survey().is_some());
    let text = renamed.written();
    assert_eq!(text.matches("\"elder\"").count(), 2);
    assert_eq!(text.matches("\"first\"").count(), 2);
}

#[test]
fn what_goes_is_no_longer_named() {
    let without = apply(&draft(), &Edit::DeleteQuestion(0));
    assert_eq!(hanging(&without), []);
    assert!(!without.written().contains("smokes"));
    // The link had two questions, and the page only this one.
    assert!(!without.written().contains("link"));
    assert_eq!(without.written().matches("\"questions\"").count(), 2);
    assert!(check(&without).survey().is_some());
    let option = |index| Edit::DeleteItem {
        question: 1,
        list: List::Options,
        index,
    };
    let without = apply(&draft(), &option(0));
    assert!(condition(&without).unwrap().contains("[\"old\"]"));
    let without = apply(&without, &option(0));
    assert!(!condition(&without).unwrap().contains("age"));
    let without = apply(&without, &Edit::DeleteQuestion(2));
    let without = apply(&without, &Edit::DeleteQuestion(0));
    assert_eq!(condition(&without), None);
}

#[test]
fn a_copy_has_a_name_and_a_page() {
    let copied = apply(&draft(), &Edit::DuplicateQuestion(3));
    assert_eq!(copied.question(4).unwrap().id(), "last-2");
    assert!(check(&copied).survey().is_some(), "{:?}", check(&copied));
    let moved = apply(&draft(), &Edit::MoveQuestion { from: 0, to: 1 });
    assert!(check(&moved).survey().is_some());
    assert!(!moved.written().contains("[\"smokes\"] }"));
}

#[test]
fn published_integers_go_when_the_design_changes() {
    let survey: Survey = serde_json::from_str(SURVEY).unwrap();
    let published = Draft::of_text(&serde_json::to_string(&survey).unwrap());
    assert!(published.written().contains("weights"));
    let copied = apply(&published, &Edit::DuplicateQuestion(3));
    assert!(!copied.written().contains("weights"));
}

#[test]
fn who_is_asked_by_everybody_now_is_known() {
    let simple = SURVEY.replace(
        r#"{ "all": [
      { "question": "smokes", "is": ["yes"] },
      { "any": [{ "question": "age", "is": ["young", "old"] }, { "not": { "question": "grid", "row": "a", "is": ["bad"] } }] } ] }"#,
        r#"{ "question": "smokes", "is": ["yes"] }"#,
    );
    let before = Draft::of_text(&simple);
    assert!(check(&before).survey().is_some(), "{:?}", check(&before));
    let last = before.questions().len() - 1;
    let number = Edit::SetType {
        question: 0,
        question_type: QuestionType::Number,
    };
    assert_eq!(asked_of_all(&before, &apply(&before, &number)), [last]);
    // One fewer question stands before it then.
    let deleted = apply(&before, &Edit::DeleteQuestion(0));
    assert_eq!(asked_of_all(&before, &deleted), [last - 1]);
    let other = Edit::SetType {
        question: 1,
        question_type: QuestionType::Dropdown,
    };
    assert!(asked_of_all(&before, &apply(&before, &other)).is_empty());
    assert!(asked_of_all(&before, &before).is_empty());
}

#[test]
fn the_place_for_an_answer_follows_the_name_of_its_question() {
    let file = json!({
        "sotto": 1, "id": "ways", "version": 1, "title": { "en": "Ways" }, "languages": ["en"],
        "plan": "split", "epsilon": "1",
        "questions": [
            { "id": "way", "type": "yes-no", "title": { "en": "By bus?" } },
            { "id": "why", "type": "yes-no", "title": { "en": "Why {answer:way}?" },
              "help": { "en": "{answer: way} {other}" }, "otherwise": { "en": "so" } },
        ],
    });
    let draft = Draft::of_text(&file.to_string());
    let rename = Edit::RenameQuestion {
        question: 0,
        id: "by-bus".to_owned(),
    };
    let renamed = apply(&draft, &rename);
    let why = renamed.question(1).unwrap();
    assert_eq!(why.words(Words::Title, "en"), "Why {answer: by-bus}?");
    assert_eq!(why.words(Words::Help, "en"), "{answer: by-bus} {other}");
    assert!(check(&renamed).survey().is_some());
}
