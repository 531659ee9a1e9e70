//! Whatever a respondent's browser tells beside its reports stands in no database, in no log, and in
//! nothing that can be had of a survey.

use reqwest::{Client, Method, header};
use serde_json::{Value, json};
use sotto_api::client::with_invite;

use crate::{
    command_line::{Serving, run, sotto},
    databases::{TestDatabase, on_both},
    harness::{self, Devices, SUBMISSIONS, census},
    patience::until,
};

on_both!(nothing_that_singles_out_a_respondent_is_written_down);

/// In the header that the proxy sets, which is believed.
const ADDRESS: &str = "203.0.113.77";

struct Operator<'a> {
    serving: &'a Serving,
    http: &'a Client,
    token: String,
}

impl<'a> Operator<'a> {
    async fn first(serving: &'a mut Serving, http: &'a Client) -> Self {
        let setup = json!({"setup_token": serving.setup_token(), "name": "Operator"});
        let address = serving.address("/api/v1/setup");
        let response = harness::post(http, &address, setup.to_string()).await;
        let token = harness::json(response).await["token"].clone();
        Self {
            serving,
            http,
            token: token.as_str().unwrap().to_owned(),
        }
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> reqwest::Response {
        let request = self.http.request(method, self.serving.address(path));
        let request = request
            .bearer_auth(&self.token)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_string());
        let response = request.send().await.unwrap();
        assert!(response.status().is_success(), "{path}");
        response
    }

    /// Everything that can be had of the survey.
    async fn exports(&self) -> Vec<u8> {
        let mut all = Vec::new();
        for path in [
            "/api/v1/surveys/census/results",
            "/api/v1/surveys/census/exports/csv",
            "/api/v1/surveys/census/exports/rows",
            "/api/v1/surveys/census/exports/ndjson",
            "/api/v1/surveys/census/exports/parquet",
            "/api/v1/surveys/census/cross-tabs?questions=over-50,occupation",
            "/api/v1/surveys/census/settings",
            "/api/v1/surveys/census/status",
            "/api/v1/surveys/census/invites",
            "/api/v1/surveys",
            "/api/v1/audit-log",
            "/metrics",
        ] {
            let response = self.call(Method::GET, path, &Value::Null).await;
            all.extend(response.bytes().await.unwrap());
        }
        let path = "/api/v1/surveys/census/results/live";
        let mut live = self.call(Method::GET, path, &Value::Null).await;
        all.extend(live.chunk().await.unwrap().unwrap());
        all
    }
}

/// What a respondent's browser sends, and what is answered.
async fn respond(serving: &Serving, http: &Client, path: &str, body: &str) -> u16 {
    let request = http.post(serving.address(path)).body(body.to_owned());
    let request = request
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, "zqxagent")
        .header(header::REFERER, "https://zqxreferrer.example/")
        .header(header::ORIGIN, "https://zqxorigin.example")
        .header(header::COOKIE, "zqxcookie=1; sotto-session=zqxsession")
        .header(header::ACCEPT_LANGUAGE, "zqxlanguage")
        .header("x-forwarded-for", ADDRESS);
    request.send().await.unwrap().status().as_u16()
}

async fn nothing_that_singles_out_a_respondent_is_written_down(database: TestDatabase) {
    // The address has soon made too many requests.
    let arguments = [
        "--trusted-proxies=127.0.0.0/8",
        "--requests-per-second=1",
        "--requests-burst=25",
    ];
    let mut process = Serving::start_with(&database.address, &arguments);
    let http = harness::http();
    let operator = Operator::first(&mut process, &http).await;
    let settings = json!({"access": "invites", "keep_rows": true});
    let path = "/api/v1/surveys/census/settings";
    operator.call(Method::PATCH, path, &settings).await;
    let path = "/api/v1/surveys/census/invites";
    let made = operator
        .call(Method::POST, path, &json!({"number": 1}))
        .await;
    let invite = harness::json(made).await["invites"][0].clone();
    let invite = invite.as_str().unwrap();

    let counted = Devices::new(61).submission();
    let body = with_invite(&counted.body(&census()), invite);
    let refused = body.replace("\"occupation\":", "\"occupatiom\":");
    let malformed = &body[..body.len() / 2];
    let strange = "/api/v1/surveys/zqxsurvey/submissions";
    let serving = operator.serving;
    let mut statuses = Vec::new();
    for (path, body) in [
        (SUBMISSIONS, body.as_str()),
        (SUBMISSIONS, &body),
        (SUBMISSIONS, &refused),
        (SUBMISSIONS, malformed),
    ] {
        statuses.push(respond(serving, &http, path, body).await);
    }
    assert_eq!(statuses, [201, 200, 422, 400]);
    let too_often = async || respond(serving, &http, strange, &body).await == 429;
    until("too many requests", too_often).await;

    let exports = operator.exports().await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    let (code, said) = run(sotto()
        .arg("backup")
        .arg(&copy)
        .args(["--database", &database.address, "--key"])
        .arg(folder.path().join("key")));
    assert_eq!(code, Some(0), "{said}");
    let stored = database.everything().await;
    let token = operator.token.clone();
    let (code, log) = tokio::task::spawn_blocking(|| process.terminate())
        .await
        .unwrap();
    assert_eq!(code, Some(0));
    let log = log.replace("Open http://127.0.0.1:", "");

    let id = counted.report_id();
    // It may hold such a sign itself.
    let secret = token.splitn(3, '_').nth(2).unwrap();
    let words = [
        "zqx",
        ADDRESS,
        "127.0.0.1",
        "occupatiom",
        &id.to_string(),
        invite,
        &invite.replace('-', ""),
        secret,
    ];
    for (place, bytes) in [
        ("the database", &stored),
        ("a backup", &std::fs::read(&copy).unwrap()),
        ("what can be had", &exports),
        ("the log", &log.into_bytes()),
    ] {
        // The search finds what is there.
        assert!(
            place == "the log" || contains(bytes, b"occupation"),
            "{place}"
        );
        for word in words {
            assert!(!contains(bytes, word.as_bytes()), "{word} in {place}");
            // As Postgres writes bytes.
            assert!(!contains(bytes, hexadecimal(word.as_bytes()).as_bytes()));
        }
        assert!(!contains(bytes, id.as_bytes()), "a report id in {place}");
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
