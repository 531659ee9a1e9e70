//! What takes long is computed in turns: with every turn taken, none of it begins, on whichever thread, and what
//! takes no time is answered as ever.

use axum::http::header;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Collector, ServeOptions};
use crate::{database_url::DatabaseUrl, estimates::Turns};

const CENSUS: &str = include_str!("../../../../www/surveys/census.json");

/// The census under another id.
fn census(id: &str) -> Value {
    let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
    survey["id"] = id.into();
    survey
}

/// With two of its questions reported together.
fn linked() -> Value {
    let mut survey = census("linked");
    for question in survey["questions"].as_array_mut().unwrap() {
        question.as_object_mut().unwrap().remove("mechanism");
    }
    survey["link"] = json!([["over-50", "race"]]);
    survey
}

/// Asks the collector as its operator.
#[derive(Clone)]
struct OperatorClient {
    http: reqwest::Client,
    url: String,
    token: String,
}

impl OperatorClient {
    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let address = format!("{}{path}", self.url);
        let request = self.http.request(method, address);
        let request = match self.token.as_str() {
            "" => request,
            token => request.bearer_auth(token),
        };
        let request = match body {
            None => request,
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(body.to_string()),
        };
        let response = request.send().await.unwrap();
        let status = response.status();
        let bytes = response.bytes().await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }
}

/// What takes longer than a millisecond where surveys are large.
fn dear() -> Vec<(Method, &'static str, Option<Value>)> {
    vec![
        (
            Method::GET,
            "api/v1/surveys/linked/cross-tabs?questions=over-50,race",
            None,
        ),
        (
            Method::GET,
            "api/v1/surveys/census/results?confidence=0.9",
            None,
        ),
        (Method::GET, "api/v1/surveys/census/exports/csv", None),
        (
            Method::GET,
            "api/v1/surveys/census/sums?question=over-50&answers=yes",
            None,
        ),
        (Method::POST, "api/v1/surveys/validate", Some(linked())),
        (Method::POST, "api/v1/surveys", Some(census("another"))),
        (
            Method::POST,
            "api/v1/surveys/census/invites",
            Some(json!({ "number": 10_000 })),
        ),
    ]
}

#[tokio::test]
async fn what_takes_long_waits_its_turn_and_answers_are_taken_meanwhile() {
    let folder = crate::temporary::folder();
    let database = DatabaseUrl::sqlite_file(folder.path().join("sotto.sqlite"));
    let options = ServeOptions::new("127.0.0.1:0", database);
    let collector = Collector::start(&options).await.unwrap();
    let mut asking = OperatorClient {
        http: reqwest::Client::builder().no_proxy().build().unwrap(),
        url: collector.url(),
        token: String::new(),
    };
    let setup = json!({ "setup_token": collector.setup_token().unwrap(), "name": "Ada" });
    let (_, made) = asking.ask(Method::POST, "api/v1/setup", Some(setup)).await;
    made["token"]
        .as_str()
        .unwrap()
        .clone_into(&mut asking.token);
    let (status, _) = asking
        .ask(Method::POST, "api/v1/surveys", Some(linked()))
        .await;
    assert_eq!(status, 201);
    let context = &collector.context;
    let kinds = [&context.crossing, &context.estimating, &context.designing];
    let taken = kinds.map(Turns::take_all);
    let mut waiting = JoinSet::new();
    for (method, path, body) in (0..4).flat_map(|_| dear()) {
        let asking = asking.clone();
        waiting.spawn(async move { (path, asking.ask(method, path, body).await.0) });
    }
    for number in 0..10 {
        let submission = json!({
            "version": 1,
            "report_id": format!("{number:032x}"),
            "reports": { "over-50": 0, "occupation": 1, "race": "AQ" }
        });
        let path = "api/v1/surveys/census/submissions";
        let (status, answer) = asking.ask(Method::POST, path, Some(submission)).await;
        assert_eq!(status, 201, "{answer}");
        assert_eq!(asking.ask(Method::GET, "healthz", None).await.0, 200);
    }
    while let Some(waited) = waiting.join_next().await {
        let (path, status) = waited.unwrap();
        assert_eq!(status, 503, "{path}");
    }
    drop(taken);
    for (method, path, body) in dear() {
        let (status, answer) = asking.ask(method, path, body).await;
        // Nobody has answered the linked questions.
        let expected = if path.contains("cross-tabs") {
            409
        } else {
            200
        };
        assert!(
            status.is_success() || status == expected,
            "{path} {status} {answer}"
        );
    }
    collector.stop().await.unwrap();
}
