//! One person, one answer: each mode of access does what its name says, on both databases.

mod completion_codes;

use std::{collections::HashSet, sync::Arc};

use rand::{SeedableRng, rngs::ChaCha20Rng};
use reqwest::{Method, Response, header};
use serde_json::{Value, json};
use sotto_api::{
    client::{Client, ClientError, with_invite},
    unlinkable::{Evaluation, Goods, Purchase},
};
use sotto_collector::{Rate, ServeOptions, StoppedClock};
use sotto_survey::{Identifier, Problem, ProblemKind};

use crate::{
    databases::{TestDatabase, on_both},
    harness::{CENSUS, Devices, json as body_of, post},
    operated::Operated,
};

on_both!(
    an_open_survey_asks_for_nothing,
    a_class_code_lets_in_whoever_knows_it,
    an_invite_counts_once,
    a_code_is_checked_before_anything_is_asked_and_nothing_is_spent,
    who_checks_used_invites_has_to_wait,
    a_token_counts_once_and_is_its_surveys,
    an_invite_buys_one_token_or_one_submission,
    nothing_of_a_purchase_is_in_what_is_spent,
    a_ticket_buys_under_a_later_version_and_only_there,
    wrong_class_codes_wait_and_the_class_does_not,
    a_right_invite_is_let_in_whatever_its_address_guessed,
    a_key_outlives_the_collector,
);

/// A collector whose sample survey has these settings.
async fn hosted(database: TestDatabase, settings: Value) -> Operated {
    let few = Rate::per_minute(1, 8);
    let clock = Arc::new(StoppedClock::now());
    let change = |options: &mut ServeOptions| options.limits.wrong_codes = few;
    let operated = Operated::start_at(database, clock, change).await;
    operated.set(settings).await;
    operated
}

impl Operated {
    async fn invites(&self, number: u32) -> Vec<String> {
        let response = self
            .call(Method::POST, "/invites", &json!({ "number": number }))
            .await;
        assert_eq!(response.status(), 201);
        serde_json::from_value(body_of(response).await["invites"].clone()).unwrap()
    }

    async fn check(&self, invite: &str) -> Response {
        let url = self.running.collector.url();
        let address = format!("{url}api/v1/surveys/census/invites/check");
        let body = json!({ "invite": invite }).to_string();
        let request = reqwest::Client::new().post(address).body(body);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        request.send().await.unwrap()
    }

    async fn submit(&self, body: &str, invite: Option<&str>) -> Response {
        let body = invite.map_or(body.to_owned(), |invite| with_invite(body, invite));
        self.running.post(body).await
    }

    fn client(&self) -> Client {
        Client::new(&self.running.collector.url()).unwrap()
    }

    async fn counted(&self) -> u64 {
        let results = self.call(Method::GET, "/results", &Value::Null).await;
        body_of(results).await["questions"][0]["reports"]
            .as_u64()
            .unwrap()
    }
}

fn census() -> Identifier {
    "census".parse().unwrap()
}

