//! A class in a room, over HTTP.

mod attacked;
mod pooled;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use sotto_api::client::{BoughtToken, Client, ClientError, with_invite};
use sotto_collector::{Rate, StoppedClock};
use sotto_survey::Survey;

use crate::{
    harness::{self, Devices, Running, post},
    patience::patiently,
};

const ROOMS: &str = "/api/v1/rooms";

struct Room {
    code: String,
    presenter: String,
}

fn questions() -> Value {
    let options = json!([{ "en": "Yes", "zh-CN": "是" }, { "en": "No", "zh-CN": "否" }]);
    let title = |en: &str| json!({ "en": en, "zh-CN": "问题" });
    json!({ "questions": [
        { "title": title("Have you ever cheated on a test?"), "options": options },
        { "title": title("Have you ever taken a night bus?"), "options": options },
    ] })
}

impl Room {
    async fn open(running: &Running) -> Self {
        let response = post(
            &running.http,
            &running.address(ROOMS),
            questions().to_string(),
        )
        .await;
        assert_eq!(response.status(), 201);
        let opened = harness::json(response).await;
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        Self {
            code: text("code"),
            presenter: text("presenter"),
        }
    }

    fn path(&self) -> String {
        format!("{ROOMS}/{}", self.code)
    }

    /// What a phone gets that joins.
    async fn join(&self, running: &Running) -> String {
        let address = running.address(&format!("{}/members", self.path()));
        let response = post(&running.http, &address, "").await;
        assert_eq!(response.status(), 201);
        let joined = harness::json(response).await;
        joined["invite"].as_str().unwrap().to_owned()
    }

    async fn snapshot(&self, running: &Running) -> Value {
        running.json(&self.path()).await
    }

    async fn ask(&self, running: &Running, method: Method, path: &str, body: Value) -> Response {
        let address = running.address(&format!("{}{path}", self.path()));
        let request = running.http.request(method, address);
        let request = request
            .bearer_auth(&self.presenter)
            .header("content-type", "application/json")
            .body(body.to_string());
        request.send().await.unwrap()
    }

    async fn act(&self, running: &Running, act: Value) -> Value {
        let response = self.ask(running, Method::POST, "/acts", act.clone()).await;
        assert_eq!(response.status(), 200, "{act}");
        harness::json(response).await
    }

    /// Where the room's survey is, as those in the room know.
    async fn survey_path(&self, running: &Running) -> String {
        let id = self.snapshot(running).await["survey"].clone();
        format!("/api/v1/surveys/{}", id.as_str().unwrap())
    }

    async fn survey(&self, running: &Running) -> Survey {
        let path = self.survey_path(running).await;
        let survey = running.get(&path).await.bytes().await.unwrap();
        serde_json::from_slice(&survey).unwrap()
    }

    /// What each of so many phones that join hears when it sends its answer.
    async fn answer(&self, running: &Running, phones: u64) -> Vec<u16> {
        // Each phone is another one, also in a later round.
        static PHONES: AtomicU64 = AtomicU64::new(0);
        let survey = self.survey(running).await;
        let mut heard = Vec::new();
        for _ in 0..phones {
            let seed = PHONES.fetch_add(1, Ordering::Relaxed);
            let invite = self.join(running).await;
            let bought = buy(running, &survey, &invite, seed).await.unwrap();
            let mut devices = Devices::of(survey.clone(), seed);
            heard.push(send(running, &survey, &devices.body(), Some(&bought.token)).await);
        }
        heard
    }
}

/// Buys what sends an answer to this version of a room's survey.
async fn buy(
    running: &Running,
    survey: &Survey,
    with: &str,
    seed: u64,
) -> Result<BoughtToken, ClientError> {
    let client = Client::new(&running.collector.url()).unwrap();
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    client
        .buy_token(survey.id(), survey.version(), with, &mut generator)
        .await
}

