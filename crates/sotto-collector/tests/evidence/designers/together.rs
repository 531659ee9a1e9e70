//! Two collectors on one database, changed through one and at once through the other, which has not
//! yet seen it.

use std::cell::{Cell, RefCell};

use futures_util::future::join_all;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use sotto_collector::Collector;
use sotto_survey::ProblemKind;

use super::{Office, refused, send, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{self, Devices},
    patience::until,
};

on_both!(
    what_one_collector_set_the_other_does_not_take_back,
    nothing_comes_through_the_other_to_a_survey_that_was_deleted,
    what_is_closed_here_counts_nowhere,
    an_earlier_version_counts_nowhere_once_a_later_one_is_acknowledged,
    a_quota_is_exact_on_two_collectors,
    what_a_program_from_before_has_set_is_told_to_the_storage_at_the_start,
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

    async fn ask_second(&self, method: Method, path: &str, body: &Value) -> Response {
        let address = format!("{}api/v1{path}", self.second.url());
        let request = self.office.running.http.request(method, address);
        send(request.bearer_auth(&self.office.operator), Some(body)).await
    }

    /// Posts to the sample survey through the second.
    async fn post_second(&self, body: &str) -> (u16, Value) {
        let address = format!("{}{}", self.second.url(), &harness::SUBMISSIONS[1..]);
        let response = harness::post(&self.office.running.http, &address, body).await;
        let status = response.status().as_u16();
        (status, harness::json(response).await["type"].clone())
    }

    /// Devices post through the second without pause, while something is done through the first and after
    /// it was acknowledged.
    async fn counts_while(&self, act: impl Future<Output = Response>) -> Posted {
        const DEVICES: usize = 4;
        const AFTER: usize = 5;
        let (counted, is_acknowledged) = (RefCell::new(Vec::new()), Cell::new(false));
        let posting = (700..).take(DEVICES).map(async |seed| {
            let mut devices = Devices::new(seed);
            let mut after = Vec::new();
            while after.len() < AFTER {
                let begins_after = is_acknowledged.get();
                let body = devices.body();
                let answer = self.post_second(&body).await;
                if begins_after {
                    after.push(answer);
                } else if answer.0 == 201 {
                    counted.borrow_mut().push(body);
                }
            }
            after
        });
        let acting = async {
            let some = async || counted.borrow().len() >= 2 * DEVICES;
            until("some that are counted", some).await;
            let status = act.await.status();
            is_acknowledged.set(true);
            assert!(status.is_success(), "{status}");
        };
        let (after, ()) = tokio::join!(join_all(posting), acting);
        Posted {
            counted: counted.take(),
            after: after.into_iter().flatten().collect(),
        }
    }
}

/// What was posted through the second collector while something was done through the first.
struct Posted {
    /// The bodies that were counted.
    counted: Vec<String>,
    /// The answers to those who began when it had been acknowledged.
    after: Vec<(u16, Value)>,
}

