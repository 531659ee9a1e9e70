//! Numbers that can be declined: one report that has a cell for it, and for Laplace, whose reports have none, a part of
//! its own.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{PartRole, Survey, SurveyOracles, Tally};

fn file(question: &Value) -> Value {
    let text = json!({ "en": "?" });
    let mut asked = json!({ "id": "hours", "title": text, "min": 0, "max": 10, "epsilon": "2.2" });
    let object = asked.as_object_mut().unwrap();
    object.extend(question.as_object().unwrap().clone());
    json!({
        "sotto": 1, "id": "week", "version": 1, "title": text, "languages": ["en"],
        "plan": "fixed", "epsilon": "2.2", "questions": [asked],
    })
}

fn survey(file: &Value) -> Survey {
    serde_json::from_value(file.clone()).unwrap()
}

/// By hybrid, with a cell for those who decline.
fn published() -> Value {
    file(&json!({
        "type": "number", "step": 1, "decline": true, "mechanism": "hybrid",
        "weights": ["3", "1", "2", "1073741824", "1"],
    }))
}

/// Every form in which a number is asked: the mechanism, and the integers of which the last is its cell.
#[test]
fn one_report_has_a_cell_for_those_who_decline() {
    for (asked, integers) in [
        (json!({ "type": "number" }), 5),
        (json!({ "type": "slider", "mechanism": "hybrid" }), 5),
        (json!({ "type": "number", "estimate": "distribution" }), 4),
        (json!({ "type": "number", "mechanism": "piecewise" }), 4),
        (json!({ "type": "number", "mechanism": "duchi" }), 3),
    ] {
        let survey = survey(&file(&asked));
        let question = &survey.questions()[0];
        let [part] = question.parts() else {
            panic!("{asked}: {:?}", question.parts());
        };
        assert!(part.takes_declined());
        assert_eq!(part.role(), PartRole::Number(0));
        assert_eq!(part.parameters().len(), integers, "{asked}");
        assert_eq!(part.parameters().last(), Some(&1));
        assert!(question.privacy_loss() <= survey.epsilon().privacy_loss());
        let written = serde_json::to_value(&survey).unwrap();
        assert_eq!(self::survey(&written), survey);
        assert_eq!(Survey::of_compiled(&survey.compile()).unwrap(), survey);
    }
    // Laplace has none.
    let laplace = survey(&file(&json!({ "type": "number", "mechanism": "laplace" })));
    let roles: Vec<_> = laplace.parts().map(sotto_survey::Part::role).collect();
    assert_eq!(roles, [PartRole::Number(0), PartRole::Answered]);
    let never = survey(&file(&json!({ "type": "number", "decline": false })));
    assert!(!never.questions()[0].parts()[0].takes_declined());
}

/// What is posted is one integer of one length, whatever was answered.
#[test]
fn a_submission_does_not_show_who_declined() {
    let survey = survey(&file(&json!({ "type": "number" })));
    let question = &survey.questions()[0];
    let mut generator = ChaCha20Rng::seed_from_u64(5);
    let mut lengths = std::collections::BTreeSet::new();
    for person in 0..200 {
        let answer =
            (person % 2 == 0).then(|| question.answer_number((person % 11).into()).unwrap());
        let submission = survey.randomize(&[answer], &mut generator).unwrap();
        let body = submission.body(&survey);
        let sent: Value = serde_json::from_str(&body).unwrap();
        assert!(sent["reports"]["hours"].is_u64(), "{body}");
        lengths.insert(body.len());
    }
    assert_eq!(lengths.len(), 1, "{lengths:?}");
}

#[test]
fn integers_that_do_not_fit_declining_are_refused() {
    for (change, expected) in [
        (
            json!({ "weights": ["3", "1", "2", "1073741824"] }),
            "has a cell for it",
        ),
        (
            json!({ "decline": false, "weights": ["3", "1", "2", "1073741824", "1"] }),
            "leave it out where",
        ),
        (
            json!({ "weights": [["3", "1", "2", "1073741824"], ["3", "1"]] }),
            "1",
        ),
    ] {
        let mut changed = published();
        let question = changed["questions"][0].as_object_mut().unwrap();
        question.extend(change.as_object().unwrap().clone());
        let refusal = serde_json::from_value::<Survey>(changed)
            .unwrap_err()
            .to_string();
        assert!(
            refusal.contains("/questions/0/weights"),
            "{change}: {refusal}"
        );
        assert!(refusal.contains(expected), "{change}: {refusal}");
    }
}

