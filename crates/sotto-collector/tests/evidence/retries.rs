//! A device that did not hear that it was counted sends the same again, however late.

use reqwest::Method;
use serde_json::{Value, json};
use sotto_survey::ProblemKind;

use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
    operated::Operated,
};

on_both!(
    what_was_counted_is_acknowledged_after_the_end_as_well,
    what_was_counted_is_acknowledged_after_a_later_version,
    a_withdrawn_invite_does_not_take_back_what_it_counted,
    a_quota_is_the_end,
);

impl Operated {
    /// Posts; the status, and the kind of problem if it is one.
    async fn post(&self, body: &str) -> (u16, Value) {
        let response = self.running.post(body).await;
        let status = response.status().as_u16();
        (status, harness::json(response).await["type"].clone())
    }
}

const COUNTED_BEFORE: (u16, Value) = (200, Value::Null);

fn refused(kind: ProblemKind) -> (u16, Value) {
    (kind.status(), kind.type_uri().into())
}

async fn what_was_counted_is_acknowledged_after_the_end_as_well(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let mut devices = Devices::new(120);
    let (counted, late) = (devices.body(), devices.body());
    assert_eq!(operated.post(&counted).await.0, 201);
    let mut forged: Value = serde_json::from_str(&late).unwrap();
    let known: Value = serde_json::from_str(&counted).unwrap();
    forged["report_id"] = known["report_id"].clone();
    let closed = refused(ProblemKind::SurveyClosed);
    for end in [
        json!({"closed": true}),
        json!({"closed": null, "closes": "2020-01-01T00:00:00Z"}),
        json!({"closes": null, "quota": 1}),
    ] {
        operated.set(end.clone()).await;
        assert_eq!(operated.post(&counted).await, COUNTED_BEFORE, "{end}");
        assert_eq!(operated.post(&late).await, closed, "{end}");
        assert_eq!(operated.post(&forged.to_string()).await, closed, "{end}");
    }
    // Closing for good erases what would tell.
    let response = operated
        .call(Method::POST, "/close?for_good=true", &Value::Null)
        .await;
    assert_eq!(response.status(), 204);
    assert_eq!(operated.post(&counted).await, closed);
    let results = operated.running.results().await;
    assert_eq!(harness::reports(&results), [1, 1, 1]);
}

async fn what_was_counted_is_acknowledged_after_a_later_version(database: TestDatabase) {
    let operated = Operated::start(database).await;
    let mut devices = Devices::new(121);
    let (counted, late) = (devices.body(), devices.body());
    assert_eq!(operated.post(&counted).await.0, 201);
    let mut next: Value = serde_json::from_str(harness::CENSUS).unwrap();
    next["version"] = 2.into();
    let response = operated.call(Method::POST, "/versions", &next).await;
    assert_eq!(response.status(), 201);
    assert_eq!(operated.post(&counted).await, COUNTED_BEFORE);
    assert_eq!(
        operated.post(&late).await,
        refused(ProblemKind::WrongVersion)
    );
    let results = operated.running.results().await;
    assert_eq!(harness::reports(&results), [1, 1, 1]);
}

async fn a_withdrawn_invite_does_not_take_back_what_it_counted(database: TestDatabase) {
    let operated = Operated::start(database).await;
    operated.set(json!({"access": "invites"})).await;
    let response = operated
        .call(Method::POST, "/invites", &json!({"number": 1}))
        .await;
    let invites = harness::json(response).await;
    let invite = invites["invites"][0].as_str().unwrap();
    let mut devices = Devices::new(122);
    let with_invite = |body: String| sotto_api::client::with_invite(&body, invite);
    let (counted, late) = (with_invite(devices.body()), with_invite(devices.body()));
    assert_eq!(operated.post(&counted).await.0, 201);
    let response = operated
        .call(Method::DELETE, "/invites", &Value::Null)
        .await;
    assert_eq!(response.status(), 204);
    assert_eq!(operated.post(&counted).await, COUNTED_BEFORE);
    assert_eq!(
        operated.post(&late).await,
        refused(ProblemKind::InviteUnknown)
    );
}

/// Exactly, one after the other and of those that are under way at once.
async fn a_quota_is_the_end(database: TestDatabase) {
    let operated = Operated::start(database).await;
    operated.set(json!({"quota": 3})).await;
    let mut devices = Devices::new(123);
    for _ in 0..3 {
        assert_eq!(operated.post(&devices.body()).await.0, 201);
    }
    let full = refused(ProblemKind::SurveyClosed);
    assert_eq!(operated.post(&devices.body()).await, full);
    operated.set(json!({"quota": 10})).await;
    let bodies: Vec<String> = (0..40).map(|_| devices.body()).collect();
    let posts = bodies.iter().map(|body| operated.post(body));
    let answers = futures_util::future::join_all(posts).await;
    let counted = answers.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(counted, 7);
    assert!(
        answers
            .iter()
            .all(|answer| answer.0 == 201 || *answer == full)
    );
    let results = operated.running.results().await;
    assert_eq!(harness::reports(&results), [10; 3]);
    assert_eq!(operated.post(&devices.body()).await, full);
}
