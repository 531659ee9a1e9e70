//! Webhooks: what a receiver gets, and where none may lead.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sotto_survey::ProblemKind;
use tokio::{net::TcpListener, sync::mpsc};

use super::{Office, refused};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
    patience::patiently,
};

on_both!(
    a_receiver_gets_signed_aggregates_and_only_those,
    nothing_is_told_below_the_minimum,
    a_webhook_leads_nowhere_private,
);

type Call = (HeaderMap, Bytes);

/// Fails the first call, and takes the others.
async fn receiver() -> (String, mpsc::UnboundedReceiver<Call>) {
    let (sender, calls) = mpsc::unbounded_channel::<Call>();
    let state = Arc::new((sender, AtomicBool::new(false)));
    let take = |State(state): State<Arc<(mpsc::UnboundedSender<Call>, AtomicBool)>>,
                headers: HeaderMap,
                body: Bytes| async move {
        state.0.send((headers, body)).unwrap();
        if state.1.swap(true, Ordering::Relaxed) {
            StatusCode::NO_CONTENT
        } else {
            StatusCode::SERVICE_UNAVAILABLE
        }
    };
    let router = Router::new().route("/hook", post(take)).with_state(state);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
    (url, calls)
}

async fn next(calls: &mut mpsc::UnboundedReceiver<Call>) -> Call {
    patiently("a call", calls.recv()).await.unwrap()
}

async fn a_receiver_gets_signed_aggregates_and_only_those(database: TestDatabase) {
    let mut office =
        Office::open_with(database, |options| options.allow_private_webhooks = true).await;
    let mut devices = Devices::new(90);
    let submission = devices.submission();
    let body = submission.body(&office.running.survey);
    assert_eq!(office.running.post(body).await.status(), 201);
    let (url, mut calls) = receiver().await;
    let patch = json!({"webhook": {"url": url, "seconds": 1}});
    let response = office.patch("/surveys/census/settings", &patch).await;
    assert_eq!(response.status(), 200);
    let changed = harness::json(response).await;
    let secret = changed["webhook_secret"].as_str().unwrap();
    assert_eq!(changed["settings"]["webhook"]["secret"], Value::Null);
    let settings = office.get("/surveys/census/settings").await;
    assert!(!settings.to_string().contains(secret));

    let (_, failed) = next(&mut calls).await;
    let (headers, body) = next(&mut calls).await;
    assert_eq!(failed, body, "the call that failed is made again");
    let results: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(results, office.running.results().await);
    assert!(!String::from_utf8_lossy(&body).contains(&submission.report_id().to_string()));
    let signature = headers["sotto-signature"].to_str().unwrap();
    let (time, code) = signature.split_once(",v1=").unwrap();
    let seconds = time.strip_prefix("t=").unwrap();
    let key = base64_url(secret);
    let mut expected = Hmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
    expected.update(seconds.as_bytes());
    expected.update(b".");
    expected.update(&body);
    let bytes = expected.finalize().into_bytes();
    let digits = (0..code.len() / 2).map(|at| u8::from_str_radix(&code[2 * at..2 * at + 2], 16));
    let code: Vec<u8> = digits.map(Result::unwrap).collect();
    assert_eq!(code, bytes.to_vec());
    // Later submissions are told together.
    for _ in 0..5 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
    }
    let mut told = 1;
    let mut number = 0;
    while told < 6 {
        let (_, body) = next(&mut calls).await;
        let results: Value = serde_json::from_slice(&body).unwrap();
        let n = harness::reports(&results)[0];
        assert!(n > told, "nothing new was told");
        (told, number) = (n, number + 1);
    }
    assert!(number <= 5);
    // A collector that starts tells the state once more.
    office.running = office.running.restart().await;
    let (_, body) = next(&mut calls).await;
    let results: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(results, office.running.results().await);
}

async fn nothing_is_told_below_the_minimum(database: TestDatabase) {
    let office = Office::open_with(database, |options| options.allow_private_webhooks = true).await;
    let other = super::survey("other", 1);
    assert_eq!(office.post("/surveys", &other).await.status(), 201);
    let (url, mut calls) = receiver().await;
    let (other_url, mut other_calls) = receiver().await;
    for (id, minimum, url) in [("census", 3, &url), ("other", 0, &other_url)] {
        let change = json!({"minimum_reports": minimum, "webhook": {"url": url, "seconds": 1}});
        let path = format!("/surveys/{id}/settings");
        assert_eq!(office.patch(&path, &change).await.status(), 200);
    }
    let mut devices = Devices::new(91);
    for _ in 0..2 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
    }
    let address = office.running.address("/api/v1/surveys/other/submissions");
    let post = async |body: String| {
        let posted = harness::post(&office.running.http, &address, body).await;
        assert_eq!(posted.status(), 201);
    };
    // While the other survey tells twice, this one's turn comes as well.
    post(devices.body()).await;
    for _ in 0..2 {
        next(&mut other_calls).await;
    }
    post(devices.body()).await;
    next(&mut other_calls).await;
    assert!(calls.try_recv().is_err());
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    let (_, body) = next(&mut calls).await;
    let results: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(harness::reports(&results), [3; 3]);
}

fn base64_url(text: &str) -> Vec<u8> {
    use base64ct::{Base64UrlUnpadded, Encoding};
    Base64UrlUnpadded::decode_vec(text).unwrap()
}

async fn a_webhook_leads_nowhere_private(database: TestDatabase) {
    let office = Office::open(database).await;
    for url in [
        "http://127.0.0.1:1/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://10.0.0.1/",
        "http://example.org/",
        "ftp://example.org/",
        "https://user:secret@example.org/",
        "nonsense",
    ] {
        let patch = json!({"webhook": {"url": url}});
        let response = office.patch("/surveys/census/settings", &patch).await;
        let problem = refused(response, ProblemKind::InvalidSettings, url).await;
        assert!(!problem.detail.contains("169.254"), "{}", problem.detail);
    }
    let settings = office.get("/surveys/census/settings").await;
    assert_eq!(settings["webhook"], Value::Null);
}
