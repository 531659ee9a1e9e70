//! Nothing that is told of a survey ever grows by fewer reports than a step: a watcher of every figure subtracts each
//! reading from each later one, of surveys in which not everybody reports everything.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng, rngs::ChaCha20Rng};
use reqwest::Method;
use serde_json::{Value, json};
use sotto_api::client::with_invite;
use sotto_collector::StoppedClock;

use super::{Office, send};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
};

on_both!(
    no_figure_grows_by_fewer_than_a_step,
    exports_of_rows_differ_by_nothing_or_a_step,
    a_watcher_who_answers_reads_the_next_of_an_open_survey_and_of_none_with_invites,
);

/// Of how many reports steps are here.
const STEP: u64 = 5;
/// How often every figure is read of each survey.
const READINGS: usize = 48;
/// Longer than a stretch of time in which results stay.
const LATER: Duration = Duration::from_secs(11);

fn asked(id: &str, epsilon: Option<&str>) -> Value {
    let mut question =
        json!({ "id": id, "type": "yes-no", "title": { "en": id }, "decline": false });
    if let Some(epsilon) = epsilon {
        question["epsilon"] = epsilon.into();
    }
    question
}

fn options(number: usize) -> Value {
    let option = |index| json!({ "id": format!("o{index}"), "title": { "en": "?" } });
    (0..number).map(option).collect()
}

/// A survey with these members beside those that every survey has.
fn survey(id: &str, members: &Value) -> Value {
    let mut survey = json!({
        "sotto": 1, "id": id, "version": 1, "title": { "en": id }, "languages": ["en"],
        "minimum-reports": STEP,
    });
    let object = survey.as_object_mut().unwrap();
    object.extend(members.as_object().unwrap().clone());
    survey
}

/// Surveys of every kind in which some report what others do not.
fn surveys() -> Vec<Value> {
    let four = ["a", "b", "c", "d"].map(|id| asked(id, None));
    let arms = [("a", "1"), ("b", "1"), ("c", "1")].map(|(id, own)| asked(id, Some(own)));
    let several = |question: Value| {
        let mut whole = asked("a", None);
        let object = whole.as_object_mut().unwrap();
        object.extend(question.as_object().unwrap().clone());
        json!([whole])
    };
    let row = |id: &str| json!({ "id": id, "title": { "en": id } });
    let field = |id: &str| json!({ "id": id, "title": { "en": id }, "min": 0, "max": 10 });
    [
        ("all", json!({ "plan": "split", "epsilon": "2", "questions": four })),
        ("drawn", json!({ "plan": "sample", "sample": 1, "epsilon": "2", "questions": four })),
        ("two-drawn", json!({ "plan": "sample", "sample": 2, "epsilon": "2", "questions": four })),
        ("arms", json!({ "plan": "fixed", "epsilon": "2", "arms": [["a", "b"]], "questions": arms })),
        ("by-link", json!({ "plan": "fixed", "epsilon": "2", "arms": [["a", "b"]],
            "arms-by-link": true, "questions": arms })),
        ("linked", json!({ "plan": "split", "epsilon": "2", "link": [["a", "b"]], "questions": four })),
        ("class", json!({ "plan": "sample", "sample": 1, "epsilon": "2",
            "link": [["a", "b"], ["a", "c"], ["a", "d"]], "questions": four })),
        ("waves", json!({ "plan": "split", "epsilon": "3", "epsilon-first": "2", "questions": four[..2] })),
        ("option", json!({ "plan": "split", "epsilon": "2", "questions": several(json!(
            { "type": "multiple-choice", "options": options(3), "reported": 1 })) })),
        ("options", json!({ "plan": "split", "epsilon": "2", "questions": several(json!(
            { "type": "multiple-choice", "options": options(3), "reported": 2 })) })),
        ("rows", json!({ "plan": "split", "epsilon": "2", "questions": several(json!(
            { "type": "matrix", "decline": true, "rows": [row("r"), row("s"), row("t")], "options": options(3),
              "reported": 1 })) })),
        ("order", json!({ "plan": "split", "epsilon": "2", "questions": several(json!(
            { "type": "ranking", "decline": true, "options": options(3) })) })),
        ("fields", json!({ "plan": "split", "epsilon": "2", "questions": several(json!(
            { "type": "numbers", "fields": [field("f"), field("g")], "reported": 1,
              "decline": true })) })),
    ]
    .map(|(id, members)| survey(id, &members))
    .into()
}

