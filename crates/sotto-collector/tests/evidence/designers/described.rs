//! Real answers against the API's description of itself, so that the two cannot drift apart.

use reqwest::{Method, Response, header};
use serde_json::{Value, json};

use super::{Office, send, survey};
use crate::{
    databases::TestDatabase,
    harness::{self, Devices, EVERY_TYPE},
};

/// An OpenAPI document in which no object has members that are not described.
struct Description(Value);

impl Description {
    fn new(mut document: Value) -> Self {
        close(&mut document);
        Self(document)
    }

    /// What is wrong with an answer by the description.
    fn faults(&self, method: &Method, path: &str, status: u16, answer: &Value) -> Vec<String> {
        let operation = &self.0["paths"][path][method.as_str().to_lowercase()];
        let responses = &operation["responses"];
        let described = responses
            .get(status.to_string())
            .unwrap_or(&responses["default"]);
        let content = described["content"].as_object().unwrap();
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [content.values().next().unwrap()["schema"]],
            "components": self.0["components"],
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let faults = validator.iter_errors(answer);
        faults.map(|fault| fault.to_string()).collect()
    }
}

/// Describes every object's members as all that it has.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") && members.get("type") == Some(&json!("object")) {
                members
                    .entry("additionalProperties")
                    .or_insert(false.into());
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Asks, and holds what comes against the description.
struct Asking<'a> {
    office: &'a Office,
    description: Description,
}

