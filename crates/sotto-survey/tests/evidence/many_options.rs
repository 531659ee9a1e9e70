//! Questions with many options: which are found, and what is said below the number at which any can be.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{FoundResults, Survey, SurveyOracles, Tally};

fn survey(options: u32) -> Survey {
    let option = |number: u32| json!({ "id": format!("o{number}"), "title": { "en": "?" } });
    let options: Vec<Value> = (0..options).map(option).collect();
    serde_json::from_value(json!({
        "sotto": 1, "id": "words", "version": 1, "title": { "en": "Words" }, "languages": ["en"],
        "plan": "split", "epsilon": "2", "population": "respondents", "minimum-reports": 1,
        "questions": [{ "id": "word", "type": "dropdown", "title": { "en": "?" }, "decline": false,
            "options": options }],
    }))
    .unwrap()
}

/// What is found where three of four people choose one of three options, and the others none of these twice.
fn found(options: u32, people: u32) -> Option<FoundResults> {
    let survey = survey(options);
    let asked = &survey.questions()[0];
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(7);
    let submissions: Vec<_> = (0..people)
        .map(|person| {
            let chosen = if person % 4 == 3 {
                person % options
            } else {
                person % 4
            };
            let sheet = [asked.answer(chosen).ok()];
            survey.randomize(&sheet, &mut generator).unwrap()
        })
        .collect();
    let all: Vec<_> = submissions.iter().collect();
    let tally = Tally::of_submissions(&oracles, &all).unwrap();
    let mut results = tally.results(&oracles, Confidence::default());
    results.questions.remove(0).found
}

/// The three have 25 %, five times the least share: each is missed once in 10¹⁰. Of an average list a twentieth is
/// there by chance, so that a fourth and fifth may stand behind them.
#[test]
fn what_many_chose_is_found_and_little_else() {
    let found = found(500, 4_000).unwrap();
    let mut first = found.options[..3].to_vec();
    first.sort();
    assert_eq!(first, ["o0", "o1", "o2"]);
    assert!(found.options.len() <= 5, "{:?}", found.options);
    assert!((found.false_discovery_rate - 0.05).abs() < 1e-12);
    assert!(found.least_share.unwrap() < 0.08, "{found:?}");
}

/// One fewer than it says, and there is no list.
#[test]
fn below_the_number_that_is_named_there_is_no_list() {
    let needed = found(500, 1).unwrap().reports_needed.unwrap();
    let people = u32::try_from(needed).unwrap();
    assert!(people > 5, "{people}");
    let below = found(500, people - 1).unwrap();
    assert_eq!((below.least_share, below.options.len()), (None, 0));
    assert_eq!(below.reports_needed, Some(needed));
    assert!(found(500, people).unwrap().least_share.is_some());
}

/// Of few options each interval can be read, and of nobody nothing is told.
#[test]
fn few_options_and_nobody_have_no_list() {
    assert_eq!(found(10, 100), None);
    assert_eq!(found(500, 0), None);
}
