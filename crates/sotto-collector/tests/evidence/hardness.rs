//! Whoever sends slowly, reads slowly, opens many connections or asks too often is shown out, and
//! the others are served meanwhile.
//!
//! Nothing waits for a time to pass: every test waits for what the collector does. Time flies for it
//! only until it has shown somebody out, so that a limit binds nobody who comes before or after.

use std::{future::Future, pin::pin, sync::Arc, time::Duration};

use reqwest::header;
use sotto_collector::{Limits, Rate, StoppedClock};
use sotto_survey::{Problem, ProblemKind};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, tcp::OwnedWriteHalf},
    time::{advance, interval, pause, resume, timeout},
};

use crate::{
    harness::{Devices, Running, SUBMISSIONS, json},
    patience::{patiently, until},
};

/// The limit that a test is about.
const LIMIT: Duration = Duration::from_mins(1);

/// Every other limit, so that none of them shows anybody out.
const NEVER: Duration = Duration::from_hours(24 * 30);

/// How time flies: whoever trickles sends once in a step, and a limit has many of them.
const STEP: Duration = Duration::from_secs(6);

fn only(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits {
        header: NEVER,
        body: NEVER,
        write: NEVER,
        ..Limits::default()
    };
    change(&mut limits);
    limits
}

async fn start(change: impl FnOnce(&mut Limits)) -> Running {
    Running::start_with(|options| options.limits = only(change)).await
}

/// Lets time fly until something has come about.
async fn as_time_flies<T>(what: &str, event: impl Future<Output = T>) -> T {
    let mut event = pin!(event);
    // A minute for us, and far less than `NEVER` for the collector.
    for _ in 0..6_000 {
        // What was sent arrives in time that is real.
        if let Ok(outcome) = timeout(Duration::from_millis(10), &mut event).await {
            return outcome;
        }
        pause();
        advance(STEP).await;
        resume();
    }
    panic!("it never came, in ten hours: {what}");
}

async fn connect(running: &Running) -> TcpStream {
    TcpStream::connect(running.collector.address())
        .await
        .unwrap()
}

/// Sends a byte again and again until the connection breaks.
async fn trickle(mut writer: OwnedWriteHalf, byte: u8) {
    let mut pace = interval(STEP);
    loop {
        pace.tick().await;
        if writer.write_all(&[byte]).await.is_err() {
            return;
        }
    }
}

