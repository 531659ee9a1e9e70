//! A row that cannot be read is named and left out, and takes nothing else down: neither a collector that runs nor one
//! that starts.

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sotto_survey::ProblemKind;

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices, post, reports},
    patience::until,
};

on_both!(
    a_survey_that_cannot_be_read_takes_nothing_down,
    whatever_cannot_be_read_is_left_out_by_a_collector_that_starts,
    one_publication_reads_one_definition,
    counts_that_cannot_be_read_stop_no_other_survey,
    a_line_that_is_none_stops_the_log_and_no_survey_before_it,
    a_token_that_cannot_be_read_is_nobodys_and_can_be_revoked,
    a_room_that_cannot_be_read_ends_no_other,
    a_collector_that_cannot_look_is_not_ready,
);

impl Office {
    /// The same database, by a collector that starts anew.
    async fn reopened(self) -> Self {
        Self {
            running: self.running.restart().await,
            ..self
        }
    }

    async fn publish(&self, id: &str) {
        let response = self.post("/surveys", &survey(id, 1)).await;
        assert_eq!(response.status(), 201, "{id}");
    }

    async fn status(&self, method: Method, path: &str, body: Option<&Value>) -> StatusCode {
        let request = self.request(method, path, &self.operator);
        send(request, body).await.status()
    }

    async fn readiness(&self) -> String {
        let response = self.running.get("/readyz").await;
        assert_eq!(response.status(), 200);
        response.text().await.unwrap()
    }

    /// Changes rows as if another program had done so, which collectors look for.
    async fn behind_its_back(&self, statement: &str) {
        self.database.execute(statement).await;
        let seen = "UPDATE catalog_revision SET revision = revision + 1";
        self.database.execute(seen).await;
    }

    /// How a submission of the sample's kind to that survey is answered.
    async fn submitted(&self, id: &str, devices: &mut Devices) -> StatusCode {
        let path = format!("/api/v1/surveys/{id}/submissions");
        let address = self.running.address(&path);
        let body = devices.body();
        post(&self.running.http, &address, body).await.status()
    }
}

/// Whoever answers a survey that is like the sample under another id.
fn devices(id: &str, seed: u64) -> Devices {
    Devices::of(serde_json::from_value(survey(id, 1)).unwrap(), seed)
}

const BRICK: &str =
    "INSERT INTO surveys (id, version, definition) VALUES ('brick', 1, '{\"sotto\":1}')";

