//! The pin of a published survey: told, sent along, and held against what is published now.

use serde_json::{Value, json};
use sotto_api::{Access, PublishedHash};
use sotto_survey::{Pin, ProblemKind, Survey};

use super::{Office, refused, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, census, json as body_of, reports},
};

on_both!(
    a_copy_is_counted_only_for_the_survey_that_it_names,
    no_rows_are_kept_once_people_were_told_that_none_are,
);

const SETTINGS: &str = "/surveys/census/settings";

impl Office {
    /// What respondents are told, and that results tell the same pin.
    async fn told(&self) -> Value {
        let status = self.get("/surveys/census/status").await;
        let results = self.get("/surveys/census/results").await;
        assert_eq!(results["pin"], status["pin"]);
        status
    }

    async fn set(&self, patch: Value) {
        let response = self.patch(SETTINGS, &patch).await;
        assert_eq!(response.status(), 200, "{patch}");
    }
}

/// What a device sends that knows the pin of what it shows.
fn pinned(devices: &mut Devices, pin: Pin) -> String {
    devices.submission().with_pin(Some(pin)).body(&census())
}

async fn a_copy_is_counted_only_for_the_survey_that_it_names(database: TestDatabase) {
    let office = Office::open(database).await;
    let hash = PublishedHash::new(&census().compile());
    let pin = hash.pin(Access::Open, false);
    assert_eq!(office.told().await["pin"], pin.as_str());
    let mut devices = Devices::new(150);
    let [counted, late] = [(); 2].map(|()| pinned(&mut devices, pin));
    assert_eq!(counted.len(), late.len());
    assert_eq!(office.running.post(counted.clone()).await.status(), 201);

    let of_another = pinned(&mut devices, Pin::of_sha256(&[7; 32]));
    let response = office.running.post(of_another).await;
    let problem = refused(response, ProblemKind::OtherSurvey, "another pin").await;
    assert!(problem.detail.contains(pin.as_str()), "{}", problem.detail);
    let none = late.replace("sha256-", "sha512-");
    let response = office.running.post(none).await;
    refused(response, ProblemKind::MalformedBody, "no pin").await;

    // Who may answer is part of what people were told.
    office.set(json!({"access": "invites"})).await;
    let of_invites = hash.pin(Access::Invites, false);
    assert_eq!(office.told().await["pin"], of_invites.as_str());
    let response = office.running.post(late.clone()).await;
    refused(response, ProblemKind::OtherSurvey, "open when it was made").await;
    // What was counted stays counted.
    let response = office.running.post(counted).await;
    assert_eq!(response.status(), 200);
    assert_eq!(body_of(response).await["outcome"], "counted-before");

    office.set(json!({"access": "open", "quota": 100})).await;
    assert_eq!(office.told().await["pin"], pin.as_str());
    assert_eq!(office.running.post(late).await.status(), 201);
    // A device that knows no pin sends none.
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    let results = office.get("/surveys/census/results").await;
    assert_eq!(reports(&results), [3; 3]);
}

async fn no_rows_are_kept_once_people_were_told_that_none_are(database: TestDatabase) {
    let office = Office::open(database).await;
    // Nobody has answered.
    office.set(json!({"keep_rows": true})).await;
    assert_eq!(office.told().await["keep_rows"], true);
    office.set(json!({"keep_rows": false})).await;
    let promised = office.told().await;
    let pin: Pin = promised["pin"].as_str().unwrap().parse().unwrap();
    let mut devices = Devices::new(151);
    assert_eq!(office.running.post(devices.body()).await.status(), 201);

    let response = office.patch(SETTINGS, &json!({"keep_rows": true})).await;
    let problem = refused(response, ProblemKind::EditForbidden, "a promise").await;
    assert!(problem.detail.contains("new version"), "{}", problem.detail);
    assert_eq!(office.told().await, promised);
    // Other settings are free.
    office.set(json!({"keep_rows": false, "quota": 9})).await;

    let next = office
        .post("/surveys/census/versions", &survey("census", 2))
        .await;
    assert_eq!(next.status(), 201);
    office.set(json!({"keep_rows": true})).await;
    let told = office.told().await;
    assert_eq!(
        (&told["version"], &told["keep_rows"]),
        (&json!(2), &json!(true))
    );
    let second: Survey = serde_json::from_value(survey("census", 2)).unwrap();
    let mut devices = Devices::of(second.clone(), 152);
    let old = devices.submission().with_pin(Some(pin)).body(&second);
    let response = office.running.post(old).await;
    refused(response, ProblemKind::OtherSurvey, "told of no rows").await;
    let new = told["pin"].as_str().unwrap().parse().unwrap();
    let new = devices.submission().with_pin(Some(new)).body(&second);
    assert_eq!(office.running.post(new).await.status(), 201);
    // They can be given up at any time.
    office.set(json!({"keep_rows": false})).await;
}
