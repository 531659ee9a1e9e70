//! Submissions that come through a relay: what the gateway opens, what it takes, what it tells, and what a relay
//! passes on.

use std::{sync::Arc, time::Duration};

use bhttp::{Message, Mode};
use ohttp::{ClientRequest, ClientResponse};
use reqwest::{Response, header};
use serde_json::{Value, json};
use sotto_api::{Access, PublishedHash, RelaySettings};
use sotto_collector::{Clock, Relay, RelayOptions, StoppedClock};
use sotto_survey::ProblemKind;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, Running, SUBMISSIONS, census, json as body_of, reports},
    operated::Operated,
};

on_both!(
    keys_change_every_month_and_all_collectors_have_the_same,
    a_relay_is_told_to_people_and_part_of_the_pin,
);

const GATEWAY: &str = "/api/v1/ohttp";
const KEYS: &str = "/api/v1/ohttp/keys";
const REQUEST: &str = "message/ohttp-req";
const KEY_PROBLEM: &str = "https://iana.org/assignments/http-problem-types#ohttp-key";
const DAY: Duration = Duration::from_hours(24);

async fn keys(running: &Running) -> Vec<u8> {
    let response = running.get(KEYS).await;
    assert_eq!(response.status(), 200);
    let kind = &response.headers()[header::CONTENT_TYPE];
    assert_eq!(kind, "application/ohttp-keys");
    response.bytes().await.unwrap().to_vec()
}

/// A request in binary HTTP.
fn binary(method: &str, path: &str, body: &str) -> Vec<u8> {
    let [method, scheme, authority, path] =
        [method, "https", "surveys.example", path].map(|text| text.as_bytes().to_vec());
    let mut message = Message::request(method, scheme, authority, path);
    message.put_header("content-type", "application/json");
    message.write_content(body);
    let mut bytes = Vec::new();
    message.write_bhttp(Mode::KnownLength, &mut bytes).unwrap();
    bytes
}

fn encapsulated(keys: &[u8], request: &[u8]) -> (Vec<u8>, ClientResponse) {
    let client = ClientRequest::from_encoded_config_list(keys).unwrap();
    client.encapsulate(request).unwrap()
}

async fn send(running: &Running, address: &str, bytes: Vec<u8>) -> Response {
    let post = running.http.post(address);
    let post = post.header(header::CONTENT_TYPE, REQUEST).body(bytes);
    post.send().await.unwrap()
}

/// What was answered inside: the status, the body, and the length of all that came back.
async fn opened(response: Response, open: ClientResponse) -> (u16, Value, usize) {
    assert_eq!(response.status(), 200);
    let kind = &response.headers()[header::CONTENT_TYPE];
    assert_eq!(kind, "message/ohttp-res");
    let sealed = response.bytes().await.unwrap();
    let answer = open.decapsulate(&sealed).unwrap();
    let message = Message::read_bhttp(&mut std::io::Cursor::new(&answer[..])).unwrap();
    let status = message.control().status().unwrap().code();
    let body = serde_json::from_slice(message.content()).unwrap();
    (status, body, sealed.len())
}

/// What the gateway answers inside to a request in binary HTTP.
async fn answered(running: &Running, request: &[u8]) -> (u16, Value, usize) {
    let (bytes, open) = encapsulated(&keys(running).await, request);
    opened(send(running, &running.address(GATEWAY), bytes).await, open).await
}

/// Told in the clear: no key opens it.
async fn no_key_opens(response: Response, what: &str) {
    assert_eq!(response.status(), 400, "{what}");
    let kind = response.headers()[header::CONTENT_TYPE].clone();
    assert_eq!(kind, "application/problem+json", "{what}");
    assert_eq!(body_of(response).await["type"], KEY_PROBLEM, "{what}");
}