/// Publishes it, lets everybody read its results, and keeps its rows; the survey as it collects.
async fn published(office: &Office, survey: &Value) -> sotto_survey::Survey {
    let id = survey["id"].as_str().unwrap();
    let is_first = survey["version"] == 1;
    let path = if is_first {
        "/surveys".to_owned()
    } else {
        format!("/surveys/{id}/versions")
    };
    let response = office.post(&path, survey).await;
    assert_eq!(response.status(), 201, "{id}");
    let published = serde_json::from_value(harness::json(response).await).unwrap();
    if is_first {
        let settings = json!({ "results": "public", "keep_rows": id != "linked" });
        let path = format!("/surveys/{id}/settings");
        assert_eq!(office.patch(&path, &settings).await.status(), 200);
    }
    published
}

async fn answer(office: &Office, id: &str, devices: &mut Devices, times: usize) {
    let path = format!("/api/v1/surveys/{id}/submissions");
    for _ in 0..times {
        let address = office.running.address(&path);
        let posted = harness::post(&office.running.http, &address, devices.body()).await;
        assert_eq!(posted.status(), 201, "{id}");
    }
}

/// The figures of a reading that are numbers of reports, and the rest as it stands beside each.
type Reading = BTreeMap<String, (u64, Value)>;

/// Every number of reports in a value, by where it stands.
fn collect(value: &Value, path: &str, reading: &mut Reading) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let path = format!("{path}/{name}");
                match member
                    .as_u64()
                    .filter(|_| ["reports", "submissions"].contains(&&**name))
                {
                    Some(reports) => {
                        reading.insert(path, (reports, value.clone()));
                    }
                    None => collect(member, &path, reading),
                }
            }
        }
        Value::Array(members) => {
            for (index, member) in members.iter().enumerate() {
                collect(member, &format!("{path}/{index}"), reading);
            }
        }
        _ => {}
    }
}

/// All that anybody is told, and all that an operator is.
async fn read(office: &Office, id: &str, version: u32) -> Reading {
    let mut reading = Reading::new();
    let results = format!("/surveys/{id}/results");
    // What is read of the version that collects is another figure once that is another.
    let of_current = format!("version {version}: ");
    // A wave does not fit the one before it.
    let all = if id == "waves" { &*of_current } else { "all: " };
    for (name, query) in [
        (&*of_current, &*format!("?version={version}")),
        (all, "?confidence=0.5"),
        (all, ""),
        ("first: ", "?version=1"),
    ] {
        let found = office.get(&format!("{results}{query}")).await;
        collect(&found, &format!("{name}{query}"), &mut reading);
    }
    for path in [
        format!("/surveys/{id}/sums?question=a&answers=yes&version={version}"),
        format!("/surveys/{id}/sums?question=b&answers=no"),
        format!("/surveys/{id}/cross-tabs?questions=a,b"),
    ] {
        let is_linked = ["linked", "class"].contains(&id);
        let asked = office.request(Method::GET, &path, &office.operator);
        let response = send(asked, None).await;
        // Of separate questions it is the rows that are crossed.
        if response.status() == 200 && (is_linked || !path.contains("cross-tabs")) {
            let name = if path.contains("version=") {
                &of_current
            } else {
                all
            };
            let path = format!("{name}{path}");
            collect(&harness::json(response).await, &path, &mut reading);
        }
    }
    let table = send(
        office.request(Method::GET, &format!("{results}.csv"), &office.operator),
        None,
    );
    let table = table.await.text().await.unwrap();
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let column = table
        .headers()
        .unwrap()
        .iter()
        .position(|name| name == "reports");
    for (line, record) in table.records().enumerate() {
        let record = record.unwrap();
        let reports = record[column.unwrap()].parse().unwrap();
        let rest: Vec<_> = record.iter().map(str::to_owned).collect();
        reading.insert(format!("{all}csv/{line}"), (reports, rest.into()));
    }
    let listed = office.get("/surveys").await;
    let listed = listed.as_array().unwrap().iter();
    let listed: Vec<_> = listed.filter(|one| one["id"] == id).collect();
    collect(&json!(listed), &format!("{of_current}list"), &mut reading);
    reading
}