impl Asking<'_> {
    /// `path` as the description has it, with `{id}` in place of what is asked for.
    async fn ask(&self, method: Method, path: &str, id: &str, body: Option<&Value>) -> Response {
        let asked = path.replace("{id}", id);
        let office = self.office;
        let request = office.request(method, &asked, &office.operator);
        send(request, body).await
    }

    async fn holds(&self, method: Method, path: &str, id: &str, body: Option<&Value>) -> Value {
        let response = self.ask(method.clone(), path, id, body).await;
        let status = response.status().as_u16();
        let answer = harness::json(response).await;
        assert!(status < 300, "{path}: {answer}");
        self.check(&method, path, status, &answer);
        answer
    }

    fn check(&self, method: &Method, path: &str, status: u16, answer: &Value) {
        let path = format!("/api/v1{}", path.split('?').next().unwrap());
        let faults = self.description.faults(method, &path, status, answer);
        assert!(faults.is_empty(), "{method} {path}: {faults:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_they_are_described() {
    let office = Office::open(TestDatabase::sqlite()).await;
    let description = Description::new(office.get("/openapi.json").await);
    let asking = Asking {
        office: &office,
        description,
    };
    let (get, post) = (|| Method::GET, || Method::POST);
    let every_type: Value = serde_json::from_str(EVERY_TYPE).unwrap();
    let surveys = "/surveys/{id}";
    let waves = in_waves();
    for draft in [
        every_type.clone(),
        waves.clone(),
        survey("mine", 1),
        json!({"questions": []}),
    ] {
        asking
            .holds(post(), "/surveys/validate", "", Some(&draft))
            .await;
    }
    for one in [&every_type, &waves, &survey("mine", 1)] {
        asking.holds(post(), "/surveys", "", Some(one)).await;
    }
    let next = survey("mine", 2);
    let path = "/surveys/{id}/versions";
    let dry = "/surveys/{id}/versions?dry-run=true";
    asking.holds(post(), dry, "mine", Some(&next)).await;
    asking.holds(post(), path, "mine", Some(&next)).await;
    let published = asking.holds(get(), surveys, "every-type", None).await;
    for id in ["mine", "mood"] {
        asking.holds(get(), surveys, id, None).await;
    }
    asking.holds(get(), "/surveys", "", None).await;

    let settings = json!({
        "keep_rows": true, "access": "unlinkable", "closes": "2099-01-01T00:00:00Z",
        "origins": ["https://a.example"], "retention": {"rows": 1},
        "webhook": {"url": "https://a.example/hook"},
    });
    let path = "/surveys/{id}/settings";
    asking
        .holds(Method::PATCH, path, "mine", Some(&settings))
        .await;
    asking.holds(get(), path, "mine", None).await;
    asking.holds(get(), path, "every-type", None).await;
    for id in ["mine", "every-type"] {
        asking.holds(get(), "/surveys/{id}/status", id, None).await;
    }
    let path = "/surveys/{id}/invites";
    let number = json!({"number": 2});
    asking.holds(post(), path, "mine", Some(&number)).await;
    asking.holds(get(), path, "mine", None).await;

    results(&asking, &published).await;
    access(&asking).await;
    for (method, path, id, body) in [
        (get(), "/surveys/{id}", "nobodys", None),
        (
            post(),
            "/surveys/{id}/submissions",
            "census",
            Some(json!({})),
        ),
        (get(), "/surveys/{id}/results?confidence=2", "census", None),
        (post(), "/surveys", "", Some(json!({}))),
    ] {
        let response = asking.ask(method.clone(), path, id, body.as_ref()).await;
        let status = response.status().as_u16();
        assert!(status >= 400, "{path}");
        let problem = harness::json(response).await;
        asking.check(&method, path, status, &problem);
    }
}

/// A survey whose answers may be given in every wave.
fn in_waves() -> Value {
    json!({
        "sotto": 1, "id": "mood", "version": 1, "title": { "en": "Mood" }, "languages": ["en"],
        "plan": "fixed", "epsilon": "2", "epsilon-first": "1", "questions": [
            { "id": "well", "type": "yes-no", "title": { "en": "Are you well?" }, "epsilon": "2" }
        ]
    })
}

/// One sum, one of a matrix' row against others, and one against nobody.
const SUMS: [&str; 3] = [
    "/surveys/{id}/sums?question=smokes&answers=yes",
    "/surveys/{id}/sums?question=how-often&row=skip-class&answers=never,sometimes&against=often",
    "/surveys/{id}/sums?question=year&answers=first,second&against=later&confidence=0.999999999",
];

/// Results with nothing, something and too little to tell, of every type of question.
async fn results(asking: &Asking<'_>, published: &Value) {
    let keep = json!({"keep_rows": true});
    let settings = "/surveys/{id}/settings";
    asking
        .holds(Method::PATCH, settings, "every-type", Some(&keep))
        .await;
    let path = "/surveys/{id}/results";
    asking.holds(Method::GET, path, "every-type", None).await;
    let survey = serde_json::from_value(published.clone()).unwrap();
    let mut devices = Devices::of(survey, 130);
    // So many that there is a mean of those who gave a number.
    let running = &asking.office.running;
    let address = running.address("/api/v1/surveys/every-type/submissions");
    for _ in 0..200 {
        let posted = harness::post(&running.http, &address, devices.body()).await;
        assert_eq!(posted.status(), 201);
    }
    let submissions = "/surveys/{id}/submissions";
    for _ in 0..3 {
        let submission: Value = serde_json::from_str(&devices.body()).unwrap();
        for _ in ["counted", "counted before"] {
            asking
                .holds(Method::POST, submissions, "every-type", Some(&submission))
                .await;
        }
    }
    let found = asking.holds(Method::GET, path, "every-type", None).await;
    let questions = found["questions"].as_array().unwrap();
    for member in ["rows", "mean", "distribution", "fields", "answered"] {
        let found = questions.iter().any(|one| one.get(member).is_some());
        assert!(found, "{member}");
    }
    let crossed = "/surveys/{id}/cross-tabs?questions=smokes,fair";
    asking.holds(Method::GET, crossed, "every-type", None).await;
    for asked in SUMS {
        asking.holds(Method::GET, asked, "every-type", None).await;
    }
    table(asking.office, questions).await;
    let minimum = json!({"minimum_reports": 204});
    asking
        .holds(Method::PATCH, settings, "every-type", Some(&minimum))
        .await;
    let hidden = asking.holds(Method::GET, path, "every-type", None).await;
    assert!(!hidden.to_string().contains("\"estimate\":0."), "{hidden}");
}

/// The table has a line for each estimate of the results.
async fn table(office: &Office, questions: &[Value]) {
    let path = "/surveys/every-type/exports/csv";
    let response = send(office.request(Method::GET, path, &office.operator), None).await;
    assert_eq!(
        response.headers()[header::CONTENT_TYPE],
        "text/csv; charset=utf-8; header=present"
    );
    let bytes = response.bytes().await.unwrap();
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let names = reader.headers().unwrap().clone();
    let index = |name: &str| names.iter().position(|one| one == name).unwrap();
    let mut told: Vec<f64> = reader
        .records()
        .filter_map(|line| {
            let cell = line.unwrap()[index("estimate")].to_owned();
            (!cell.is_empty()).then(|| serde_json::from_str(&cell).unwrap())
        })
        .collect();
    let mut expected = Vec::new();
    estimates(&Value::from(questions.to_vec()), &mut expected);
    told.sort_by(f64::total_cmp);
    expected.sort_by(f64::total_cmp);
    assert!(expected.len() > 50, "{expected:?}");
    assert_eq!(told, expected);
}

/// Every "estimate" that there is.
fn estimates(value: &Value, found: &mut Vec<f64>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_f64() {
                    Some(estimate) if name == "estimate" => found.push(estimate),
                    _ => estimates(member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| estimates(item, found)),
        _ => {}
    }
}

/// Tokens, sessions and the log.
async fn access(asking: &Asking<'_>) {
    let wanted = json!({"name": "V", "role": "viewer", "surveys": ["mine"], "days": 3});
    let made = asking
        .holds(Method::POST, "/tokens", "", Some(&wanted))
        .await;
    asking.holds(Method::GET, "/tokens", "", None).await;
    let id = made["id"].as_str().unwrap();
    asking
        .holds(Method::POST, "/tokens/{id}/rotate", id, None)
        .await;
    asking.holds(Method::GET, "/audit-log", "", None).await;
    let office = asking.office;
    let sign_in = office.request(Method::POST, "/session", "");
    let sign_in = sign_in.header("sec-fetch-site", "same-origin");
    let token = json!({"token": office.operator});
    let response = send(sign_in, Some(&token)).await;
    assert_eq!(response.status(), 201);
    let session = harness::json(response).await;
    asking.check(&Method::POST, "/session", 201, &session);
}
