//! Whatever is refused gets a problem of its kind, and changes nothing.

use std::collections::BTreeSet;

use reqwest::{Response, StatusCode, header};
use serde_json::{Value, json};
use sotto_survey::{Pin, Problem, ProblemKind};
use sqlx::{Connection, SqliteConnection};

use crate::harness::{Devices, Running, SUBMISSIONS, counts, expected_counts};

async fn check(response: Response, kind: ProblemKind, what: &str) -> Problem {
    assert_eq!(response.status(), kind.status(), "{what}");
    assert_eq!(
        response.headers()[header::CONTENT_TYPE],
        "application/problem+json",
        "{what}"
    );
    assert_eq!(
        response.headers()[header::CACHE_CONTROL],
        "no-store",
        "{what}"
    );
    let text = response.text().await.unwrap();
    let problem: Problem = serde_json::from_str(&text).unwrap();
    assert_eq!(problem.type_uri, kind.type_uri(), "{what}");
    assert_eq!(problem.title, kind.title(), "{what}");
    assert_eq!(problem.status, kind.status(), "{what}");
    assert!(!problem.detail.is_empty(), "{what}");
    problem
}

type WrongBody = (&'static str, String);

fn changed(good: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(good).unwrap();
    change(&mut value);
    value.to_string()
}

fn with_report(good: &str, question: &str, report: Value) -> String {
    changed(good, |body| body["reports"][question] = report)
}

fn without(good: &str, object: &str, field: &str) -> String {
    changed(good, |body| {
        let object = body.pointer_mut(object).unwrap();
        assert!(object.as_object_mut().unwrap().remove(field).is_some());
    })
}

/// What the members of a submission say, in the order in which they are declared.
fn in_order(good: &str) -> String {
    let good: Value = serde_json::from_str(good).unwrap();
    let members = ["version", "report_id", "reports", "invite"];
    let members: Vec<_> = members.iter().map(|name| &good[name]).collect();
    serde_json::to_string(&members).unwrap()
}

/// Bodies that are no submissions.
fn malformed_bodies(good: &str) -> Vec<WrongBody> {
    let capitals = json!("ABCDEF0123456789ABCDEF0123456789");
    let twice = |before: &str, more: &str| {
        let twice = good.replacen(before, &format!("{before}{more}"), 1);
        assert_ne!(twice, good);
        twice
    };
    vec![
        ("empty", String::new()),
        ("cut off", good[..40].to_owned()),
        ("no JSON", "hello".to_owned()),
        ("two values", format!("{good} {good}")),
        ("a list", "[]".to_owned()),
        ("its members in a list", in_order(good)),
        ("nested too deeply", "[".repeat(10_000)),
        ("question twice", twice("\"reports\":{", "\"over-50\":0,")),
        ("field twice", twice("{", "\"version\":1,")),
        ("unknown field", changed(good, |b| b["name"] = json!("x"))),
        ("no version", without(good, "", "version")),
        ("no report id", without(good, "", "report_id")),
        ("no reports", without(good, "", "reports")),
        (
            "report id in capitals",
            changed(good, |b| b["report_id"] = capitals),
        ),
        (
            "short report id",
            changed(good, |b| b["report_id"] = json!("00")),
        ),
        (
            "version as text",
            changed(good, |b| b["version"] = json!("1")),
        ),
        (
            "a broken index",
            with_report(good, "occupation", json!(1.5)),
        ),
        (
            "a negative index",
            with_report(good, "occupation", json!(-1)),
        ),
        (
            "a huge index",
            with_report(good, "occupation", json!(1_u64 << 32)),
        ),
        (
            "lists in lists of lists",
            with_report(good, "over-50", json!([[[0]]])),
        ),
        ("no base64url", with_report(good, "race", json!("+/=="))),
    ]
}

/// Submissions that no device can have made from the survey.
fn impossible_bodies(good: &str) -> Vec<WrongBody> {
    vec![
        ("index outside", with_report(good, "occupation", json!(15))),
        (
            "bits for an index",
            with_report(good, "occupation", json!("AA")),
        ),
        (
            "a list for an index",
            with_report(good, "over-50", json!([0])),
        ),
        ("index for bits", with_report(good, "race", json!(0))),
        ("too many bits", with_report(good, "race", json!("AAA"))),
        (
            "a report that is none",
            with_report(good, "over-50", json!(null)),
        ),
        (
            "a list of lists",
            with_report(good, "over-50", json!([[0]])),
        ),
        ("no bits", with_report(good, "race", json!(""))),
        (
            "bits behind the last",
            with_report(good, "race", json!("gA")),
        ),
        ("unknown question", with_report(good, "salary", json!(0))),
        ("a question missing", without(good, "/reports", "race")),
        ("no question", changed(good, |b| b["reports"] = json!({}))),
    ]
}

fn wrong_bodies(good: &str) -> Vec<(WrongBody, ProblemKind)> {
    let versions = [0, 2, u32::MAX].map(|version| {
        let body = changed(good, |b| b["version"] = json!(version));
        ("another version", body)
    });
    let pin = changed(good, |b| b["pin"] = json!(Pin::of_sha256(&[0; 32])));
    let of_kind = |bodies: Vec<WrongBody>, kind| bodies.into_iter().map(move |body| (body, kind));
    of_kind(malformed_bodies(good), ProblemKind::MalformedBody)
        .chain(of_kind(
            impossible_bodies(good),
            ProblemKind::ImpossibleSubmission,
        ))
        .chain(of_kind(versions.into(), ProblemKind::WrongVersion))
        .chain([(("another survey's pin", pin), ProblemKind::OtherSurvey)])
        .collect()
}

/// Requests with a good body, where it is posted: method, address, content type, and what is wrong.
const WRONG_REQUESTS: &[(&str, &str, &str, ProblemKind)] = {
    use ProblemKind::{
        MalformedQuery, MethodNotAllowed, UnknownAddress, UnknownSurvey, UnsupportedMediaType,
    };
    const JSON: &str = "application/json";
    &[
        ("POST", SUBMISSIONS, "text/plain", UnsupportedMediaType),
        (
            "POST",
            SUBMISSIONS,
            "application/x-www-form-urlencoded",
            UnsupportedMediaType,
        ),
        ("POST", SUBMISSIONS, "", UnsupportedMediaType),
        (
            "POST",
            "/api/v1/surveys/nope/submissions",
            JSON,
            UnknownSurvey,
        ),
        (
            "POST",
            "/api/v1/surveys/%3Cb%3E/submissions",
            JSON,
            UnknownSurvey,
        ),
        (
            "POST",
            "/api/v1/surveys/%FF/submissions",
            JSON,
            UnknownSurvey,
        ),
        ("GET", "/api/v1/surveys/Census", "", UnknownSurvey),
        ("GET", "/api/v1/surveys/nope/results", "", UnknownSurvey),
        (
            "GET",
            "/api/v1/surveys/nope/results/live",
            "",
            UnknownSurvey,
        ),
        ("GET", "/api", "", UnknownAddress),
        ("GET", "/api/", "", UnknownAddress),
        ("GET", "/api/v1/nope", "", UnknownAddress),
        (
            "POST",
            "/api/v2/surveys/census/submissions",
            JSON,
            UnknownAddress,
        ),
        ("GET", SUBMISSIONS, "", MethodNotAllowed),
        ("PUT", SUBMISSIONS, JSON, MethodNotAllowed),
        ("PUT", "/api/v1/surveys/census", JSON, MethodNotAllowed),
        ("POST", "/healthz", JSON, MethodNotAllowed),
        (
            "GET",
            "/api/v1/surveys/census/results?confidence=1",
            "",
            MalformedQuery,
        ),
        (
            "GET",
            "/api/v1/surveys/census/results?confidence=95",
            "",
            MalformedQuery,
        ),
        (
            "GET",
            "/api/v1/surveys/census/results?confidence=nan",
            "",
            MalformedQuery,
        ),
        (
            "GET",
            "/api/v1/surveys/census/results/live?confidence=high",
            "",
            MalformedQuery,
        ),
        (
            "GET",
            "/api/v1/surveys/census/results?confidence=.5&confidence=.6",
            "",
            MalformedQuery,
        ),
        (
            "GET",
            "/api/v1/surveys/census/results?format=csv",
            "",
            MalformedQuery,
        ),
    ]
};

#[test]
fn every_kind_is_tried() {
    let good = Devices::new(20).body();
    let bodies = wrong_bodies(&good).into_iter().map(|(_, kind)| kind);
    let requests = WRONG_REQUESTS.iter().map(|(.., kind)| *kind);
    // By tests of their own.
    let others = [
        ProblemKind::BodyTooLarge,
        ProblemKind::BodyTooSlow,
        ProblemKind::TooManyRequests,
        ProblemKind::SurveyBusy,
        ProblemKind::ReportIdReused,
        ProblemKind::SurveyClosed,
        ProblemKind::InviteSpent,
        ProblemKind::StorageUnavailable,
        ProblemKind::SurveyNotOpen,
        ProblemKind::Unauthenticated,
        ProblemKind::TooManyAttempts,
        ProblemKind::AlreadySetUp,
        ProblemKind::Forbidden,
        ProblemKind::CrossSite,
        ProblemKind::InvalidSurvey,
        ProblemKind::SurveyExists,
        ProblemKind::SurveyDeleted,
        ProblemKind::VersionConflict,
        ProblemKind::EditForbidden,
        ProblemKind::EditedMeanwhile,
        ProblemKind::UnknownVersion,
        ProblemKind::UnknownToken,
        ProblemKind::LastOperator,
        ProblemKind::InvalidSettings,
        ProblemKind::RowsNotKept,
        ProblemKind::TooFewReports,
        ProblemKind::CrossTabsImpossible,
        ProblemKind::SumsImpossible,
        ProblemKind::Unavailable,
        ProblemKind::InviteMissing,
        ProblemKind::InviteUnknown,
        ProblemKind::NoTokensHere,
        ProblemKind::OriginNotAllowed,
        ProblemKind::UnknownRoom,
        ProblemKind::RoomLocked,
        ProblemKind::RoomFull,
        ProblemKind::UnknownPool,
        ProblemKind::NotForPool,
        ProblemKind::PoolFull,
        ProblemKind::NotEncapsulated,
        ProblemKind::UnknownLine,
        ProblemKind::InvalidPicture,
        ProblemKind::UnknownPicture,
        ProblemKind::PictureMissing,
    ];
    let tried: BTreeSet<_> = bodies
        .chain(requests)
        .chain(others)
        .map(ProblemKind::type_uri)
        .collect();
    assert_eq!(tried, ProblemKind::ALL.map(ProblemKind::type_uri).into());
}

#[tokio::test]
async fn wrong_bodies_are_refused_and_change_nothing() {
    let running = Running::start().await;
    let mut devices = Devices::new(20);
    let (counted, fresh, other) = (devices.submission(), devices.body(), devices.body());
    running.post(counted.body(&running.survey)).await;
    let before = expected_counts([&counted]);
    let mut bodies = wrong_bodies(&fresh);
    let large = format!("{fresh}{}", " ".repeat(64 * 1024));
    bodies.push((("too large", large), ProblemKind::BodyTooLarge));
    let id = json!(counted.report_id().to_string());
    let reused = changed(&other, |body| body["report_id"] = id);
    bodies.push((("report id reused", reused), ProblemKind::ReportIdReused));
    for ((what, body), kind) in bodies {
        check(running.post(body).await, kind, what).await;
        assert_eq!(counts(&running.results().await), before, "{what}");
    }
    // After all that, the good one counts.
    assert_eq!(running.post(fresh).await.status(), 201);
}

#[tokio::test]
async fn wrong_requests_are_refused_and_change_nothing() {
    let running = Running::start().await;
    let good = Devices::new(24).body();
    for (method, path, content_type, kind) in WRONG_REQUESTS {
        let mut request = running
            .http
            .request(method.parse().unwrap(), running.address(path));
        if !content_type.is_empty() {
            request = request.header(header::CONTENT_TYPE, *content_type);
        }
        if *method == "POST" || *method == "PUT" {
            request = request.body(good.clone());
        }
        let what = format!("{method} {path} {content_type}");
        check(request.send().await.unwrap(), *kind, &what).await;
        assert_eq!(
            counts(&running.results().await),
            expected_counts([]),
            "{what}"
        );
    }
}

#[tokio::test]
async fn a_failing_storage_counts_nothing_and_recovers() {
    let running = Running::start().await;
    let submission = Devices::new(21).submission();
    let body = submission.body(&running.survey);
    let file = running.database_file();
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", file.display()))
        .await
        .unwrap();
    // The reports can be remembered, but the last table cannot be counted in: half done.
    for (breaks, mends) in [
        (
            "ALTER TABLE part_counts RENAME TO gone",
            "ALTER TABLE gone RENAME TO part_counts",
        ),
        (
            "ALTER TABLE submissions RENAME TO gone",
            "ALTER TABLE gone RENAME TO submissions",
        ),
    ] {
        sqlx::query(breaks).execute(&mut database).await.unwrap();
        let response = running.post(body.clone()).await;
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        let problem = check(response, ProblemKind::StorageUnavailable, breaks).await;
        assert!(!problem.detail.contains("table"), "{}", problem.detail);
        sqlx::query(mends).execute(&mut database).await.unwrap();
        let nothing = expected_counts([]);
        assert_eq!(counts(&running.results().await), nothing);
    }
    assert_eq!(running.post(body.clone()).await.status(), 201);
    assert_eq!(running.post(body).await.status(), 200);
    assert_eq!(
        counts(&running.results().await),
        expected_counts([&submission])
    );

    sqlx::query("ALTER TABLE survey_counts RENAME TO gone")
        .execute(&mut database)
        .await
        .unwrap();
    let response = running.get("/api/v1/surveys/census/results").await;
    check(response, ProblemKind::StorageUnavailable, "results").await;
}

#[tokio::test]
async fn a_malformed_body_is_located_and_not_repeated() {
    let running = Running::start().await;
    let body = "{\n  \"version\": 1,\n  \"<script>\": 1\n}";
    let problem = check(running.post(body).await, ProblemKind::MalformedBody, body).await;
    assert!(
        problem.detail.ends_with("at line 3 column 12"),
        "{}",
        problem.detail
    );
    assert!(!problem.detail.contains("script"), "{}", problem.detail);

    let mut unknown: Value = serde_json::from_str(&Devices::new(22).body()).unwrap();
    unknown["reports"]["<script>"] = json!(0);
    let response = running.post(unknown.to_string()).await;
    let problem = check(response, ProblemKind::ImpossibleSubmission, "question").await;
    assert!(!problem.detail.contains("script"), "{}", problem.detail);
}

/// The sender never sends what it announces: whoever waited for it would wait for ever.
#[tokio::test]
async fn a_large_body_is_refused_before_it_is_read() {
    let running = Running::start().await;
    let announced = format!(
        "POST {SUBMISSIONS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: 65537\r\nconnection: close\r\n\r\n"
    );
    let answer = running.raw(announced.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");

    let mut unannounced = format!(
        "POST {SUBMISSIONS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\nconnection: close\r\n\r\n"
    );
    for _ in 0..65 {
        unannounced.push_str("400\r\n");
        unannounced.push_str(&" ".repeat(1024));
        unannounced.push_str("\r\n");
    }
    let answer = running.raw(unannounced.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

/// Whoever is not told would send the next request into nothing.
#[tokio::test]
async fn a_connection_that_will_close_says_so() {
    let running = Running::start().await;
    let head = |path: &str, kind: &str| {
        format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\n")
    };
    let settings = "/api/v1/surveys/census/settings";
    for (path, kind, status) in [
        (SUBMISSIONS, "text/plain", "415"),
        (SUBMISSIONS, "application/json", "413"),
        ("/api/v1/nothing", "application/json", "404"),
        (settings, "application/json", "405"),
    ] {
        let request = head(path, kind) + "content-length: 1000000\r\n\r\n";
        let answer = running.raw(request.as_bytes()).await.to_lowercase();
        assert!(
            answer.starts_with(&format!("http/1.1 {status} ")),
            "{answer}"
        );
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
    // What was read to its end leaves the way free, and a second request is answered.
    let body = "{}";
    let length = body.len();
    let refused =
        head(SUBMISSIONS, "application/json") + &format!("content-length: {length}\r\n\r\n{body}");
    let last = "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let answers = running
        .raw((refused + last).as_bytes())
        .await
        .to_lowercase();
    assert_eq!(answers.matches("http/1.1 ").count(), 2, "{answers}");
    assert_eq!(answers.matches("connection: close").count(), 1, "{answers}");
}

#[tokio::test]
async fn a_content_type_may_have_parameters() {
    let running = Running::start().await;
    let response = running
        .http
        .post(running.address(SUBMISSIONS))
        .header(header::CONTENT_TYPE, "Application/JSON; charset=utf-8")
        .body(Devices::new(23).body())
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::CREATED);
}

#[tokio::test]
async fn what_an_address_takes_is_told() {
    let running = Running::start().await;
    let response = running.get(SUBMISSIONS).await;
    assert_eq!(response.headers()[header::ALLOW], "POST");
}
