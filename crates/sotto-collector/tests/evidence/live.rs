//! Results as they change.

use std::time::Duration;

use reqwest::Response;
use serde_json::Value;
use sotto_collector::Collector;
use tokio::time::timeout;

use crate::harness::{Devices, Running, SUBMISSIONS, census, post, reports};

/// Far more than it takes; only a stream that is stuck waits for it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Reads the events of a stream.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    async fn of(running: &Running, query: &str) -> Self {
        let path = format!("/api/v1/surveys/census/results/live{query}");
        let response = running.get(&path).await;
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
            let chunk = timeout(PATIENCE, self.response.chunk()).await.unwrap();
            let chunk = chunk.unwrap()?;
            self.text.push_str(str::from_utf8(&chunk).unwrap());
        }
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
    // One connection that answers in turn: by far the most are done within one pause.
    for _ in 0..300 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
    }
    let (_, told) = events.until(300).await;
    assert!(told < 300, "{told} events for 300 submissions");
}

#[tokio::test]
async fn with_a_minimum_of_reports_as_many_are_told_together() {
    let mut survey = serde_json::to_value(census()).unwrap();
    survey["minimum-reports"] = 5.into();
    let running = Running::start_with_survey(serde_json::from_value(survey).unwrap()).await;
    let mut devices = Devices::new(32);
    let mut events = Events::of(&running, "").await;
    let mut told = vec![reports(&events.next().await.unwrap())[0]];
    for _ in 0..9 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
    }
    told.push(reports(&events.next().await.unwrap())[0]);
    for _ in 0..9 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
    }
    // Of 18, in steps of 5 to 9.
    while told.last().is_some_and(|&n| n < 14) {
        told.push(reports(&events.next().await.unwrap())[0]);
    }
    assert_eq!(told[0], 0);
    assert!(told.windows(2).all(|two| two[1] - two[0] >= 5), "{told:?}");
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

#[tokio::test]
async fn a_stop_ends_the_stream() {
    let running = Running::start().await;
    let mut events = Events::of(&running, "").await;
    assert!(events.next().await.is_some());
    let stopped = timeout(PATIENCE, running.collector.stop()).await.unwrap();
    stopped.unwrap();
    assert_eq!(events.next().await, None);
}