async fn no_figure_grows_by_fewer_than_a_step(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let mut office = Office::open_at(database, clock.clone()).await;
    let mut generator = ChaCha20Rng::seed_from_u64(140);
    for (seed, file) in (141..).zip(surveys()) {
        let id = file["id"].as_str().unwrap().to_owned();
        let mut devices = Devices::of(published(&office, &file).await, seed);
        let mut readings: Vec<Reading> = Vec::new();
        let mut version = 1;
        for number in 0..READINGS {
            // One by one, and then as they come.
            let more = if number < READINGS / 2 {
                1
            } else {
                generator.random_range(0..12)
            };
            answer(&office, &id, &mut devices, more).await;
            clock.advance(LATER);
            readings.push(read(&office, &id, version).await);
            if number == READINGS / 3 {
                office.running = office.running.restart().await;
            }
            if number == READINGS * 3 / 4 {
                let mut next = file.clone();
                version = 2;
                next["version"] = 2.into();
                next["title"]["en"] = "Other words".into();
                devices = Devices::of(published(&office, &next).await, seed + 100);
            }
        }
        let mut has_grown = false;
        for (index, later) in readings.iter().enumerate() {
            for earlier in &readings[..index] {
                for (path, (reports, beside)) in later {
                    let zero = (0, Value::Null);
                    let (before, once) = earlier.get(path).unwrap_or(&zero);
                    let grown = reports - before;
                    has_grown |= grown > 0;
                    assert!(
                        grown == 0 || grown >= STEP,
                        "{id} {path}: {grown} more, {once} and then {beside}"
                    );
                    let is_told = path.contains("/questions/") || path.contains("/links/");
                    assert!(
                        grown > 0 || *before == 0 || !is_told || is_same(once, beside),
                        "{id} {path}: {once} and then {beside}"
                    );
                }
            }
        }
        assert!(has_grown, "{id}");
    }
}

/// Whether what stands beside an unchanged number of reports is unchanged, but for what has a number of its own.
fn is_same(one: &Value, other: &Value) -> bool {
    let own = |value: &Value| {
        let mut value = value.clone();
        if let Some(members) = value.as_object_mut() {
            // A linked question's figures are those of its links, which have theirs.
            members.retain(|name, _| name == "reports" || name == "categories");
        }
        value
    };
    own(one) == own(other)
}

/// The rows that an export has, each as often as it does.
async fn rows(office: &Office, token: &str, format: &str) -> BTreeMap<String, u64> {
    let path = format!("/surveys/rows/exports/{format}");
    let response = send(office.request(Method::GET, &path, token), None).await;
    let mut rows = BTreeMap::new();
    if response.status() == 200 {
        for line in response.text().await.unwrap().lines() {
            *rows.entry(line.to_owned()).or_default() += 1;
        }
    }
    rows
}

/// How many rows are in the one that are not in the other.
fn more(rows: &BTreeMap<String, u64>, before: &BTreeMap<String, u64>) -> u64 {
    let more = rows.iter().map(|(row, times)| {
        let known = before.get(row).copied().unwrap_or(0);
        times.saturating_sub(known)
    });
    more.sum()
}

async fn exports_of_rows_differ_by_nothing_or_a_step(database: TestDatabase) {
    let clock = Arc::new(StoppedClock::now());
    let mut office = Office::open_at(database, clock.clone()).await;
    let four = ["a", "b", "c", "d"].map(|id| asked(id, None));
    let file = survey(
        "rows",
        &json!({ "plan": "split", "epsilon": "4", "questions": four }),
    );
    let mut devices = Devices::of(published(&office, &file).await, 150);
    let designer = office.token("designer", Some(&["rows"])).await;
    let viewer = office.token("viewer", None).await;
    let path = "/surveys/rows/exports/ndjson";
    let refused = send(office.request(Method::GET, path, &viewer), None).await;
    assert_eq!(refused.status(), 403);
    let mut generator = ChaCha20Rng::seed_from_u64(151);
    let (mut last, mut told) = (BTreeMap::new(), 0);
    let mut grown = 0;
    for number in 0..READINGS {
        let next = if number < READINGS / 2 {
            1
        } else {
            generator.random_range(0..9)
        };
        answer(&office, "rows", &mut devices, next).await;
        // Whoever reads results may take the step, and whoever exports has no part in it.
        if generator.random() {
            let results = office.get("/surveys/rows/results").await;
            told = results["questions"][0]["reports"].as_u64().unwrap();
        }
        clock.advance(LATER);
        if number % 13 == 12 {
            office.running = office.running.restart().await;
        }
        if number == READINGS / 2 {
            // The daily order of rows forgets when they came, not which were given out.
            let storage = office.database.open().await;
            storage.forget_order().await.unwrap();
            storage.close().await;
        }
        let token = if generator.random() {
            &designer
        } else {
            &office.operator
        };
        let found = rows(&office, token, "ndjson").await;
        assert_eq!(more(&last, &found), 0, "no row is taken back");
        let more = more(&found, &last);
        assert!(more == 0 || more >= STEP, "{more} more rows");
        assert_eq!(rows(&office, &designer, "ndjson").await, found);
        // Results that were told before are of these rows, or of a step fewer or more.
        let number: u64 = found.values().sum();
        let apart = number.abs_diff(told);
        assert!(apart == 0 || apart >= STEP, "{number} rows, {told} told");
        grown += u64::from(more > 0);
        last = found;
    }
    assert!(grown > 5);
    // Rows that are no longer kept leave fewer than a step behind, which are never given out.
    answer(&office, "rows", &mut devices, 2).await;
    let settings = json!({ "keep_rows": false });
    let set = office.patch("/surveys/rows/settings", &settings).await;
    assert_eq!(set.status(), 200);
    let untold = rows(&office, &designer, "ndjson").await;
    let now: u64 = untold.values().sum();
    clock.advance(LATER);
    answer(&office, "rows", &mut devices, 7).await;
    clock.advance(LATER);
    let after = rows(&office, &designer, "ndjson").await;
    let more: u64 = after.values().sum::<u64>() - now;
    assert!(more == 0 || more >= STEP, "{more}");
}