/// The status that a copy gets.
async fn send(running: &Running, survey: &Survey, body: &str, token: Option<&str>) -> u16 {
    let address = running.address(&format!("/api/v1/surveys/{}/submissions", survey.id()));
    let body = token.map_or(body.to_owned(), |token| with_invite(body, token));
    post(&running.http, &address, body).await.status().as_u16()
}

#[tokio::test]
async fn a_class_goes_through_all_steps() {
    let running = Running::start().await;
    let room = Room::open(&running).await;
    let lobby = room.snapshot(&running).await;
    assert_eq!(
        (&lobby["step"], &lobby["answered"]),
        (&json!("lobby"), &json!(0))
    );
    assert_eq!(lobby["chances"], json!([3, 1, 4]));
    assert_eq!(lobby["questions"], questions()["questions"]);
    assert!(!lobby.to_string().contains(&room.presenter));

    room.act(&running, json!({ "step": "predict" })).await;
    assert_eq!(room.answer(&running, 2).await, [410, 410]);
    room.act(&running, json!({ "step": "open" })).await;
    assert_eq!(room.answer(&running, 30).await, [201; 30]);
    let open = room.snapshot(&running).await;
    assert_eq!(
        (&open["answered"], &open["revealed"]),
        (&json!(30), &Value::Null)
    );

    let closed = room.act(&running, json!({ "step": "closed" })).await;
    assert_eq!(closed["revealed"], Value::Null);
    assert_eq!(room.answer(&running, 1).await, [410]);
    let sent = room.act(&running, json!({ "step": "sent" })).await;
    let revealed = sent["revealed"].as_array().unwrap();
    let counted: u64 = revealed
        .iter()
        .map(|one| one["sent"].as_u64().unwrap())
        .sum();
    assert_eq!((revealed.len(), counted), (2, 30));

    // Asked again: another round with counts of its own, and what both cost together can be told.
    let again = room.act(&running, json!({ "ask": 0 })).await;
    assert_eq!((&again["round"], &again["asked"]), (&json!(2), &json!(2)));
    assert_eq!(
        (&again["step"], &again["answered"]),
        (&json!("predict"), &json!(0))
    );
    room.act(&running, json!({ "step": "open" })).await;
    assert_eq!(room.answer(&running, 3).await, [201; 3]);
    // Of so few nothing is revealed.
    let few = room.act(&running, json!({ "step": "corrected" })).await;
    assert_eq!(
        (&few["answered"], &few["revealed"]),
        (&json!(3), &Value::Null)
    );
    let other = room.act(&running, json!({ "ask": 1 })).await;
    assert_eq!(
        (&other["question"], &other["asked"]),
        (&json!(1), &json!(1))
    );
}

#[tokio::test]
async fn only_the_presenter_leads_and_nobody_reads_results_before() {
    let running = Running::start().await;
    let room = Room::open(&running).await;
    let stranger = Room {
        code: room.code.clone(),
        presenter: Room::open(&running).await.presenter,
    };
    for (method, path) in [(Method::POST, "/acts"), (Method::DELETE, "")] {
        let refused = stranger
            .ask(&running, method, path, json!({ "step": "sent" }))
            .await;
        assert_eq!(refused.status(), 403, "{path}");
    }
    let wrong = room
        .ask(&running, Method::POST, "/acts", json!({ "ask": 2 }))
        .await;
    assert_eq!(wrong.status(), 422);
    let survey = room.survey(&running).await;
    let results = format!("/api/v1/surveys/{}/results", survey.id());
    assert_eq!(running.get(&results).await.status(), 401);
}

