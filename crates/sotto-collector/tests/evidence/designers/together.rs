//! Two collectors on one database, changed through one and at once through the other, which has not
//! yet seen it.

use reqwest::Method;
use serde_json::json;
use sotto_collector::Collector;
use sotto_survey::ProblemKind;

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness,
    patience::until,
};

on_both!(
    what_one_collector_set_the_other_does_not_take_back,
    nothing_comes_through_the_other_to_a_survey_that_was_deleted,
);

/// Two collectors; the second answers under that address.
struct Pair {
    office: Office,
    second: Collector,
}

impl Pair {
    async fn open(database: TestDatabase) -> Self {
        let office = Office::open(database).await;
        let second = Collector::start(&office.running.options).await.unwrap();
        Self { office, second }
    }

    async fn ask_second(
        &self,
        method: Method,
        path: &str,
        body: &serde_json::Value,
    ) -> reqwest::Response {
        let address = format!("{}api/v1{path}", self.second.url());
        let request = self.office.running.http.request(method, address);
        send(request.bearer_auth(&self.office.operator), Some(body)).await
    }
}

async fn what_one_collector_set_the_other_does_not_take_back(database: TestDatabase) {
    let pair = Pair::open(database).await;
    let (office, its_settings) = (&pair.office, "/surveys/census/settings");
    for quota in 1..=5 {
        let webhook = json!({"webhook": {"url": format!("https://{quota}.example/")}});
        assert_eq!(office.patch(its_settings, &webhook).await.status(), 200);
        let closed = office.post("/surveys/census/close", &json!(null)).await;
        assert_eq!(closed.status(), 204);
        let patch = json!({ "quota": quota });
        let patched = pair.ask_second(Method::PATCH, its_settings, &patch).await;
        assert_eq!(patched.status(), 200);
        let settings = pair.ask_second(Method::GET, its_settings, &json!(null));
        let settings = harness::json(settings.await).await;
        assert_eq!(settings["closed"], true, "{quota}");
        assert_eq!(settings["quota"], quota);
        assert_eq!(settings["webhook"]["url"], webhook["webhook"]["url"]);
        let reopen = "/surveys/census/reopen";
        let reopened = pair.ask_second(Method::POST, reopen, &json!(null)).await;
        assert_eq!(reopened.status(), 204);
        let taken = json!({"webhook": null});
        assert_eq!(office.patch(its_settings, &taken).await.status(), 200);
        let settings = office.get(its_settings).await;
        assert_eq!(settings["closed"], false, "{quota}");
    }
    pair.second.stop().await.unwrap();
}

async fn nothing_comes_through_the_other_to_a_survey_that_was_deleted(database: TestDatabase) {
    let pair = Pair::open(database).await;
    let office = &pair.office;
    let changes = [
        (Method::PATCH, "/settings", json!({"keep_rows": true})),
        (Method::POST, "/close", json!(null)),
        (Method::POST, "/reopen", json!(null)),
        (Method::POST, "/invites", json!({"number": 1})),
        (Method::POST, "/versions", survey("mine", 2)),
        (Method::DELETE, "", json!(null)),
    ];
    for (method, path, body) in changes {
        let created = office.post("/surveys", &survey("mine", 1)).await;
        assert_eq!(created.status(), 201);
        // The second has seen it.
        let address = format!("{}api/v1/surveys/mine", pair.second.url());
        let seen = || office.running.http.get(&address).send();
        let seen = async || seen().await.unwrap().status() == 200;
        until("the survey at the second", seen).await;
        let deleted = office.request(Method::DELETE, "/surveys/mine", &office.operator);
        assert_eq!(send(deleted, None).await.status(), 204);
        let asked = format!("/surveys/mine{path}");
        let answer = pair.ask_second(method.clone(), &asked, &body).await;
        refused(
            answer,
            ProblemKind::UnknownSurvey,
            &format!("{method} {path}"),
        )
        .await;
        for table in ["survey_settings", "invites"] {
            assert_eq!(office.database.rows(table).await, 0, "{method} {path}");
        }
        // The samples alone.
        assert_eq!(office.database.rows("surveys").await, 2, "{method} {path}");
    }
    pair.second.stop().await.unwrap();
}