#[tokio::test]
async fn a_copy_is_counted_once_by_whichever_way_it_comes() {
    let running = Running::start().await;
    let mut devices = Devices::new(900);
    let body = devices.body();
    let (bytes, open) = encapsulated(&keys(&running).await, &binary("POST", SUBMISSIONS, &body));
    let gateway = running.address(GATEWAY);
    let response = send(&running, &gateway, bytes.clone()).await;
    let (status, told, length) = opened(response, open).await;
    assert_eq!((status, &told["outcome"]), (201, &json!("counted")));
    // The very same bytes, which whoever carries them can send again; nobody but their sender can open the answer.
    let replayed = send(&running, &gateway, bytes).await;
    assert_eq!(replayed.status(), 200);
    assert_eq!(replayed.bytes().await.unwrap().len(), length);
    // The same copy, encrypted anew, and as it is.
    let (status, told, again) = answered(&running, &binary("POST", SUBMISSIONS, &body)).await;
    assert_eq!((status, &told["outcome"]), (200, &json!("counted-before")));
    assert_eq!(again, length);
    assert_eq!(running.post(body.clone()).await.status(), 200);
    assert_eq!(reports(&running.results().await), [1; 3]);
    // A refusal is as long as a receipt.
    let other = devices.body();
    let id = |body: &str| body.split("\"report_id\":\"").nth(1).unwrap()[..32].to_owned();
    let reused = other.replace(&id(&other), &id(&body));
    let (status, told, long) = answered(&running, &binary("POST", SUBMISSIONS, &reused)).await;
    assert_eq!(status, 409, "{told}");
    assert_eq!(told["type"], ProblemKind::ReportIdReused.type_uri());
    assert_eq!(long, length);
}

#[tokio::test]
async fn nothing_but_submissions_is_taken() {
    let running = Running::start().await;
    let body = Devices::new(901).body();
    for (method, path) in [
        ("GET", SUBMISSIONS),
        ("PUT", SUBMISSIONS),
        ("post", SUBMISSIONS),
        ("POST", "/api/v1/surveys"),
        ("POST", "/api/v1/surveys/census"),
        ("POST", "/api/v1/surveys/census/submissions/"),
        ("POST", "/api/v1/surveys/census/submissions?x=1"),
        ("POST", "/api/v1/setup"),
        ("POST", GATEWAY),
        ("GET", "/api/v1/surveys/census/results"),
        ("POST", ""),
    ] {
        let (status, told, _) = answered(&running, &binary(method, path, &body)).await;
        let kind = ProblemKind::UnknownAddress.type_uri();
        assert_eq!(
            (status, &told["type"]),
            (404, &json!(kind)),
            "{method} {path}"
        );
    }
    for path in ["nobodys", "", "census%2f", "a/b"] {
        let path = format!("/api/v1/surveys/{path}/submissions");
        let (status, told, _) = answered(&running, &binary("POST", &path, &body)).await;
        let kind = ProblemKind::UnknownSurvey.type_uri();
        assert_eq!((status, &told["type"]), (404, &json!(kind)), "{path}");
    }
    assert_eq!(reports(&running.results().await), [0; 3]);
}

#[tokio::test]
async fn what_is_encapsulated_is_one_whole_request() {
    let running = Running::start().await;
    let body = Devices::new(902).body();
    let whole = binary("POST", SUBMISSIONS, &body);
    let malformed = json!(ProblemKind::MalformedBody.type_uri());
    let mut junk = whole.clone();
    junk.push(1);
    let mut response = whole.clone();
    response[0] = 1;
    let mut mode = whole.clone();
    mode[0] = 9;
    let mut trailer = Message::request(
        b"POST".to_vec(),
        b"https".to_vec(),
        b"a".to_vec(),
        SUBMISSIONS.into(),
    );
    trailer.put_trailer("x", "y");
    let mut trailing = Vec::new();
    trailer
        .write_bhttp(Mode::KnownLength, &mut trailing)
        .unwrap();
    for (what, request) in [
        ("nothing", &[][..]),
        ("cut off", &whole[..whole.len() / 2]),
        ("more behind it", &junk),
        ("an answer", &response),
        ("no mode", &mode),
        ("a trailer", &trailing),
    ] {
        let (status, told, _) = answered(&running, request).await;
        assert_eq!((status, &told["type"]), (400, &malformed), "{what}: {told}");
    }
    // Too much of a submission, though the gateway takes that many bytes.
    let (status, told, _) = answered(
        &running,
        &binary("POST", SUBMISSIONS, &" ".repeat(65 * 1024)),
    )
    .await;
    assert_eq!(status, 413, "{told}");
    let (status, told, _) = answered(&running, &binary("POST", SUBMISSIONS, "[")).await;
    assert_eq!((status, &told["type"]), (400, &malformed));
    // Filled up with zeros it is the same.
    let mut filled = whole;
    filled.resize(filled.len() + 1000, 0);
    assert_eq!(answered(&running, &filled).await.0, 201);
}

