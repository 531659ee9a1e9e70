//! What is kept no longer than its settings say.

use serde_json::json;

use super::Office;
use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, Running},
};

on_both!(what_is_due_is_erased_when_a_collector_starts);

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
    let acts = async |wanted: &str| {
        while !office.acts().await.iter().any(|act| act == wanted) {
            tokio::task::yield_now().await;
        }
    };
    acts("rows.delete").await;
    acts("survey.close-for-good").await;
    let rows = office
        .running
        .http
        .get(office.running.address("/api/v1/surveys/census/rows.csv"));
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
    while other.get("/api/v1/surveys/census").await.status() != 404 {
        tokio::task::yield_now().await;
    }
}
