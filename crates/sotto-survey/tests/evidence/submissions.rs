//! Submissions: always the same length, read back exactly, and refused when impossible.

use proptest::prelude::*;
use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_survey::{
    Answer, Submission, SubmissionError, SubmissionFile, Survey, SurveyOracles, Tally,
};

use crate::census::census;

fn sheet(survey: &Survey, categories: &[u32]) -> Vec<Option<Answer>> {
    let questions = survey.questions().iter();
    questions
        .zip(categories)
        .map(|(q, &category)| Some(q.answer(category).unwrap()))
        .collect()
}

fn read(body: &str, survey: &Survey) -> Result<Submission, SubmissionError> {
    Submission::check(
        serde_json::from_str::<SubmissionFile>(body).unwrap(),
        survey,
    )
}

proptest! {
    #[test]
    fn a_body_has_one_length_and_reads_back(
        seed: u64, over_50 in 0_u32..2, occupation in 0_u32..15, race in 0_u32..6
    ) {
        let survey = census();
        let mut generator = ChaCha20Rng::seed_from_u64(seed);
        let answers = sheet(&survey, &[over_50, occupation, race]);
        let submission = survey.randomize(&answers, &mut generator).unwrap();
        let body = submission.body(&survey);
        // The longest: two digits for the occupation, one byte of bits.
        let longest = format!(
            r#"{{"version":1,"report_id":"{}","reports":{{"over-50":0,"occupation":14,"race":"AA"}}}}"#,
            submission.report_id()
        );
        prop_assert_eq!(body.len(), longest.len());
        prop_assert_eq!(read(&body, &survey).unwrap(), submission);
    }
}

#[test]
fn the_body_is_what_the_interface_says() {
    let survey = census();
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    let submission = survey
        .randomize(&sheet(&survey, &[1, 3, 4]), &mut generator)
        .unwrap();
    let body: Value = serde_json::from_str(&submission.body(&survey)).unwrap();
    assert_eq!(body["version"], json!(1));
    assert_eq!(body["report_id"], json!(submission.report_id().to_string()));
    assert!(body["reports"]["over-50"].is_u64());
    assert!(body["reports"]["occupation"].is_u64());
    assert_eq!(body["reports"]["race"].as_str().unwrap().len(), 2);
    assert_eq!(body["reports"].as_object().unwrap().len(), 3);
}

#[test]
fn silence_is_perturbed_like_an_answer() {
    let survey = census();
    let mut generator = ChaCha20Rng::seed_from_u64(1);
    let yes = Some(survey.questions()[0].answer(0).unwrap());
    let submission = survey
        .randomize(&[yes.clone(), None, None], &mut generator)
        .unwrap();
    assert_eq!(submission.reports().len(), 3);
    // The first question does not offer to decline.
    assert_eq!(
        survey.randomize(&[None, None, None], &mut generator),
        Err(SubmissionError::Unanswered("over-50".to_owned()))
    );
    assert_eq!(
        survey.randomize(&[yes], &mut generator),
        Err(SubmissionError::AnswerCount {
            expected: 3,
            found: 1
        })
    );
    // An answer to another question, beyond this one's categories.
    let race = Some(survey.questions()[2].answer(4).unwrap());
    assert!(matches!(
        survey.randomize(&[race, None, None], &mut generator),
        Err(SubmissionError::Answer { .. })
    ));
    assert!(survey.questions()[0].answer(2).is_err());
}

#[test]
fn what_cannot_be_is_refused() {
    let survey = census();
    let id = "00112233445566778899aabbccddeeff";
    let good = json!({ "over-50": 1, "occupation": 14, "race": "Pw" });
    let body = |version: u32, reports: &Value| {
        json!({ "version": version, "report_id": id, "reports": reports }).to_string()
    };
    assert!(read(&body(1, &good), &survey).is_ok());
    assert_eq!(
        read(&body(2, &good), &survey),
        Err(SubmissionError::Version {
            found: 2,
            current: 1
        })
    );
    for (question, report) in [
        ("over-50", json!(2)),
        ("over-50", json!("AA")),
        ("occupation", json!(15)),
        ("race", json!("QA")), // bit 6 of six categories
        ("race", json!("AAA")),
        ("race", json!("")),
        ("race", json!(1)),
    ] {
        let mut reports = good.clone();
        reports[question] = report;
        let refusal = read(&body(1, &reports), &survey).unwrap_err();
        assert!(
            matches!(&refusal, SubmissionError::Impossible { question: named, .. } if named == question),
            "{refusal:?}"
        );
    }
    let mut missing = good.clone();
    missing.as_object_mut().unwrap().remove("race");
    assert_eq!(
        read(&body(1, &missing), &survey),
        Err(SubmissionError::MissingReport("race".to_owned()))
    );
    let mut extra = good;
    extra["hours"] = json!(1);
    assert_eq!(
        read(&body(1, &extra), &survey),
        Err(SubmissionError::UnknownQuestion("hours".to_owned()))
    );
}

#[test]
fn malformed_bodies_do_not_parse() {
    let reports = r#"{"over-50":1,"occupation":14,"race":"Pw"}"#;
    let id = r#""00112233445566778899aabbccddeeff""#;
    for body in [
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        format!(r#"{{"version":1,"report_id":{id}}}"#),
        format!(r#"{{"version":-1,"report_id":{id},"reports":{reports}}}"#),
        format!(r#"{{"version":1,"report_id":"XYZ","reports":{reports}}}"#),
        format!(r#"{{"version":1,"report_id":{id},"reports":[1,14]}}"#),
        format!(r#"{{"version":1,"report_id":{id},"reports":{reports},"name":"me"}}"#),
        format!(r#"{{"version":1,"report_id":{id},"reports":{{"race":"Pw","race":"Pw"}}}}"#),
        format!(r#"{{"version":1,"report_id":{id},"reports":{{"race":1.5}}}}"#),
    ] {
        assert!(
            serde_json::from_str::<SubmissionFile>(&body).is_err(),
            "{body}"
        );
    }
}

#[test]
fn a_submission_of_another_survey_is_not_counted() {
    let survey = census();
    let mut file: Value = serde_json::to_value(&survey).unwrap();
    file["questions"].as_array_mut().unwrap().swap(0, 2);
    let other: Survey = serde_json::from_value(file).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(9);
    let submission = other
        .randomize(&sheet(&other, &[0, 0, 0]), &mut generator)
        .unwrap();
    let oracles = SurveyOracles::new(survey).unwrap();
    let mut tally = Tally::empty(&oracles);
    assert!(tally.add(&oracles, &submission).is_err());
    assert_eq!(tally, Tally::empty(&oracles));
}