#[tokio::test]
async fn what_is_no_room_is_refused_in_a_sentence() {
    let running = Running::start().await;
    for code in ["BCDFGH", "x", "census", "%FF"] {
        let response = running.get(&format!("{ROOMS}/{code}")).await;
        assert_eq!(response.status(), 404, "{code}");
        let problem = harness::json(response).await;
        assert_eq!(problem["type"], "urn:sotto:problem:unknown-room", "{code}");
    }
    let with = |questions: Value| json!({ "questions": questions }).to_string();
    let texts =
        |texts: &[&str]| -> Value { texts.iter().map(|text| json!({ "en": text })).collect() };
    for (wrong, status) in [
        (with(json!([])), 422),
        (
            with(json!([{ "title": { "en": "Q" }, "options": texts(&["Yes"]) }])),
            422,
        ),
        (
            with(json!([{ "title": { "en": "" }, "options": texts(&["Yes", "No"]) }])),
            422,
        ),
        (
            with(
                json!([{ "title": { "en": "Q" }, "options": [{ "en": "Yes" }, { "de": "Nein" }] }]),
            ),
            422,
        ),
        (
            with(json!([{ "title": { "en": "a\u{202e}b" }, "options": texts(&["Yes", "No"]) }])),
            422,
        ),
        (json!({}).to_string(), 400),
        ("[]".to_owned(), 400),
    ] {
        let response = post(&running.http, &running.address(ROOMS), wrong.clone()).await;
        assert_eq!(response.status(), status, "{wrong}");
        let detail = harness::json(response).await["detail"]
            .as_str()
            .unwrap()
            .len();
        assert!(detail > 20, "{wrong}");
    }
}

/// A school is one address: those with a right code are let in, whatever others there have guessed.
#[tokio::test]
async fn whoever_guesses_codes_keeps_nobody_out() {
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_at(clock, |_| ()).await;
    let room = Room::open(&running).await;
    let mut heard = Vec::new();
    for _ in 0..100 {
        let wrong = if room.code == "BCDFGH" {
            "BCDFGJ"
        } else {
            "BCDFGH"
        };
        heard.push(
            running
                .get(&format!("{ROOMS}/{wrong}"))
                .await
                .status()
                .as_u16(),
        );
    }
    assert_eq!((heard[0], heard[99]), (404, 429));
    assert_eq!(room.snapshot(&running).await["step"], "lobby");
}

#[tokio::test]
async fn a_locked_room_keeps_who_is_in_it() {
    let running = Running::start().await;
    let room = Room::open(&running).await;
    let member = room.snapshot(&running).await["member"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        room.act(&running, json!({ "lock": true })).await["locked"],
        true
    );
    let late = running.get(&room.path()).await;
    assert_eq!(late.status(), 403);
    assert_eq!(
        harness::json(late).await["type"],
        "urn:sotto:problem:room-locked"
    );
    let inside = format!("{}?member={member}", room.path());
    assert_eq!(running.json(&inside).await["locked"], true);
    room.act(&running, json!({ "lock": false })).await;
    assert_eq!(room.snapshot(&running).await["locked"], false);
}

/// Reads the snapshots of a stream.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    async fn of(running: &Running, path: &str, seen: Option<&str>) -> Self {
        let mut request = running.http.get(running.address(path));
        if let Some(seen) = seen {
            request = request.header("last-event-id", seen);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        let text = String::new();
        Self { response, text }
    }

    /// The next snapshot; `None` when the stream has ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let mut lines = event.lines();
                let Some(data) = lines.find_map(|line| line.strip_prefix("data: ")) else {
                    continue;
                };
                let snapshot: Value = serde_json::from_str(data).unwrap();
                let tag = format!("id: {}", snapshot["tag"].as_str().unwrap());
                assert!(event.lines().any(|line| line == tag), "{event}");
                return Some(snapshot);
            }
            let chunk = patiently("a snapshot", self.response.chunk()).await;
            let chunk = chunk.unwrap()?;
            self.text.push_str(str::from_utf8(&chunk).unwrap());
        }
    }

    /// The first snapshot of that step.
    async fn until(&mut self, step: &str) -> Value {
        loop {
            let snapshot = self.next().await.unwrap();
            if snapshot["step"] == step {
                return snapshot;
            }
        }
    }
}