fn generator(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

async fn refused(response: Response, kind: ProblemKind) {
    let text = response.text().await.unwrap();
    let problem: Problem = serde_json::from_str(&text).unwrap();
    assert_eq!(problem.type_uri, kind.type_uri(), "{text}");
    assert_eq!(problem.status, kind.status());
}

const FORGED: &str = "ABCDE-FGHJK-MNPQR-STVWX";

async fn an_open_survey_asks_for_nothing(database: TestDatabase) {
    let hosted = hosted(database, json!({})).await;
    let mut devices = Devices::new(100);
    assert_eq!(hosted.submit(&devices.body(), None).await.status(), 201);
    // What is not asked for does no harm.
    let response = hosted.submit(&devices.body(), Some(FORGED)).await;
    assert_eq!(response.status(), 201);
    let status = hosted.running.json("/api/v1/surveys/census/status").await;
    assert_eq!(status["access"], "open");
    assert_eq!(status["issuing_key"], Value::Null);
}

async fn a_class_code_lets_in_whoever_knows_it(database: TestDatabase) {
    let settings = json!({ "access": "class-code", "class_code": "Blue-Whale-7" });
    let hosted = hosted(database, settings).await;
    let mut devices = Devices::new(101);
    let body = devices.body();
    refused(hosted.submit(&body, None).await, ProblemKind::InviteMissing).await;
    for wrong in ["", "blue-whale", FORGED] {
        let response = hosted.submit(&body, Some(wrong)).await;
        refused(response, ProblemKind::InviteUnknown).await;
    }
    for _ in 0..3 {
        let response = hosted.submit(&devices.body(), Some("blue-whale-7 ")).await;
        assert_eq!(response.status(), 201);
    }
    assert_eq!(hosted.counted().await, 3);
    let status = hosted.running.get("/api/v1/surveys/census/status").await;
    let status = status.text().await.unwrap();
    assert!(!status.to_lowercase().contains("whale"), "{status}");
    // Without a code nobody could answer.
    let response = hosted
        .call(Method::PATCH, "/settings", &json!({ "class_code": null }))
        .await;
    refused(response, ProblemKind::InvalidSettings).await;
}

async fn a_code_is_checked_before_anything_is_asked_and_nothing_is_spent(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "invites" })).await;
    let invites = hosted.invites(2).await;
    for _ in 0..3 {
        assert_eq!(hosted.check(&invites[0]).await.status(), 204);
    }
    let typed = invites[0].to_lowercase().replace('-', " ");
    assert_eq!(hosted.check(&typed).await.status(), 204);
    refused(hosted.check(FORGED).await, ProblemKind::InviteUnknown).await;
    refused(hosted.check("").await, ProblemKind::InviteUnknown).await;
    // Asking has spent nothing.
    let mut devices = Devices::new(110);
    let response = hosted.submit(&devices.body(), Some(&invites[0])).await;
    assert_eq!(response.status(), 201);
    refused(hosted.check(&invites[0]).await, ProblemKind::InviteSpent).await;
    assert_eq!(hosted.check(&invites[1]).await.status(), 204);

    let class = json!({ "access": "class-code", "class_code": "Blue-Whale-7" });
    hosted.set(class).await;
    assert_eq!(hosted.check("blue-whale-7 ").await.status(), 204);
    refused(hosted.check("blue-whale").await, ProblemKind::InviteUnknown).await;
    hosted.set(json!({ "access": "open" })).await;
    assert_eq!(hosted.check("").await.status(), 204);
}

/// Whoever handed out invites has them all, and could ask of each, day after day, whether it has been used.
async fn who_checks_used_invites_has_to_wait(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "invites" })).await;
    let invites = hosted.invites(2).await;
    let mut devices = Devices::new(111);
    let response = hosted.submit(&devices.body(), Some(&invites[0])).await;
    assert_eq!(response.status(), 201);
    for _ in 0..8 {
        refused(hosted.check(&invites[0]).await, ProblemKind::InviteSpent).await;
    }
    refused(
        hosted.check(&invites[0]).await,
        ProblemKind::TooManyAttempts,
    )
    .await;
    refused(hosted.check(FORGED).await, ProblemKind::TooManyAttempts).await;
    // Whoever may still answer is let in.
    assert_eq!(hosted.check(&invites[1]).await.status(), 204);
    let response = hosted.submit(&devices.body(), Some(&invites[1])).await;
    assert_eq!(response.status(), 201);
}

async fn an_invite_counts_once(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "invites" })).await;
    let invites = hosted.invites(3).await;
    assert_eq!(invites.iter().collect::<HashSet<_>>().len(), 3);
    let mut devices = Devices::new(102);
    let body = devices.body();
    refused(hosted.submit(&body, None).await, ProblemKind::InviteMissing).await;
    let forged = hosted.submit(&body, Some(FORGED)).await;
    refused(forged, ProblemKind::InviteUnknown).await;

    assert_eq!(hosted.submit(&body, Some(&invites[0])).await.status(), 201);
    // The answer was lost: the same again.
    assert_eq!(hosted.submit(&body, Some(&invites[0])).await.status(), 200);
    let second = hosted.submit(&devices.body(), Some(&invites[0])).await;
    refused(second, ProblemKind::InviteSpent).await;
    let typed = invites[1].to_lowercase().replace('-', " ");
    let response = hosted.submit(&devices.body(), Some(&typed)).await;
    assert_eq!(response.status(), 201);
    assert_eq!(hosted.counted().await, 2);

    let number = body_of(hosted.call(Method::GET, "/invites", &Value::Null).await).await;
    assert_eq!(number["number"], 3);
    let response = hosted.call(Method::DELETE, "/invites", &Value::Null).await;
    assert_eq!(response.status(), 204);
    let withdrawn = hosted.submit(&devices.body(), Some(&invites[2])).await;
    refused(withdrawn, ProblemKind::InviteUnknown).await;
    for number in [0, 10_001] {
        let response = hosted
            .call(Method::POST, "/invites", &json!({ "number": number }))
            .await;
        refused(response, ProblemKind::MalformedBody).await;
    }
}

