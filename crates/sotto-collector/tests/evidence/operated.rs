//! A collector with its first operator, who says how the sample survey is asked.

use std::sync::Arc;

use reqwest::{Method, Response, header};
use serde_json::{Value, json};
use sotto_collector::{Clock, ServeOptions, SystemClock};

use crate::{
    databases::TestDatabase,
    harness::{self, Running},
};

pub(crate) struct Operated {
    pub(crate) running: Running,
    pub(crate) operator: String,
    pub(crate) database: TestDatabase,
}

impl Operated {
    pub(crate) async fn start(database: TestDatabase) -> Self {
        Self::start_with(database, |_| ()).await
    }

    pub(crate) async fn start_with(
        database: TestDatabase,
        change: impl FnOnce(&mut ServeOptions),
    ) -> Self {
        Self::start_at(database, Arc::new(SystemClock), change).await
    }

    pub(crate) async fn start_at(
        database: TestDatabase,
        clock: Arc<dyn Clock>,
        change: impl FnOnce(&mut ServeOptions),
    ) -> Self {
        let running = Running::start_at(clock, |options| {
            options.database = database.url.clone();
            change(options);
        })
        .await;
        let setup = json!({
            "setup_token": running.collector.setup_token().unwrap(), "name": "First"
        });
        let address = running.address("/api/v1/setup");
        let response = harness::post(&running.http, &address, setup.to_string()).await;
        assert_eq!(response.status(), 201);
        let token = harness::json(response).await["token"].clone();
        Self {
            running,
            operator: token.as_str().unwrap().to_owned(),
            database,
        }
    }

    /// What the operator asks about the sample survey.
    pub(crate) async fn call(&self, method: Method, path: &str, body: &Value) -> Response {
        let address = format!("/api/v1/surveys/census{path}");
        let address = self.running.address(&address);
        let request = self.running.http.request(method, address);
        request
            .bearer_auth(&self.operator)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.to_string())
            .send()
            .await
            .unwrap()
    }

    /// Changes the sample survey's settings.
    pub(crate) async fn set(&self, settings: Value) {
        let response = self.call(Method::PATCH, "/settings", &settings).await;
        assert_eq!(response.status(), 200, "{settings}");
    }
}