#[tokio::test]
async fn every_step_is_pushed_and_what_was_seen_is_not_told_again() {
    let running = Running::start().await;
    let room = Room::open(&running).await;
    let live = format!("{}/live", room.path());
    let mut first = Events::of(&running, &live, None).await;
    let lobby = first.until("lobby").await;
    let tag = lobby["tag"].as_str().unwrap();
    let mut back = Events::of(&running, &live, Some(tag)).await;
    // Somebody whose network lets no streams pass waits for an answer.
    let waiting = running
        .http
        .get(running.address(&format!("{}?after={tag}", room.path())));
    let waiting = tokio::spawn(waiting.send());
    room.act(&running, json!({ "step": "open" })).await;
    assert_eq!(first.until("open").await["answered"], 0);
    assert_eq!(back.next().await.unwrap()["step"], "open");
    let woken = patiently("a changed room", waiting).await.unwrap().unwrap();
    assert_eq!(harness::json(woken).await["step"], "open");
    room.answer(&running, 5).await;
    while first.next().await.unwrap()["answered"] != 5 {}
    let survey = room.survey_path(&running).await;
    // With the room end its streams, its survey and what was counted.
    let ended = room.ask(&running, Method::DELETE, "", json!({})).await;
    assert_eq!(ended.status(), 204);
    let end = async { while first.next().await.is_some() {} };
    patiently("the end of the stream", end).await;
    assert_eq!(running.get(&room.path()).await.status(), 404);
    assert_eq!(running.get(&survey).await.status(), 404);
}

#[tokio::test]
async fn a_restart_loses_nothing_and_two_collectors_serve_one_room() {
    let running = Running::start().await;
    let room = Room::open(&running).await;
    room.act(&running, json!({ "step": "open" })).await;
    assert_eq!(room.answer(&running, 6).await, [201; 6]);
    let running = running.restart().await;
    let kept = room.snapshot(&running).await;
    assert_eq!(
        (&kept["step"], &kept["answered"]),
        (&json!("open"), &json!(6))
    );

    let second = running.second().await;
    let live = format!("{}/live", room.path());
    let mut there = Events::of(&second, &live, None).await;
    assert_eq!(there.until("open").await["answered"], 6);
    room.act(&running, json!({ "ask": 1 })).await;
    assert_eq!(there.until("predict").await["round"], 2);
    room.act(&second, json!({ "step": "open" })).await;
    assert_eq!(room.answer(&running, 5).await, [201; 5]);
    let sent = room.act(&second, json!({ "step": "sent" })).await;
    assert_eq!(sent["revealed"].as_array().unwrap().len(), 2);
}

/// Whoever opens rooms to fill the collector; a school's teachers never come so far.
#[tokio::test]
async fn one_address_opens_so_many_rooms_an_hour() {
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_at(Arc::<StoppedClock>::clone(&clock), |options| {
        options.limits.rooms = Rate::per_hour(1, 2);
    })
    .await;
    let open = async || {
        let address = running.address(ROOMS);
        let response = post(&running.http, &address, questions().to_string()).await;
        response.status().as_u16()
    };
    assert_eq!([open().await, open().await, open().await], [201, 201, 429]);
    clock.advance(Duration::from_hours(1));
    assert_eq!([open().await, open().await], [201, 429]);
}

#[tokio::test]
async fn a_room_ends_after_a_day() {
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_at(Arc::<StoppedClock>::clone(&clock), |_| ()).await;
    let room = Room::open(&running).await;
    let survey = room.survey_path(&running).await;
    clock.advance(Duration::from_hours(23));
    assert_eq!(room.snapshot(&running).await["step"], "lobby");
    clock.advance(Duration::from_hours(1));
    assert_eq!(running.get(&room.path()).await.status(), 404);
    let act = room
        .ask(&running, Method::POST, "/acts", json!({ "step": "open" }))
        .await;
    assert_eq!(act.status(), 404);
    // What is left of it goes with the next round of ending, which a start begins with.
    let running = running.restart().await;
    running.until_status(&survey, 404).await;
}
