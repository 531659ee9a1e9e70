//! Completion codes of people's own: one for each submission that is counted, and nobody can tell which.

use reqwest::{Method, Response, header};
use serde_json::{Value, json};
use sotto_api::{
    client::with_invite,
    unlinkable::{Evaluation, Goods, Purchase},
};
use sotto_survey::ProblemKind;

use super::{FORGED, bytes, census, generator, hosted, refused, text};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{CENSUS, Devices, json as body_of, post},
    operated::Operated,
};

on_both!(
    a_code_is_given_once_for_each_submission_and_again_for_the_same,
    nothing_of_a_code_is_in_what_came_with_the_copy,
    codes_of_ones_own_are_for_the_invited,
);

/// The sample survey as its second version, which gives each person a code of their own.
fn second_version() -> Value {
    let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
    survey["version"] = 2.into();
    survey["closing"] = json!({ "own-code": true });
    survey
}

/// A collector of that version, with invites, and the devices that answer it.
async fn giving(database: TestDatabase, seed: u64) -> (Operated, Vec<String>, Devices) {
    let hosted = hosted(database, json!({ "access": "invites" })).await;
    let survey = second_version();
    let published = hosted.call(Method::POST, "/versions", &survey).await;
    assert_eq!(published.status(), 201);
    let invites = hosted.invites(3).await;
    (
        hosted,
        invites,
        Devices::of(serde_json::from_value(survey).unwrap(), seed),
    )
}

async fn begin(hosted: &Operated, seed: u64) -> Purchase {
    let status = hosted.running.json("/api/v1/surveys/census/status").await;
    let key = bytes(status["issuing_key"].as_str().unwrap());
    Purchase::begin(Goods::Code, "census", &key, &mut generator(seed)).unwrap()
}

fn with_blinded(body: &str, purchase: &Purchase) -> String {
    let blinded = text(purchase.blinded());
    format!("{{\"blinded_code\":\"{blinded}\",{}", &body[1..])
}

async fn code_of(response: Response, purchase: &Purchase) -> String {
    let receipt = body_of(response).await;
    let field = |name: &str| receipt["code"][name].as_str().unwrap().to_owned();
    let evaluation = Evaluation::read(&field("evaluated"), &field("proof")).unwrap();
    purchase.finish(&evaluation).unwrap()
}

async fn check(hosted: &Operated, codes: &[&str]) -> Value {
    let request = json!({ "codes": codes });
    let checked = hosted
        .call(Method::POST, "/completion-codes/check", &request)
        .await;
    assert_eq!(checked.status(), 200);
    body_of(checked).await["codes"].clone()
}

async fn a_code_is_given_once_for_each_submission_and_again_for_the_same(database: TestDatabase) {
    let (hosted, invites, mut devices) = giving(database, 120).await;
    let (copy, invite) = (devices.body(), Some(&*invites[0]));
    let (first, other) = (begin(&hosted, 1).await, begin(&hosted, 2).await);

    // Without what its code is made of, or with what is none, nothing is counted.
    refused(
        hosted.submit(&copy, invite).await,
        ProblemKind::MalformedBody,
    )
    .await;
    for wrong in ["", "AAAA", &"_".repeat(43), &"A".repeat(44)] {
        let body = format!("{{\"blinded_code\":\"{wrong}\",{}", &copy[1..]);
        refused(
            hosted.submit(&body, invite).await,
            ProblemKind::MalformedBody,
        )
        .await;
    }
    // Nor does anybody get a code whom the survey does not let in.
    let whole = with_blinded(&copy, &first);
    refused(
        hosted.submit(&whole, None).await,
        ProblemKind::InviteMissing,
    )
    .await;
    let forged = hosted.submit(&whole, Some(FORGED)).await;
    refused(forged, ProblemKind::InviteUnknown).await;
    assert_eq!(hosted.counted().await, 0);

    let counted = hosted.submit(&whole, invite).await;
    assert_eq!(counted.status(), 201);
    let code = code_of(counted, &first).await;
    // The answer was lost: the same again gives the same.
    let again = hosted.submit(&whole, invite).await;
    assert_eq!(again.status(), 200);
    assert_eq!(code_of(again, &first).await, code);
    // The same copy gives no second code, and the same invite none for another copy.
    let second = hosted.submit(&with_blinded(&copy, &other), invite).await;
    refused(second, ProblemKind::ReportIdReused).await;
    let third = with_blinded(&devices.body(), &other);
    refused(
        hosted.submit(&third, invite).await,
        ProblemKind::InviteSpent,
    )
    .await;

    let typed = code.to_lowercase().replace('-', " ");
    let unknown = "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ";
    let states = check(&hosted, &[&code, &typed, unknown, "C1K2X9", ""]).await;
    let expected = json!(["given", "repeated", "unknown", "unreadable", "unreadable"]);
    assert_eq!(states, expected);
    // Asking keeps nothing.
    assert_eq!(check(&hosted, &[&code]).await, json!(["given"]));
    let client = hosted.client().with_token(&hosted.operator).unwrap();
    let many = vec![code.clone(); 1_001];
    let states = client.check_codes(&census(), &many).await.unwrap();
    let given = { states.iter() }.filter(|&&state| state == sotto_api::CodeState::Given);
    assert_eq!((states.len(), given.count()), (1_001, 1));

    // A survey that is closed, or has another version, knows its codes, and answers what it has counted.
    let closed = hosted.call(Method::POST, "/close", &Value::Null).await;
    assert_eq!(closed.status(), 204);
    assert_eq!(
        code_of(hosted.submit(&whole, invite).await, &first).await,
        code
    );
    let late = with_blinded(&devices.body(), &other);
    let late = hosted.submit(&late, Some(&invites[1])).await;
    refused(late, ProblemKind::SurveyClosed).await;
    let mut third: Value = second_version();
    third["version"] = 3.into();
    third.as_object_mut().unwrap().remove("closing");
    let published = hosted.call(Method::POST, "/versions", &third).await;
    assert_eq!(published.status(), 201);
    assert_eq!(check(&hosted, &[&code]).await, json!(["given"]));
    assert_eq!(hosted.counted().await, 1);

    for wrong in [
        json!({}),
        json!({ "codes": [] }),
        json!({ "codes": vec!["a"; 1_001] }),
        json!({ "codes": [1] }),
    ] {
        let response = hosted
            .call(Method::POST, "/completion-codes/check", &wrong)
            .await;
        refused(response, ProblemKind::MalformedBody).await;
    }
    let address = "/api/v1/surveys/census/completion-codes/check";
    let (running, request) = (&hosted.running, json!({ "codes": [code] }).to_string());
    let strangers = post(&running.http, &running.address(address), request).await;
    refused(strangers, ProblemKind::Unauthenticated).await;
}

