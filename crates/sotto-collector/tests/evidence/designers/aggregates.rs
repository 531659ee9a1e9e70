//! Aggregates as a table, cross-tabs, and what is told below the minimum of reports.

use std::{sync::Arc, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use sotto_api::{
    WantedVersions,
    client::{Client, ClientError},
};
use sotto_collector::StoppedClock;
use sotto_ldp::Confidence;
use sotto_survey::ProblemKind;

use super::{Office, refused, send};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Devices,
};

on_both!(
    a_table_has_a_line_for_each_estimate,
    questions_are_crossed_from_the_rows,
    nothing_is_told_below_the_minimum,
    private_results_are_for_those_with_a_token,
);

async fn a_table_has_a_line_for_each_estimate(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut devices = Devices::new(70);
    for _ in 0..5 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
    }
    let results = office.running.results().await;
    let path = "/api/v1/surveys/census/exports/csv";
    let response = office.running.get(path).await;
    assert_eq!(response.status(), 200);
    let bytes = response.bytes().await.unwrap();
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let names = reader.headers().unwrap().clone();
    let index = |name: &str| names.iter().position(|one| one == name).unwrap();
    let mut lines = reader.records().map(Result::unwrap);
    for question in results["questions"].as_array().unwrap() {
        for category in question["categories"].as_array().unwrap() {
            let line = lines.next().unwrap();
            for (column, value) in [
                ("survey", &json!("census")),
                ("version", &json!("1")),
                ("question", &question["id"]),
                ("category", &category["id"]),
                ("mechanism", &question["mechanism"]),
                ("epsilon", &question["epsilon"]),
                ("estimated", &json!("share")),
            ] {
                assert_eq!(line[index(column)], *value.as_str().unwrap(), "{column}");
            }
            for (column, value) in [
                ("reports", &question["reports"]),
                ("count", &category["count"]),
                ("estimate", &category["estimate"]),
                ("standard_error", &category["standard_error"]),
                ("interval_low", &category["interval"][0]),
                ("interval_high", &category["interval"][1]),
                ("consistent", &category["consistent"]),
            ] {
                // Read by the same reader, which may miss the last bit.
                let cell: Value = serde_json::from_str(&line[index(column)]).unwrap();
                assert_eq!(cell.as_f64(), value.as_f64(), "{column}");
            }
        }
    }
    assert!(lines.next().is_none());
}

async fn questions_are_crossed_from_the_rows(database: TestDatabase) {
    let office = Office::open(database).await;
    let path = "/surveys/census/cross-tabs?questions=over-50,occupation";
    let get = |path: &str| office.request(Method::GET, path, "");
    refused(
        send(get(path), None).await,
        ProblemKind::RowsNotKept,
        "no rows",
    )
    .await;
    let response = office
        .patch("/surveys/census/settings", &json!({"keep_rows": true}))
        .await;
    assert_eq!(response.status(), 200);
    let mut devices = Devices::new(71);
    for _ in 0..30 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
    }
    let table = office.get(path).await;
    assert_eq!(table["reports"], 30);
    assert_eq!(table["rows"]["categories"], json!(["yes", "no"]));
    let cells = table["cells"].as_array().unwrap();
    let columns = table["columns"]["categories"].as_array().unwrap().len();
    assert_eq!((cells.len(), columns), (2, 15));
    // The estimator is unbiased for sums too: a row's cells add up to the row's own estimate.
    let results = office.running.results().await;
    for (row, category) in cells
        .iter()
        .zip(results["questions"][0]["categories"].as_array().unwrap())
    {
        let row = row.as_array().unwrap();
        assert_eq!(row.len(), columns);
        let sum: f64 = row
            .iter()
            .map(|cell| cell["estimate"].as_f64().unwrap())
            .sum();
        let share = category["estimate"].as_f64().unwrap();
        assert!((sum - share).abs() < 1e-9, "{sum} {share}");
        assert!(
            row.iter()
                .all(|cell| cell["standard_error"].as_f64().unwrap() > 0.0)
        );
    }
    for (wrong, kind) in [
        ("questions=over-50", ProblemKind::MalformedQuery),
        (
            "questions=over-50,over-50",
            ProblemKind::CrossTabsImpossible,
        ),
        ("questions=over-50,nope", ProblemKind::CrossTabsImpossible),
        (
            "questions=over-50,occupation&confidence=2",
            ProblemKind::MalformedQuery,
        ),
        (
            "questions=over-50,occupation&version=9",
            ProblemKind::UnknownVersion,
        ),
    ] {
        let path = format!("/surveys/census/cross-tabs?{wrong}");
        refused(send(get(&path), None).await, kind, wrong).await;
    }
}

async fn nothing_is_told_below_the_minimum(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    let patch = json!({"minimum_reports": 3, "keep_rows": true});
    let response = office.patch("/surveys/census/settings", &patch).await;
    assert_eq!(response.status(), 200);
    let mut devices = Devices::new(72);
    for n in 1..=3 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
        clock.advance(Duration::from_secs(11));
        let results = office.running.results().await;
        for question in results["questions"].as_array().unwrap() {
            assert_eq!(question["reports"], n / 3 * 3);
            for category in question["categories"].as_array().unwrap() {
                for told in [
                    "count",
                    "estimate",
                    "standard_error",
                    "interval",
                    "consistent",
                ] {
                    assert_eq!(category[told] == Value::Null, n < 3, "{told} {n}");
                }
            }
        }
        let cross = office.request(
            Method::GET,
            "/surveys/census/cross-tabs?questions=over-50,occupation",
            &office.operator,
        );
        let response = send(cross, None).await;
        assert_eq!(response.status(), if n < 3 { 409 } else { 200 });
    }
}

async fn private_results_are_for_those_with_a_token(database: TestDatabase) {
    let office = Office::open(database).await;
    let response = office
        .patch("/surveys/census/settings", &json!({"results": "private"}))
        .await;
    assert_eq!(response.status(), 200);
    let viewer = office.token("viewer", Some(&["census"])).await;
    let stranger = office.token("viewer", Some(&["other"])).await;
    for path in [
        "/surveys/census/results",
        "/surveys/census/exports/csv",
        "/surveys/census/results/live",
        "/surveys/census/cross-tabs?questions=over-50,occupation",
        "/surveys/census/sums?question=over-50&answers=yes",
    ] {
        let get = |token: &str| office.request(Method::GET, path, token);
        refused(
            send(get(""), None).await,
            ProblemKind::Unauthenticated,
            path,
        )
        .await;
        refused(
            send(get(&stranger), None).await,
            ProblemKind::Forbidden,
            path,
        )
        .await;
        let response = send(get(&viewer), None).await;
        let expected = if path.contains('?') { 409 } else { 200 };
        assert_eq!(response.status(), expected, "{path}");
    }
    // And so by the client for programs.
    let client = || Client::new(&office.running.collector.url()).unwrap();
    let read = async |client: Client| {
        let id = "census".parse().unwrap();
        client
            .results(&id, WantedVersions::default(), Confidence::default())
            .await
    };
    let with = |token: &str| client().with_token(token).unwrap();
    for (client, expected) in [(client(), 401), (with(&stranger), 403)] {
        match read(client).await.unwrap_err() {
            ClientError::Problem(problem) => assert_eq!(problem.status, expected),
            other => panic!("{other}"),
        }
    }
    let results = read(with(&viewer)).await.unwrap();
    assert_eq!(results.questions.len(), 3);
    // Respondents need nothing.
    assert_eq!(
        office.running.get("/api/v1/surveys/census").await.status(),
        200
    );
}