impl Posted {
    fn assert_refused(&self, kind: ProblemKind) {
        for answer in &self.after {
            assert_eq!(*answer, (kind.status(), kind.type_uri().into()));
        }
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
        (Method::POST, "/versions", survey("mine", 99)),
        (Method::DELETE, "", json!(null)),
    ];
    for (version, (method, path, body)) in (1..).zip(changes) {
        let created = office.post("/surveys", &survey("mine", version)).await;
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

async fn what_is_closed_here_counts_nowhere(database: TestDatabase) {
    let pair = Pair::open(database).await;
    let office = &pair.office;
    let nothing = json!(null);
    let posted = pair.counts_while(office.post("/surveys/census/close", &nothing));
    let posted = posted.await;
    posted.assert_refused(ProblemKind::SurveyClosed);
    let results = office.running.results().await;
    assert_eq!(harness::reports(&results), [posted.counted.len() as u64; 3]);
    // Who did not hear that it was counted still does.
    let again = pair.post_second(&posted.counted[0]).await;
    assert_eq!(again, (200, Value::Null));
    pair.second.stop().await.unwrap();
}

async fn an_earlier_version_counts_nowhere_once_a_later_one_is_acknowledged(
    database: TestDatabase,
) {
    let pair = Pair::open(database).await;
    let office = &pair.office;
    let later = survey("census", 2);
    let posted = pair.counts_while(office.post("/surveys/census/versions", &later));
    let posted = posted.await;
    posted.assert_refused(ProblemKind::WrongVersion);
    let results = office.get("/surveys/census/results?version=1").await;
    assert_eq!(harness::reports(&results), [posted.counted.len() as u64; 3]);
    let again = pair.post_second(&posted.counted[0]).await;
    assert_eq!(again, (200, Value::Null));
    pair.second.stop().await.unwrap();
}

/// The second may not have read yet that there is one.
async fn a_quota_is_exact_on_two_collectors(database: TestDatabase) {
    let pair = Pair::open(database).await;
    let office = &pair.office;
    let mut devices = Devices::new(710);
    let full = ProblemKind::SurveyClosed;
    let full = (full.status(), Value::from(full.type_uri()));
    let mut counted = 0;
    for quota in [1, 10, 25] {
        let settings = json!({ "quota": quota });
        let set = office.patch("/surveys/census/settings", &settings).await;
        assert_eq!(set.status(), 200);
        let bodies: Vec<_> = (0..30).map(|_| devices.body()).collect();
        let posts = bodies.iter().enumerate().map(async |(index, body)| {
            // Like a device: the storage may be busy for longer than a collector waits.
            loop {
                let answer = if index % 3 > 0 {
                    pair.post_second(body).await
                } else {
                    let response = office.running.post(body).await;
                    let status = response.status().as_u16();
                    (status, harness::json(response).await["type"].clone())
                };
                if answer.0 != 503 {
                    return answer;
                }
            }
        });
        let answers = join_all(posts).await;
        let is_counted = |status: u16| matches!(status, 200 | 201);
        counted += answers
            .iter()
            .filter(|(status, _)| is_counted(*status))
            .count();
        assert_eq!(counted, quota);
        let mut others = answers.iter().filter(|(status, _)| !is_counted(*status));
        assert!(others.all(|answer| *answer == full));
        // Who did not hear that it was counted still does.
        for (body, (status, _)) in bodies.iter().zip(&answers) {
            if is_counted(*status) {
                assert_eq!(pair.post_second(body).await, (200, Value::Null));
            }
        }
        let results = office.running.results().await;
        assert_eq!(
            harness::reports(&results),
            [u64::try_from(quota).unwrap(); 3]
        );
    }
    pair.second.stop().await.unwrap();
}

/// As it is after the first start of this version, and as others may leave it that still run then.
async fn what_a_program_from_before_has_set_is_told_to_the_storage_at_the_start(
    database: TestDatabase,
) {
    let office = Office::open(database).await;
    let settings = json!({"closed": true, "quota": 7});
    let settings = office.patch("/surveys/census/settings", &settings).await;
    assert_eq!(settings.status(), 200);
    let created = office.post("/surveys", &survey("mine", 1)).await;
    assert_eq!(created.status(), 201);
    let later = survey("mine", 2);
    let later = office.post("/surveys/mine/versions", &later).await;
    assert_eq!(later.status(), 201);
    let storage = office.database.open().await;
    let told = storage.collecting().await.unwrap();
    for change in [
        "UPDATE surveys SET paused = FALSE, quota = NULL",
        "UPDATE surveys SET paused = TRUE, quota = 1",
    ] {
        office.database.execute(change).await;
        assert_ne!(storage.collecting().await.unwrap(), told);
        let second = Collector::start(&office.running.options).await.unwrap();
        assert_eq!(storage.collecting().await.unwrap(), told, "{change}");
        second.stop().await.unwrap();
    }
}
