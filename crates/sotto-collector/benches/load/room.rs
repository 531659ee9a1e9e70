//! Classes in their rooms: how long after a presenter's act the last phone hears of it.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use serde_json::{Value, json};
use sotto_api::client::{Client, with_invite};
use sotto_survey::Survey;
use tokio::{sync::mpsc, task::LocalSet, time::timeout};

use crate::http::{Connection, get};

/// Opens rooms with phones in them, all from one address, and goes through the steps of the reveal.
#[derive(clap::Args)]
pub(crate) struct Room {
    address: SocketAddr,
    #[arg(long, default_value_t = 1)]
    rooms: usize,
    /// In each room
    #[arg(long, default_value_t = 300)]
    phones: usize,
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// Answers in each room, so that there is something to reveal.
const ANSWERS: usize = 30;

/// Only what is lost takes as long.
const PATIENCE: Duration = Duration::from_mins(1);

const REVEAL: [&str; 4] = ["sent", "corrected", "certainty", "hundredfold"];

struct Class {
    code: String,
    presenter: String,
}

impl Room {
    pub(crate) async fn run(self) -> String {
        LocalSet::new().run_until(self.measure()).await
    }

    async fn measure(self) -> String {
        let mut classes = Vec::new();
        for seed in 0..self.rooms {
            classes.push(open(self.address, seed as u64).await);
        }
        let (tell, mut heard) = mpsc::unbounded_channel::<String>();
        for class in &classes {
            for _ in 0..self.phones {
                let request = get(&format!("/api/v1/rooms/{}/live", class.code));
                let (address, tell) = (self.address, tell.clone());
                tokio::task::spawn_local(async move {
                    let mut connection = Connection::open(address).await.unwrap();
                    connection.send(&request).await.unwrap();
                    while let Ok(bytes) = connection.next().await {
                        if bytes.is_empty() {
                            break;
                        }
                        let text = String::from_utf8_lossy(bytes);
                        let steps = text.split("\"step\":\"").skip(1);
                        for step in steps.filter_map(|rest| rest.split('"').next()) {
                            if tell.send(step.to_owned()).is_err() {
                                return;
                            }
                        }
                    }
                });
            }
        }
        let all = self.rooms * self.phones;
        until(&mut heard, "closed", all).await;
        let mut times = Vec::new();
        for round in 0..self.rounds {
            for step in [REVEAL[round % REVEAL.len()], "closed"] {
                let begin = Instant::now();
                for class in &classes {
                    let request = act(class, &json!({ "step": step }));
                    let address = self.address;
                    tokio::task::spawn_local(async move {
                        let mut connection = Connection::open(address).await.unwrap();
                        let (status, _) = connection.ask(&request).await.unwrap();
                        assert_eq!(status, 200);
                    });
                }
                until(&mut heard, step, all).await;
                times.push(begin.elapsed().as_millis());
            }
        }
        times.sort_unstable();
        format!(
            "{} rooms of {} phones: the last one heard after {} ms (median), {} ms (longest of {})",
            self.rooms,
            self.phones,
            times[times.len() / 2],
            times[times.len() - 1],
            times.len()
        )
    }
}

/// Waits until so many phones have heard of a step.
async fn until(heard: &mut mpsc::UnboundedReceiver<String>, step: &str, phones: usize) {
    let mut there = 0;
    while there < phones {
        let told = timeout(PATIENCE, heard.recv()).await;
        let told = told.unwrap_or_else(|_| panic!("{there} of {phones} phones heard of {step}"));
        there += usize::from(told.unwrap() == step);
    }
}

/// A room that has been answered and closed.
async fn open(address: SocketAddr, seed: u64) -> Class {
    let mut connection = Connection::open(address).await.unwrap();
    let question = json!({ "title": { "en": "Q" }, "options": [{ "en": "Yes" }, { "en": "No" }] });
    let body = json!({ "questions": [question] }).to_string();
    let opened = read(&mut connection, &post("/api/v1/rooms", "", &body), 201).await;
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let class = Class {
        code: text("code"),
        presenter: text("presenter"),
    };
    let room = format!("/api/v1/rooms/{}", class.code);
    let snapshot = read(&mut connection, &get(&room), 200).await;
    let path = format!("/api/v1/surveys/{}", snapshot["survey"].as_str().unwrap());
    let survey = read(&mut connection, &get(&path), 200).await;
    let survey: Survey = serde_json::from_value(survey).unwrap();
    let answer = survey.questions()[0].answer(0).ok();
    read(
        &mut connection,
        &act(&class, &json!({ "step": "open" })),
        200,
    )
    .await;
    let mut generator = ChaCha20Rng::seed_from_u64(seed);
    let client = Client::new(&format!("http://{address}/")).unwrap();
    for _ in 0..ANSWERS {
        let join = post(&format!("{room}/members"), "", "");
        let joined = read(&mut connection, &join, 201).await;
        let invite = joined["invite"].as_str().unwrap();
        let (id, version) = (survey.id(), survey.version());
        let bought = client.buy_token(id, version, invite, &mut generator).await;
        let token = bought.unwrap().token;
        let submission = survey
            .randomize(std::slice::from_ref(&answer), &mut generator)
            .unwrap();
        let body = with_invite(&submission.body(&survey), &token);
        let request = post(&format!("{path}/submissions"), "", &body);
        read(&mut connection, &request, 201).await;
    }
    read(
        &mut connection,
        &act(&class, &json!({ "step": "closed" })),
        200,
    )
    .await;
    class
}

async fn read(connection: &mut Connection, request: &[u8], expected: u16) -> Value {
    let (status, _) = connection.ask(request).await.unwrap();
    assert_eq!(status, expected, "{}", String::from_utf8_lossy(request));
    serde_json::from_slice(connection.body()).unwrap()
}

fn act(class: &Class, act: &Value) -> Vec<u8> {
    let bearer = format!("authorization: Bearer {}\r\n", class.presenter);
    post(
        &format!("/api/v1/rooms/{}/acts", class.code),
        &bearer,
        &act.to_string(),
    )
}

fn post(path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nhost: load\r\n{headers}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
        .into_bytes()
}
