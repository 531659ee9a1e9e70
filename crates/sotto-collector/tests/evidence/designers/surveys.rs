//! Publishing, settings, closing and deleting.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use sotto_collector::ServeOptions;
use sotto_survey::ProblemKind;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices, Running},
};

on_both!(
    a_survey_is_published_with_everything_decided,
    a_new_version_collects_and_the_old_one_is_kept,
    a_survey_collects_when_its_settings_say_so,
    a_deleted_survey_leaves_nothing,
    a_deleted_sample_stays_deleted,
    lessons_have_surveys_where_the_site_is,
    what_is_wrong_with_a_survey_is_told,
    no_survey_takes_an_address_of_the_api_for_its_id,
    another_collector_sees_every_change,
    an_act_is_ended_and_noted_though_nobody_waits_for_it,
);

async fn a_survey_is_published_with_everything_decided(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut mine = survey("mine", 1);
    mine["questions"][1]["mechanism"] = "auto".into();
    let response = office.post("/surveys", &mine).await;
    assert_eq!(response.status(), 201);
    assert_eq!(response.headers()["location"], "/api/v1/surveys/mine");
    let published = harness::json(response).await;
    let question = &published["questions"][1];
    assert_ne!(question["mechanism"], "auto");
    assert!(!question["weights"].as_array().unwrap().is_empty());
    // Respondents read the very same, without a token.
    assert_eq!(office.running.json("/api/v1/surveys/mine").await, published);
    let again = office.post("/surveys", &mine).await;
    refused(again, ProblemKind::SurveyExists, "again").await;
    let wrong = office.post("/surveys", &json!({"sotto": 1})).await;
    refused(wrong, ProblemKind::InvalidSurvey, "wrong").await;
    let ids: Vec<Value> = office.get("/surveys").await.as_array().unwrap().clone();
    let ids: Vec<&str> = ids.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["census", "five-questions", "mine"]);
}

/// It could be made, but neither be read nor deleted.
async fn no_survey_takes_an_address_of_the_api_for_its_id(database: TestDatabase) {
    let office = Office::open(database).await;
    let description = office.get("/openapi.json").await;
    let beside: BTreeSet<&str> = description["paths"]
        .as_object()
        .unwrap()
        .keys()
        .filter_map(|path| path.strip_prefix("/api/v1/surveys/")?.split('/').next())
        .filter(|first| !first.starts_with('{'))
        .collect();
    assert!(beside.contains("validate"));
    for id in beside {
        let response = office.post("/surveys", &survey(id, 1)).await;
        let problem = refused(response, ProblemKind::InvalidSurvey, id).await;
        assert!(
            problem.detail.contains("choose another id"),
            "{}",
            problem.detail
        );
        let report = office.post("/surveys/validate", &survey(id, 1)).await;
        assert_eq!(harness::json(report).await["valid"], false, "{id}");
    }
    assert_eq!(office.get("/surveys").await.as_array().unwrap().len(), 2);
}

async fn a_new_version_collects_and_the_old_one_is_kept(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut devices = Devices::new(50);
    let first = devices.body();
    assert_eq!(office.running.post(first.clone()).await.status(), 201);
    for (version, status) in [(1, 409), (2, 201), (2, 409)] {
        let response = office
            .post("/surveys/census/versions", &survey("census", version))
            .await;
        assert_eq!(response.status(), status, "{version}");
    }
    let other = office
        .post("/surveys/census/versions", &survey("other", 9))
        .await;
    refused(other, ProblemKind::InvalidSurvey, "another id").await;
    let old = office.running.post(devices.body()).await;
    refused(old, ProblemKind::WrongVersion, "to the old version").await;
    let read = |path: &str| format!("/surveys/census{path}");
    assert_eq!(office.get(&read("")).await["version"], 2);
    assert_eq!(office.get(&read("?version=1")).await["version"], 1);
    let results = office.get(&read("/results?version=2")).await;
    assert_eq!(
        (&results["version"], harness::reports(&results)[0]),
        (&json!(2), 0)
    );
    let results = office.get(&read("/results?version=1")).await;
    assert_eq!(
        (&results["version"], harness::reports(&results)[0]),
        (&json!(1), 1)
    );
    for path in ["?version=3", "/results?version=3"] {
        let request = office.request(Method::GET, &read(path), "");
        refused(send(request, None).await, ProblemKind::UnknownVersion, path).await;
    }
}

