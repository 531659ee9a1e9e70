//! The public log: what is given out stands in it, on every collector the same.

use reqwest::{Method, Url};
use serde_json::json;
use sotto_api::public_log::{
    LogEntry, LogHead, LogProof, LogTree, LogVerifier, ProofError, entries_of_bundle,
};
use sotto_survey::{Pin, ProblemKind};

use super::{Office, refused, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Running,
};

on_both!(
    what_is_given_out_stands_in_the_log,
    every_collector_has_the_same_log,
    a_deleted_survey_stays_in_the_log_by_a_hash_alone,
    every_line_is_proven_to_whoever_knows_any_part_of_the_log,
    a_line_of_another_collector_is_proven_at_once,
    what_is_no_line_of_the_log_is_not_proven,
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

/// Where a line is proven to whoever knows the log's first `since` lines.
fn proof_address(line: &str, since: &str) -> String {
    let parameters = [("line", line), ("since", since)];
    let url = Url::parse_with_params("http://collector/api/v1/log/proof", parameters).unwrap();
    format!("{}?{}", url.path(), url.query().unwrap())
}

async fn proof(running: &Running, line: &LogEntry, since: u64) -> LogProof {
    let address = proof_address(line.as_str(), &since.to_string());
    serde_json::from_value(running.json(&address).await).unwrap()
}

async fn verifier(running: &Running) -> LogVerifier {
    let key = running.get("/api/v1/log/key").await.text().await.unwrap();
    LogVerifier::new(key.trim()).unwrap()
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

async fn every_line_is_proven_to_whoever_knows_any_part_of_the_log(database: TestDatabase) {
    let office = Office::open(database).await;
    for number in 0..6 {
        let survey = survey(&format!("later-{number}"), 1);
        assert_eq!(office.post("/surveys", &survey).await.status(), 201);
    }
    let running = &office.running;
    let (head, entries) = log(running).await;
    let verifier = verifier(running).await;
    let mut tree = LogTree::default();
    let mut heads = vec![];
    for entry in &entries {
        let size = tree.size();
        let root = tree.root(size).unwrap();
        heads.push(LogHead { size, root });
        tree.push(entry.clone()).unwrap();
    }
    heads.push(head.clone());
    for (entry, index) in entries.iter().zip(0..) {
        for before in &heads {
            let proof = proof(running, entry, before.size).await;
            assert_eq!(proof.index, index);
            let checked = proof.check(&verifier, entry, Some(before));
            assert_eq!(checked.unwrap(), head);
        }
        // Whoever knows nothing of the log need not say so.
        let address = proof_address(entry.as_str(), "0").replace("&since=0", "");
        let proof: LogProof = serde_json::from_value(running.json(&address).await).unwrap();
        assert_eq!(proof.check(&verifier, entry, None).unwrap(), head);
        let other = LogEntry::survey("another", 1, &Pin::of_sha256(&[0; 32]));
        let checked = proof.check(&verifier, &other, None);
        assert!(matches!(checked, Err(ProofError::Missing)));
    }
}

async fn a_line_of_another_collector_is_proven_at_once(database: TestDatabase) {
    let office = Office::open(database).await;
    let second = office.running.second().await;
    let verifier = verifier(&second).await;
    let census = office.given_out("census").await;
    let known = proof(&second, &census, 0).await;
    let known = known.check(&verifier, &census, None).unwrap();
    let response = office.post("/surveys", &survey("later", 1)).await;
    assert_eq!(response.status(), 201);
    let later = office.given_out("later").await;
    let grown = proof(&second, &later, known.size).await;
    let grown = grown.check(&verifier, &later, Some(&known)).unwrap();
    assert_eq!(grown.size, known.size + 1);

    // Of a head that one collector has shown, the other knows when it is asked about it.
    let response = office.post("/surveys", &survey("latest", 1)).await;
    assert_eq!(response.status(), 201);
    let (latest, _) = log(&office.running).await;
    let proof = proof(&second, &census, latest.size).await;
    assert_eq!(
        proof.check(&verifier, &census, Some(&latest)).unwrap(),
        latest
    );
}

async fn what_is_no_line_of_the_log_is_not_proven(database: TestDatabase) {
    let office = Office::open(database).await;
    let census = office.given_out("census").await;
    let unknown = census.to_string().replacen(" 1 ", " 2 ", 1);
    let response = office.running.get(&proof_address(&unknown, "0")).await;
    refused(response, ProblemKind::UnknownLine, "another version").await;
    let right = proof_address(census.as_str(), "1");
    let long = "x".repeat(LogEntry::LONGEST + 1);
    for wrong in [
        proof_address("", "1"),
        proof_address("two\nlines", "1"),
        proof_address(&long, "1"),
        proof_address(census.as_str(), "-1"),
        proof_address(census.as_str(), "many"),
        proof_address(census.as_str(), "18446744073709551616"),
        "/api/v1/log/proof".to_owned(),
        "/api/v1/log/proof?since=1".to_owned(),
        format!("{right}&since=1"),
        format!("{right}&pin=1"),
    ] {
        let response = office.running.get(&wrong).await;
        refused(response, ProblemKind::MalformedQuery, &wrong).await;
    }

    // A log that never had so many lines says by its head how many it has.
    let verifier = verifier(&office.running).await;
    let (head, _) = log(&office.running).await;
    let proof = proof(&office.running, &census, u64::MAX).await;
    assert_eq!(proof.check(&verifier, &census, None).unwrap(), head);
    let longer = LogHead {
        size: u64::MAX,
        ..head
    };
    let checked = proof.check(&verifier, &census, Some(&longer));
    assert!(matches!(checked, Err(ProofError::Rewritten(u64::MAX))));
}
