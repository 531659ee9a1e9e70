//! Tokens, sessions, and who may do what.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use reqwest::{Method, header};
use serde_json::{Value, json};
use sotto_collector::StoppedClock;
use sotto_survey::ProblemKind;

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Running},
};

on_both!(
    the_first_operator_is_made_once,
    without_an_operator_in_force_a_first_one_can_be_made_again,
    each_role_may_what_it_is_for_and_no_more,
    a_token_ends_when_it_is_rotated_or_revoked,
    a_browser_changes_only_what_its_own_page_asks_for,
    wrong_secrets_have_to_wait_and_keep_nobody_out,
    a_right_token_is_let_in_whatever_its_address_guessed,
    what_was_done_is_in_the_log_and_no_secret_is_stored,
);

async fn the_first_operator_is_made_once(database: TestDatabase) {
    let url = database.url.clone();
    let office = Office::open(database).await;
    let setup_token = office.running.collector.setup_token().unwrap();
    let again = json!({ "setup_token": setup_token, "name": "Second" });
    let response = office.post("/setup", &again).await;
    refused(response, ProblemKind::AlreadySetUp, "again").await;
    // Nor by another collector on the same database.
    let other = Running::start_with(|options| options.database = url).await;
    assert_eq!(other.collector.setup_token(), None);
    let fresh = Running::start().await;
    for text in ["", "sotto-setup_x", &setup_token] {
        let body = json!({ "setup_token": text, "name": "First" });
        let request = fresh.http.post(fresh.address("/api/v1/setup"));
        let response = send(request, Some(&body)).await;
        refused(response, ProblemKind::Unauthenticated, text).await;
    }
}

async fn without_an_operator_in_force_a_first_one_can_be_made_again(database: TestDatabase) {
    let office = Office::open(database).await;
    let until_tomorrow = json!({"name": "Second", "role": "operator", "days": 1});
    let second = harness::json(office.post("/tokens", &until_tomorrow).await).await;
    let own = office.operator.split('_').nth(1).unwrap();
    let revoke = async |id: &str| {
        let path = format!("/tokens/{id}");
        send(
            office.request(Method::DELETE, &path, &office.operator),
            None,
        )
        .await
    };
    // Tomorrow has come: the second is worth nothing, and the first is the last one again.
    let expire = |id: &str| format!("UPDATE tokens SET expires_day = 1 WHERE id = '{id}'");
    let second = second["id"].as_str().unwrap();
    office.database.execute(&expire(second)).await;
    refused(
        revoke(own).await,
        ProblemKind::LastOperator,
        "the last in force",
    )
    .await;
    assert_eq!(revoke(second).await.status(), 204);

    office.database.execute(&expire(own)).await;
    let running = office.running.restart().await;
    let setup_token = running.collector.setup_token().unwrap();
    let body = json!({ "setup_token": setup_token, "name": "Again" });
    let setup = || running.http.post(running.address("/api/v1/setup"));
    let response = send(setup(), Some(&body)).await;
    assert_eq!(response.status(), 201);
    let token = harness::json(response).await["token"].clone();
    let tokens = running.http.get(running.address("/api/v1/tokens"));
    let tokens = send(tokens.bearer_auth(token.as_str().unwrap()), None).await;
    assert_eq!(tokens.status(), 200);
    refused(
        send(setup(), Some(&body)).await,
        ProblemKind::AlreadySetUp,
        "twice",
    )
    .await;
    assert_eq!(running.restart().await.collector.setup_token(), None);
}