async fn a_survey_collects_when_its_settings_say_so(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut devices = Devices::new(51);
    let path = "/surveys/census/settings";
    let phase = async || office.get("/surveys/census/status").await["phase"].clone();
    assert_eq!(phase().await, "open");
    for (patch, expected, kind) in [
        (json!({"closed": true}), "closed", ProblemKind::SurveyClosed),
        (
            json!({"closed": false, "opens": "2999-01-01T00:00:00Z"}),
            "not-yet-open",
            ProblemKind::SurveyNotOpen,
        ),
        (
            json!({"opens": null, "closes": "2020-01-01T00:00:00Z"}),
            "closed",
            ProblemKind::SurveyClosed,
        ),
    ] {
        let response = office.patch(path, &patch).await;
        assert_eq!(response.status(), 200, "{patch}");
        assert_eq!(phase().await, expected);
        let response = office.running.post(devices.body()).await;
        refused(response, kind, expected).await;
    }
    let response = office
        .patch(path, &json!({"closes": null, "quota": 2}))
        .await;
    assert_eq!(response.status(), 200);
    for _ in 0..2 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
    }
    assert_eq!(phase().await, "full");
    let response = office.running.post(devices.body()).await;
    refused(response, ProblemKind::SurveyClosed, "full").await;
    assert_eq!(harness::reports(&office.running.results().await)[0], 2);

    for wrong in [
        json!({"quota": 0}),
        json!({"closed_on": null}),
        json!([1]),
        json!({"x": 1}),
    ] {
        let response = office.patch(path, &wrong).await;
        refused(response, ProblemKind::InvalidSettings, &wrong.to_string()).await;
    }
    let response = office.patch(path, &json!({"quota": null})).await;
    assert_eq!(response.status(), 200);
    let close = office.post("/surveys/census/close", &Value::Null).await;
    assert_eq!(close.status(), 204);
    assert_eq!(phase().await, "closed");
    // To the hour: the minute would tell who answered last.
    let closed_on = office.get(path).await["closed_on"].clone();
    assert!(
        closed_on.as_str().unwrap().ends_with(":00:00Z"),
        "{closed_on}"
    );
    let open = office.post("/surveys/census/reopen", &Value::Null).await;
    assert_eq!(open.status(), 204);
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    let good = office
        .post("/surveys/census/close?for_good=true", &Value::Null)
        .await;
    assert_eq!(good.status(), 204);
    let never = office.post("/surveys/census/reopen", &Value::Null).await;
    refused(never, ProblemKind::SurveyClosed, "reopened").await;
    assert_eq!(harness::reports(&office.running.results().await)[0], 3);
}

async fn a_deleted_survey_leaves_nothing(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut devices = Devices::new(52);
    assert_eq!(office.running.post(devices.body()).await.status(), 201);
    let queued = devices.body();
    let patched = office
        .patch("/surveys/census/settings", &json!({"quota": 7}))
        .await;
    assert_eq!(patched.status(), 200);
    let delete = || office.request(Method::DELETE, "/surveys/census", &office.operator);
    assert_eq!(send(delete(), None).await.status(), 204);
    for path in ["", "/results", "/status", "/results/live"] {
        let request = office.request(Method::GET, &format!("/surveys/census{path}"), "");
        refused(send(request, None).await, ProblemKind::UnknownSurvey, path).await;
    }
    let response = office.running.post(devices.body()).await;
    refused(response, ProblemKind::UnknownSurvey, "submission").await;
    let again = send(delete(), None).await;
    refused(again, ProblemKind::UnknownSurvey, "deleted twice").await;
    // One of the same id begins with nothing, and gets nothing that was meant for the old one: it has
    // another version.
    let same = office.post("/surveys", &survey("census", 1)).await;
    refused(same, ProblemKind::SurveyDeleted, "same version").await;
    let later = office.post("/surveys", &survey("census", 2)).await;
    assert_eq!(later.status(), 201);
    let copy = office.running.post(queued).await;
    refused(copy, ProblemKind::WrongVersion, "a copy for the old one").await;
    let results = office.get("/surveys/census/results").await;
    assert_eq!(harness::reports(&results)[0], 0);
    assert_eq!(
        office.get("/surveys/census/settings").await["quota"],
        Value::Null
    );
}

async fn a_deleted_sample_stays_deleted(database: TestDatabase) {
    let office = Office::open(database).await;
    let delete = office.request(Method::DELETE, "/surveys/census", &office.operator);
    assert_eq!(send(delete, None).await.status(), 204);
    let url = office.database.url.clone();
    let another = Running::start_with(|options| options.database = url).await;
    let sample = another.get("/api/v1/surveys/census").await;
    assert_eq!(sample.status(), 404);
}