/// The counts of the one question that is told.
async fn counts(office: &Office) -> Vec<u64> {
    let results = office.get("/surveys/open/results").await;
    harness::counts(&results)[0].clone()
}

/// What a step does not hide: that of an open survey a watcher can make up all reports but one. Where each
/// submission spends an invite, nobody can, and without one nothing counts towards a step.
async fn a_watcher_who_answers_reads_the_next_of_an_open_survey_and_of_none_with_invites(
    database: TestDatabase,
) {
    let clock = Arc::new(StoppedClock::now());
    let office = Office::open_at(database, clock.clone()).await;
    let file = survey(
        "open",
        &json!({ "plan": "split", "epsilon": "1", "questions": [asked("a", None)] }),
    );
    let mut devices = Devices::of(published(&office, &file).await, 160);
    let address = office.running.address("/api/v1/surveys/open/submissions");
    let mut own = 0_u128;
    let mut watcher = async |invite: Option<&str>| {
        own += 1;
        let body =
            json!({ "version": 1, "report_id": format!("{own:032x}"), "reports": { "a": 0 } });
        let body = body.to_string();
        let body = invite.map_or_else(|| body.clone(), |invite| with_invite(&body, invite));
        let posted = harness::post(&office.running.http, &address, body).await;
        posted.status().as_u16()
    };
    assert_eq!(counts(&office).await, [0, 0, 0]);
    for _ in 1..STEP {
        assert_eq!(watcher(None).await, 201);
    }
    answer(&office, "open", &mut devices, 1).await;
    clock.advance(LATER);
    let [reports, yes, no] = counts(&office).await[..] else {
        panic!("yes and no");
    };
    assert_eq!(reports, STEP);
    assert_eq!(yes - (STEP - 1) + no, 1, "the next person's noisy report");

    let settings = json!({ "access": "invites" });
    let set = office.patch("/surveys/open/settings", &settings).await;
    assert_eq!(set.status(), 200);
    let minted = office
        .post("/surveys/open/invites", &json!({ "number": STEP }))
        .await;
    let told_once = harness::json(minted).await;
    let invites: Vec<String> = serde_json::from_value(told_once["invites"].clone()).unwrap();
    let before = counts(&office).await;
    // Nothing that comes without an invite, with a made-up one, or with one that is spent counts.
    for _ in 0..2 * STEP {
        assert_ne!(watcher(None).await, 201);
    }
    assert_eq!(watcher(Some(&invites[0])).await, 201);
    for _ in 0..2 * STEP {
        assert_ne!(watcher(Some(&invites[0])).await, 201);
    }
    for invite in &invites[1..invites.len() - 1] {
        assert_eq!(watcher(Some(invite)).await, 201);
    }
    clock.advance(LATER);
    assert_eq!(counts(&office).await, before);
    assert_eq!(watcher(invites.last().map(String::as_str)).await, 201);
    clock.advance(LATER);
    assert_eq!(counts(&office).await[0], 2 * STEP);
}
