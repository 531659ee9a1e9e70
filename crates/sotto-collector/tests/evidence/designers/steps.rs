//! A survey is told in steps: the attack of a watcher who looks after each submission.

use std::{sync::Arc, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};
use sotto_collector::StoppedClock;

use super::{Office, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices, counts, reports},
};

on_both!(
    a_watcher_sees_no_fewer_than_a_step_come_in,
    twenty_at_a_time_unless_the_survey_says_otherwise,
    within_a_stretch_of_time_nothing_changes,
    a_step_outlives_a_restart_and_binds_every_collector,
    rows_are_crossed_only_for_those_who_may_export_them,
);

/// Longer than a stretch of time in which results stay.
const LATER: Duration = Duration::from_secs(11);

/// A public survey whose results change by that many submissions at a time.
async fn in_steps(office: &Office, size: Option<u64>) {
    let mut other = survey("other", 1);
    other.as_object_mut().unwrap().remove("minimum-reports");
    if let Some(size) = size {
        other["minimum-reports"] = size.into();
    }
    assert_eq!(office.post("/surveys", &other).await.status(), 201);
    let settings = json!({ "results": "public", "keep_rows": true });
    let set = office.patch("/surveys/other/settings", &settings).await;
    assert_eq!(set.status(), 200);
}

async fn answer(office: &Office, devices: &mut Devices, times: usize) {
    let address = office.running.address("/api/v1/surveys/other/submissions");
    for _ in 0..times {
        let body = devices.body();
        let posted = harness::post(&office.running.http, &address, body).await;
        assert_eq!(posted.status(), 201);
    }
}

/// What anybody is told.
async fn told(office: &Office) -> Value {
    office.running.json("/api/v1/surveys/other/results").await
}

async fn a_watcher_sees_no_fewer_than_a_step_come_in(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    in_steps(&office, Some(5)).await;
    let mut devices = Devices::new(130);
    let mut last = told(&office).await;
    for number in 1..=23_u64 {
        answer(&office, &mut devices, 1).await;
        clock.advance(LATER);
        let now = told(&office).await;
        assert_eq!(reports(&now), [number / 5 * 5; 3], "after {number}");
        if number % 5 != 0 {
            assert_eq!(now, last, "after {number}");
        }
        // Nor by another way of asking.
        let confident = "/api/v1/surveys/other/results?confidence=0.5";
        assert_eq!(counts(&office.running.json(confident).await), counts(&now));
        let together = "/api/v1/surveys/other/results?through=1";
        assert_eq!(counts(&office.running.json(together).await), counts(&now));
        let table = "/api/v1/surveys/other/exports/csv";
        let table = office.running.get(table).await.text().await.unwrap();
        let written = format!(",{},", number / 5 * 5);
        assert!(
            number < 5 || table.lines().skip(1).all(|line| line.contains(&written)),
            "after {number}: {table}"
        );
        last = now;
    }
}

async fn twenty_at_a_time_unless_the_survey_says_otherwise(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    in_steps(&office, None).await;
    let mut devices = Devices::new(131);
    for (more, expected) in [(19, 0), (1, 20), (19, 20), (2, 41)] {
        answer(&office, &mut devices, more).await;
        clock.advance(LATER);
        let now = told(&office).await;
        assert_eq!(reports(&now), [expected; 3]);
        assert_eq!(now["minimum_reports"], 20);
        // Nor is more told to those who run the survey.
        let theirs = office.get("/surveys/other/results").await;
        assert_eq!(theirs, now);
    }
    // Settings can make steps longer, not shorter.
    for (minimum, more, expected) in [(1, 19, 41), (50, 30, 41), (0, 0, 90)] {
        let settings = json!({ "minimum_reports": minimum });
        let set = office.patch("/surveys/other/settings", &settings).await;
        assert_eq!(set.status(), 200);
        answer(&office, &mut devices, more).await;
        clock.advance(LATER);
        assert_eq!(reports(&told(&office).await), [expected; 3], "{minimum}");
    }
}

async fn within_a_stretch_of_time_nothing_changes(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    in_steps(&office, Some(5)).await;
    let mut devices = Devices::new(132);
    assert_eq!(reports(&told(&office).await), [0; 3]);
    answer(&office, &mut devices, 7).await;
    assert_eq!(reports(&told(&office).await), [0; 3]);
    clock.advance(LATER);
    assert_eq!(reports(&told(&office).await), [7; 3]);
    answer(&office, &mut devices, 5).await;
    assert_eq!(reports(&told(&office).await), [7; 3]);
    clock.advance(LATER);
    assert_eq!(reports(&told(&office).await), [12; 3]);
}

async fn a_step_outlives_a_restart_and_binds_every_collector(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let mut office = Office::open_at(database, clock.clone()).await;
    in_steps(&office, Some(5)).await;
    let mut devices = Devices::new(133);
    answer(&office, &mut devices, 6).await;
    let first = told(&office).await;
    assert_eq!(reports(&first), [6; 3]);
    answer(&office, &mut devices, 4).await;
    office.running = office.running.restart().await;
    clock.advance(LATER);
    assert_eq!(told(&office).await, first);
    let second = office.running.second().await;
    let path = "/api/v1/surveys/other/results";
    assert_eq!(second.json(path).await, first);
    answer(&office, &mut devices, 1).await;
    clock.advance(LATER);
    let next = second.json(path).await;
    assert_eq!(reports(&next), [11; 3]);
    assert_eq!(told(&office).await, next);
    second.collector.stop().await.unwrap();
}

async fn rows_are_crossed_only_for_those_who_may_export_them(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    in_steps(&office, Some(5)).await;
    answer(&office, &mut Devices::new(134), 8).await;
    let path = "/surveys/other/cross-tabs?questions=over-50,race";
    let asked = async |token: &str| {
        let asked = send(office.request(Method::GET, path, token), None).await;
        asked.status()
    };
    assert_eq!(asked("").await, 401);
    assert_eq!(asked(&office.token("viewer", None).await).await, 403);
    assert_eq!(asked(&office.token("designer", None).await).await, 200);
}
