//! Who asks for more than can be computed at once is told to come back, and keeps nobody else from
//! being served. Tables of Postgres can be locked against reading, so that what has begun does not
//! end.

use reqwest::{Response, header};
use serde_json::json;
use sotto_survey::ProblemKind;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::task::JoinSet;

use super::{Office, refused};
use crate::{databases::TestDatabase, harness::Devices, patience::patiently};

/// A collector with three submissions and their rows.
async fn office() -> Office {
    let office = Office::open(TestDatabase::postgres().await).await;
    let keep = json!({"keep_rows": true});
    let response = office.patch("/surveys/census/settings", &keep).await;
    assert_eq!(response.status(), 200);
    let mut devices = Devices::new(62);
    for _ in 0..3 {
        assert_eq!(office.running.post(devices.body()).await.status(), 201);
    }
    office
}

/// Lets nobody read a table as long as the connection is held.
async fn lock(office: &Office, table: &str) -> PgConnection {
    let mut connection = PgConnection::connect(&office.database.address)
        .await
        .unwrap();
    let lock = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
    sqlx::raw_sql(AssertSqlSafe(lock))
        .execute(&mut connection)
        .await
        .unwrap();
    connection
}

/// Asks so many times at once.
fn ask(office: &Office, path: &str, times: usize) -> JoinSet<Response> {
    let address = office.running.address(path);
    let mut asking = JoinSet::new();
    for _ in 0..times {
        let request = office.running.http.get(&address);
        asking.spawn(async move { request.send().await.unwrap() });
    }
    asking
}

async fn next(asking: &mut JoinSet<Response>) -> Response {
    let next = patiently("an answer", asking.join_next()).await;
    next.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cross_tabs_take_turns() {
    let office = office().await;
    let lock = lock(&office, "noisy_rows").await;
    let path = "/api/v1/surveys/census/cross-tabs?questions=over-50,race";
    let mut asking = ask(&office, path, 3);
    let response = next(&mut asking).await;
    assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    refused(response, ProblemKind::Unavailable, "the third").await;
    // They keep nobody from the results.
    assert_eq!(office.running.results().await["questions"][0]["reports"], 3);
    let table = office
        .running
        .get("/api/v1/surveys/census/exports/csv")
        .await;
    assert_eq!(table.status(), 200);
    lock.close().await.unwrap();
    for _ in 0..2 {
        assert_eq!(next(&mut asking).await.status(), 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_results_that_another_computes_does_not_wait_for_ever() {
    let office = office().await;
    let lock = lock(&office, "part_counts").await;
    let mut asking = ask(&office, "/api/v1/surveys/census/results", 3);
    for _ in 0..2 {
        let response = next(&mut asking).await;
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
        refused(response, ProblemKind::Unavailable, "another waits").await;
    }
    lock.close().await.unwrap();
    assert_eq!(next(&mut asking).await.status(), 200);
}
