//! What the collector tells: the survey and the results, in the shape that others rely on.

use serde_json::{Value, json};
use sotto_api::{Access, PublishedHash};
use sotto_ldp::Confidence;
use sotto_survey::{Category, Survey, SurveyOracles, Tally};

use crate::harness::{Devices, Running, census, http};

#[tokio::test]
async fn the_survey_is_published_with_its_weights() {
    let running = Running::start().await;
    let response = running.get("/api/v1/surveys/census").await;
    assert_eq!(response.headers()["content-type"], "application/json");
    let value = crate::harness::json(response).await;
    let survey: Survey = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(survey, census());
    for question in value["questions"].as_array().unwrap() {
        let weights = question["weights"].as_array().unwrap();
        let digits = |weight: &Value| weight.as_str().unwrap().parse::<u64>().is_ok();
        assert!(
            !weights.is_empty() && weights.iter().all(digits),
            "{question}"
        );
    }
    assert_eq!(value["questions"][0]["weights"], json!(["3", "1"]));
}

#[tokio::test]
async fn whoever_accepts_the_compiled_form_is_given_it() {
    let running = Running::start().await;
    let asked = async |accept: &str| {
        let request = http().get(running.address("/api/v1/surveys/census"));
        request.header("accept", accept).send().await.unwrap()
    };
    let response = asked("application/vnd.sotto.survey,*/*;q=0.5").await;
    assert_eq!(response.status(), 200);
    let headers = response.headers().clone();
    assert_eq!(headers["content-type"], "application/vnd.sotto.survey");
    let varies = headers.get_all("vary").iter();
    let varies: Vec<_> = varies.map(|one| one.to_str().unwrap()).collect();
    assert!(varies.contains(&"accept"), "{varies:?}");
    let compiled = response.bytes().await.unwrap();
    let read = Survey::of_compiled(&compiled).unwrap();
    assert_eq!(read.with_population_of(&census()), census());
    for accept in [
        "*/*",
        "application/*",
        "application/json",
        "application/vnd.sotto.survey;q=0,*/*",
        "application/vnd.sotto.survey; q=0.000",
        "application/vnd.sotto.surveys",
    ] {
        let response = asked(accept).await;
        let content_type = &response.headers()["content-type"];
        assert_eq!(content_type, "application/json", "{accept}");
    }
}

#[tokio::test]
async fn results_have_the_fields_that_others_rely_on() {
    let running = Running::start().await;
    let empty = running.results().await;
    let mut devices = Devices::new(10);
    for _ in 0..3 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
    }
    let results = running.results().await;
    assert_eq!(
        fields(&results),
        [
            "confidence",
            "pin",
            "population",
            "questions",
            "submissions",
            "survey",
            "version"
        ]
    );
    assert_eq!(results["survey"], "census");
    assert_eq!(results["version"], 1);
    assert_eq!(results["confidence"], 0.95);
    let survey = census();
    let questions = results["questions"].as_array().unwrap();
    assert_eq!(questions.len(), survey.questions().len());
    for (question, of_survey) in questions.iter().zip(survey.questions()) {
        assert_eq!(
            fields(question),
            [
                "categories",
                "epsilon",
                "epsilon_actual",
                "id",
                "mechanism",
                "reports"
            ]
        );
        assert_eq!(question["id"], of_survey.id().as_str());
        assert_eq!(question["mechanism"], of_survey.mechanism().unwrap().name());
        assert_eq!(
            question["epsilon"],
            of_survey.epsilon().unwrap().to_string()
        );
        assert_eq!(
            question["epsilon_actual"],
            of_survey.privacy_loss().to_f64()
        );
        assert_eq!(question["reports"], 3);
        let categories = question["categories"].as_array().unwrap();
        let ids: Vec<_> = categories
            .iter()
            .map(|c| c["id"].as_str().unwrap())
            .collect();
        let expected: Vec<_> = of_survey.categories().map(Category::id).collect();
        assert_eq!(ids, expected);
        for category in categories {
            assert_eq!(
                fields(category),
                [
                    "consistent",
                    "count",
                    "estimate",
                    "id",
                    "interval",
                    "standard_error"
                ]
            );
            let number = |name: &str| category[name].as_f64().unwrap();
            assert!(category["count"].is_u64());
            let [low, high] = [0, 1].map(|end| category["interval"][end].as_f64().unwrap());
            assert!(low <= number("estimate") && number("estimate") <= high);
            assert!(number("standard_error") > 0.0 && number("consistent") >= 0.0);
        }
    }
    // Without reports there are the same fields, and no estimate.
    let category = &empty["questions"][0]["categories"][0];
    assert_eq!(fields(category), fields(&questions[0]["categories"][0]));
    assert!(category["estimate"].is_null() && category["interval"].is_null());
}

#[tokio::test]
async fn results_are_the_estimates_of_what_was_posted() {
    let running = Running::start().await;
    let (survey, mut devices) = (census(), Devices::new(11));
    let oracles = SurveyOracles::new(survey.clone()).unwrap();
    let mut tally = Tally::empty(&oracles);
    for _ in 0..40 {
        let submission = devices.submission();
        tally.add(&oracles, &submission).unwrap();
        assert_eq!(running.post(submission.body(&survey)).await.status(), 201);
    }
    for (query, level) in [
        ("", 0.95),
        ("?confidence=0.5", 0.5),
        ("?confidence=.999", 0.999),
    ] {
        let path = format!("/api/v1/surveys/census/results{query}");
        // As text: reading may lose the last bit of a number.
        let found = running.get(&path).await.text().await.unwrap();
        let mut expected = tally.results(&oracles, Confidence::new(level).unwrap());
        expected.pin = Some(PublishedHash::new(&survey.compile()).pin(Access::Open, false));
        expected.submissions = Some(40);
        assert_eq!(found, serde_json::to_string(&expected).unwrap());
    }
}

#[tokio::test]
async fn it_says_that_it_is_well() {
    let running = Running::start().await;
    let response = running.get("/healthz").await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.text().await.unwrap(), "ok\n");
}

/// The names of an object's fields, in alphabetical order.
fn fields(value: &Value) -> Vec<&str> {
    let mut names: Vec<_> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names
}