async fn a_token_counts_once_and_is_its_surveys(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "unlinkable" })).await;
    let invites = hosted.invites(2).await;
    let client = hosted.client();
    let mut generator = generator(1);
    let mut devices = Devices::new(103);
    let token = client
        .buy_token(&census(), 1, &invites[0], &mut generator)
        .await
        .unwrap()
        .token;
    let body = devices.body();
    refused(hosted.submit(&body, None).await, ProblemKind::InviteMissing).await;
    // The invite itself, a token of another key, one letter changed.
    let other = token.replacen(
        &token[60..61],
        if &token[60..61] == "A" { "B" } else { "A" },
        1,
    );
    for wrong in [&invites[1], &"A".repeat(128), &other] {
        let response = hosted.submit(&body, Some(wrong)).await;
        refused(response, ProblemKind::InviteUnknown).await;
    }
    assert_eq!(hosted.submit(&body, Some(&token)).await.status(), 201);
    assert_eq!(hosted.submit(&body, Some(&token)).await.status(), 200);
    let again = hosted.submit(&devices.body(), Some(&token)).await;
    refused(again, ProblemKind::InviteSpent).await;
    assert_eq!(hosted.counted().await, 1);
    // Only with an invite that was handed out.
    let error = client
        .buy_token(&census(), 1, FORGED, &mut generator)
        .await
        .unwrap_err();
    let unknown = ProblemKind::InviteUnknown.type_uri();
    assert!(
        matches!(&error, ClientError::Problem(problem) if problem.type_uri == unknown),
        "{error}"
    );
}

async fn buy(hosted: &Operated, invite: &str, blinded: &str) -> Response {
    let request = json!({
        "invite": invite, "version": 1, "blinded_token": blinded, "blinded_ticket": blinded,
    });
    let path = "/api/v1/surveys/census/unlinkable-tokens";
    let running = &hosted.running;
    post(&running.http, &running.address(path), request.to_string()).await
}

const FIRST: Goods = Goods::Token { version: 1 };

/// A blinded element for the sample survey, in base64url.
fn blinded(status: &Value, seed: u64) -> String {
    let key = status["issuing_key"].as_str().unwrap();
    let purchase = Purchase::begin(FIRST, "census", &bytes(key), &mut generator(seed)).unwrap();
    text(purchase.blinded())
}

fn bytes(base64url: &str) -> [u8; 32] {
    use base64ct::{Base64UrlUnpadded, Encoding};
    let bytes = Base64UrlUnpadded::decode_vec(base64url).unwrap();
    bytes.try_into().unwrap()
}

fn text(bytes: &[u8]) -> String {
    use base64ct::{Base64UrlUnpadded, Encoding};
    Base64UrlUnpadded::encode_string(bytes)
}

async fn an_invite_buys_one_token_or_one_submission(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "unlinkable" })).await;
    let invites = hosted.invites(2).await;
    let status = hosted.running.json("/api/v1/surveys/census/status").await;
    let (one, other) = (blinded(&status, 2), blinded(&status, 3));
    for wrong in [
        "",
        "AAAA",
        &"A".repeat(43),
        &"_".repeat(43),
        &format!("{one}A"),
    ] {
        refused(
            buy(&hosted, &invites[0], wrong).await,
            ProblemKind::MalformedBody,
        )
        .await;
    }
    let first = body_of(buy(&hosted, &invites[0], &one).await).await;
    // The answer was lost: the same element is evaluated again, and no other.
    let again = body_of(buy(&hosted, &invites[0], &one).await).await;
    assert_eq!(first["token"]["evaluated"], again["token"]["evaluated"]);
    refused(
        buy(&hosted, &invites[0], &other).await,
        ProblemKind::InviteSpent,
    )
    .await;

    // Under another mode neither can be had twice.
    hosted.set(json!({ "access": "invites" })).await;
    let mut devices = Devices::new(104);
    let bought = hosted.submit(&devices.body(), Some(&invites[0])).await;
    refused(bought, ProblemKind::InviteUnknown).await;
    let response = hosted.submit(&devices.body(), Some(&invites[1])).await;
    assert_eq!(response.status(), 201);
    refused(
        buy(&hosted, &invites[1], &one).await,
        ProblemKind::NoTokensHere,
    )
    .await;
    hosted.set(json!({ "access": "unlinkable" })).await;
    refused(
        buy(&hosted, &invites[1], &one).await,
        ProblemKind::InviteSpent,
    )
    .await;
}