/// The hash of a picture that nobody has.
const PICTURE: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// What there is to do, as method, path and body, from the least role that may do it. `other` is the
/// id of somebody else's token.
fn acts(other: &str) -> Vec<(&'static str, Method, String, Option<Value>)> {
    let of = |role, method, path: &str, body| (role, method, path.to_owned(), body);
    let crossed = "/surveys/mine/cross-tabs?questions=over-50,race";
    let summed = "/surveys/mine/sums?question=over-50&answers=yes";
    let picture = format!("/surveys/mine/pictures/{PICTURE}");
    vec![
        of("viewer", Method::GET, "/surveys", None),
        of("viewer", Method::GET, "/surveys/mine/results", None),
        of("viewer", Method::GET, "/surveys/mine/exports/csv", None),
        of("viewer", Method::GET, "/surveys/mine/exports/xlsx", None),
        of("viewer", Method::GET, "/surveys/mine/results/live", None),
        of("viewer", Method::GET, "/surveys/mine/versions", None),
        of("viewer", Method::GET, crossed, None),
        of("viewer", Method::GET, summed, None),
        of("teacher", Method::GET, "/surveys/mine/settings", None),
        of("teacher", Method::POST, "/surveys/mine/close", None),
        of("teacher", Method::POST, "/surveys/mine/reopen", None),
        of(
            "designer",
            Method::PATCH,
            "/surveys/mine/settings",
            Some(json!({"keep_rows": true})),
        ),
        of("designer", Method::GET, "/surveys/mine/exports/rows", None),
        of(
            "designer",
            Method::GET,
            "/surveys/mine/exports/ndjson",
            None,
        ),
        of(
            "designer",
            Method::GET,
            "/surveys/mine/exports/parquet",
            None,
        ),
        of(
            "designer",
            Method::POST,
            "/surveys/validate",
            Some(survey("x", 1)),
        ),
        of(
            "designer",
            Method::POST,
            "/surveys/mine/versions",
            Some(survey("mine", 1)),
        ),
        of(
            "designer",
            Method::POST,
            "/surveys",
            Some(survey("another", 1)),
        ),
        of(
            "designer",
            Method::POST,
            "/surveys/mine/invites",
            Some(json!({"number": 1})),
        ),
        of(
            "designer",
            Method::POST,
            "/surveys/mine/completion-codes/check",
            Some(json!({ "codes": ["C1K2X9"] })),
        ),
        of("designer", Method::GET, "/surveys/mine/invites", None),
        of("designer", Method::DELETE, "/surveys/mine/invites", None),
        of(
            "designer",
            Method::POST,
            "/surveys/mine/close?for_good=true",
            None,
        ),
        of("designer", Method::PUT, &picture, None),
        of("designer", Method::DELETE, &picture, None),
        of("operator", Method::GET, "/tokens", None),
        of("operator", Method::GET, "/arrivals", None),
        of("operator", Method::GET, "/rooms", None),
        of("operator", Method::GET, "/audit-log", None),
        of("operator", Method::POST, "/clock/confirm", None),
        of(
            "operator",
            Method::POST,
            "/tokens",
            Some(json!({"name": "x", "role": "viewer"})),
        ),
        of(
            "operator",
            Method::POST,
            &format!("/tokens/{other}/rotate"),
            None,
        ),
        of(
            "operator",
            Method::DELETE,
            &format!("/tokens/{other}"),
            None,
        ),
        // At the end: then it is gone.
        of("designer", Method::DELETE, "/surveys/mine", None),
    ]
}

