//! Results as they change.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt, stream};
use reqwest::{Method, RequestBuilder, Response, header};
use serde_json::{Value, json};
use sotto_collector::{Collector, StoppedClock, storage::SubmissionOutcome};
use sotto_survey::ProblemKind;

use crate::{
    databases::TestDatabase,
    harness::{self, Devices, Running, SUBMISSIONS, census_in_steps, post, reports},
    operated::Operated,
    patience::{patiently, until},
    storage::entries::{entry, stored, survey},
};

/// Reads the events of a stream.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    async fn of(running: &Running, query: &str) -> Self {
        Self::asked_for(asking(running, query)).await
    }

    async fn asked_for(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let text = String::new();
        Self { response, text }
    }

    /// The next event; `None` when the stream has ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                // Anything else is a comment that keeps the connection alive.
                match event.strip_prefix("data: ") {
                    Some(data) => return Some(serde_json::from_str(data).unwrap()),
                    None => continue,
                }
            }
            let chunk = patiently("an event", self.response.chunk()).await;
            let chunk = chunk.unwrap()?;
            self.text.push_str(str::from_utf8(&chunk).unwrap());
        }
    }

    /// Until the stream ends.
    async fn ended(mut self) {
        let end = async { while self.next().await.is_some() {} };
        patiently("the end of the stream", end).await;
    }

    /// The first event with that many reports; none may have more, or fewer than the one before.
    async fn until(&mut self, wanted: u64) -> (Value, u64) {
        let (mut last, mut events) = (0, 0);
        loop {
            let results = self.next().await.unwrap();
            events += 1;
            let n = reports(&results)[0];
            assert_eq!(reports(&results), [n; 3], "a state that never was");
            assert!(last <= n && n <= wanted);
            last = n;
            if n == wanted {
                return (results, events);
            }
        }
    }
}

fn asking(running: &Running, query: &str) -> RequestBuilder {
    let path = format!("/api/v1/surveys/census/results/live{query}");
    running.http.get(running.address(&path))
}

#[tokio::test]
async fn a_listener_hears_of_every_change() {
    let running = Running::start().await;
    let mut devices = Devices::new(30);
    let mut events = Events::of(&running, "").await;
    let first = events.next().await.unwrap();
    assert_eq!(reports(&first), [0; 3]);
    assert_eq!(first, running.results().await);

    for n in 1..=3 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
        let (results, _) = events.until(n).await;
        assert_eq!(results, running.results().await);
    }
}

#[tokio::test]
async fn changes_in_quick_succession_are_told_together() {
    let running = Running::start().await;
    let mut devices = Devices::new(31);
    let mut events = Events::of(&running, "?confidence=0.5").await;
    assert_eq!(events.next().await.unwrap()["confidence"], 0.5);
    // Many at once are counted together, so that several of them come within one pause, however slow
    // the machine.
    let bodies: Vec<_> = (0..300).map(|_| devices.body()).collect();
    let posts = bodies.into_iter().map(|body| running.post(body));
    let mut posts = stream::iter(posts).buffer_unordered(30);
    while let Some(response) = posts.next().await {
        assert_eq!(response.status(), 201);
    }
    let (_, told) = events.until(300).await;
    assert!(told < 300, "{told} events for 300 submissions");
}

#[tokio::test]
async fn a_survey_told_in_steps_is_told_so_live() {
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_with_survey(census_in_steps(5), clock.clone()).await;
    let mut devices = Devices::new(32);
    let mut events = Events::of(&running, "").await;
    assert_eq!(reports(&events.next().await.unwrap()), [0; 3]);
    for told in [6, 12, 18] {
        for _ in 0..6 {
            assert_eq!(running.post(devices.body()).await.status(), 201);
        }
        clock.advance(Duration::from_secs(11));
        // Between them nothing is told: neither an event with fewer, nor one with the same.
        assert_eq!(reports(&events.next().await.unwrap()), [told; 3]);
    }
}

#[tokio::test]
async fn what_another_collector_counts_is_heard_of() {
    let running = Running::start().await;
    let other = Collector::start(&running.options).await.unwrap();
    let mut events = Events::of(&running, "").await;
    assert_eq!(reports(&events.next().await.unwrap()), [0; 3]);
    let address = format!("{}{}", other.url(), &SUBMISSIONS[1..]);
    let body = Devices::new(33).body();
    assert_eq!(post(&running.http, &address, body).await.status(), 201);
    assert_eq!(reports(&events.next().await.unwrap()), [1; 3]);
    other.stop().await.unwrap();
}

/// Each is computed on its own at every change, and anybody may ask for any.
#[tokio::test]
async fn few_different_confidences_are_listened_to_at_once() {
    let running = Running::start().await;
    let query = |number: u32| format!("?confidence=0.5{number}");
    let ask = async |query: &str| {
        let path = format!("/api/v1/surveys/census/results/live{query}");
        running.get(&path).await
    };
    let mut events = Vec::new();
    for number in 0..8 {
        events.push(Events::of(&running, &query(number)).await);
    }
    let response = ask(&query(8)).await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    let problem = harness::json(response).await;
    assert_eq!(problem["type"], ProblemKind::Unavailable.type_uri());
    assert!(
        problem["detail"].as_str().unwrap().contains("0.95"),
        "{problem}"
    );
    // What others listen to as well, and what is usual.
    for known in ["", "?confidence=0.95", &query(3)] {
        let mut one = Events::of(&running, known).await;
        assert!(one.next().await.is_some(), "{known}");
    }
    // The place of one that has gone is free.
    events.pop();
    let free = async || ask(&query(8)).await.status() == 200;
    until("a free place", free).await;
}