/// All that the collector sees when a token is bought, and all that it sees when it is spent, have
/// nothing in common, neither on the wire nor in the database; that they are independent as
/// distributions is shown beside the tokens' code.
async fn nothing_of_a_purchase_is_in_what_is_spent(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "unlinkable" })).await;
    let invite = hosted.invites(1).await.remove(0);
    let status = hosted.running.json("/api/v1/surveys/census/status").await;
    let key = bytes(status["issuing_key"].as_str().unwrap());
    let purchase = Purchase::begin(FIRST, "census", &key, &mut generator(4)).unwrap();
    let blinded = text(purchase.blinded());
    let answer = body_of(buy(&hosted, &invite, &blinded).await).await;
    let field = |name: &str| answer["token"][name].as_str().unwrap().to_owned();
    let evaluation = Evaluation::read(&field("evaluated"), &field("proof")).unwrap();
    let token = purchase.finish(&evaluation).unwrap();
    let body = with_invite(&Devices::new(105).body(), &token);
    assert_eq!(hosted.running.post(body.clone()).await.status(), 201);

    let bought = [invite, blinded, field("evaluated"), field("proof")];
    for seen in &bought {
        for part in seen.as_bytes().windows(6) {
            let found = body.as_bytes().windows(6).any(|other| other == part);
            assert!(!found, "{seen} and {body}");
        }
    }
    let storage = hosted.database.open().await;
    let invites = storage.invite_count("census").await.unwrap();
    assert_eq!(
        (invites, hosted.database.rows("spent_invites").await),
        (1, 1)
    );
    let same = "spent_invites JOIN invites \
        ON invites.code_hash = spent_invites.invite OR invites.bought = spent_invites.invite";
    assert_eq!(hosted.database.rows(same).await, 0);
}

/// Publishes the sample survey as another version, and makes devices that answer it.
async fn version(hosted: &Operated, version: u32, seed: u64) -> Devices {
    let mut survey: Value = serde_json::from_str(CENSUS).unwrap();
    survey["version"] = version.into();
    let published = hosted.call(Method::POST, "/versions", &survey).await;
    assert_eq!(published.status(), 201);
    Devices::of(serde_json::from_value(survey).unwrap(), seed)
}

async fn a_ticket_buys_under_a_later_version_and_only_there(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "unlinkable" })).await;
    let invite = hosted.invites(1).await.remove(0);
    let (client, mut generator) = (hosted.client(), generator(7));
    let census = census();
    let mut buy = async |version, with: &str| {
        let bought = client.buy_token(&census, version, with, &mut generator);
        bought.await.map_err(|error| match error {
            ClientError::Problem(problem) => problem.type_uri,
            other => panic!("{other}"),
        })
    };
    let refusal = |kind: ProblemKind| Err(kind.type_uri().to_owned());
    let first = buy(1, &invite).await.unwrap();
    // Neither a second answer to this version, nor what is for another.
    assert_eq!(
        buy(1, &first.ticket).await,
        refusal(ProblemKind::InviteUnknown)
    );
    assert_eq!(
        buy(2, &first.ticket).await,
        refusal(ProblemKind::WrongVersion)
    );
    let earlier = first.ticket.replacen('2', "1", 1);
    assert_eq!(buy(1, &earlier).await, refusal(ProblemKind::InviteUnknown));
    let as_token = first.ticket.split_once('.').unwrap().1;
    let mut devices = Devices::new(109);
    let refused_token = hosted.submit(&devices.body(), Some(as_token)).await;
    refused(refused_token, ProblemKind::InviteUnknown).await;
    let answered = hosted.submit(&devices.body(), Some(&first.token)).await;
    assert_eq!(answered.status(), 201);

    let mut devices = version(&hosted, 2, 110).await;
    let late = hosted.submit(&devices.body(), Some(&first.token)).await;
    refused(late, ProblemKind::InviteUnknown).await;
    assert_eq!(buy(2, &invite).await, refusal(ProblemKind::InviteSpent));
    assert_eq!(
        buy(1, &first.ticket).await,
        refusal(ProblemKind::WrongVersion)
    );
    let second = buy(2, &first.ticket).await.unwrap();
    assert_eq!(
        buy(2, &first.ticket).await,
        refusal(ProblemKind::InviteSpent)
    );
    let answered = hosted.submit(&devices.body(), Some(&second.token)).await;
    assert_eq!(answered.status(), 201);

    // Whoever leaves a version out goes on with the ticket that is left.
    version(&hosted, 3, 111).await;
    let mut devices = version(&hosted, 4, 112).await;
    let fourth = buy(4, &second.ticket).await.unwrap();
    let answered = hosted.submit(&devices.body(), Some(&fourth.token)).await;
    assert_eq!(answered.status(), 201);
    let rows = async |table| hosted.database.rows(table).await;
    assert_eq!(
        (rows("spent_tickets").await, rows("spent_invites").await),
        (2, 3)
    );
    // Nothing that is stored joins two versions, or one with the invite.
    let joined = "spent_tickets JOIN invites ON invites.code_hash IN (ticket, spent_tickets.bought) \
        OR invites.bought IN (ticket, spent_tickets.bought)";
    assert_eq!(rows(joined).await, 0);
    let joined = "spent_tickets JOIN spent_invites ON invite IN (ticket, bought)";
    assert_eq!(rows(joined).await, 0);
}

