//! Answers added up and compared: the same figures as the results' own, and refusals that say what would
//! be right.

use reqwest::Method;
use serde_json::{Value, json};
use sotto_survey::{ProblemKind, Survey};

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
};

on_both!(
    answers_are_added_up_and_compared,
    what_cannot_be_added_up_is_refused_with_a_sentence,
    versions_that_fit_are_added_up_together,
);

const PEOPLE: u32 = 60;

/// The census with a question of four answers by direct encoding, two linked questions and a matrix.
fn opinions() -> Value {
    let options: Value = ["a", "b", "c", "d"]
        .map(|id| json!({ "id": id, "title": { "en": id } }))
        .into();
    let yes_no =
        |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": id }, "epsilon": "1" });
    let rows: Value = ["one", "two"]
        .map(|id| json!({ "id": id, "title": { "en": id } }))
        .into();
    json!({
        "sotto": 1, "id": "opinions", "version": 1, "title": { "en": "Opinions" },
        "languages": ["en"], "plan": "fixed", "epsilon": "20", "minimum-reports": 1,
        "questions": [
            { "id": "four", "type": "single-choice", "title": { "en": "?" }, "epsilon": "4",
              "mechanism": "direct-encoding", "decline": false, "options": options },
            { "id": "hashed", "type": "single-choice", "title": { "en": "?" }, "epsilon": "1",
              "mechanism": "optimized-local-hashing", "decline": false, "options": options },
            yes_no("left"), yes_no("right"),
            { "id": "matrix", "type": "matrix", "title": { "en": "?" }, "epsilon": "4",
              "options": options, "rows": rows },
            { "id": "number", "type": "number", "title": { "en": "?" }, "epsilon": "1", "min": 0,
              "max": 9, "decline": false },
        ],
        "link": [["left", "right"]],
    })
}

async fn published(office: &Office, survey: &Value, path: &str) -> Survey {
    let response = office.post(path, survey).await;
    assert_eq!(response.status(), 201);
    let published: Survey = serde_json::from_value(harness::json(response).await).unwrap();
    let path = format!("/surveys/{}/settings", published.id());
    office.patch(&path, &json!({ "access": "public" })).await;
    published
}

async fn answered(office: &Office, survey: &Survey, seed: u64) {
    let mut devices = Devices::of(survey.clone(), seed);
    let path = format!("/api/v1/surveys/{}/submissions", survey.id());
    let address = office.running.address(&path);
    for _ in 0..PEOPLE {
        let posted = harness::post(&office.running.http, &address, devices.body()).await;
        assert_eq!(posted.status(), 201);
    }
}

fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

async fn answers_are_added_up_and_compared(database: TestDatabase) {
    let office = Office::open(database).await;
    let survey = published(&office, &opinions(), "/surveys").await;
    answered(&office, &survey, 41).await;
    let results = office.get("/surveys/opinions/results?confidence=0.9").await;
    let questions = results["questions"].as_array().unwrap();
    let question = |id: &str| questions.iter().find(|one| one["id"] == id).unwrap();
    let sums = async |asked: &str| {
        let path = format!("/surveys/opinions/sums?confidence=0.9&{asked}");
        office.get(&path).await
    };
    let estimate = |category: &Value| category["estimate"].as_f64().unwrap();
    let four = |index: usize| estimate(&question("four")["categories"][index]);

    let found = sums("question=four&answers=c,a&against=d").await;
    assert_eq!(found["reports"], PEOPLE);
    assert_eq!(found["confidence"], 0.9);
    assert_eq!(found["answers"], json!(["a", "c"]));
    near(&found["share"]["estimate"], four(0) + four(2));
    let compared = &found["compared"];
    assert_eq!(compared["answers"], json!(["d"]));
    near(&compared["share"]["estimate"], four(3));
    near(
        &compared["difference"]["estimate"],
        four(0) + four(2) - four(3),
    );
    if let Some(times) = compared["ratio"]["estimate"].as_f64() {
        assert!(
            (times - (four(0) + four(2)) / four(3)).abs() < 1e-9,
            "{times}"
        );
    }
    // A report names one answer: a sum and all others are 1 together, and so the errors are known.
    let halves = sums("question=four&answers=c,d&against=a,b").await;
    let error = halves["share"]["standard_error"].as_f64().unwrap();
    near(
        &halves["compared"]["difference"]["standard_error"],
        2.0 * error,
    );
    let share = halves["share"]["estimate"].as_f64().unwrap();
    near(
        &halves["compared"]["ratio"]["estimate"],
        share / (1.0 - share),
    );

    let alone = sums("question=hashed&answers=b").await;
    let told = &question("hashed")["categories"][1];
    near(&alone["share"]["estimate"], estimate(told));
    near(
        &alone["share"]["interval"][0],
        told["interval"][0].as_f64().unwrap(),
    );
    assert_eq!(alone["compared"], Value::Null);

    let linked = sums("question=left&answers=yes,decline").await;
    let of_left = question("left")["categories"].as_array().unwrap();
    near(
        &linked["share"]["estimate"],
        estimate(&of_left[0]) + estimate(&of_left[2]),
    );

    let row = sums("question=matrix&row=two&answers=a,b").await;
    assert_eq!(row["row"], "two");
    let of_row = question("matrix")["rows"][1]["categories"]
        .as_array()
        .unwrap();
    near(
        &row["share"]["estimate"],
        estimate(&of_row[0]) + estimate(&of_row[1]),
    );
}