async fn a_survey_that_cannot_be_read_takes_nothing_down(database: TestDatabase) {
    let office = Office::open(database).await;
    office.publish("other").await;
    assert_eq!(office.readiness().await, "ready\n");
    office.behind_its_back(BRICK).await;
    let is_named = async || office.readiness().await.contains("left out: surveys ");
    until("the row in /readyz", is_named).await;
    // Anybody may ask, and ids may be meant for few.
    assert!(!office.readiness().await.contains("brick"));
    let metrics = office.running.get("/metrics").await.text().await.unwrap();
    assert!(metrics.contains("\nsotto_unreadable_rows 1\n"), "{metrics}");

    let mut office = office;
    for (after, seed) in [("after", 2), ("after-a-start", 3)] {
        let unreadable = ProblemKind::StorageUnavailable;
        let edited = survey("brick", 2);
        let closed = json!({ "closed": true });
        for (method, path, body) in [
            (Method::GET, "/surveys/brick", None),
            (Method::GET, "/surveys/brick/results", None),
            (Method::PATCH, "/surveys/brick/settings", Some(&closed)),
            (Method::POST, "/surveys/brick/close", None),
            (Method::POST, "/surveys/brick/versions", Some(&edited)),
        ] {
            let request = office.request(method, path, &office.operator);
            let response = send(request, body).await;
            let problem = refused(response, unreadable, path).await;
            assert!(
                problem.detail.contains("can delete it"),
                "{}",
                problem.detail
            );
        }
        let answered = office.submitted("brick", &mut devices("brick", 1)).await;
        assert_eq!(answered, 503);
        // Its id is taken for as long as it is there.
        let taken = office.post("/surveys", &survey("brick", 3)).await;
        refused(taken, ProblemKind::SurveyExists, "brick").await;

        office.publish(after).await;
        let mut others = devices("other", seed);
        assert_eq!(office.submitted("other", &mut others).await, 201);
        let change = json!({ "quota": 900 });
        for (method, path, body, status) in [
            (Method::GET, "/surveys/other/results", None, 200),
            (Method::PATCH, "/surveys/other/settings", Some(&change), 200),
            (Method::POST, "/surveys/other/close", None, 204),
            (Method::POST, "/surveys/other/reopen", None, 204),
            (Method::DELETE, &*format!("/surveys/{after}"), None, 204),
        ] {
            let answered = office.status(method, path, body).await;
            assert_eq!(answered, status, "{path}");
        }
        office = office.reopened().await;
    }

    let anothers = office.token("designer", Some(&["other"])).await;
    let request = office.request(Method::DELETE, "/surveys/brick", &anothers);
    refused(send(request, None).await, ProblemKind::Forbidden, "brick").await;
    let deleted = office.status(Method::DELETE, "/surveys/brick", None).await;
    assert_eq!(deleted, 204);
    assert_eq!(office.readiness().await, "ready\n");
    let gone = office.status(Method::GET, "/surveys/brick", None).await;
    assert_eq!(gone, 404);
    let again = office.post("/surveys", &survey("brick", 1)).await;
    refused(again, ProblemKind::SurveyDeleted, "brick").await;
}

async fn whatever_cannot_be_read_is_left_out_by_a_collector_that_starts(database: TestDatabase) {
    let mut office = Office::open(database).await;
    for id in ["good", "a", "b", "c", "d", "e"] {
        office.publish(id).await;
    }
    let newer = json!({ "sotto": 2, "id": "b", "version": 1 });
    for statement in [
        "UPDATE surveys SET definition = '' WHERE id = 'a'",
        &format!("UPDATE surveys SET definition = '{newer}' WHERE id = 'b'"),
        // Another survey's, which would count for it.
        "UPDATE surveys SET definition = (SELECT definition FROM surveys WHERE id = 'good') \
         WHERE id = 'c'",
        "UPDATE survey_settings SET settings = '{' WHERE id = 'd'",
        "UPDATE survey_settings SET settings = '{\"of-the-future\":true}' WHERE id = 'e'",
        // A number that no version has.
        "UPDATE surveys SET version = 5000000000 WHERE id = 'a'",
    ] {
        office.database.execute(statement).await;
    }
    office = office.reopened().await;
    for id in ["a", "b", "c", "d", "e"] {
        let path = format!("/surveys/{id}");
        let found = office.status(Method::GET, &path, None);
        assert_eq!(found.await, 503, "{id}");
    }
    let readiness = office.readiness().await;
    assert_eq!(readiness.matches(',').count(), 1 + 1 + 4, "{readiness}");
    assert!(
        readiness.contains("survey_settings of surveys"),
        "{readiness}"
    );
    let good = devices("good", 3).body();
    let address = office.running.address("/api/v1/surveys/good/submissions");
    let counted = post(&office.running.http, &address, good).await;
    assert_eq!(counted.status(), 201);
    for id in ["a", "b", "c", "d", "e"] {
        let path = format!("/surveys/{id}");
        let deleted = office.status(Method::DELETE, &path, None);
        assert_eq!(deleted.await, 204, "{id}");
    }
    assert_eq!(office.readiness().await, "ready\n");
}