#[tokio::test]
async fn what_no_key_opens_is_told_in_the_clear() {
    let running = Running::start().await;
    let gateway = running.address(GATEWAY);
    let body = Devices::new(903).body();
    let request = binary("POST", SUBMISSIONS, &body);
    let (bytes, _) = encapsulated(&keys(&running).await, &request);
    let changed = |place: usize| {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        changed
    };
    for (what, bytes) in [
        ("nothing", vec![]),
        ("another key's id", changed(0)),
        ("another KEM", changed(2)),
        ("another suite", changed(6)),
        ("another encapsulated key", changed(10)),
        ("another text", changed(bytes.len() - 1)),
        ("a head alone", bytes[..7].to_vec()),
        ("cut off", bytes[..bytes.len() - 1].to_vec()),
        ("zeros", vec![0; 100]),
    ] {
        no_key_opens(send(&running, &gateway, bytes).await, what).await;
    }
    let plain = running.http.post(&gateway).body(bytes.clone());
    let plain = plain.header(header::CONTENT_TYPE, "application/json");
    let refused = plain.send().await.unwrap();
    assert_eq!(refused.status(), 415);
    let kind = ProblemKind::NotEncapsulated.type_uri();
    assert_eq!(body_of(refused).await["type"], kind);
    let refused = send(&running, &gateway, vec![0; 70 * 1024 + 1]).await;
    assert_eq!(refused.status(), 413);
    assert_eq!(reports(&running.results().await), [0; 3]);
}

async fn keys_change_every_month_and_all_collectors_have_the_same(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Operated::start_at(database, Arc::clone(&clock) as Arc<dyn Clock>, |_| ()).await;
    let one = &office.running;
    let other = one.second().await;
    let mut devices = Devices::new(904);
    let mut request = || binary("POST", SUBMISSIONS, &devices.body());
    let first = keys(one).await;
    assert_eq!(keys(&other).await, first);
    clock.advance(DAY * 29);
    assert_eq!(keys(one).await, first);
    clock.advance(DAY);
    let second = keys(&other).await;
    assert_ne!(second, first);
    // One has not looked since: it opens what is encrypted to a key that another drew.
    let (bytes, open) = encapsulated(&second, &request());
    let counted = opened(send(one, &one.address(GATEWAY), bytes).await, open).await;
    assert_eq!(counted.0, 201);
    assert_eq!(keys(one).await, second);
    // What was encrypted before the change is opened still, and a month later no more.
    let (bytes, open) = encapsulated(&first, &request());
    let counted = opened(send(&other, &other.address(GATEWAY), bytes).await, open).await;
    assert_eq!(counted.0, 201);
    clock.advance(DAY * 30);
    let third = keys(one).await;
    assert!(third != second && third != first);
    let (bytes, _) = encapsulated(&first, &request());
    no_key_opens(
        send(one, &one.address(GATEWAY), bytes).await,
        "a key that is gone",
    )
    .await;
    assert_eq!(reports(&one.results().await), [2; 3]);
    // Each stands in the log, for whoever suspects that a key was made for them alone.
    let mut lines = 0;
    for width in 1..=16 {
        let path = format!("/api/v1/log/tile/entries/000.p/{width}");
        let response = one.get(&path).await;
        if response.status() == 200 {
            let text = response.bytes().await.unwrap();
            let text = String::from_utf8_lossy(&text).into_owned();
            lines = lines.max(text.matches("sotto-gateway-key-1 ").count());
        }
    }
    assert_eq!(lines, 3);
}

