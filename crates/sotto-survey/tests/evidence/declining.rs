//! How many people a share takes among those who answer: a ratio of two estimates.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{People, PlannedSurvey, Survey};

/// A single choice of so many options, and "Prefer not to answer".
fn survey(options: u32, epsilon: &str, mechanism: &str) -> Survey {
    let option = |index: u32| json!({ "id": format!("o{index}"), "title": { "en": "?" } });
    let options: Vec<Value> = (0..options).map(option).collect();
    let file = json!({
        "sotto": 1, "id": "declined", "version": 1, "title": { "en": "?" }, "languages": ["en"],
        "plan": "split", "epsilon": epsilon,
        "questions": [
            { "id": "a", "type": "single-choice", "title": { "en": "?" }, "options": options,
              "mechanism": mechanism },
        ],
    });
    serde_json::from_value(file).unwrap()
}

/// How many people five points take at the share that is hardest.
fn needed(survey: &Survey, declining: f64) -> u64 {
    let people = People {
        respondents: 1_000,
        confidence: Confidence::default(),
        population: None,
        declining,
        reach: BTreeMap::new(),
    };
    let planned = PlannedSurvey::new(survey, &people, |_| true).unwrap();
    let needed = &planned.questions[0].needed;
    let five_points = needed.iter().find(|one| (one.margin - 0.05).abs() < 1e-9);
    five_points.unwrap().respondents.unwrap()
}

/// gᵀΣg with g = ((1 − r)/a, −r/a, …, 0), computed apart in NumPy from the whole channel, subset selection's
/// sets included, at the worst of 1,001 shares r. The integers of a mechanism cost less than a millionth.
#[test]
fn ratios_take_as_many_people_as_another_program_says() {
    for (options, mechanism, epsilon, declining, expected) in [
        (10, "auto", "0.5", 0.3, 75_143),
        (10, "auto", "1", 0.1, 11_274),
        (5, "auto", "0.5", 0.1, 33_979),
        (5, "direct-encoding", "0.5", 0.1, 47_759),
        (5, "direct-encoding", "1", 0.1, 9_557),
        (5, "direct-encoding", "1", 0.5, 30_963),
        (5, "direct-encoding", "2", 0.5, 5_053),
        (2, "direct-encoding", "1", 0.1, 2_688),
        (2, "direct-encoding", "1", 0.5, 7_741),
        (2, "direct-encoding", "2", 0.5, 1_836),
    ] {
        let found = needed(&survey(options, epsilon, mechanism), declining);
        let apart = found.abs_diff(expected);
        assert!(
            apart <= 1,
            "{options} options by {mechanism} at {epsilon}, {declining} declining: {found}, not {expected}"
        );
    }
}

/// Where nobody declines, the ratio is the share of all whose answer counts: with "Prefer not to answer" among
/// the values, the plan is that of a value.
#[test]
fn nobody_who_declines_changes_nothing() {
    let survey = survey(2, "1", "direct-encoding");
    let (none, few) = (needed(&survey, 0.0), needed(&survey, 1e-9));
    // 8,047 for three points, as the worst share of three categories is not one half.
    assert_eq!(none, 2_897);
    // As a ratio of two shares, whose noise partly cancels, it takes fewer.
    assert!(few < none, "{few}");
}