/// What is known is not read again: whatever stands there now, nobody sees it.
async fn one_publication_reads_one_definition(database: TestDatabase) {
    let office = Office::open(database).await;
    for id in ["a", "b", "c"] {
        office.publish(id).await;
    }
    for statement in [
        "UPDATE surveys SET definition = ''",
        "UPDATE survey_settings SET settings = ''",
    ] {
        office.database.execute(statement).await;
    }
    office.publish("d").await;
    let change = json!({ "quota": 900 });
    assert_eq!(
        office.patch("/surveys/d/settings", &change).await.status(),
        200
    );
    for id in ["a", "b", "c", "d"] {
        let mut devices = devices(id, 4);
        assert_eq!(office.submitted(id, &mut devices).await, 201, "{id}");
    }
    assert_eq!(office.readiness().await, "ready\n");
    // A collector that starts has to read them all.
    let office = office.reopened().await;
    for (id, status) in [("a", 503), ("b", 503), ("c", 503), ("d", 200)] {
        let path = format!("/surveys/{id}");
        let found = office.status(Method::GET, &path, None);
        assert_eq!(found.await, status, "{id}");
    }
}

async fn counts_that_cannot_be_read_stop_no_other_survey(database: TestDatabase) {
    let office = Office::open(database).await;
    for id in ["bad", "good"] {
        office.publish(id).await;
        assert_eq!(office.submitted(id, &mut devices(id, 5)).await, 201);
    }
    let damage = "UPDATE part_counts SET reports = 0 \
         WHERE survey = (SELECT key FROM surveys WHERE id = 'bad')";
    office.database.execute(damage).await;
    // As many as come together are counted together.
    let sent = (10..40_u64).map(async |seed| {
        let id = if seed % 2 == 0 { "bad" } else { "good" };
        (id, office.submitted(id, &mut devices(id, seed)).await)
    });
    for (id, status) in join_all(sent).await {
        assert_eq!(status, if id == "bad" { 503 } else { 201 }, "{id}");
    }
    let good = office.get("/surveys/good/results").await;
    assert_eq!(reports(&good)[0], 16, "{good}");
    let bad = office.status(Method::GET, "/surveys/bad/results", None);
    assert_eq!(bad.await, 503);
    let deleted = office.status(Method::DELETE, "/surveys/bad", None);
    assert_eq!(deleted.await, 204);
}

async fn a_line_that_is_none_stops_the_log_and_no_survey_before_it(database: TestDatabase) {
    let office = Office::open(database).await;
    office.publish("before").await;
    let lines = office.database.rows("log_entries").await;
    let add = format!("INSERT INTO log_entries (position, entry) VALUES ({lines}, 'schön')");
    office.database.execute(&add).await;
    let office = office.reopened().await;
    let named = format!("log_entries {lines}");
    assert!(office.readiness().await.contains(&named));
    // Nothing is stored that could not be given out.
    let refusal = office.post("/surveys", &survey("after", 1)).await;
    refused(refusal, ProblemKind::StorageUnavailable, "after").await;
    let stored = office.database.rows("surveys WHERE id = 'after'").await;
    assert_eq!(stored, 0);
    let mut answering = devices("before", 6);
    assert_eq!(office.submitted("before", &mut answering).await, 201);
    let closed = office.status(Method::POST, "/surveys/before/close", None);
    assert_eq!(closed.await, 204);
    for path in ["/api/v1/log/checkpoint", "/api/v1/surveys/before"] {
        assert_eq!(office.running.get(path).await.status(), 200, "{path}");
    }

    // What stands behind such a line is left out, and the collector starts.
    let office = {
        let spoil = "UPDATE log_entries SET entry = 'zwei\u{fc}' WHERE position = 0";
        office.database.execute(spoil).await;
        office.reopened().await
    };
    let found = office.status(Method::GET, "/surveys/before", None).await;
    assert_eq!(found, 503);
    assert!(office.readiness().await.contains("log_entries 0"));
}

