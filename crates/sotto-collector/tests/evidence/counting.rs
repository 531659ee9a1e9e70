//! A submission counts once, by its report id, and what was counted stays.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::harness::{Devices, Running, counts, expected_counts, json as read, reports};

#[tokio::test]
async fn a_submission_counts_once() {
    let running = Running::start().await;
    let mut devices = Devices::new(1);
    let (first, second) = (devices.submission(), devices.submission());
    let body = first.body(&running.survey);

    let response = running.post(body.clone()).await;
    assert_eq!(response.status(), 201);
    assert_eq!(read(response).await, json!({ "outcome": "counted" }));
    let once = expected_counts([&first]);
    assert_eq!(counts(&running.results().await), once);

    let again = running.post(body.clone()).await;
    assert_eq!(again.status(), 200);
    assert_eq!(read(again).await, json!({ "outcome": "counted-before" }));

    // The same reports in other JSON: another order, other spaces, a number as browsers may write it.
    let value: Value = serde_json::from_str(&body).unwrap();
    let text = format!(
        "{{ \"reports\": {}, \"report_id\": {},\n \"version\": 1 }}",
        value["reports"], value["report_id"]
    );
    assert_eq!(running.post(text).await.status(), 200);

    // Other reports under the same id.
    let mut other: Value = serde_json::from_str(&second.body(&running.survey)).unwrap();
    other["report_id"] = value["report_id"].clone();
    assert_eq!(running.post(other.to_string()).await.status(), 409);
    assert_eq!(counts(&running.results().await), once);

    assert_eq!(
        running.post(second.body(&running.survey)).await.status(),
        201
    );
    assert_eq!(
        counts(&running.results().await),
        expected_counts([&first, &second])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_submission_at_the_same_time_counts_once() {
    let running = Arc::new(Running::start().await);
    let mut devices = Devices::new(2);
    let submissions: Vec<_> = (0..8).map(|_| devices.submission()).collect();
    let mut posts = JoinSet::new();
    for submission in submissions.iter().cycle().take(8 * 12) {
        let (running, body) = (Arc::clone(&running), submission.body(&running.survey));
        posts.spawn(async move { running.post(body).await.status().as_u16() });
    }
    let statuses = posts.join_all().await;
    let answered = |wanted| statuses.iter().filter(|&&status| status == wanted).count();
    assert_eq!((answered(201), answered(200)), (8, 8 * 11));
    assert_eq!(
        counts(&running.results().await),
        expected_counts(&submissions)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_submissions_under_the_same_id_counts() {
    let running = Arc::new(Running::start().await);
    let mut devices = Devices::new(3);
    let (first, second) = (devices.submission(), devices.submission());
    let mut other: Value = serde_json::from_str(&second.body(&running.survey)).unwrap();
    other["report_id"] = json!(first.report_id().to_string());
    let mut posts = JoinSet::new();
    for body in [first.body(&running.survey), other.to_string()] {
        let running = Arc::clone(&running);
        posts.spawn(async move { running.post(body).await.status().as_u16() });
    }
    let mut statuses = posts.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(reports(&running.results().await), [1, 1, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_counts_each_of_its_submissions_by_itself() {
    let running = Arc::new(Running::start().await);
    let mut devices = Devices::new(4);
    let submissions: Vec<_> = (0..200).map(|_| devices.submission()).collect();
    let mut posts = JoinSet::new();
    for (index, submission) in submissions.iter().enumerate() {
        let body = submission.body(&running.survey);
        // Every fourth is followed by one that must be refused.
        if index % 4 == 0 {
            let mut forged: Value = serde_json::from_str(&body).unwrap();
            forged["reports"]["occupation"] = json!(99);
            let running = Arc::clone(&running);
            posts.spawn(async move { running.post(forged.to_string()).await.status().as_u16() });
        }
        let running = Arc::clone(&running);
        posts.spawn(async move { running.post(body).await.status().as_u16() });
    }
    let statuses = posts.join_all().await;
    let answered = |wanted| statuses.iter().filter(|&&status| status == wanted).count();
    assert_eq!((answered(201), answered(422)), (200, 50));
    assert_eq!(
        counts(&running.results().await),
        expected_counts(&submissions)
    );
}

#[tokio::test]
async fn a_restart_forgets_nothing() {
    let running = Running::start().await;
    let mut devices = Devices::new(5);
    let submissions: Vec<_> = (0..5).map(|_| devices.submission()).collect();
    for submission in &submissions {
        let body = submission.body(&running.survey);
        assert_eq!(running.post(body).await.status(), 201);
    }
    let before = running.results().await;
    let running = running.restart().await;
    assert_eq!(running.results().await, before);
    for submission in &submissions {
        let body = submission.body(&running.survey);
        assert_eq!(running.post(body).await.status(), 200);
    }
    assert_eq!(
        counts(&running.results().await),
        expected_counts(&submissions)
    );
}
