//! Multiple choices: which way `auto` takes, and reports of whole sets.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{AnswerError, Part, PartRole, Survey};

/// A survey with one multiple choice of so many options at ε = 1, nothing to decline.
fn survey(options: u32, fields: &Value) -> Survey {
    let text = json!({ "en": "?" });
    let option = |index: u32| json!({ "id": format!("o{index}"), "title": text });
    let mut question = json!({
        "id": "used", "type": "multiple-choice", "title": text, "decline": false,
        "options": (0..options).map(option).collect::<Vec<_>>(),
    });
    let object = question.as_object_mut().unwrap();
    object.extend(fields.as_object().unwrap().clone());
    let file = json!({
        "sotto": 1, "id": "one", "version": 1, "title": text, "languages": ["en"],
        "plan": "split", "epsilon": "1", "questions": [question],
    });
    serde_json::from_value(file).unwrap()
}

/// The mechanism, the number of parts, and how many are reported.
fn designed(survey: &Survey) -> (&'static str, usize, u32) {
    let question = &survey.questions()[0];
    let name = question.mechanism().unwrap().name();
    (name, question.parts().len(), question.reported())
}

#[test]
fn auto_takes_the_better_draw_and_bits_only_by_name() {
    let (bits, set) = ("randomized-response", "privset");
    for (options, fields, expected) in [
        (5, json!({}), (bits, 5, 1)),
        (8, json!({}), (bits, 8, 1)),
        (8, json!({ "at-most": 3 }), (set, 1, 1)),
        (20, json!({ "at-most": 5 }), (set, 1, 1)),
        (20, json!({ "at-most": 5, "decline": true }), (set, 1, 1)),
        (8, json!({ "at-most": 3, "mechanism": bits }), (bits, 8, 1)),
        (8, json!({ "mechanism": set }), (set, 1, 1)),
        // How many are reported is told of bits.
        (8, json!({ "at-most": 3, "reported": 1 }), (bits, 8, 1)),
        (8, json!({ "at-most": 3, "reported": 8 }), (bits, 8, 8)),
    ] {
        let survey = survey(options, &fields);
        assert_eq!(designed(&survey), expected, "{options} {fields}");
        assert!(survey.privacy_loss().micros() <= 1_000_000);
        let published = serde_json::to_value(&survey).unwrap();
        let read: Survey = serde_json::from_value(published).unwrap();
        assert_eq!(read, survey);
    }
}

/// What was published stays as it is, whatever `auto` would take today.
#[test]
fn a_published_survey_keeps_its_mechanism() {
    let fields = json!({
        "at-most": 3, "mechanism": "randomized-response", "reported": 1, "epsilon": "1",
        "weights": vec![json!(["11674931554", "4294967296"]); 8],
    });
    let survey = survey(8, &fields);
    assert_eq!(designed(&survey), ("randomized-response", 8, 1));
    let is_option = |part: &Part| matches!(part.role(), PartRole::Option(_));
    assert!(survey.parts().all(is_option));
}

/// Nothing of what is sent tells how many were chosen, nor its length.
#[test]
fn every_set_sends_one_report_of_one_length() {
    let survey = survey(12, &json!({ "at-most": 3 }));
    let question = &survey.questions()[0];
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    for chosen in [&[][..], &[0], &[11], &[3, 4, 5]] {
        let answer = question.answer_set(chosen).unwrap();
        let submission = survey.randomize(&[Some(answer)], &mut generator).unwrap();
        assert_eq!(submission.reports().len(), 1);
        assert_eq!(submission.body(&survey).len(), survey.body_length());
    }
    let more = question.answer_set(&[0, 1, 2, 3]).unwrap();
    let refused = question.randomize(&more, &mut generator);
    assert!(matches!(refused, Err(AnswerError::TooMany(3))));
}