async fn a_relay_is_told_to_people_and_part_of_the_pin(database: TestDatabase) {
    let office = Operated::start_with(database, |_| ()).await;
    let settings = office.running.address("/api/v1/surveys/census/settings");
    let patch = async |change: Value| {
        let patch = office
            .running
            .http
            .patch(&settings)
            .bearer_auth(&office.operator);
        let patch = patch.header(header::CONTENT_TYPE, "application/json");
        patch.body(change.to_string()).send().await.unwrap()
    };
    let status = async || office.running.json("/api/v1/surveys/census/status").await;
    assert_eq!(status().await["relay"], Value::Null);
    let hash = PublishedHash::new(&census().compile());
    let relay = RelaySettings {
        url: "https://relay.example/".to_owned(),
        seconds: 60,
    };
    let set = patch(json!({ "relay": { "url": relay.url } })).await;
    assert_eq!(set.status(), 200);
    let told = status().await;
    assert_eq!(told["relay"], json!(relay));
    let pin = hash.pin_through(Access::Open, false, Some(&relay));
    assert_eq!(told["pin"], pin.as_str());
    // A device that was told of no relay did not tell its reader of one.
    let mut devices = Devices::new(905);
    let untold = hash.pin(Access::Open, false);
    let old = devices.submission().with_pin(Some(untold)).body(&census());
    assert_eq!(office.running.post(old).await.status(), 409);
    let new = devices.submission().with_pin(Some(pin)).body(&census());
    let (status_inside, ..) = answered(&office.running, &binary("POST", SUBMISSIONS, &new)).await;
    assert_eq!(status_inside, 201);
    for wrong in [
        json!({ "url": "http://relay.example/" }),
        json!({ "url": "https://relay.example" }),
        json!({ "seconds": 3601 }),
        json!({ "second": 1 }),
    ] {
        let refused = patch(json!({ "relay": wrong })).await;
        assert_eq!(refused.status(), 422, "{wrong}");
    }
    assert_eq!(patch(json!({ "relay": null })).await.status(), 200);
    assert_eq!(status().await["pin"], untold.as_str());
}

async fn relay_to(address: &str) -> Relay {
    let options = RelayOptions::new("127.0.0.1:0", address).unwrap();
    Relay::start(&options).await.unwrap()
}

fn address_of(relay: &Relay) -> String {
    format!("http://{}/", relay.address())
}

#[tokio::test]
async fn a_relay_passes_copies_on_and_says_when_it_cannot() {
    let running = Running::start().await;
    let relay = relay_to(&running.collector.url()).await;
    let address = address_of(&relay);
    let body = Devices::new(906).body();
    let request = binary("POST", SUBMISSIONS, &body);
    let (bytes, open) = encapsulated(&keys(&running).await, &request);
    let counted = opened(send(&running, &address, bytes.clone()).await, open).await;
    assert_eq!(counted.0, 201);
    let mut other = bytes.clone();
    other[0] ^= 1;
    no_key_opens(send(&running, &address, other).await, "another key").await;
    assert_eq!(reports(&running.results().await), [1; 3]);
    // Pages of any origin may post to it, and nothing else.
    let preflight = running.http.request(reqwest::Method::OPTIONS, &address);
    let preflight = preflight
        .header("origin", "https://page.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type");
    let allowed = preflight.send().await.unwrap();
    assert_eq!(allowed.headers()["access-control-allow-origin"], "*");
    assert_eq!(allowed.headers()["access-control-allow-methods"], "POST");
    assert_eq!(
        running.http.get(&address).send().await.unwrap().status(),
        405
    );
    let elsewhere = format!("{address}api/v1/surveys/census");
    assert_eq!(
        running.http.get(elsewhere).send().await.unwrap().status(),
        404
    );
    let plain = running.http.post(&address).body("{}").send().await.unwrap();
    assert_eq!(plain.status(), 415);
    let much = send(&running, &address, vec![0; 70 * 1024 + 1]).await;
    assert_eq!(much.status(), 413);
    let http = running.http.clone();
    running.collector.stop().await.unwrap();
    let gone = http.post(&address).header(header::CONTENT_TYPE, REQUEST);
    let gone = gone.body(bytes).send().await.unwrap();
    assert_eq!(gone.status(), 503);
    let told = body_of(gone).await;
    assert_eq!(told["type"], ProblemKind::Unavailable.type_uri());
    assert!(
        told["detail"]
            .as_str()
            .unwrap()
            .contains("send the same again"),
        "{told}"
    );
    relay.stop().await.unwrap();
}

