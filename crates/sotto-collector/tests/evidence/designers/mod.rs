//! What designers, teachers and operators do, and what they may not, on both databases.

mod access;
mod aggregates;
mod arrivals;
mod busy;
mod described;
mod edits;
mod hostile;
mod increments;
mod linked;
mod pictures;
mod pinned;
mod public_log;
mod retention;
mod rows;
mod steps;
mod sums;
mod surveys;
mod together;
mod unreadable;
mod webhooks;

use std::sync::Arc;

use reqwest::{Method, RequestBuilder, Response, header};
use serde_json::{Value, json};
use sotto_collector::{Clock, ServeOptions};
use sotto_survey::{Problem, ProblemKind};

use crate::{
    databases::TestDatabase,
    harness::{self, Running},
    operated::Operated,
    patience::until,
};

/// A collector with its first operator.
struct Office {
    running: Running,
    operator: String,
    database: TestDatabase,
}

impl From<Operated> for Office {
    fn from(operated: Operated) -> Self {
        Self {
            running: operated.running,
            operator: operated.operator,
            database: operated.database,
        }
    }
}

impl Office {
    async fn open(database: TestDatabase) -> Self {
        Self::open_with(database, |_| ()).await
    }

    async fn open_with(database: TestDatabase, change: impl FnOnce(&mut ServeOptions)) -> Self {
        Operated::start_with(database, change).await.into()
    }

    /// With another clock than the system's.
    async fn open_at(database: TestDatabase, clock: Arc<dyn Clock>) -> Self {
        Operated::start_at(database, clock, |_| ()).await.into()
    }

    fn request(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        let address = self.running.address(&format!("/api/v1{path}"));
        let request = self.running.http.request(method, address);
        match token {
            "" => request,
            token => request.bearer_auth(token),
        }
    }

    /// What the operator gets; it must succeed.
    async fn get(&self, path: &str) -> Value {
        let response = send(self.request(Method::GET, path, &self.operator), None).await;
        assert_eq!(response.status(), 200, "{path}");
        harness::json(response).await
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        send(self.request(Method::POST, path, &self.operator), Some(body)).await
    }

    async fn patch(&self, path: &str, body: &Value) -> Response {
        send(
            self.request(Method::PATCH, path, &self.operator),
            Some(body),
        )
        .await
    }

    /// A token of that role for these surveys, or for all.
    async fn token(&self, role: &str, surveys: Option<&[&str]>) -> String {
        let body = json!({ "name": role, "role": role, "surveys": surveys });
        let response = self.post("/tokens", &body).await;
        assert_eq!(response.status(), 201, "{role}");
        let token = harness::json(response).await;
        token["token"].as_str().unwrap().to_owned()
    }

    /// The acts in the log, the latest first.
    async fn acts(&self) -> Vec<String> {
        let log = self.get("/audit-log").await;
        let acts = log.as_array().unwrap().iter().map(|entry| &entry["act"]);
        acts.map(|act| act.as_str().unwrap().to_owned()).collect()
    }

    /// Waits until an act stands in the log.
    async fn until_noted(&self, act: &str) {
        let noted = async || self.acts().await.iter().any(|noted| noted == act);
        until(&format!("{act} in the log"), noted).await;
    }
}

async fn send(request: RequestBuilder, body: Option<&Value>) -> Response {
    match body {
        None => request.send().await.unwrap(),
        Some(body) => request
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_string())
            .send()
            .await
            .unwrap(),
    }
}

/// The response must be this kind of problem.
async fn refused(response: Response, kind: ProblemKind, what: &str) -> Problem {
    let status = response.status();
    let kind_of_body = response.headers()[header::CONTENT_TYPE].clone();
    let body = harness::json(response).await;
    assert_eq!(body["type"], kind.type_uri(), "{what}: {body}");
    assert_eq!(status, kind.status(), "{what}");
    assert_eq!(kind_of_body, "application/problem+json");
    serde_json::from_value(body).unwrap()
}

/// The census under another id and version.
fn survey(id: &str, version: u32) -> Value {
    let mut survey: Value = serde_json::from_str(harness::CENSUS).unwrap();
    survey["id"] = id.into();
    survey["version"] = version.into();
    survey
}
