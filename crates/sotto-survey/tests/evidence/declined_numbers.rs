//! Numbers that can be declined: one report that has a cell for it, and a survey that published a part of its
//! own for it before reports had, which is read, asked and counted as it was.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{ChangeKind, Edit, EditClass, PartRole, Survey, SurveyOracles, Tally};

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

/// As collectors stored it: three coins for the number, by hybrid, and as many for whether it was given.
fn published_before() -> Value {
    file(&json!({
        "type": "number", "step": 1, "decline": true, "mechanism": "hybrid",
        "weights": [["3", "1", "2", "1073741824"], ["3", "1"]],
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
            json!({ "weights": [["3", "1", "2", "1073741824", "1"], ["3", "1"]] }),
            "leave it out where",
        ),
        (
            json!({ "weights": [["3", "1", "2", "1073741824"], ["3", "1"], ["3", "1"]] }),
            "2",
        ),
    ] {
        let mut changed = published_before();
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

#[test]
fn a_survey_published_before_is_read_and_written_as_it_was() {
    let before = survey(&published_before());
    let written = serde_json::to_value(&before).unwrap();
    let weights = |file: &Value| file["questions"][0]["weights"].clone();
    assert_eq!(weights(&written), weights(&published_before()));
    assert_eq!(survey(&written), before);
    assert_eq!(Survey::of_compiled(&before.compile()).unwrap(), before);
    assert_eq!(
        before.pinned_parameters(),
        "sotto 1 week 2.2\nhours | hybrid 2.2 | 0 to 10 by 1: 3 1 2 1073741824 | 3 1\n"
    );
}

/// Each person in three declines: two reports, of which the mean of the others and their share are estimated
/// within six of their errors.
#[test]
fn a_survey_published_before_is_asked_and_counted_as_it_was() {
    let oracles = SurveyOracles::new(survey(&published_before())).unwrap();
    let sums: Vec<_> = oracles
        .empty_counts()
        .iter()
        .map(|one| one.sums().len())
        .collect();
    // Twelve outputs of the window and two of Duchi's; and two.
    assert_eq!(sums, [14, 2]);
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

/// An edit that has the integers made again starts its counts at zero, and says so. They lose no more than
/// those before, which spent the whole of ε.
#[test]
fn making_the_integers_again_starts_at_zero() {
    let mut before = published_before();
    for pointer in ["/epsilon", "/questions/0/epsilon"] {
        *before.pointer_mut(pointer).unwrap() = json!("2.197226");
    }
    let mut file = before.clone();
    file["version"] = json!(2);
    let question = file["questions"][0].as_object_mut().unwrap();
    question.remove("weights");
    let edit = Edit::between(&survey(&before), &survey(&file));
    assert_eq!(edit.class(), EditClass::Structural);
    let kinds: Vec<_> = edit.changes().iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Weights]);
}

/// By the numbers of 2,000 people, of whom a fifth decline: with one report each, the error of the mean is
/// half of what a number and a part of its own for declining have at the same ε.
#[test]
fn one_report_tells_more_than_two() {
    let error = |file: &Value| {
        let oracles = SurveyOracles::new(survey(file)).unwrap();
        let question = &oracles.survey().questions()[0];
        let mut generator = ChaCha20Rng::seed_from_u64(11);
        let mut tally = Tally::empty(&oracles);
        for person in 0..2000 {
            let answer = (person % 5 != 0).then(|| question.answer_number(10.into()).unwrap());
            let submission = oracles
                .survey()
                .randomize(&[answer], &mut generator)
                .unwrap();
            tally.add(&oracles, &submission).unwrap();
        }
        let results = tally.results(&oracles, Confidence::default());
        results.questions[0].mean.unwrap().standard_error
    };
    let one = error(&file(&json!({ "type": "number" })));
    let two = error(&published_before());
    assert!(one < 0.5 * two, "{one} and {two}");
}

/// Half of the crowd answers around 2, a quarter 9, a quarter declines. Whether who declines has a cell of the
/// report, or a report of its own as in surveys published before, every number's share and every quartile
/// among those who answered is in its interval, each but for one time in 10⁸.
#[test]
fn a_distribution_among_those_who_answered_is_in_its_intervals() {
    let asked = json!({ "type": "number", "step": 1, "decline": true, "estimate": "distribution" });
    let now = file(&asked);
    let mut before = now.clone();
    let question = before["questions"][0].as_object_mut().unwrap();
    question.insert("mechanism".to_owned(), json!("square-wave"));
    question.insert("weights".to_owned(), json!([["3", "1", "3"], ["3", "1"]]));
    let number = |person: i32| match person % 4 {
        0 | 1 => Some(1 + person / 4 % 3),
        2 => Some(9),
        _ => None,
    };
    for (file, parts) in [(now, 1), (before, 2)] {
        let oracles = SurveyOracles::new(survey(&file)).unwrap();
        assert_eq!(oracles.empty_counts().len(), parts);
        let question = &oracles.survey().questions()[0];
        let mut generator = ChaCha20Rng::seed_from_u64(13);
        let mut tally = Tally::empty(&oracles);
        for person in 0..6000 {
            let answer =
                number(person).map(|number| question.answer_number(number.into()).unwrap());
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
            assert!(
                lower <= truth && truth <= upper,
                "{parts}, {truth}: {bin:?}"
            );
            assert!(upper - lower < 0.6, "{parts}: {bin:?}");
        }
        for (quantile, truth) in found
            .quantiles
            .as_ref()
            .unwrap()
            .iter()
            .zip([2.0, 3.0, 9.0])
        {
            let [lower, upper] = quantile.interval;
            assert!(lower <= truth && truth <= upper, "{parts}: {quantile:?}");
        }
    }
}
