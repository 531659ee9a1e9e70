//! `docs/surveys.md` says what is so: its survey is valid, and it names all that a survey can ask
//! and use.

use sotto_ldp::{LONGITUDINAL_MECHANISMS, MECHANISMS, NUMERIC_MECHANISMS};
use sotto_survey::{QuestionType, Survey};

const MANUAL: &str = include_str!("../../../../docs/surveys.md");

#[test]
fn the_survey_in_the_manual_is_valid() {
    let (_, after) = MANUAL.split_once("```json\n").unwrap();
    let (text, _) = after.split_once("```").unwrap();
    let survey: Survey = serde_json::from_str(text).unwrap();
    assert_eq!(survey.questions().len(), 2);
}

#[test]
fn the_manual_names_every_type_and_every_mechanism() {
    let types = QuestionType::ALL.map(QuestionType::name);
    let mechanisms = MECHANISMS
        .iter()
        .chain(NUMERIC_MECHANISMS)
        .chain(LONGITUDINAL_MECHANISMS)
        .map(|m| m.name());
    for name in types.into_iter().chain(mechanisms) {
        assert!(MANUAL.contains(&format!("`{name}`")), "{name}");
    }
}
