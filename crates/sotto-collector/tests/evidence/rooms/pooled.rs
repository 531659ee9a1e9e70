//! Classes whose noisy counts are added up in a pool.

use std::{sync::Arc, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use sotto_collector::StoppedClock;

use super::{ROOMS, Room, questions};
use crate::harness::{self, Running, post};

struct Pool {
    key: String,
    ends: Value,
}

impl Pool {
    async fn open(running: &Running) -> Self {
        let request = json!({ "question": questions()["questions"][0], "days": 30 });
        let address = running.address("/api/v1/pools");
        let response = post(&running.http, &address, request.to_string()).await;
        assert_eq!(response.status(), 201);
        let opened = harness::json(response).await;
        Self {
            key: opened["key"].as_str().unwrap().to_owned(),
            ends: opened["ends"].clone(),
        }
    }

    async fn ask(&self, running: &Running, method: Method) -> (u16, Value) {
        let request = running
            .http
            .request(method, running.address("/api/v1/pool"))
            .bearer_auth(&self.key);
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let body = response.text().await.unwrap();
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    /// Opens a room for the pool.
    async fn room(&self, running: &Running) -> Room {
        let request = json!({ "questions": [questions()["questions"][0]], "pool": self.key });
        let response = post(&running.http, &running.address(ROOMS), request.to_string()).await;
        assert_eq!(response.status(), 201);
        let opened = harness::json(response).await;
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        Room {
            code: text("code"),
            presenter: text("presenter"),
        }
    }

    /// What comes of adding a room: the status and the body.
    async fn add(&self, running: &Running, room: &Room) -> (u16, Value) {
        let body = json!({ "key": self.key });
        let response = room.ask(running, Method::POST, "/pool", body).await;
        (response.status().as_u16(), harness::json(response).await)
    }
}

/// Lets so many phones answer, and reveals it.
async fn ask_class(running: &Running, room: &Room, phones: u64) -> Value {
    room.act(running, json!({ "step": "open" })).await;
    assert!(
        room.answer(running, phones)
            .await
            .iter()
            .all(|&status| status == 201)
    );
    room.act(running, json!({ "step": "sent" })).await
}

fn is(body: &Value, kind: &str) -> bool {
    body["type"] == format!("urn:sotto:problem:{kind}")
}

#[tokio::test]
async fn classes_add_up_and_each_counts_once() {
    let running = Running::start().await;
    let pool = Pool::open(&running).await;
    let mut sent = [0, 0];
    for (classes, phones) in [(1, 6), (2, 12)] {
        let room = pool.room(&running).await;
        // Everybody is told before the question is open.
        let lobby = room.snapshot(&running).await;
        assert_eq!(lobby["pool"], json!({ "ends": pool.ends, "added": false }));
        assert!(!lobby.to_string().contains(&pool.key));
        let (status, early) = pool.add(&running, &room).await;
        assert!(status == 409 && is(&early, "not-for-pool"), "{early}");
        let told = ask_class(&running, &room, phones).await;
        for (sum, option) in sent.iter_mut().zip(told["revealed"].as_array().unwrap()) {
            *sum += option["sent"].as_u64().unwrap();
        }
        let (status, added) = pool.add(&running, &room).await;
        assert_eq!((status, &added["classes"]), (200, &json!(classes)));
        // Nothing is counted twice.
        let (status, again) = pool.add(&running, &room).await;
        assert!(status == 409 && is(&again, "not-for-pool"), "{again}");
        assert_eq!(room.snapshot(&running).await["pool"]["added"], true);
        room.ask(&running, Method::DELETE, "", json!({})).await;
    }
    let running = running.restart().await;
    let (_, told) = pool.ask(&running, Method::GET).await;
    assert_eq!(
        (&told["classes"], &told["answered"]),
        (&json!(2), &json!(18))
    );
    let sums: Vec<_> = told["revealed"].as_array().unwrap().iter().collect();
    assert_eq!(
        [&sums[0]["sent"], &sums[1]["sent"]],
        [&json!(sent[0]), &json!(sent[1])]
    );
    assert_eq!(told["ends"], pool.ends);

    assert_eq!(pool.ask(&running, Method::DELETE).await.0, 204);
    for method in [Method::GET, Method::DELETE] {
        let (status, gone) = pool.ask(&running, method).await;
        assert!(status == 404 && is(&gone, "unknown-pool"), "{gone}");
    }
}

#[tokio::test]
async fn a_pool_takes_no_fewer_than_five_and_no_class_that_was_not_told() {
    let running = Running::start().await;
    let pool = Pool::open(&running).await;
    let few = pool.room(&running).await;
    ask_class(&running, &few, 4).await;
    let (status, refused) = pool.add(&running, &few).await;
    assert!(status == 409 && is(&refused, "not-for-pool"), "{refused}");
    // Opened without a pool, or for another one.
    let other = Pool::open(&running).await;
    for room in [Room::open(&running).await, other.room(&running).await] {
        ask_class(&running, &room, 5).await;
        let (status, refused) = pool.add(&running, &room).await;
        assert!(status == 409 && is(&refused, "not-for-pool"), "{refused}");
    }
    let (_, told) = pool.ask(&running, Method::GET).await;
    assert_eq!(
        (&told["classes"], &told["revealed"]),
        (&json!(0), &Value::Null)
    );
}

#[tokio::test]
async fn a_pool_is_its_keys_alone() {
    let running = Running::start().await;
    let pool = Pool::open(&running).await;
    let room = pool.room(&running).await;
    ask_class(&running, &room, 5).await;
    // Somebody with the pool's key does not lead the room, and whoever leads the room does not read the pool.
    let stranger = Room {
        code: room.code.clone(),
        presenter: pool.key.clone(),
    };
    assert_eq!(pool.add(&running, &stranger).await.0, 403);
    for key in [&*room.presenter, "", "x"] {
        let without = Pool {
            key: key.to_owned(),
            ends: Value::Null,
        };
        assert_eq!(without.ask(&running, Method::GET).await.0, 404, "{key:?}");
        assert_eq!(without.add(&running, &room).await.0, 404, "{key:?}");
    }
    // A room for a pool asks its question and no other.
    let request = json!({ "questions": questions()["questions"], "pool": pool.key });
    let refused = post(&running.http, &running.address(ROOMS), request.to_string()).await;
    assert_eq!(refused.status(), 422);
}

#[tokio::test]
async fn a_pool_ends_when_it_says() {
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_at(Arc::<StoppedClock>::clone(&clock), |_| ()).await;
    let pool = Pool::open(&running).await;
    clock.advance(Duration::from_hours(30 * 24 - 1));
    assert_eq!(pool.ask(&running, Method::GET).await.0, 200);
    clock.advance(Duration::from_hours(1));
    assert_eq!(pool.ask(&running, Method::GET).await.0, 404);
}