#[tokio::test]
async fn a_stop_ends_the_stream() {
    let running = Running::start().await;
    let mut events = Events::of(&running, "").await;
    assert!(events.next().await.is_some());
    let stopped = patiently("the stop", running.collector.stop()).await;
    stopped.unwrap();
    assert_eq!(events.next().await, None);
}

impl Operated {
    /// What the operator asks beside the sample survey.
    fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        let address = self.running.address(&format!("/api/v1{path}"));
        let request = self.running.http.request(method, address);
        request.bearer_auth(&self.operator)
    }

    /// A stream of the operator's, who may always read.
    async fn events(&self) -> Events {
        let request = asking(&self.running, "");
        Events::asked_for(request.bearer_auth(&self.operator)).await
    }
}

async fn answered(request: RequestBuilder, body: &Value) -> Response {
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let response = request.body(body.to_string()).send().await.unwrap();
    assert!(response.status().is_success(), "{}", response.status());
    response
}

#[tokio::test]
async fn private_results_are_told_to_nobody_who_may_not_read_them() {
    let operated = Operated::start(TestDatabase::sqlite()).await;
    let mut anybody = Events::of(&operated.running, "").await;
    let mut operator = operated.events().await;
    assert!(anybody.next().await.is_some());
    operated.set(json!({"results": "private"})).await;
    anybody.ended().await;
    let body = Devices::new(34).body();
    assert_eq!(operated.running.post(body).await.status(), 201);
    operator.until(1).await;
}

#[tokio::test]
async fn a_revoked_token_and_a_browser_that_was_signed_out_hear_no_more() {
    let operated = Operated::start(TestDatabase::sqlite()).await;
    operated.set(json!({"results": "private"})).await;
    let mut operator = operated.events().await;

    let viewer = json!({"name": "Viewer", "role": "viewer", "surveys": ["census"]});
    let viewer = answered(operated.ask(Method::POST, "/tokens"), &viewer).await;
    let viewer = harness::json(viewer).await;
    let token = viewer["token"].as_str().unwrap();
    let request = asking(&operated.running, "").bearer_auth(token);
    let by_token = Events::asked_for(request).await;
    let id = viewer["id"].as_str().unwrap();
    let revoke = operated.ask(Method::DELETE, &format!("/tokens/{id}"));
    answered(revoke, &Value::Null).await;
    by_token.ended().await;

    let address = operated.running.address("/api/v1/session");
    let sign_in = operated.running.http.post(&address);
    let sign_in = sign_in.header("sec-fetch-site", "same-origin");
    let signed_in = answered(sign_in, &json!({"token": operated.operator})).await;
    let cookie = signed_in.headers()[header::SET_COOKIE].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let request = asking(&operated.running, "").header(header::COOKIE, &cookie);
    let by_session = Events::asked_for(request).await;
    let csrf = harness::json(signed_in).await["csrf"].clone();
    let sign_out = operated.running.http.delete(&address);
    let sign_out = sign_out
        .header(header::COOKIE, &cookie)
        .header("sec-fetch-site", "same-origin")
        .header("x-sotto-csrf", csrf.as_str().unwrap());
    answered(sign_out, &Value::Null).await;
    by_session.ended().await;

    let body = Devices::new(35).body();
    assert_eq!(operated.running.post(body).await.status(), 201);
    operator.until(1).await;
}

#[tokio::test]
async fn a_greater_minimum_and_a_deletion_end_the_stream() {
    let operated = Operated::start(TestDatabase::sqlite()).await;
    let before = operated.events().await;
    operated.set(json!({"minimum_reports": 5})).await;
    before.ended().await;
    let after = operated.events().await;
    let deleted = operated.call(Method::DELETE, "", &Value::Null).await;
    assert_eq!(deleted.status(), 204);
    after.ended().await;
}

#[tokio::test]
async fn a_new_version_ends_the_stream_unless_the_old_one_was_asked_for() {
    let operated = Operated::start(TestDatabase::sqlite()).await;
    let mut old = Events::of(&operated.running, "?version=1").await;
    let current = Events::of(&operated.running, "").await;
    let storage = operated.database.open().await;
    let first = storage.surveys().await.unwrap()[0].key;
    let next = serde_json::to_value(survey("census", 2)).unwrap();
    let published = operated.call(Method::POST, "/versions", &next).await;
    assert_eq!(published.status(), 201);
    current.ended().await;
    // By hand: no collector counts for an earlier version any more.
    let collect = "UPDATE surveys SET paused = 0 WHERE version = 1";
    operated.database.execute(collect).await;
    let late = [entry(
        &stored(&*storage, first).await,
        &Devices::new(36).submission(),
    )];
    assert_eq!(
        storage.count(&late).await.unwrap(),
        [SubmissionOutcome::Counted]
    );
    old.until(1).await;
    storage.close().await;
}
