//! Noisy rows as files.

use std::{sync::Arc, time::Duration};

use reqwest::{Method, header};
use serde_json::{Value, json};
use sotto_collector::StoppedClock;
use sotto_survey::ProblemKind;

use super::{Office, refused, send};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Devices,
};

on_both!(
    rows_are_what_was_sent_in_no_order_and_no_more,
    rows_that_are_not_kept_are_refused,
);

async fn rows_are_what_was_sent_in_no_order_and_no_more(database: TestDatabase) {
    let office = Office::open(database).await;
    let response = office
        .patch("/surveys/census/settings", &json!({"keep_rows": true}))
        .await;
    assert_eq!(response.status(), 200);
    let mut devices = Devices::new(60);
    let mut sent = Vec::new();
    for _ in 0..40 {
        let body = devices.body();
        let body_json: Value = serde_json::from_str(&body).unwrap();
        sent.push(body_json["reports"].clone());
        assert_eq!(office.running.post(body).await.status(), 201);
    }
    let fetch = async |format: &str, file: &str| {
        let path = format!("/surveys/census/exports/{format}");
        let request = office.request(Method::GET, &path, &office.operator);
        let response = send(request, None).await;
        assert_eq!(response.status(), 200, "{format}");
        let disposition = response.headers()[header::CONTENT_DISPOSITION].clone();
        assert_eq!(
            disposition,
            format!("attachment; filename=\"census-1-{file}\"")
        );
        response.bytes().await.unwrap()
    };
    let text = String::from_utf8(fetch("ndjson", "rows.ndjson").await.to_vec()).unwrap();
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_ne!(
        rows, sent,
        "40 rows in the order of arrival: chance is below 10⁻⁴⁷"
    );
    let sorted = |rows: &[Value]| {
        let mut rows: Vec<String> = rows.iter().map(Value::to_string).collect();
        rows.sort();
        rows
    };
    assert_eq!(sorted(&rows), sorted(&sent));

    let bytes = fetch("reports", "reports.csv").await;
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let names = reader.headers().unwrap().clone();
    let mut of_csv = Vec::new();
    for record in reader.records() {
        let record = record.unwrap();
        let row: serde_json::Map<String, Value> = names
            .iter()
            .zip(&record)
            .map(|(name, cell)| (name.to_owned(), serde_json::from_str(cell).unwrap()))
            .collect();
        of_csv.push(Value::Object(row));
    }
    assert_eq!(sorted(&of_csv), sorted(&sent));

    let bytes = fetch("parquet", "rows.parquet").await;
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

async fn rows_that_are_not_kept_are_refused(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    let rows = || {
        office.request(
            Method::GET,
            "/surveys/census/exports/rows",
            &office.operator,
        )
    };
    refused(send(rows(), None).await, ProblemKind::RowsNotKept, "none").await;
    let patch = json!({"keep_rows": true, "minimum_reports": 2});
    let response = office.patch("/surveys/census/settings", &patch).await;
    assert_eq!(response.status(), 200);
    let mut devices = Devices::new(61);
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    refused(send(rows(), None).await, ProblemKind::TooFewReports, "one").await;
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    // A step is looked for once in ten seconds.
    clock.advance(Duration::from_secs(11));
    let response = send(rows(), None).await;
    assert_eq!(response.text().await.unwrap().lines().count(), 3);
}
