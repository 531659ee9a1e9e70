//! Linked questions: published, answered, counted, and given out as shares, as a table and crossed.

use reqwest::{Method, header};
use serde_json::{Value, json};
use sotto_survey::{ProblemKind, Survey};

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
};

on_both!(
    linked_questions_are_counted_together_and_told_apart,
    separate_questions_say_how_many_more_people_they_take,
    a_link_is_one_line_of_the_cost,
);

/// The census with two of its questions linked.
fn linked() -> Value {
    let mut survey = survey("linked", 1);
    for question in survey["questions"].as_array_mut().unwrap() {
        let question = question.as_object_mut().unwrap();
        question.remove("mechanism");
    }
    survey["link"] = json!([["over-50", "race"]]);
    survey
}

async fn published(office: &Office, survey: &Value) -> Survey {
    let response = office.post("/surveys", survey).await;
    assert_eq!(response.status(), 201);
    let published: Survey = serde_json::from_value(harness::json(response).await).unwrap();
    let opened = json!({ "access": "public" });
    let path = format!("/surveys/{}/settings", published.id());
    office.patch(&path, &opened).await;
    published
}

async fn answer(office: &Office, devices: &mut Devices, id: &str, times: u32) {
    for _ in 0..times {
        let address = office
            .running
            .address(&format!("/api/v1/surveys/{id}/submissions"));
        let request = office.running.http.post(address);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        let response = request.body(devices.body()).send().await.unwrap();
        assert_eq!(response.status(), 201);
    }
}

async fn linked_questions_are_counted_together_and_told_apart(database: TestDatabase) {
    let office = Office::open(database).await;
    let survey = published(&office, &linked()).await;
    assert_eq!(survey.joints()[0].name(), "over-50+race");
    let mut devices = Devices::of(survey.clone(), 31);
    answer(&office, &mut devices, "linked", 40).await;
    let results = office.get("/surveys/linked/results").await;
    let link = &results["links"][0];
    assert_eq!(link["id"], "over-50+race");
    assert_eq!(link["members"], json!(["over-50", "race"]));
    assert_eq!(link["reports"], 40);
    let cells = link["cells"].as_array().unwrap();
    let questions = results["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 3);
    let (over, race) = (&questions[0], &questions[2]);
    for question in [over, race] {
        assert_eq!(
            (&question["link"], &question["reports"]),
            (&json!("over-50+race"), &json!(40))
        );
    }
    let of = |question: &Value| question["categories"].as_array().unwrap().clone();
    assert_eq!(cells.len(), of(over).len() * of(race).len());
    // A question's share is the sum of its cells.
    let sum = |cells: &[Value]| -> f64 {
        cells
            .iter()
            .map(|cell| cell["estimate"].as_f64().unwrap())
            .sum()
    };
    let yes = of(over)[0]["estimate"].as_f64().unwrap();
    assert!((sum(&cells[..of(race).len()]) - yes).abs() < 1e-9);
    // Crossed without noisy rows, in the order that is asked for.
    let table = office
        .get("/surveys/linked/cross-tabs?questions=race,over-50")
        .await;
    assert_eq!(
        (&table["reports"], &table["times_the_people"]),
        (&json!(40), &Value::Null)
    );
    assert_eq!(table["rows"]["id"], "race");
    for (index, row) in table["cells"].as_array().unwrap().iter().enumerate() {
        let cell = &cells[index];
        assert_eq!(cell["categories"][0], "yes");
        let pairs = [(&row[0], cell), (&row[1], &cells[of(race).len() + index])];
        for (crossed, cell) in pairs {
            for figure in ["estimate", "standard_error"] {
                let apart = crossed[figure].as_f64().unwrap() - cell[figure].as_f64().unwrap();
                assert!(apart.abs() < 1e-9, "{figure}");
            }
        }
    }
    // Corrected by shares that are known from elsewhere.
    let known = "/surveys/linked/cross-tabs?questions=race,over-50&known=over-50:";
    let adjusted = office.get(&format!("{known}yes=0.3,no=0.7")).await;
    if let Some(shares) = adjusted["adjusted"].as_array() {
        assert_eq!(shares.len(), of(race).len());
        assert!((sum(shares) - 1.0).abs() < 1e-6);
    }
    for wrong in ["yes=0.3,no=0.6", "maybe=1", "yes", "yes=x,no=1"] {
        let path = format!("{known}{wrong}");
        let response = send(office.request(Method::GET, &path, &office.operator), None).await;
        refused(response, ProblemKind::CrossTabsImpossible, wrong).await;
    }
    let mixed = "/surveys/linked/cross-tabs?questions=race,occupation";
    let response = send(office.request(Method::GET, mixed, &office.operator), None).await;
    let problem = refused(response, ProblemKind::CrossTabsImpossible, "mixed").await;
    assert!(
        problem.detail.contains("over-50+race"),
        "{}",
        problem.detail
    );
    let path = "/surveys/linked/exports/csv";
    let response = send(office.request(Method::GET, path, &office.operator), None).await;
    let table = response.text().await.unwrap();
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let joint: Vec<_> = table
        .records()
        .map(Result::unwrap)
        .filter(|line| &line[8] == "joint")
        .collect();
    assert_eq!(joint.len(), cells.len());
    let first: Vec<_> = joint[0].iter().collect();
    assert_eq!(first[..4], ["linked", "1", "1", "over-50+race"]);
    assert!(first[9].starts_with("yes+"), "{first:?}");
}

async fn separate_questions_say_how_many_more_people_they_take(database: TestDatabase) {
    let office = Office::open(database).await;
    office
        .patch("/surveys/census/settings", &json!({ "keep_rows": true }))
        .await;
    let mut devices = Devices::new(32);
    answer(&office, &mut devices, "census", 20).await;
    let table = office
        .get("/surveys/census/cross-tabs?questions=over-50,race")
        .await;
    let times = table["times_the_people"].as_f64().unwrap();
    let tested = &table["independence"];
    assert_eq!(tested["degrees"], 5, "{tested}");
    let chance = tested["p_value"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&chance));
    let apart = "/surveys/census/cross-tabs?questions=over-50,race&known=over-50:yes=1";
    let response = send(office.request(Method::GET, apart, &office.operator), None).await;
    refused(response, ProblemKind::CrossTabsImpossible, "apart").await;
    // Two categories at ln 3 and six at 0.4 by unary encoding, against twelve at their sum.
    assert!((15.0..30.0).contains(&times), "{times}");
}

async fn a_link_is_one_line_of_the_cost(database: TestDatabase) {
    let office = Office::open(database).await;
    let report = harness::json(office.post("/surveys/validate", &linked()).await).await;
    assert_eq!(report["valid"], true, "{report}");
    let costs = report["cost"]["questions"].as_array().unwrap();
    let ids: Vec<_> = costs
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["occupation", "over-50+race"]);
    let each = costs.iter().map(|one| one["epsilon_actual"].as_f64());
    let sum: f64 = each.map(Option::unwrap).sum();
    let all = report["cost"]["epsilon_actual"].as_f64().unwrap();
    assert!((sum - all).abs() < 1e-5);
}