/// Everything that is described as being for those with a token is among the acts, apart from what a room's presenter
/// may do as well, which is tried with rooms.
async fn assert_complete(
    office: &Office,
    acts: &[(&str, Method, String, Option<Value>)],
    other: &str,
) {
    let description = office.get("/openapi.json").await;
    let mut described = BTreeSet::new();
    for (path, operations) in description["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let ways = operation["security"].as_array();
            let is_for = |who: &str| ways.is_some_and(|ways| ways.contains(&json!({ who: [] })));
            if is_for("token") && !is_for("presenter") {
                let path = path.trim_start_matches("/api/v1");
                described.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    let tried = acts.iter().map(|(_, method, path, _)| {
        let path = path.split('?').next().unwrap();
        let path = path
            .replace("/mine", "/{id}")
            .replace(other, "{id}")
            .replace(PICTURE, "{hash}");
        // Of rows and of everything else.
        let path = match path.split_once("/exports/") {
            Some((survey, _)) => format!("{survey}/exports/{{format}}"),
            None => path,
        };
        format!("{method} {path}")
    });
    assert_eq!(tried.collect::<BTreeSet<_>>(), described);
}

async fn each_role_may_what_it_is_for_and_no_more(database: TestDatabase) {
    let office = Office::open(database).await;
    let roles = ["viewer", "teacher", "designer", "operator"];
    let created = office.post("/surveys", &survey("mine", 1)).await;
    assert_eq!(created.status(), 201);
    let mut tokens = Vec::new();
    for role in &roles[..3] {
        tokens.push(office.token(role, Some(&["mine"])).await);
    }
    tokens.push(office.operator.clone());
    let stranger = office.token("designer", Some(&["other"])).await;
    let another = office.token("viewer", None).await;
    let another = another.split('_').nth(1).unwrap();
    let acts = acts(another);
    assert_complete(&office, &acts, another).await;
    for (least, method, path, body) in acts {
        let what = format!("{method} {path}");
        let least = roles.iter().position(|role| *role == least).unwrap();
        let nobody = send(office.request(method.clone(), &path, ""), body.as_ref()).await;
        refused(nobody, ProblemKind::Unauthenticated, &what).await;
        if path.starts_with("/surveys/mine") {
            let request = office.request(method.clone(), &path, &stranger);
            let response = send(request, body.as_ref()).await;
            refused(response, ProblemKind::Forbidden, &what).await;
        }
        for (index, token) in tokens.iter().enumerate() {
            let response = send(office.request(method.clone(), &path, token), body.as_ref()).await;
            if index < least {
                refused(response, ProblemKind::Forbidden, &what).await;
            } else {
                assert!(
                    ![401, 403].contains(&response.status().as_u16()),
                    "{} {what}",
                    roles[index]
                );
            }
        }
    }
    // A designer for some surveys can make one, and it is theirs.
    let made = office.request(Method::POST, "/surveys", &stranger);
    let made = send(made, Some(&survey("theirs", 1))).await;
    assert_eq!(made.status(), 201);
    let settings = office.request(Method::GET, "/surveys/theirs/settings", &stranger);
    assert_eq!(send(settings, None).await.status(), 200);
    // Once it is deleted, one of the same id by another is not.
    let gone = office.request(Method::DELETE, "/surveys/theirs", &stranger);
    assert_eq!(send(gone, None).await.status(), 204);
    let again = office.post("/surveys", &survey("theirs", 2)).await;
    assert_eq!(again.status(), 201);
    let settings = office.request(Method::GET, "/surveys/theirs/settings", &stranger);
    refused(
        send(settings, None).await,
        ProblemKind::Forbidden,
        "inherited",
    )
    .await;
}

async fn a_token_ends_when_it_is_rotated_or_revoked(database: TestDatabase) {
    let office = Office::open(database).await;
    let viewer = office.token("viewer", None).await;
    let id = viewer.split('_').nth(1).unwrap().to_owned();
    let list = |token: String| office.request(Method::GET, "/surveys", &token);
    assert_eq!(send(list(viewer.clone()), None).await.status(), 200);
    // Its holder may rotate it.
    let path = format!("/tokens/{id}/rotate");
    let rotated = send(office.request(Method::POST, &path, &viewer), None).await;
    assert_eq!(rotated.status(), 200);
    let new = harness::json(rotated).await["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let old = send(list(viewer.clone()), None).await;
    refused(old, ProblemKind::Unauthenticated, "the old secret").await;
    assert_eq!(send(list(new.clone()), None).await.status(), 200);
    let path = format!("/tokens/{id}");
    let revoke = |token: &str, path: &str| office.request(Method::DELETE, path, token);
    assert_eq!(
        send(revoke(&office.operator, &path), None).await.status(),
        204
    );
    refused(
        send(list(new), None).await,
        ProblemKind::Unauthenticated,
        "revoked",
    )
    .await;
    let unknown = send(revoke(&office.operator, &path), None).await;
    refused(unknown, ProblemKind::UnknownToken, "revoked twice").await;
    let own = office.operator.split('_').nth(1).unwrap().to_owned();
    let refusal = send(revoke(&office.operator, &format!("/tokens/{own}")), None).await;
    refused(refusal, ProblemKind::LastOperator, "the last operator").await;
    for wrong in [
        json!({"name": "x", "role": "operator", "surveys": ["a"]}),
        json!({"name": "", "role": "viewer"}),
        json!({"name": "a\u{0}", "role": "viewer"}),
        json!({"name": "x", "role": "king"}),
        json!({"name": "x", "role": "viewer", "days": 0}),
        json!({"name": "x", "role": "viewer", "surveys": ["A"]}),
    ] {
        let response = office.post("/tokens", &wrong).await;
        refused(response, ProblemKind::MalformedBody, &wrong.to_string()).await;
    }
}

async fn a_browser_changes_only_what_its_own_page_asks_for(database: TestDatabase) {
    let office = Office::open(database).await;
    let body = json!({ "token": office.operator });
    let sign_in = || office.request(Method::POST, "/session", "");
    let foreign = sign_in().header("sec-fetch-site", "cross-site");
    refused(
        send(foreign, Some(&body)).await,
        ProblemKind::CrossSite,
        "a foreign page",
    )
    .await;
    let own = sign_in().header("sec-fetch-site", "same-origin");
    let response = send(own, Some(&body)).await;
    assert_eq!(response.status(), 201);
    let cookie = response.headers()[header::SET_COOKIE]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        cookie.starts_with("sotto-session=") && !cookie.contains("Secure"),
        "{cookie}"
    );
    for word in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let csrf = harness::json(response).await["csrf"]
        .as_str()
        .unwrap()
        .to_owned();
    // Behind a proxy that speaks TLS the browser sends it over nothing else.
    let secure = sign_in()
        .header("sec-fetch-site", "same-origin")
        .header("x-forwarded-proto", "https");
    let response = send(secure, Some(&body)).await;
    let secure = response.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(secure.starts_with("__Host-sotto-session=") && secure.contains("; Secure"));

    let cookie = cookie.split(';').next().unwrap().to_owned();
    let with_cookie = |method: Method, path: &str| {
        office
            .request(method, path, "")
            .header(header::COOKIE, &cookie)
    };
    let read = send(with_cookie(Method::GET, "/session"), None).await;
    assert_eq!(harness::json(read).await["csrf"], csrf.as_str());
    assert_eq!(
        send(with_cookie(Method::GET, "/tokens"), None)
            .await
            .status(),
        200
    );

    let close = || with_cookie(Method::POST, "/surveys/census/close");
    let host = office.running.collector.address().to_string();
    for (what, request) in [
        ("nothing", close()),
        ("no token", close().header("sec-fetch-site", "same-origin")),
        (
            "a wrong token",
            close()
                .header("sec-fetch-site", "same-origin")
                .header("x-sotto-csrf", &csrf[1..]),
        ),
        ("no origin", close().header("x-sotto-csrf", &csrf)),
        (
            "another site",
            close()
                .header("x-sotto-csrf", &csrf)
                .header("sec-fetch-site", "same-site"),
        ),
        (
            "another origin",
            close()
                .header("x-sotto-csrf", &csrf)
                .header(header::ORIGIN, "https://evil.example"),
        ),
    ] {
        refused(send(request, None).await, ProblemKind::CrossSite, what).await;
    }
    let own = close()
        .header("x-sotto-csrf", &csrf)
        .header(header::ORIGIN, format!("http://{host}"));
    assert_eq!(send(own, None).await.status(), 204);
    let out = with_cookie(Method::DELETE, "/session")
        .header("x-sotto-csrf", &csrf)
        .header("sec-fetch-site", "same-origin");
    let response = send(out, None).await;
    assert_eq!(response.status(), 204);
    assert!(
        response.headers()[header::SET_COOKIE]
            .to_str()
            .unwrap()
            .contains("Max-Age=0")
    );
    let after = send(with_cookie(Method::GET, "/tokens"), None).await;
    refused(after, ProblemKind::Unauthenticated, "signed out").await;
}

/// A token's id and its secret, which may hold a "_" itself.
fn halves(token: &str) -> (&str, &str) {
    let without_prefix = token.strip_prefix("sotto_").unwrap();
    without_prefix.split_once('_').unwrap()
}

async fn wrong_secrets_have_to_wait_and_keep_nobody_out(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    // The holder works.
    assert!(office.get("/tokens").await.is_array());
    let (id, secret) = halves(&office.operator);
    let first = if secret.starts_with('A') { 'B' } else { 'A' };
    let wrong = format!("sotto_{id}_{first}{}", &secret[1..]);
    let try_it = async || send(office.request(Method::GET, "/tokens", &wrong), None).await;
    for _ in 0..5 {
        assert_eq!(try_it().await.status(), 401);
    }
    // No time passes: however often it is tried, it has to wait.
    for _ in 0..3 {
        let response = try_it().await;
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }
    clock.advance(Duration::from_secs(1));
    assert_eq!(try_it().await.status(), 401);
    assert_eq!(try_it().await.status(), 429);
    // And still does, from the same address.
    assert!(office.get("/tokens").await.is_array());
}

/// Everybody in a school, or behind a proxy that is not trusted, calls from one address.
async fn a_right_token_is_let_in_whatever_its_address_guessed(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock).await;
    let newcomer = office.token("operator", None).await;
    let (id, secret) = halves(&newcomer);
    let first = if secret.starts_with('A') { 'B' } else { 'A' };
    let try_it = async |token: &str| {
        let response = send(office.request(Method::GET, "/tokens", token), None).await;
        response.status()
    };
    // Somebody tries tokens that there are not, until the whole address has to wait.
    for number in 0..25 {
        let made_up = format!("sotto_{number:016x}_{secret}");
        assert_eq!(try_it(&made_up).await, 401);
    }
    let made_up = format!("sotto_{:016x}_{secret}", 25);
    assert_eq!(try_it(&made_up).await, 429);
    let wrong = format!("sotto_{id}_{first}{}", &secret[1..]);
    assert_eq!(try_it(&wrong).await, 429);
    // The collector has never seen this token before, and no time has passed.
    assert_eq!(try_it(&newcomer).await, 200);
    // It is nobody's ticket to guess more.
    assert_eq!(try_it(&wrong).await, 429);
    assert_eq!(try_it(&made_up).await, 429);
}

async fn what_was_done_is_in_the_log_and_no_secret_is_stored(database: TestDatabase) {
    let office = Office::open(database).await;
    let viewer = office.token("viewer", None).await;
    assert_eq!(
        office.post("/surveys", &survey("mine", 1)).await.status(),
        201
    );
    assert_eq!(
        office
            .post("/surveys/mine/close", &Value::Null)
            .await
            .status(),
        204
    );
    let deleted = office.request(Method::DELETE, "/surveys/mine", &office.operator);
    assert_eq!(send(deleted, None).await.status(), 204);
    let id = viewer.split('_').nth(1).unwrap();
    assert_eq!(
        office.acts().await,
        [
            "survey.delete".to_owned(),
            "survey.close".to_owned(),
            "survey.create".to_owned(),
            format!("token.create {id}"),
            "setup".to_owned(),
        ]
    );
    let log = office.get("/audit-log").await;
    assert_eq!(log[0]["survey"], "mine");
    assert!(log[0]["hour"].as_str().unwrap().ends_with(":00:00Z"));
    let earlier = office
        .get(&format!("/audit-log?before={}", log[0]["entry"]))
        .await;
    assert_eq!(earlier.as_array().unwrap().len(), 4);
    let tokens = office.get("/tokens").await.to_string();
    for token in [&viewer, &office.operator] {
        let (_, secret) = halves(token);
        assert!(!tokens.contains(secret) && !tokens.contains("argon2"));
    }
}