/// What comes with a copy is independent of the code (shown as distributions beside the tokens' code), shares nothing with
/// it on the wire, and leaves nothing in the database that the code is in.
async fn nothing_of_a_code_is_in_what_came_with_the_copy(database: TestDatabase) {
    let (hosted, invites, mut devices) = giving(database, 121).await;
    let purchase = begin(&hosted, 3).await;
    let whole = with_blinded(&devices.body(), &purchase);
    let counted = hosted.submit(&whole, Some(&invites[0])).await;
    let receipt = body_of(counted).await.to_string();
    let field = |name: &str| {
        let receipt: Value = serde_json::from_str(&receipt).unwrap();
        receipt["code"][name].as_str().unwrap().to_owned()
    };
    let evaluation = Evaluation::read(&field("evaluated"), &field("proof")).unwrap();
    let code = purchase.finish(&evaluation).unwrap();
    let plain = code.replace('-', "");
    let sent = with_invite(&whole, &invites[0]) + &receipt;
    for part in plain.as_bytes().windows(8) {
        let part = std::str::from_utf8(part).unwrap();
        assert!(!sent.contains(part), "{part} of {code} in {sent}");
    }
    // One key of the survey, one spent invite, one submission: no table has a row for the code.
    let rows = [
        hosted.database.rows("spent_invites").await,
        hosted.database.rows("issuing_keys").await,
    ];
    assert_eq!(rows, [1, 1]);
}

async fn codes_of_ones_own_are_for_the_invited(database: TestDatabase) {
    let hosted = hosted(database, json!({})).await;
    let publish = || async {
        hosted
            .call(Method::POST, "/versions", &second_version())
            .await
    };
    refused(publish().await, ProblemKind::InvalidSurvey).await;
    hosted
        .set(json!({ "access": "class-code", "class_code": "Blue-Whale-7" }))
        .await;
    refused(publish().await, ProblemKind::InvalidSurvey).await;
    hosted.set(json!({ "access": "unlinkable" })).await;
    assert_eq!(publish().await.status(), 201);
    for access in ["open", "class-code"] {
        let settings = json!({ "access": access });
        let response = hosted.call(Method::PATCH, "/settings", &settings).await;
        refused(response, ProblemKind::InvalidSettings).await;
    }
    hosted.set(json!({ "access": "invites" })).await;

    // A new survey asks for invites from its first moment.
    let mut new = second_version();
    new["id"] = "panel".into();
    let address = hosted.running.address("/api/v1/surveys");
    let request = hosted
        .running
        .http
        .post(address)
        .bearer_auth(&hosted.operator);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let created = request.body(new.to_string()).send().await.unwrap();
    assert_eq!(created.status(), 201);
    let status = hosted.running.json("/api/v1/surveys/panel/status").await;
    assert_eq!(status["access"], "invites");
    assert!(status["issuing_key"].is_string(), "{status}");

    // A survey that gives none evaluates none.
    let mut third = second_version();
    third["version"] = 3.into();
    third.as_object_mut().unwrap().remove("closing");
    let purchase = begin(&hosted, 4).await;
    let published = hosted.call(Method::POST, "/versions", &third).await;
    assert_eq!(published.status(), 201);
    let invites = hosted.invites(1).await;
    let mut devices = Devices::of(serde_json::from_value(third).unwrap(), 122);
    let whole = with_blinded(&devices.body(), &purchase);
    let response = hosted.submit(&whole, Some(&invites[0])).await;
    refused(response, ProblemKind::MalformedBody).await;
    let status = hosted.running.json("/api/v1/surveys/census/status").await;
    assert_eq!(status["issuing_key"], Value::Null);
}
