//! What is kept no longer than its settings say.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use sotto_collector::StoppedClock;

use super::{Office, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, Running},
    patience::until,
};

on_both!(
    what_is_due_is_erased_when_a_collector_starts,
    a_clock_that_jumped_erases_nothing_without_an_operators_word
);

/// The clock stands in next month when the collector is started again.
async fn a_clock_that_jumped_erases_nothing_without_an_operators_word(database: TestDatabase) {
    let url = database.url.clone();
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock).await;
    assert_eq!(
        office.post("/surveys", &survey("kept", 1)).await.status(),
        201
    );
    let due = json!({ "closed": true, "retention": { "survey": 2 } });
    let settings = "/surveys/kept/settings";
    assert_eq!(office.patch(settings, &due).await.status(), 200);
    // The first look is done beside everything else.
    let storage = office.database.open().await;
    let looked = async || storage.day_of_upkeep().await.unwrap().is_some();
    until("the first look", looked).await;
    let later = Arc::new(StoppedClock::now());
    later.advance(Duration::from_hours(24 * 30));
    let start = || Running::start_at(later.clone(), |options| options.database = url.clone());
    let jumped = start().await;
    office.until_noted("erasing.held").await;
    for collector in [&jumped, &office.running] {
        assert_eq!(collector.get("/api/v1/surveys/kept").await.status(), 200);
    }
    let confirm = jumped.address("/api/v1/clock/confirm");
    let asked = async |token: &str| {
        let request = jumped.http.post(&confirm).bearer_auth(token);
        request.send().await.unwrap().status()
    };
    let designer = office.token("designer", None).await;
    assert_eq!(asked(&designer).await, 403);
    assert_eq!(asked(&office.operator).await, 204);
    // As in an hour.
    let erasing = start().await;
    office.until_noted("survey.delete").await;
    assert_eq!(erasing.get("/api/v1/surveys/kept").await.status(), 404);
    let acts = office.acts().await;
    assert_eq!(acts[..2], ["survey.delete", "clock.confirm"]);
}

async fn what_is_due_is_erased_when_a_collector_starts(database: TestDatabase) {
    let url = database.url.clone();
    let office = Office::open(database).await;
    let keep = json!({"keep_rows": true});
    let settings = "/surveys/census/settings";
    assert_eq!(office.patch(settings, &keep).await.status(), 200);
    let mut devices = Devices::new(80);
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    assert_eq!(
        office.get("/surveys/census/results").await["questions"][0]["reports"],
        1
    );
    let patch = json!({
        "closes": "2020-01-01T00:00:00Z", "retention": { "rows": 1, "ids": 1, "survey": null }
    });
    assert_eq!(office.patch(settings, &patch).await.status(), 200);
    let _other = Running::start_with(|options| options.database = url.clone()).await;
    office.until_noted("rows.delete").await;
    office.until_noted("survey.close-for-good").await;
    let rows = office.running.http.get(
        office
            .running
            .address("/api/v1/surveys/census/exports/rows"),
    );
    let rows = rows.bearer_auth(&office.operator).send().await.unwrap();
    assert_eq!(
        rows.text().await.unwrap().lines().count(),
        1,
        "rows are left"
    );
    // The counts stay, until the survey's own time has come.
    assert_eq!(
        office.get("/surveys/census/results").await["questions"][0]["reports"],
        1
    );
    let patch = json!({"retention": { "survey": 1 }});
    assert_eq!(office.patch(settings, &patch).await.status(), 200);
    let other = Running::start_with(|options| {
        options.database = url;
        options.samples = false;
    })
    .await;
    other.until_status("/api/v1/surveys/census", 404).await;
}

/// A collector begins to erase three surveys, and is held up at the first while another collector
/// opens the second again.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_opened_again_meanwhile_is_kept() {
    let database = TestDatabase::postgres().await;
    let url = database.url.clone();
    let office = Office::open(database).await;
    for id in ["first", "second", "third"] {
        assert_eq!(office.post("/surveys", &survey(id, 1)).await.status(), 201);
        let due = json!({ "closes": "2020-01-01T00:00:00Z", "retention": { "survey": 1 } });
        let settings = format!("/surveys/{id}/settings");
        assert_eq!(office.patch(&settings, &due).await.status(), 200);
    }
    // Erasing begins with the tokens for a survey.
    let database = &office.database;
    let mut holding = database
        .hold_table("token_surveys", "SHARE ROW EXCLUSIVE")
        .await;
    let erasing = Running::start_with(|options| options.database = url).await;
    holding.is_waited_for().await;
    let opened = json!({ "closes": null });
    let opened = office.patch("/surveys/second/settings", &opened).await;
    assert_eq!(opened.status(), 200);
    holding.release().await;
    for (id, status) in [("first", 404), ("third", 404), ("second", 200)] {
        let path = format!("/api/v1/surveys/{id}");
        if status == 404 {
            erasing.until_status(&path, 404).await;
        }
        assert_eq!(erasing.get(&path).await.status(), status, "{id}");
    }
    assert_eq!(database.rows("surveys").await, 3, "the samples too");
}
