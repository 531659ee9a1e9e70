//! From submissions to results.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::{Confidence, Counts};
use sotto_survey::{Results, SurveyOracles, Tally};

use crate::census::census;

#[test]
fn results_have_the_shape_of_the_interface() {
    let survey = census();
    let mut generator = ChaCha20Rng::seed_from_u64(2);
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut tally = Tally::empty(&oracles);
    for _ in 0..50 {
        let yes = Some(survey.questions()[0].answer(0).unwrap());
        let submission = survey
            .randomize(&[yes, None, None], &mut generator)
            .unwrap();
        tally.add(&oracles, &submission).unwrap();
    }
    let results = tally.results(&oracles, Confidence::default());
    let shape = serde_json::to_value(&results).unwrap();
    assert_eq!(shape["survey"], json!("census"));
    assert_eq!(shape["version"], json!(1));
    assert_eq!(shape["confidence"], json!(0.95));
    let question = &shape["questions"][0];
    assert_eq!(question["id"], json!("over-50"));
    assert_eq!(question["mechanism"], json!("two-coins"));
    assert_eq!(question["epsilon"], json!("ln 3"));
    assert_eq!(question["epsilon_actual"], json!(1.098_613));
    assert_eq!(question["reports"], json!(50));
    let category = question["categories"][0].as_object().unwrap();
    let fields: Vec<_> = category.keys().map(String::as_str).collect();
    assert_eq!(
        fields,
        [
            "consistent",
            "count",
            "estimate",
            "id",
            "interval",
            "standard_error"
        ]
    );
    assert_eq!(category["id"], json!("yes"));
    // c/n = ¼ + f/2, so f = 2c/n − ½.
    let count = category["count"].as_f64().unwrap();
    let estimate = category["estimate"].as_f64().unwrap();
    assert!((estimate - (2.0 * count / 50.0 - 0.5)).abs() < 1e-12);
    assert_eq!(
        serde_json::from_value::<Results>(shape.clone()).unwrap(),
        results
    );
    let declined = shape["questions"][1]["categories"][14]["id"].clone();
    assert_eq!(declined, Value::from("decline"));
}

#[test]
fn nothing_is_estimated_from_nothing() {
    let oracles = SurveyOracles::new(census()).unwrap();
    let results = Tally::empty(&oracles).results(&oracles, Confidence::default());
    for question in results.questions {
        assert_eq!(question.reports, 0);
        for category in question.categories {
            // Below the minimum of one report nothing is shown, a count neither.
            assert_eq!((category.count, category.estimate), (None, None));
            assert_eq!(category.interval, None);
        }
    }
}

#[test]
fn stored_counts_of_another_size_are_not_mixed_in() {
    let oracles = SurveyOracles::new(census()).unwrap();
    let stored = vec![Counts::new(4, vec![3, 1]).unwrap(), Counts::empty(3)];
    let tally = Tally::of_counts(&oracles, stored);
    assert_eq!(tally.counts()[0].supports(), [3, 1]);
    assert_eq!(tally.counts()[1], Counts::empty(15));
}
