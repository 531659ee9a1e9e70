//! The public log: what is given out stands in it, on every collector the same.

use reqwest::Method;
use serde_json::json;
use sotto_api::public_log::{LogEntry, LogHead, LogTree, LogVerifier, entries_of_bundle};
use sotto_survey::ProblemKind;

use super::{Office, refused, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Running,
};

on_both!(
    what_is_given_out_stands_in_the_log,
    every_collector_has_the_same_log,
    a_deleted_survey_stays_in_the_log_by_a_hash_alone,
);

/// The log of a collector, held against its signed head.
async fn log(running: &Running) -> (LogHead, Vec<LogEntry>) {
    let text = async |path: &str| {
        let response = running.get(&format!("/api/v1/log/{path}")).await;
        assert_eq!(response.status(), 200, "{path}");
        response.text().await.unwrap()
    };
    let key = text("key").await;
    let signed = text("checkpoint").await;
    let head = LogVerifier::new(key.trim()).unwrap().read(&signed).unwrap();
    let mut tree = LogTree::default();
    for (path, width) in LogTree::bundles(head.size) {
        let response = running.get(&format!("/api/v1/log/tile/{path}")).await;
        assert_eq!(response.status(), 200, "{path}");
        let caching = response.headers()["cache-control"].to_str().unwrap();
        assert!(caching.contains("immutable"), "{caching}");
        let bundle = response.bytes().await.unwrap();
        for entry in entries_of_bundle(&bundle, width).unwrap() {
            tree.push(entry).unwrap();
        }
    }
    assert_eq!(tree.root(head.size).unwrap(), head.root);
    (head, tree.entries().to_vec())
}

impl Office {
    /// The line about what a survey gives out now.
    async fn given_out(&self, id: &str) -> LogEntry {
        let status = self.get(&format!("/surveys/{id}/status")).await;
        let version = status["version"].as_u64().unwrap();
        let pin = status["pin"].as_str().unwrap().parse().unwrap();
        LogEntry::survey(id, u32::try_from(version).unwrap(), &pin)
    }
}

async fn what_is_given_out_stands_in_the_log(database: TestDatabase) {
    let office = Office::open(database).await;
    let (before, entries) = log(&office.running).await;
    let open = office.given_out("census").await;
    assert!(entries.contains(&open));

    // Who may answer is part of what people are told.
    let settings = "/surveys/census/settings";
    let response = office
        .patch(settings, &json!({"access": "unlinkable"}))
        .await;
    assert_eq!(response.status(), 200);
    let key = office.get("/surveys/census/status").await["issuing_key"].clone();
    let key = LogEntry::issuing_key("census", key.as_str().unwrap());
    let unlinkable = office.given_out("census").await;
    let (head, entries) = log(&office.running).await;
    assert_eq!(head.size, before.size + 2);
    assert_eq!(entries[entries.len() - 2..], [unlinkable, key]);

    // What stands in it already is not written again.
    let response = office.patch(settings, &json!({"access": "open"})).await;
    assert_eq!(response.status(), 200);
    assert_eq!(office.given_out("census").await, open);
    assert_eq!(log(&office.running).await.0, head);

    let response = office.running.get("/api/v1/log/tile/0/099").await;
    refused(response, ProblemKind::UnknownAddress, "a tile of later").await;
}

async fn every_collector_has_the_same_log(database: TestDatabase) {
    let office = Office::open(database).await;
    let (first, _) = log(&office.running).await;
    let second = office.running.second().await;
    assert_eq!(log(&second).await.0, first);
    let response = office.post("/surveys", &survey("later", 1)).await;
    assert_eq!(response.status(), 201);
    // At once, not when the other has looked at its surveys.
    let (grown, entries) = log(&second).await;
    assert_eq!(grown.size, first.size + 1);
    assert_eq!(entries.last(), Some(&office.given_out("later").await));
    let key = async |running: &Running| {
        let response = running.get("/api/v1/log/key").await;
        response.text().await.unwrap()
    };
    assert_eq!(key(&office.running).await, key(&second).await);
    let restarted = office.running.restart().await;
    assert_eq!(log(&restarted).await.0, grown);
}

async fn a_deleted_survey_stays_in_the_log_by_a_hash_alone(database: TestDatabase) {
    let office = Office::open(database).await;
    let response = office.post("/surveys", &survey("zqxgone", 1)).await;
    assert_eq!(response.status(), 201);
    let entry = office.given_out("zqxgone").await;
    let delete = office.request(Method::DELETE, "/surveys/zqxgone", &office.operator);
    assert_eq!(delete.send().await.unwrap().status(), 204);
    let (_, entries) = log(&office.running).await;
    assert!(entries.contains(&entry));
    assert!(
        entries
            .iter()
            .all(|entry| !entry.as_str().contains("zqxgone"))
    );
}
