//! No number is told without an interval, however few answer and whatever they say.

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_ldp::Confidence;
use sotto_survey::{Survey, SurveyOracles, Tally};

/// A question of every kind of figure, each at that ε, and one that some are asked in another arm.
fn survey(epsilon: &str, population: &str) -> Survey {
    let option = |id: &str| json!({ "id": id, "title": { "en": id } });
    let options = json!([option("a"), option("b"), option("c")]);
    let kinds = [
        json!({ "type": "yes-no" }),
        json!({ "type": "single-choice", "options": options }),
        json!({ "type": "multiple-choice", "options": options }),
        json!({ "type": "rating" }),
        json!({ "type": "ranking", "options": options, "report": "pair" }),
        json!({ "type": "matrix", "options": options, "rows": [option("r"), option("s")] }),
        json!({ "type": "number", "min": 0, "max": 10 }),
        json!({ "type": "number", "min": 0, "max": 10, "estimate": "distribution" }),
        json!({ "type": "numbers", "fields": [
            { "id": "f", "title": { "en": "f" }, "min": 0, "max": 9 },
            { "id": "g", "title": { "en": "g" }, "min": 0, "max": 9 },
        ] }),
        json!({ "type": "yes-no", "decline": false }),
        json!({ "type": "yes-no", "decline": false }),
    ];
    let questions = kinds.into_iter().enumerate().map(|(index, mut kind)| {
        kind["id"] = json!(format!("q{index}"));
        kind["title"] = json!({ "en": "?" });
        kind["epsilon"] = json!(epsilon);
        kind
    });
    serde_json::from_value(json!({
        "sotto": 1, "id": "edges", "version": 1, "title": { "en": "Edges" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "20", "weak-protection": true, "population": population,
        "minimum-reports": 1, "arms": [["q9", "q10"]], "questions": questions.collect::<Vec<_>>(),
    }))
    .unwrap()
}

/// Every estimate below, with what stands beside it.
fn bare<'a>(json: &'a Value, found: &mut Vec<&'a Value>) {
    if let Some(estimate) = json.get("estimate").and_then(Value::as_f64) {
        let ends = json["interval"]
            .as_array()
            .map(|ends| (ends[0].as_f64(), ends[1].as_f64()));
        let is_honest = matches!(ends, Some((Some(low), Some(high)))
            if low <= estimate + 1e-9 && estimate <= high + 1e-9 && low.is_finite() && high.is_finite());
        if !is_honest {
            found.push(json);
        }
    }
    match json {
        Value::Object(members) => members.values().for_each(|one| bare(one, found)),
        Value::Array(members) => members.iter().for_each(|one| bare(one, found)),
        _ => {}
    }
}

/// Nobody, one person, ten, at a small and a great ε; everybody declines or says the same, so that a category that
/// nobody chose and an arm that nobody was drawn for are among them.
#[test]
fn no_number_is_told_without_an_interval() {
    let mut told = 0;
    for epsilon in ["0.01", "1.9"] {
        for population in ["respondents", "sampled"] {
            let survey = survey(epsilon, population);
            let oracles = SurveyOracles::new(survey.clone()).unwrap();
            for people in [0, 1, 2, 10] {
                for declines in [true, false] {
                    let mut generator = ChaCha20Rng::seed_from_u64(people);
                    let mut tally = Tally::empty(&oracles);
                    for _ in 0..people {
                        let sheet: Vec<_> = survey
                            .questions()
                            .iter()
                            .map(|asked| match asked.no_answer().filter(|_| declines) {
                                Some(declined) => Some(declined),
                                None => asked.answer(0).ok().or_else(|| asked.no_answer()),
                            })
                            .collect();
                        let copy = survey.randomize(&sheet, &mut generator).unwrap();
                        tally.add(&oracles, &copy).unwrap();
                    }
                    let results = tally.results(&oracles, Confidence::default());
                    let json = serde_json::to_value(&results).unwrap();
                    let mut found = Vec::new();
                    bare(&json, &mut found);
                    assert!(
                        found.is_empty(),
                        "{epsilon} {population} {people}: {found:?}"
                    );
                    told += json.to_string().matches("\"estimate\":-").count()
                        + json.to_string().matches("\"estimate\":0.").count();
                    if people == 0 {
                        assert!(!json.to_string().contains("\"estimate\":0"), "{json}");
                    }
                }
            }
        }
    }
    assert!(told > 100, "{told}");
}
