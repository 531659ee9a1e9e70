//! Whatever is designed is read again, from the published JSON and from the compiled form, to the same survey:
//! every type of question by every mechanism, with few and with many categories. What cannot be asked is refused
//! with its cause.

use proptest::prelude::*;
use serde_json::{Value, json};
use sotto_ldp::{LONGITUDINAL_MECHANISMS, MECHANISMS, Mechanism, NUMERIC_MECHANISMS};
use sotto_survey::{Faults, Survey, SurveyOracles};

const TYPES: &[&str] = &[
    "yes-no",
    "single-choice",
    "dropdown",
    "likert",
    "rating",
    "nps",
    "multiple-choice",
    "ranking",
    "number",
    "slider",
    "matrix",
    "numbers",
];

const PLANS: &[&str] = &["fixed", "split", "sample", "waves"];

const EPSILONS: &[&str] = &["0.001", "0.7", "1", "ln 3", "2", "5", "ln 1000", "20"];

/// All mechanisms that a question can name.
fn mechanisms() -> Vec<&'static str> {
    let all = [MECHANISMS, NUMERIC_MECHANISMS, LONGITUDINAL_MECHANISMS];
    all.concat().into_iter().map(Mechanism::name).collect()
}

fn listed(count: u32) -> Value {
    let one = |i: u32| json!({ "id": format!("o{i}"), "title": { "en": format!("{i}") } });
    (0..count).map(one).collect()
}

/// What a question of a type needs to have so many categories.
fn question(of_type: &str, size: u32, decline: bool) -> Value {
    let mut question =
        json!({ "id": "q", "type": of_type, "title": { "en": "?" }, "decline": decline });
    match of_type {
        "single-choice" | "dropdown" | "likert" | "multiple-choice" => {
            question["options"] = listed(size);
        }
        "ranking" => question["options"] = listed(size.min(20)),
        "rating" => question["scale"] = json!(size.min(10)),
        "matrix" => {
            question["options"] = listed(size);
            question["rows"] = listed(3);
        }
        "number" | "slider" => {
            question["min"] = json!(0);
            question["max"] = json!(size);
        }
        "numbers" => {
            question["fields"] = (0..3)
                .map(|i| json!({ "id": format!("f{i}"), "title": { "en": "?" }, "min": 0, "max": size }))
                .collect();
        }
        _ => {}
    }
    question
}

/// A survey of one question, under one of the plans or in waves.
fn survey(plan: &str, epsilon: &str, mechanism: &str, mut question: Value) -> Value {
    question["mechanism"] = json!(mechanism);
    let mut file = json!({
        "sotto": 1, "id": "any", "version": 1, "title": { "en": "Any" }, "languages": ["en"],
        "plan": plan, "epsilon": epsilon, "weak-protection": true,
    });
    match plan {
        "fixed" => question["epsilon"] = json!(epsilon),
        "sample" => file["sample"] = json!(1),
        "waves" => {
            file["plan"] = json!("split");
            file["epsilon-first"] = json!("0.5");
        }
        _ => {}
    }
    file["questions"] = json!([question]);
    file
}

fn designed(file: &Value) -> Result<Survey, Faults> {
    Survey::read(serde_json::from_value(file.clone()).unwrap())
}

/// Holds a survey against what is read of its two forms.
fn reads_back(survey: &Survey) {
    let published = serde_json::to_string(survey).unwrap();
    let again: Survey = serde_json::from_str(&published).unwrap();
    assert_eq!(&again, survey);
    let strict = Survey::published(serde_json::from_str(&published).unwrap()).unwrap();
    assert_eq!(&strict, survey);
    let compiled = survey.compile();
    assert_eq!(&Survey::of_compiled(&compiled).unwrap(), survey);
    assert!(SurveyOracles::new(again).is_ok());
}

/// How many of the surveys of a kind can be asked; all of those are read again.
fn askable(sizes: &[u32], plans: &[&str], mechanism: &str) -> usize {
    let mut asked = 0;
    for of_type in TYPES {
        for &size in sizes {
            for decline in [false, true] {
                for plan in plans {
                    let file = survey(plan, "ln 3", mechanism, question(of_type, size, decline));
                    if let Ok(survey) = designed(&file) {
                        reads_back(&survey);
                        asked += 1;
                    }
                }
            }
        }
    }
    asked
}

#[test]
fn every_mechanism_is_read_again_at_every_type_and_plan() {
    for mechanism in mechanisms() {
        let asked = askable(&[2, 3, 5, 17, 65], PLANS, mechanism);
        // A table of one's own is no design of epsilon's.
        assert_eq!(asked == 0, mechanism == "custom-channel", "{mechanism}");
    }
}

#[test]
fn auto_is_read_again_with_few_categories_and_many() {
    let sizes: Vec<u32> = (2..=200).step_by(9).collect();
    assert!(askable(&sizes, &["split"], "auto") > 400);
}

/// A table by its diagonal and what stands elsewhere.
fn table(rows: u32, columns: u32) -> Value {
    let row = |input: u32| {
        (0..columns).map(move |output| if input == output { "3" } else { "2" }.to_owned())
    };
    (0..rows).flat_map(row).collect()
}

#[test]
fn a_table_of_ones_own_is_read_again_as_large_as_it_may_be() {
    for (size, columns) in [(2, 2), (4, 4), (5, 5), (17, 20), (64, 64), (64, 156)] {
        let mut question = question("single-choice", size, false);
        question["weights"] = table(size, columns);
        let read = designed(&survey("split", "1", "custom-channel", question)).unwrap();
        reads_back(&read);
    }
    // For each row of a matrix one.
    let mut rows = question("matrix", 5, false);
    rows["weights"] = json!([table(5, 5), table(5, 6), table(5, 5)]);
    reads_back(&designed(&survey("split", "4", "custom-channel", rows)).unwrap());
}

#[test]
fn a_table_of_ones_own_that_makes_no_sense_is_refused_with_its_cause() {
    let refusal = |size: u32, weights: Option<Value>| {
        let mut question = question("single-choice", size, false);
        if let Some(weights) = weights {
            question["weights"] = weights;
        }
        let faults = designed(&survey("split", "1", "custom-channel", question)).unwrap_err();
        faults.to_string()
    };
    for (size, weights, words) in [
        (5, None, "write a row of integers for each category"),
        (65, Some(table(65, 65)), "64"),
        (5, Some(table(4, 5)), "as many weights as there are values"),
        (2, Some(table(2, 1_025)), "at most 1024"),
    ] {
        let sentence = refusal(size, weights);
        assert!(sentence.contains(words), "{size}: {sentence}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn whatever_is_designed_is_read_again(
        of_type in prop::sample::select(TYPES),
        mechanism in prop::sample::select(mechanisms()),
        plan in prop::sample::select(PLANS),
        epsilon in prop::sample::select(EPSILONS),
        size in 2..=200_u32,
        decline: bool,
    ) {
        let file = survey(plan, epsilon, mechanism, question(of_type, size, decline));
        if let Ok(survey) = designed(&file) {
            reads_back(&survey);
        }
    }
}
