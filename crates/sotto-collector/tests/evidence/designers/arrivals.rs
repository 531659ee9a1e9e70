//! Stuffing costs time: a survey takes so many an hour, and operators see what came.

use std::{sync::Arc, time::Duration};

use reqwest::{Method, header};
use serde_json::{Value, json};
use sotto_collector::{Clock, StoppedClock};
use sotto_survey::ProblemKind;

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
};

on_both!(
    a_survey_takes_so_many_an_hour_and_operators_see_it,
    only_operators_see_arrivals,
);

const HOUR: Duration = Duration::from_hours(1);

/// How many of so many submissions are counted.
async fn counted(office: &Office, devices: &mut Devices, times: usize) -> usize {
    let address = office.running.address("/api/v1/surveys/other/submissions");
    let mut counted = 0;
    for _ in 0..times {
        let posted = harness::post(&office.running.http, &address, devices.body()).await;
        if posted.status() == 201 {
            counted += 1;
        } else {
            assert!(posted.headers().contains_key(header::RETRY_AFTER));
            refused(posted, ProblemKind::SurveyBusy, "beyond the bound").await;
        }
    }
    counted
}

/// What came in the hours of the only survey, the latest first: counted, turned away, unusual.
async fn hours(office: &Office) -> Vec<(u64, u64, bool)> {
    let told = office.get("/arrivals").await;
    assert_eq!(told.as_array().unwrap().len(), 1);
    assert_eq!(told[0]["survey"], "other");
    let hour = |hour: &Value| {
        let number = |name: &str| hour[name].as_u64().unwrap();
        let is_unusual = hour["unusual"].as_bool().unwrap();
        (number("counted"), number("turned_away"), is_unusual)
    };
    let hours = told[0]["hours"].as_array().unwrap();
    hours.iter().map(hour).collect()
}

async fn a_survey_takes_so_many_an_hour_and_operators_see_it(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    // All that follows within an hour is of one hour of the calendar.
    let left = 3_600 - clock.moment().seconds().rem_euclid(3_600);
    clock.advance(Duration::from_secs(left.unsigned_abs()));
    let office = Office::open_at(database, clock.clone()).await;
    assert_eq!(
        office.post("/surveys", &survey("other", 1)).await.status(),
        201
    );
    let mut devices = Devices::new(140);
    for _ in 0..3 {
        assert_eq!(counted(&office, &mut devices, 12).await, 12);
        clock.advance(HOUR);
    }
    let few = office
        .patch("/surveys/other/settings", &json!({ "per_hour": 9 }))
        .await;
    refused(few, ProblemKind::InvalidSettings, "nine an hour").await;
    let bound = json!({ "per_hour": 20 });
    let set = office.patch("/surveys/other/settings", &bound).await;
    assert_eq!(set.status(), 200);
    // A stuffer sends without pause: half at once, and then one in six minutes.
    let body = devices.body();
    let address = office.running.address("/api/v1/surveys/other/submissions");
    let first = harness::post(&office.running.http, &address, body.clone()).await;
    assert_eq!(first.status(), 201);
    // The same again and again takes no place from anybody.
    for _ in 0..12 {
        let again = harness::post(&office.running.http, &address, body.clone()).await;
        assert_eq!(again.status(), 200);
    }
    assert_eq!(counted(&office, &mut devices, 59).await, 9);
    clock.advance(Duration::from_secs(359));
    assert_eq!(counted(&office, &mut devices, 1).await, 0);
    clock.advance(Duration::from_secs(1));
    assert_eq!(counted(&office, &mut devices, 2).await, 1);
    // Who was counted, and did not hear it, is told so all the same.
    let again = harness::post(&office.running.http, &address, body).await;
    assert_eq!(again.status(), 200);
    let seen = hours(&office).await;
    assert_eq!(seen[1..], [(10, 0, false); 3]);
    assert_eq!(seen[0], (10, 50, true));
}

async fn only_operators_see_arrivals(database: TestDatabase) {
    let office = Office::open(database).await;
    assert_eq!(office.get("/arrivals").await, json!([]));
    let designer = office.token("designer", None).await;
    for (token, kind) in [
        (designer.as_str(), ProblemKind::Forbidden),
        ("", ProblemKind::Unauthenticated),
    ] {
        let response = send(office.request(Method::GET, "/arrivals", token), None).await;
        refused(response, kind, "arrivals").await;
    }
}