async fn what_cannot_be_added_up_is_refused_with_a_sentence(database: TestDatabase) {
    let office = Office::open(database).await;
    let survey = published(&office, &opinions(), "/surveys").await;
    let ask = async |asked: &str| {
        let path = format!("/surveys/opinions/sums?{asked}");
        send(office.request(Method::GET, &path, &office.operator), None).await
    };
    refused(
        ask("question=four&answers=a").await,
        ProblemKind::TooFewReports,
        "nobody",
    )
    .await;
    answered(&office, &survey, 42).await;
    for (asked, words) in [
        ("question=five&answers=a", "no such question"),
        (
            "question=four&answers=a,e",
            "no such answer; it has a, b, c, d",
        ),
        ("question=four&answers=", "no such answer"),
        ("question=four&answers=a&against=x", "no such answer"),
        ("question=four&answers=a,b,c,d", "leave one out"),
        ("question=four&answers=a,b&against=b,c", "in one of them"),
        ("question=four&answers=a&row=one", "leave \"row\" out"),
        ("question=hashed&answers=a,b", "name one answer"),
        (
            "question=hashed&answers=a&against=b",
            "not several together",
        ),
        ("question=matrix&answers=a", "\"row=one\""),
        ("question=matrix&answers=a&row=three", "it has one, two"),
        ("question=number&answers=a", "a row of a matrix"),
    ] {
        let problem = refused(ask(asked).await, ProblemKind::SumsImpossible, asked).await;
        assert!(
            problem.detail.contains(words),
            "{asked}: {}",
            problem.detail
        );
    }
    for asked in [
        "question=four",
        "answers=a",
        "question=four&answers=a&confidence=1",
        "question=four&answers=a&version=1&through=1",
        "question=four&answers=a&to=b",
    ] {
        let problem = refused(ask(asked).await, ProblemKind::MalformedQuery, asked).await;
        assert!(
            problem.detail.contains("count together"),
            "{}",
            problem.detail
        );
    }
    let later = "question=four&answers=a&version=2";
    refused(ask(later).await, ProblemKind::UnknownVersion, later).await;
}

async fn versions_that_fit_are_added_up_together(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut draft = survey("opinions", 1);
    draft["minimum-reports"] = json!(1);
    let first = published(&office, &draft, "/surveys").await;
    answered(&office, &first, 43).await;
    draft["version"] = json!(2);
    draft["title"]["en"] = "Others".into();
    let second = published(&office, &draft, "/surveys/opinions/versions").await;
    answered(&office, &second, 44).await;
    let ask = async |more: &str| {
        let path = format!("/surveys/opinions/sums?question=over-50&answers=yes&against=no{more}");
        office.get(&path).await
    };
    let both = ask("").await;
    assert_eq!(both["reports"], 2 * PEOPLE);
    assert_eq!(both["versions"], json!([2, 1]));
    let (one, two) = (ask("&version=1").await, ask("&version=2").await);
    let share = |found: &Value| found["share"]["estimate"].as_f64().unwrap();
    assert_eq!((&one["version"], &two["version"]), (&json!(1), &json!(2)));
    near(
        &both["share"]["estimate"],
        f64::midpoint(share(&one), share(&two)),
    );
}