async fn a_token_that_cannot_be_read_is_nobodys_and_can_be_revoked(database: TestDatabase) {
    let office = Office::open(database).await;
    let token = office.token("designer", None).await;
    for statement in [
        "UPDATE tokens SET role = 'wizard', created_day = 9000000000000 WHERE role = 'designer'",
        "INSERT INTO audit_log (hour, token, act, survey) \
         VALUES (9000000000000000000, 'x', 'of the future', NULL)",
    ] {
        office.database.execute(statement).await;
    }
    let office = office.reopened().await;
    let request = office.request(Method::POST, "/surveys", &token);
    let response = send(request, Some(&survey("new", 1))).await;
    refused(response, ProblemKind::Unauthenticated, "wizard").await;
    let tokens = office.get("/tokens").await;
    let tokens = tokens.as_array().unwrap();
    let wizard = tokens
        .iter()
        .find(|token| token["role"] == "wizard")
        .unwrap();
    let path = format!("/tokens/{}", wizard["id"].as_str().unwrap());
    assert_eq!(office.status(Method::DELETE, &path, None).await, 204);
    assert!(office.acts().await.iter().any(|act| act == "of the future"));
    office.publish("new").await;
}

async fn a_room_that_cannot_be_read_ends_no_other(database: TestDatabase) {
    let office = Office::open(database).await;
    let options = json!([{ "en": "Yes" }, { "en": "No" }]);
    let request = json!({ "questions": [{ "title": { "en": "Is it?" }, "options": options }] });
    let mut codes = Vec::new();
    for _ in 0..3 {
        let response = office.post("/rooms", &request).await;
        assert_eq!(response.status(), 201);
        let opened = harness::json(response).await;
        codes.push(opened["code"].as_str().unwrap().to_owned());
    }
    let damage = format!("UPDATE rooms SET state = '{{' WHERE code = '{}'", codes[0]);
    office.database.execute(&damage).await;
    let forget = format!(
        "DELETE FROM surveys WHERE id = (SELECT survey FROM rooms WHERE code = '{}')",
        codes[1]
    );
    office.behind_its_back(&forget).await;
    let office = office.reopened().await;
    let opened = async || {
        let listed = office.get("/rooms").await;
        let told = listed.as_array().unwrap().iter();
        let codes = told.map(|one| one["code"].as_str().unwrap().to_owned());
        codes.collect::<Vec<_>>()
    };
    // Operators are told of all, and can end what nobody can use.
    let mut all = codes.clone();
    all.sort();
    assert_eq!(opened().await, all);
    for (code, status, joined) in [
        (&codes[0], 503, 503),
        (&codes[1], 503, 503),
        (&codes[2], 200, 201),
    ] {
        let path = format!("/api/v1/rooms/{code}");
        assert_eq!(office.running.get(&path).await.status(), status, "{code}");
        let members = office.running.address(&format!("{path}/members"));
        let join = post(&office.running.http, &members, "").await;
        assert_eq!(join.status(), joined, "{code}");
    }
    assert_eq!(office.readiness().await, "ready\n");
    for code in &codes[..2] {
        let path = format!("/rooms/{code}");
        assert_eq!(office.status(Method::DELETE, &path, None).await, 204);
    }
    assert_eq!(opened().await, [codes[2].clone()]);
    assert_eq!(office.database.rows("rooms").await, 1);
}

async fn a_collector_that_cannot_look_is_not_ready(database: TestDatabase) {
    let office = Office::open(database).await;
    office.running.until_status("/readyz", 200).await;
    let hide = "ALTER TABLE survey_settings RENAME TO hidden";
    office.behind_its_back(hide).await;
    office.running.until_status("/readyz", 503).await;
    // What is known is served on.
    assert_eq!(office.submitted("census", &mut Devices::new(7)).await, 201);
    let show = "ALTER TABLE hidden RENAME TO survey_settings";
    office.database.execute(show).await;
    office.running.until_status("/readyz", 200).await;
    office.publish("after").await;
}