/// A pupil guesses, or somebody wants to keep the class out: a school is one address.
async fn wrong_class_codes_wait_and_the_class_does_not(database: TestDatabase) {
    let settings = json!({ "access": "class-code", "class_code": "7777" });
    let hosted = hosted(database, settings).await;
    let mut devices = Devices::new(106);
    for guess in 0..8 {
        let response = hosted
            .submit(&devices.body(), Some(&format!("000{guess}")))
            .await;
        refused(response, ProblemKind::InviteUnknown).await;
    }
    let response = hosted.submit(&devices.body(), Some("0008")).await;
    assert!(response.headers().contains_key(header::RETRY_AFTER));
    refused(response, ProblemKind::TooManyAttempts).await;
    // No time has passed, and it is the same address.
    let response = hosted.submit(&devices.body(), Some("7777")).await;
    assert_eq!(response.status(), 201);
    assert_eq!(hosted.counted().await, 1);
}

/// An invite cannot be guessed, so nobody who has one waits for those who try.
async fn a_right_invite_is_let_in_whatever_its_address_guessed(database: TestDatabase) {
    let hosted = hosted(database, json!({ "access": "unlinkable" })).await;
    let invite = hosted.invites(1).await.remove(0);
    let mut devices = Devices::new(108);
    for guess in 0..8 {
        let response = hosted
            .submit(&devices.body(), Some(&format!("000{guess}")))
            .await;
        refused(response, ProblemKind::InviteUnknown).await;
    }
    let response = hosted.submit(&devices.body(), Some("0008")).await;
    assert!(response.headers().contains_key(header::RETRY_AFTER));
    refused(response, ProblemKind::TooManyAttempts).await;
    // No time has passed, and it is the same address.
    let token = hosted
        .client()
        .buy_token(&census(), 1, &invite, &mut generator(6))
        .await
        .unwrap()
        .token;
    let body = with_invite(&devices.body(), &token);
    assert_eq!(hosted.running.post(body).await.status(), 201);
    assert_eq!(hosted.counted().await, 1);
}

async fn a_key_outlives_the_collector(database: TestDatabase) {
    let mut hosted = hosted(database, json!({ "access": "unlinkable" })).await;
    let invite = hosted.invites(1).await.remove(0);
    let client = hosted.client();
    let token = client
        .buy_token(&census(), 1, &invite, &mut generator(5))
        .await
        .unwrap()
        .token;
    let key = async |hosted: &Operated| {
        let status = hosted.running.json("/api/v1/surveys/census/status").await;
        status["issuing_key"].clone()
    };
    let before = key(&hosted).await;
    hosted.running = hosted.running.restart().await;
    assert_eq!(key(&hosted).await, before);
    let body = with_invite(&Devices::new(107).body(), &token);
    assert_eq!(hosted.running.post(body).await.status(), 201);
}