#[tokio::test]
async fn a_relay_tells_a_collector_nothing_of_who_sends() {
    let upstream = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let relay = relay_to(&format!("http://{}/base", upstream.local_addr().unwrap())).await;
    let recorded = tokio::spawn(async move {
        let (mut stream, _) = upstream.accept().await.unwrap();
        let mut seen = Vec::new();
        // The body is the last that comes.
        while !seen.ends_with(b"sealed bytes") {
            let mut some = [0; 1024];
            let length = stream.read(&mut some).await.unwrap();
            assert_ne!(length, 0, "the request ended too early");
            seen.extend_from_slice(&some[..length]);
        }
        let answer = "HTTP/1.1 200 OK\r\ncontent-type: message/ohttp-res\r\nset-cookie: a=b\r\nserver: x\r\ncontent-length: 2\r\n\r\nok";
        stream.write_all(answer.as_bytes()).await.unwrap();
        String::from_utf8(seen).unwrap()
    });
    let answer = crate::harness::http()
        .post(address_of(&relay))
        .header(header::CONTENT_TYPE, REQUEST)
        .header("x-forwarded-for", "192.0.2.7")
        .header("forwarded", "for=192.0.2.7")
        .header("user-agent", "A Browser/1.0")
        .header("origin", "https://page.example")
        .header("referer", "https://page.example/survey")
        .header("cookie", "who=me")
        .header("accept-language", "xx")
        .body("sealed bytes")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    let headers = answer.headers();
    assert!(!headers.contains_key("set-cookie") && !headers.contains_key("server"));
    assert_eq!(headers[header::CONTENT_TYPE], "message/ohttp-res");
    assert_eq!(answer.bytes().await.unwrap(), "ok");
    let seen = recorded.await.unwrap();
    let (head, body) = seen.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, "sealed bytes");
    let mut lines = head.split("\r\n");
    assert_eq!(lines.next(), Some("POST /base/api/v1/ohttp HTTP/1.1"));
    let mut names: Vec<_> = lines
        .map(|line| line.split(':').next().unwrap().to_ascii_lowercase())
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["accept", "content-length", "content-type", "host"],
        "{head}"
    );
}

#[test]
fn a_relay_is_for_a_collector() {
    for (to, gateway) in [
        (
            "https://surveys.example",
            "https://surveys.example/api/v1/ohttp",
        ),
        (
            "http://127.0.0.1:8080/",
            "http://127.0.0.1:8080/api/v1/ohttp",
        ),
        ("https://a.example/b/", "https://a.example/b/api/v1/ohttp"),
    ] {
        let options = RelayOptions::new("127.0.0.1:0", to).unwrap();
        assert_eq!(options.to.as_str(), gateway);
    }
    for wrong in [
        "",
        "surveys.example",
        "ftp://a.example",
        "https://a.example/?b=c",
        "file:///a",
    ] {
        assert!(RelayOptions::new("127.0.0.1:0", wrong).is_none(), "{wrong}");
    }
}
