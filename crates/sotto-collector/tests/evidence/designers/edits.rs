//! Edits of a published survey: said before they are made, and refused where they would cost people
//! more than they were told.

use reqwest::{Method, Response};
use serde_json::{Value, json};
use sotto_survey::ProblemKind;

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices, counts, expected_counts, reports},
};

on_both!(
    an_edit_is_said_before_it_is_made,
    a_greater_epsilon_waits_until_the_survey_is_closed,
    an_edit_of_an_old_version_is_named,
    counts_of_compatible_versions_add_up_and_no_others,
    people_are_counted_whichever_question_each_reports,
);

const VERSIONS: &str = "/surveys/census/versions";

async fn said(office: &Office, survey: &Value) -> Value {
    let response = office
        .post(&format!("{VERSIONS}?dry-run=true"), survey)
        .await;
    assert_eq!(response.status(), 200);
    harness::json(response).await
}

async fn an_edit_is_said_before_it_is_made(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut words = survey("census", 2);
    words["title"]["en"] = json!("Other words");
    let report = said(&office, &words).await;
    assert_eq!(report["class"], "words");
    assert_eq!(report["permitted"], true);
    assert_eq!(report["counts_fit"], true);
    assert_eq!(
        (&report["current"], &report["version"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(report["changes"][0]["kind"], "texts");
    assert_eq!(report["changes"][0]["pointer"], "/title");
    // Both copies of everything: twice what one costs.
    let once = office.post("/surveys/validate", &survey("mine", 1)).await;
    let once = harness::json(once).await["cost"]["epsilon_actual"].as_f64();
    let both = report["epsilon_of_both"].as_f64().unwrap();
    assert!((both - 2.0 * once.unwrap()).abs() < 1e-9, "{both}");

    let mut structural = survey("census", 2);
    structural["questions"][1]["decline"] = json!(false);
    structural["questions"][1]
        .as_object_mut()
        .unwrap()
        .remove("weights");
    let report = said(&office, &structural).await;
    assert_eq!(report["class"], "structural");
    assert_eq!(report["permitted"], true);
    assert_eq!(report["counts_fit"], false);
    // Nothing of it was published, and nothing noted.
    assert_eq!(office.get("/surveys/census").await["version"], 1);
    let acts = office.acts().await;
    assert!(!acts.contains(&"survey.version".to_owned()), "{acts:?}");
    let viewer = office.token("viewer", None).await;
    let request = office.request(Method::POST, &format!("{VERSIONS}?dry-run=true"), &viewer);
    let response = send(request, Some(&words)).await;
    refused(response, ProblemKind::Forbidden, "a viewer").await;
    let response = office.post(&format!("{VERSIONS}?dry=true"), &words).await;
    refused(response, ProblemKind::MalformedQuery, "another word").await;
}

async fn a_greater_epsilon_waits_until_the_survey_is_closed(database: TestDatabase) {
    let office = Office::open(database).await;
    let mut raised = survey("census", 2);
    raised["epsilon"] = json!("5");
    raised["weak-protection"] = json!(true);
    let question = raised["questions"][1].as_object_mut().unwrap();
    question["epsilon"] = json!("2.5");
    question.remove("weights");
    let report = said(&office, &raised).await;
    assert_eq!(report["class"], "forbidden-while-open");
    assert_eq!(report["permitted"], false);
    let response = office.post(VERSIONS, &raised).await;
    let problem = refused(response, ProblemKind::EditForbidden, "open").await;
    for said in ["/questions/1/epsilon", "once the survey is closed"] {
        assert!(problem.detail.contains(said), "{}", problem.detail);
    }
    assert_eq!(office.get("/surveys/census").await["version"], 1);
    let close = office.post("/surveys/census/close", &Value::Null).await;
    assert_eq!(close.status(), 204);
    assert_eq!(said(&office, &raised).await["permitted"], true);
    assert_eq!(office.post(VERSIONS, &raised).await.status(), 201);
}

async fn an_edit_of_an_old_version_is_named(database: TestDatabase) {
    let office = Office::open(database).await;
    let read = office.running.get("/api/v1/surveys/census").await;
    let first = read.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(first, "\"1\"");
    let publish = async |version: u32, made_from: &str, query: &str| -> Response {
        let path = format!("{VERSIONS}{query}");
        let request = office.request(Method::POST, &path, &office.operator);
        let request = request.header("if-match", made_from);
        send(request, Some(&survey("census", version))).await
    };
    assert_eq!(publish(2, &first, "").await.status(), 201);
    for query in ["", "?dry-run=true"] {
        let response = publish(3, &first, query).await;
        let problem = refused(response, ProblemKind::EditedMeanwhile, query).await;
        let named = problem.detail.contains("version 2, which collects now");
        assert!(named, "{}", problem.detail);
    }
    assert_eq!(publish(3, "\"1\", \"2\"", "").await.status(), 201);
    assert_eq!(publish(4, "*", "").await.status(), 201);
    assert_eq!(office.get("/surveys/census").await["version"], 4);
}

async fn counts_of_compatible_versions_add_up_and_no_others(database: TestDatabase) {
    let office = Office::open(database).await;
    let path = "/surveys/census/results";
    let mut sent = Vec::new();
    let mut count = async |survey: &Value, people: u64| {
        let survey: sotto_survey::Survey = serde_json::from_value(survey.clone()).unwrap();
        let mut devices = Devices::of(survey.clone(), people);
        for _ in 0..people {
            let submission = devices.submission();
            let response = office.running.post(submission.body(&survey)).await;
            assert_eq!(response.status(), 201);
            sent.push(submission);
        }
    };
    count(&survey("census", 1), 7).await;
    let mut words = survey("census", 2);
    words["title"]["en"] = json!("Other words");
    assert_eq!(office.post(VERSIONS, &words).await.status(), 201);
    count(&words, 5).await;
    let together = office.get(path).await;
    assert_eq!(together["versions"], json!([2, 1]));
    assert_eq!(together["submissions"], 12);
    assert_eq!(counts(&together), expected_counts(&sent));
    let list = office.get("/surveys").await;
    let census = list.as_array().unwrap().iter();
    let mut census = census.filter(|one| one["id"] == "census");
    assert_eq!(census.next().unwrap()["submissions"], 12);
    let alone = office.get("/surveys/census/results?version=2").await;
    assert_eq!((alone.get("versions"), reports(&alone)[0]), (None, 5));
    assert_eq!(alone["submissions"], 5);
    let table = office.running.get("/api/v1/surveys/census/exports/csv");
    let table = table.await.text().await.unwrap();
    assert!(
        table.lines().nth(1).unwrap().starts_with("census,2,1+2,"),
        "{table}"
    );
    assert_eq!(live(&office, "").await, together);
    assert_eq!(live(&office, "?version=2").await, alone);

    // Below the minimum of the settings a version adds nothing, whichever it is.
    let minimum = json!({ "minimum_reports": 6 });
    office.patch("/surveys/census/settings", &minimum).await;
    assert_eq!(reports(&office.get(path).await)[0], 7);
    let minimum = json!({ "minimum_reports": 0 });
    office.patch("/surveys/census/settings", &minimum).await;

    let mut structural = survey("census", 3);
    structural["questions"][1]["decline"] = json!(false);
    let question = structural["questions"][1].as_object_mut().unwrap();
    question.remove("weights");
    assert_eq!(office.post(VERSIONS, &structural).await.status(), 201);
    what_did_not_change_goes_on(&office, path).await;
    // What was counted before can still be read.
    let before = office.get(&format!("{path}?through=2")).await;
    assert_eq!((&before, &before["versions"]), (&together, &json!([2, 1])));
    let listed = office.get(VERSIONS).await;
    let expected = json!([
        { "version": 3, "with": [] },
        { "version": 2, "with": [1] },
        { "version": 1, "with": [] },
    ]);
    assert_eq!(listed, expected);
    let unseen = office.request(Method::GET, VERSIONS, "");
    let private = json!({ "results": "private" });
    office.patch("/surveys/census/settings", &private).await;
    refused(
        send(unseen, None).await,
        ProblemKind::Unauthenticated,
        "of private results",
    )
    .await;
    for other in [
        "results?versions=compatible",
        "results?through=2&version=1",
        "results/live?through=2&version=1",
        "sums?question=race&answers=white&through=2&version=1",
        "cross-tabs?questions=race,over-50&through=2&version=1",
    ] {
        let request = office.request(
            Method::GET,
            &format!("/surveys/census/{other}"),
            &office.operator,
        );
        refused(
            send(request, None).await,
            ProblemKind::MalformedQuery,
            other,
        )
        .await;
    }
}

/// Of the third version, in which one question of three changed.
async fn what_did_not_change_goes_on(office: &Office, path: &str) {
    // What did not change goes on being counted, and says from which versions; what changed begins at zero.
    let alone = office.get(path).await;
    assert_eq!(
        (alone.get("versions"), &alone["submissions"]),
        (None, &json!(0))
    );
    assert_eq!(reports(&alone)[..2], [12, 0]);
    let versions = |index: usize| alone["questions"][index].get("versions").cloned();
    assert_eq!((versions(0), versions(1)), (Some(json!([3, 2, 1])), None));
    let published = office.get("/surveys/census").await;
    assert_eq!(published["counted-since"][0]["version"], 1);
    let of_third: sotto_survey::Survey = serde_json::from_value(published).unwrap();
    let mut devices = Devices::of(of_third.clone(), 4);
    for leaves_out in [true, true, false, false] {
        let submission = devices.submission();
        let submission = submission.without_counted(&of_third, |_| leaves_out);
        let response = office.running.post(submission.body(&of_third)).await;
        assert_eq!(response.status(), 201);
    }
    let more = office.get(path).await;
    assert_eq!(reports(&more)[..2], [14, 4]);
    assert_eq!(live(office, "").await, more);
    let table = office.running.get("/api/v1/surveys/census/exports/csv");
    let table = table.await.text().await.unwrap();
    let of_versions = |versions: &str| table.lines().any(|line| line.starts_with(versions));
    assert!(
        of_versions("census,3,1+2+3,") && of_versions("census,3,3,"),
        "{table}"
    );
    let alone_now = office.get("/surveys/census/results?version=3").await;
    assert_eq!(reports(&alone_now)[..2], [2, 4]);
}

/// Three questions, of which each person reports one: as many people as all reports together.
async fn people_are_counted_whichever_question_each_reports(database: TestDatabase) {
    let office = Office::open(database).await;
    let question = |id: &str| json!({ "id": id, "type": "yes-no", "title": { "en": "?" } });
    let survey = json!({
        "sotto": 1, "id": "drawn", "version": 1, "title": { "en": "?" }, "languages": ["en"],
        "plan": "sample", "sample": 1, "epsilon": "1", "minimum-reports": 1,
        "questions": [question("a"), question("b"), question("c")],
    });
    assert_eq!(office.post("/surveys", &survey).await.status(), 201);
    let survey: sotto_survey::Survey = serde_json::from_value(survey).unwrap();
    let mut devices = Devices::of(survey.clone(), 31);
    for _ in 0..30 {
        let body: Value = serde_json::from_str(&devices.submission().body(&survey)).unwrap();
        let request = office.request(Method::POST, "/surveys/drawn/submissions", "");
        assert_eq!(send(request, Some(&body)).await.status(), 201);
    }
    let results = office.get("/surveys/drawn/results").await;
    assert_eq!(results["submissions"], 30);
    let reports = reports(&results);
    assert_eq!(reports.iter().sum::<u64>(), 30);
    assert!(reports.iter().all(|each| *each < 30), "{reports:?}");
}

/// The first live results.
async fn live(office: &Office, query: &str) -> Value {
    let path = format!("/surveys/census/results/live{query}");
    let request = office.request(Method::GET, &path, &office.operator);
    let mut response = send(request, None).await;
    let mut event = Vec::new();
    while !event.ends_with(b"\n\n") {
        event.extend_from_slice(&response.chunk().await.unwrap().unwrap());
    }
    let data = event.strip_prefix(b"data: ").unwrap();
    serde_json::from_slice(data).unwrap()
}
