//! What is opened comes out equal.

use sotto_studio::{Checked, Draft, TEMPLATES, check};
use sotto_survey::{Json, Survey};

use crate::texts;

#[test]
fn every_template_is_a_survey_in_both_languages() {
    for template in TEMPLATES {
        let survey = check(&Draft::of_text(template.text));
        let survey = survey
            .survey()
            .unwrap_or_else(|| panic!("{}: {survey:?}", template.name));
        let languages = survey.languages();
        assert_eq!(languages[..2], ["en", "zh-CN"], "{}", template.name);
        let written = template.text;
        let count = |key: &str| written.matches(key).count();
        assert_eq!(count("\"en\":"), count("\"zh-CN\":"), "{}", template.name);
    }
    let questions = |text| Draft::of_text(text).questions().len();
    let ours = TEMPLATES[1..5]
        .iter()
        .map(|template| questions(template.text));
    assert!(ours.sum::<usize>() >= 30);
}

#[test]
fn what_is_opened_comes_out_equal() {
    let published = texts().map(|text| {
        let survey: Survey = serde_json::from_str(text).unwrap();
        serde_json::to_string(&survey).unwrap()
    });
    for text in texts().map(str::to_owned).chain(published) {
        let draft = Draft::of_text(&text);
        let json: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(draft.json(), Some(json));
        // Also as other programs compare JSON, whatever the order of fields.
        let written = draft.written();
        let values: [serde_json::Value; 2] =
            [&text, &*written].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(values[0], values[1]);
        assert_eq!(Draft::of_text(&written), draft);
        assert!(written.lines().all(|line| line.len() < 4_000));
    }
}

#[test]
fn whatever_is_typed_is_kept() {
    for text in [
        "",
        "{",
        "[]",
        "{\"a\":1,\"a\":2}",
        "null",
        "\u{0}",
        "{\"questions\": 7",
    ] {
        let draft = Draft::of_text(text);
        assert_eq!(draft.written(), text);
        assert_eq!(draft.json(), None);
        assert_eq!(draft.questions().len(), 0);
        assert!(check(&draft).survey().is_none());
    }
    let deep = "[".repeat(40) + &"]".repeat(40);
    assert!(matches!(
        check(&Draft::of_text(&deep)),
        Checked::NotJson { .. }
    ));
}