/// What comes back until the connection is closed.
async fn answer(mut reader: impl AsyncReadExt + Unpin) -> String {
    let mut answer = Vec::new();
    // A reset ends it as well.
    let _ = reader.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn who_never_says_what_it_wants_is_shown_out() {
    let running = start(|limits| limits.header = LIMIT).await;
    for beginning in [
        "",
        "GET /healthz HT",
        "GET /healthz HTTP/1.1\r\nhost: x\r\n",
    ] {
        let mut stream = connect(&running).await;
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let answer = as_time_flies("the end", answer(stream)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    }
    // One header after the other, for ever.
    let (reader, mut writer) = connect(&running).await.into_split();
    writer
        .write_all(b"GET /healthz HTTP/1.1\r\na: ")
        .await
        .unwrap();
    let trickling = tokio::spawn(trickle(writer, b'a'));
    let answer = as_time_flies("the end", answer(reader)).await;
    assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    as_time_flies("a broken connection", trickling)
        .await
        .unwrap();
    assert_eq!(running.get("/healthz").await.status(), 200);
}

#[tokio::test]
async fn a_body_that_trickles_is_not_waited_for() {
    let running = start(|limits| limits.body = LIMIT).await;
    let (reader, mut writer) = connect(&running).await.into_split();
    let head = format!(
        "POST {SUBMISSIONS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: 60000\r\n\r\n"
    );
    writer.write_all(head.as_bytes()).await.unwrap();
    let trickling = tokio::spawn(trickle(writer, b' '));
    let answer = as_time_flies("the end", answer(reader)).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let problem: Problem = serde_json::from_str(body).unwrap();
    assert_eq!(problem.type_uri, ProblemKind::BodyTooSlow.type_uri());
    as_time_flies("a broken connection", trickling)
        .await
        .unwrap();
    assert_eq!(running.post(Devices::new(70).body()).await.status(), 201);
}

/// With room for one connection, the second is served only once the first has been shown out.
#[tokio::test]
async fn who_does_not_read_its_answer_is_shown_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").unwrap();
    std::fs::write(folder.path().join("large.bin"), vec![0; 64 << 20]).unwrap();
    let site = folder.path().to_owned();
    let running = Running::start_with(|options| {
        options.site = Some(site.into());
        options.limits = only(|limits| limits.write = LIMIT);
        options.limits.connections = 1;
    })
    .await;
    let mut stalled = connect(&running).await;
    let request = b"GET /large.bin HTTP/1.1\r\nhost: x\r\n\r\n";
    stalled.write_all(request).await.unwrap();
    let mut beginning = [0; 12];
    patiently("an answer", stalled.read_exact(&mut beginning))
        .await
        .unwrap();
    assert_eq!(&beginning, b"HTTP/1.1 200");
    // It is answered at once, when its turn has come: no limit is near. It asks no storage, whose patience flies
    // by as well.
    let second = as_time_flies("the second", running.get("/index.html")).await;
    assert_eq!(second.status(), 200);
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_others_wait_their_turn() {
    let running = start(|limits| limits.connections_per_address = 2).await;
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut first = Vec::new();
    for _ in 0..2 {
        let mut stream = connect(&running).await;
        stream.write_all(request).await.unwrap();
        let mut beginning = [0; 12];
        patiently("an answer", stream.read_exact(&mut beginning))
            .await
            .unwrap();
        first.push(stream);
    }
    let mut third = connect(&running).await;
    let _ = third.write_all(request).await;
    assert_eq!(patiently("the end", answer(third)).await, "");
    // A place that is given back can be taken.
    drop(first);
    let served = async || {
        let mut stream = connect(&running).await;
        let _ = stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").await;
        answer(stream).await.starts_with("HTTP/1.0 200")
    };
    until("a place", served).await;
}

/// No clock is near any limit: who comes is served because another gives way.
#[tokio::test]
async fn who_says_nothing_gives_way_when_all_places_are_taken() {
    let running = start(|limits| limits.connections = 2).await;
    let mut under_way = connect(&running).await;
    let head = format!(
        "POST {SUBMISSIONS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n"
    );
    under_way.write_all(head.as_bytes()).await.unwrap();
    // Its request is under way: the collector asks for the body.
    let mut beginning = [0; 12];
    patiently("the word to go on", under_way.read_exact(&mut beginning))
        .await
        .unwrap();
    assert_eq!(&beginning, b"HTTP/1.1 100");
    for _ in 0..3 {
        let mut half = connect(&running).await;
        half.write_all(b"GET /healthz HT").await.unwrap();
        let (status, nothing) = tokio::join!(
            async { running.raw(b"GET /healthz HTTP/1.0\r\n\r\n").await },
            answer(half)
        );
        assert!(status.starts_with("HTTP/1.0 200"), "{status}");
        assert_eq!(nothing, "");
    }
    under_way.write_all(b"{}").await.unwrap();
    let rest = patiently("the answer", answer(under_way)).await;
    assert!(rest.contains("HTTP/1.1 400 "), "{rest}");
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let running = Running::start().await;
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\n", "HTTP/1.1 400"),
        (
            "GET /healthz HTTP/1.1\r\nhost: a\r\nhost: a\r\n",
            "HTTP/1.1 400",
        ),
        (
            "GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n",
            "HTTP/1.1 400",
        ),
        ("GET /healthz HTTP/1.1\r\nhost: a@b\r\n", "HTTP/1.1 400"),
        (
            "GET /healthz HTTP/1.0\r\nhost: a\r\nhost: b\r\n",
            "HTTP/1.0 400",
        ),
        ("GET /healthz HTTP/1.1\r\nhost: a\r\n", "HTTP/1.1 200"),
        ("GET /healthz HTTP/1.0\r\n", "HTTP/1.0 200"),
    ] {
        let request = format!("{head}connection: close\r\n\r\n");
        let answer = patiently("an answer", running.raw(request.as_bytes())).await;
        assert!(answer.starts_with(status), "{head:?} {answer}");
    }
}

#[tokio::test]
async fn too_large_a_head_is_refused() {
    let running = Running::start().await;
    let header = "a".repeat(20_000);
    let request = format!("GET /healthz HTTP/1.1\r\nhost: x\r\na: {header}\r\n\r\n");
    let answer = patiently("an answer", running.raw(request.as_bytes())).await;
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
}

#[tokio::test]
async fn one_address_may_ask_so_often_and_others_are_not_hindered() {
    let running = Running::start_at(Arc::new(StoppedClock::now()), |options| {
        options.limits.requests = Rate::per_minute(1, 3);
        options.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let get = |client: &'static str| {
        let request = running.http.get(running.address("/api/v1/surveys/census"));
        request.header("x-forwarded-for", client).send()
    };
    for _ in 0..3 {
        assert_eq!(get("192.0.2.1").await.unwrap().status(), 200);
    }
    let refused = get("192.0.2.1").await.unwrap();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()[header::RETRY_AFTER], "61");
    let problem = json(refused).await;
    assert_eq!(problem["type"], ProblemKind::TooManyRequests.type_uri());
    assert!(!problem.to_string().contains("192.0.2.1"));
    // Neither another client's first request nor a forged entry before the own address matters.
    assert_eq!(get("192.0.2.2").await.unwrap().status(), 200);
    assert_eq!(get("192.0.2.9, 192.0.2.1").await.unwrap().status(), 429);
}

#[tokio::test]
async fn a_page_can_read_that_it_asked_too_often() {
    let running = Running::start_at(Arc::new(StoppedClock::now()), |options| {
        options.limits.requests = Rate::per_minute(1, 1);
        options.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let get = || {
        let request = running.http.get(running.address("/api/v1/surveys/census"));
        let request = request.header(header::ORIGIN, "https://page.example");
        request.header("x-forwarded-for", "192.0.2.1").send()
    };
    assert_eq!(get().await.unwrap().status(), 200);
    let refused = get().await.unwrap();
    assert_eq!(refused.status(), 429);
    let headers = refused.headers();
    assert!(headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
}

/// A submission whose body is on its way when the collector is told to stop is still counted;
/// connections on which nothing happens do not hold the stop up.
#[tokio::test]
async fn a_stop_lets_what_is_under_way_end_and_nothing_else() {
    let running = start(|limits| limits.drain = NEVER).await;
    let silent = connect(&running).await;
    let mut idle = connect(&running).await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .unwrap();
    let mut beginning = [0; 12];
    patiently("an answer", idle.read_exact(&mut beginning))
        .await
        .unwrap();

    let body = Devices::new(71).body();
    let mut sender = connect(&running).await;
    let head = format!(
        "POST {SUBMISSIONS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    sender.write_all(head.as_bytes()).await.unwrap();
    // "100 Continue" says that the request has been understood.
    let mut line = [0; 25];
    patiently("100 Continue", sender.read_exact(&mut line))
        .await
        .unwrap();
    assert_eq!(&line, b"HTTP/1.1 100 Continue\r\n\r\n");

    let stopping = tokio::spawn(running.collector.stop());
    let idle = patiently("the end", answer(idle)).await;
    assert!(idle.ends_with("ok\n"), "{idle}");
    assert_eq!(patiently("the end", answer(silent)).await, "");
    sender.write_all(body.as_bytes()).await.unwrap();
    let answer = patiently("an answer", answer(sender)).await;
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    patiently("the stop", stopping).await.unwrap().unwrap();
}
