//! A Postgres that does not answer: submissions are refused for the moment, a stop is a stop, and
//! what is sent again counts once, whatever became of it the first time.

use std::{path::PathBuf, time::Duration};

use reqwest::Response;
use serde_json::json;
use sotto_collector::{DatabaseUrl, ServeError};
use sotto_survey::ProblemKind;
use sqlx::postgres::PgConnectOptions;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
};

use crate::{
    databases::{HeldTable, TestDatabase},
    harness::{self, Devices, Running, reports},
    operated::Operated,
    patience::patiently,
};

async fn on(url: DatabaseUrl) -> Running {
    Running::start_with(|options| options.database = url).await
}

async fn post(running: &Running, body: &str) -> Response {
    patiently("an answer", running.post(body)).await
}

async fn assert_unavailable(response: Response) {
    assert_eq!(response.status(), 503);
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    assert_eq!(response.headers()["retry-after"], "1");
    let problem = harness::json(response).await;
    assert_eq!(problem["type"], ProblemKind::StorageUnavailable.type_uri());
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.contains("does not answer; send the same again"),
        "{detail}"
    );
}

/// Nobody counts until it is released.
async fn held(database: &TestDatabase) -> HeldTable {
    database.hold_table("submissions", "ACCESS EXCLUSIVE").await
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_table_is_held_submissions_are_refused_and_later_count_once() {
    let database = TestDatabase::postgres().await;
    let running = on(database.url.clone()).await;
    let holding = held(&database).await;
    let body = Devices::new(140).body();
    assert_unavailable(post(&running, &body).await).await;
    holding.release().await;
    assert_eq!(post(&running, &body).await.status(), 201);
    assert_eq!(post(&running, &body).await.status(), 200);
    assert_eq!(reports(&running.results().await), [1; 3]);
}

/// What is looked up before it is counted may hang as well: here, how much of a quota is left.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_looked_up_is_refused_for_the_moment() {
    let operated = Operated::start(TestDatabase::postgres().await).await;
    operated.set(json!({"quota": 1})).await;
    let database = &operated.database;
    let holding = database
        .hold_table("survey_counts", "ACCESS EXCLUSIVE")
        .await;
    let body = Devices::new(143).body();
    assert_unavailable(post(&operated.running, &body).await).await;
    holding.release().await;
    assert_eq!(post(&operated.running, &body).await.status(), 201);
    assert_eq!(post(&operated.running, &body).await.status(), 200);
}

/// The answer to the commit is lost: the collector cannot know that it counted.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_counted_without_an_answer_is_not_counted_again() {
    let database = TestDatabase::postgres().await;
    let line = Line::to(&database).await;
    let running = on(line.url.clone()).await;
    line.cut_answers_from_commit.send_replace(true);
    let body = Devices::new(141).body();
    assert_unavailable(post(&running, &body).await).await;
    assert_eq!(database.rows("submissions").await, 1);
    line.cut_answers_from_commit.send_replace(false);
    assert_eq!(post(&running, &body).await.status(), 200);
    assert_eq!(reports(&running.results().await), [1; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_does_not_wait_for_a_table_that_is_held() {
    let database = TestDatabase::postgres().await;
    let running = Running::start_with(|options| {
        options.database = database.url.clone();
        options.limits.drain = Duration::from_millis(100);
    })
    .await;
    let mut holding = held(&database).await;
    let body = Devices::new(142).body();
    let address = running.address(harness::SUBMISSIONS);
    let sent = harness::post(&running.http, &address, body.as_str());
    let collector = running.collector;
    let stopped = async {
        holding.is_waited_for().await;
        patiently("the stop", collector.stop()).await
    };
    let (answer, stopped) = tokio::join!(patiently("an answer", sent), stopped);
    assert!(
        matches!(stopped, Err(ServeError::Unwritten(_))),
        "{stopped:?}"
    );
    assert_unavailable(answer).await;
    holding.release().await;

    let running = on(database.url).await;
    assert_eq!(post(&running, &body).await.status(), 201);
    assert_eq!(reports(&running.results().await), [1; 3]);
}

/// A line to a database whose answers can get lost.
struct Line {
    url: DatabaseUrl,
    /// From the next commit on nothing comes back, as long as this is so.
    cut_answers_from_commit: watch::Sender<bool>,
}

impl Line {
    async fn to(database: &TestDatabase) -> Self {
        let options: PgConnectOptions = database.address.parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = listener.local_addr().unwrap();
        let (before, rest) = database.address.split_once('@').unwrap();
        let (_, path) = rest.split_once('/').unwrap();
        let (cut_answers_from_commit, cuts) = watch::channel(false);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let cuts = cuts.clone();
                if let Some(folder) = options.get_socket() {
                    let name = format!(".s.PGSQL.{}", options.get_port());
                    let server: PathBuf = folder.join(name);
                    let server = UnixStream::connect(server).await.unwrap();
                    tokio::spawn(pass_on(client, server, cuts));
                } else {
                    let server = (options.get_host(), options.get_port());
                    let server = TcpStream::connect(server).await.unwrap();
                    tokio::spawn(pass_on(client, server, cuts));
                }
            }
        });
        Self {
            url: format!("{before}@{here}/{path}").parse().unwrap(),
            cut_answers_from_commit,
        }
    }
}

async fn pass_on<S: AsyncRead + AsyncWrite>(
    client: TcpStream,
    server: S,
    mut cuts: watch::Receiver<bool>,
) {
    let cuts_now = cuts.clone();
    let (mut from_client, mut to_client) = split(client);
    let (mut from_server, mut to_server) = split(server);
    let (committed, commits) = watch::channel(false);
    let there = async {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(number @ 1..) = from_client.read(&mut bytes).await {
            let said = &bytes[..number];
            if *cuts_now.borrow() && said.windows(7).any(|word| word == b"COMMIT\0") {
                committed.send_replace(true);
            }
            if to_server.write_all(said).await.is_err() {
                break;
            }
        }
    };
    let back = async {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(number @ 1..) = from_server.read(&mut bytes).await {
            if *commits.borrow() {
                let _ = cuts.wait_for(|cuts| !cuts).await;
            }
            if to_client.write_all(&bytes[..number]).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        () = there => {}
        () = back => {}
    }
}