/// Each person in three declines: two reports, of which the mean of the others and their share are estimated
/// within six of their errors.
#[test]
fn where_reports_have_no_cell_a_part_tells_who_declined() {
    let asked = file(&json!({ "type": "number", "step": 1, "mechanism": "laplace" }));
    let oracles = SurveyOracles::new(survey(&asked)).unwrap();
    let sums: Vec<_> = oracles
        .empty_counts()
        .iter()
        .map(|one| one.sums().len())
        .collect();
    assert_eq!(sums, [11, 2]);
    let question = &oracles.survey().questions()[0];
    let mut generator = ChaCha20Rng::seed_from_u64(7);
    let mut tally = Tally::empty(&oracles);
    for person in 0..6000 {
        let answer =
            (person % 3 != 0).then(|| question.answer_number((person % 9).into()).unwrap());
        let submission = oracles
            .survey()
            .randomize(&[answer], &mut generator)
            .unwrap();
        let sent: Value = serde_json::from_str(&submission.body(oracles.survey())).unwrap();
        assert_eq!(sent["reports"]["hours"].as_array().map(Vec::len), Some(2));
        tally.add(&oracles, &submission).unwrap();
    }
    let results = tally.results(&oracles, Confidence::default());
    let (mean, answered) = (
        results.questions[0].mean.unwrap(),
        results.questions[0].answered.unwrap(),
    );
    // Of 0 to 8 without 0, 3 and 6.
    assert!(
        (mean.estimate - 4.5).abs() < 6.0 * mean.standard_error,
        "{mean:?}"
    );
    assert!(
        (answered.estimate - 2.0 / 3.0).abs() < 6.0 * answered.standard_error,
        "{answered:?}"
    );
}

/// Half of the crowd answers around 2, a quarter 9, a quarter declines. Every number's share and every quartile
/// among those who answered is in its interval, each but for one time in 10⁸.
#[test]
fn a_distribution_among_those_who_answered_is_in_its_intervals() {
    let asked = json!({ "type": "number", "step": 1, "decline": true, "estimate": "distribution" });
    let number = |person: i32| match person % 4 {
        0 | 1 => Some(1 + person / 4 % 3),
        2 => Some(9),
        _ => None,
    };
    let oracles = SurveyOracles::new(survey(&file(&asked))).unwrap();
    assert_eq!(oracles.empty_counts().len(), 1);
    let question = &oracles.survey().questions()[0];
    let mut generator = ChaCha20Rng::seed_from_u64(13);
    let mut tally = Tally::empty(&oracles);
    for person in 0..6000 {
        let answer = number(person).map(|number| question.answer_number(number.into()).unwrap());
        let submission = oracles.survey().randomize(&[answer], &mut generator);
        tally.add(&oracles, &submission.unwrap()).unwrap();
    }
    let results = tally.results(&oracles, Confidence::new(1.0 - 1e-8).unwrap());
    let found = &results.questions[0];
    for (value, bin) in (0..).zip(found.distribution.as_ref().unwrap()) {
        let truth = match value {
            1..=3 => 2.0 / 9.0,
            9 => 1.0 / 3.0,
            _ => 0.0,
        };
        let [lower, upper] = bin.interval;
        assert!(lower <= truth && truth <= upper, "{truth}: {bin:?}");
        assert!(upper - lower < 0.6, "{bin:?}");
    }
    for (quantile, truth) in found
        .quantiles
        .as_ref()
        .unwrap()
        .iter()
        .zip([2.0, 3.0, 9.0])
    {
        let [lower, upper] = quantile.interval;
        assert!(lower <= truth && truth <= upper, "{quantile:?}");
    }
}