async fn lessons_have_surveys_where_the_site_is(database: TestDatabase) {
    const LESSON: &str = "/api/v1/surveys/lesson-two-coins";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").unwrap();
    let url = database.url.clone();
    let office = Office::open(database).await;
    assert_eq!(office.running.get(LESSON).await.status(), 404);
    let start = async |lessons| {
        let (url, site) = (url.clone(), folder.path().to_owned());
        let configure = |options: &mut ServeOptions| {
            options.database = url;
            options.site = Some(site.into());
            options.lessons = lessons;
        };
        Running::start_with(configure).await
    };
    assert_eq!(start(false).await.get(LESSON).await.status(), 404);
    // The database is no fresh one.
    let teaching = start(true).await;
    let survey = teaching.json(LESSON).await;
    assert_eq!(survey["epsilon"], "ln 3");
    office.running.until_status(LESSON, 200).await;
    // They are no designer's.
    let listed = office.get("/surveys").await;
    let ids: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["census", "five-questions"]);
    let results = teaching.json(&format!("{LESSON}/results")).await;
    assert_eq!(results["minimum_reports"], 20);
    let delete = office.request(
        Method::DELETE,
        "/surveys/lesson-two-coins",
        &office.operator,
    );
    assert_eq!(send(delete, None).await.status(), 204);
    let again = start(true).await;
    assert_eq!(again.get(LESSON).await.status(), 404);
    let other = again.get("/api/v1/surveys/lesson-numbers").await;
    assert_eq!(other.status(), 200);
}

async fn what_is_wrong_with_a_survey_is_told(database: TestDatabase) {
    let office = Office::open(database).await;
    let report = async |survey: &Value| {
        let response = office.post("/surveys/validate", survey).await;
        assert_eq!(response.status(), 200);
        harness::json(response).await
    };
    let good = report(&survey("mine", 1)).await;
    assert_eq!(good["valid"], true);
    assert!(good["cost"]["epsilon_actual"].as_f64().unwrap() <= 3.0);
    let mut wrong = survey("mine", 1);
    wrong["questions"][0]["mechanism"] = "no-such".into();
    wrong["questions"][2]["epsilon"] = "-1".into();
    let bad = report(&wrong).await;
    assert_eq!(bad["valid"], false);
    let problems = bad["problems"].as_array().unwrap().iter();
    let places: Vec<&str> = problems.map(|one| one["place"].as_str().unwrap()).collect();
    assert_eq!(places, ["/questions/0", "/questions/2"]);
}

async fn another_collector_sees_every_change(database: TestDatabase) {
    let url = database.url.clone();
    let office = Office::open(database).await;
    let other = Running::start_with(|options| options.database = url).await;
    assert_eq!(
        office.post("/surveys", &survey("mine", 1)).await.status(),
        201
    );
    // It looks once a second; nothing here depends on how long that takes.
    other.until_status("/api/v1/surveys/mine", 200).await;
    let gone = office.request(Method::DELETE, "/surveys/mine", &office.operator);
    assert_eq!(send(gone, None).await.status(), 204);
    other.until_status("/api/v1/surveys/mine", 404).await;
}

/// Whoever closes the connection in time could act unnoted otherwise, and leave half of it undone.
async fn an_act_is_ended_and_noted_though_nobody_waits_for_it(database: TestDatabase) {
    const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
    let office = Office::open(database).await;
    let held = office.database.hold().await;
    let mut connection = TcpStream::connect(office.running.collector.address())
        .await
        .unwrap();
    let change = json!({ "results": "private" }).to_string();
    let request = format!(
        "PATCH /api/v1/surveys/census/settings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        office.operator,
        change.len()
    );
    connection.write_all(request.as_bytes()).await.unwrap();
    // It asks for what to change: the act is under way.
    let mut asked = [0; CONTINUE.len()];
    connection.read_exact(&mut asked).await.unwrap();
    assert_eq!(asked, CONTINUE);
    connection.write_all(change.as_bytes()).await.unwrap();
    connection.shutdown().await.unwrap();
    drop(connection);
    // Whoever comes later is served.
    for _ in 0..3 {
        assert_eq!(office.running.get("/healthz").await.status(), 200);
    }
    held.release().await;
    office.until_noted("settings.change").await;
    let results = office.running.get("/api/v1/surveys/census/results").await;
    assert_eq!(results.status(), 401);
}
