//! Health, readiness and metrics.

use sotto_collector::MetricsPlace;

use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, Running},
};

on_both!(readiness_is_being_able_to_write);

async fn readiness_is_being_able_to_write(database: TestDatabase) {
    let url = database.url.clone();
    let running = Running::start_with(|options| options.database = url).await;
    assert_eq!(
        running.get("/readyz").await.text().await.unwrap(),
        "ready\n"
    );
    database
        .execute("ALTER TABLE catalog_revision RENAME TO gone")
        .await;
    assert_eq!(running.get("/readyz").await.status(), 503);
    database
        .execute("ALTER TABLE gone RENAME TO catalog_revision")
        .await;
    assert_eq!(running.get("/readyz").await.status(), 200);
}

#[tokio::test]
async fn metrics_tell_tens_and_nobody() {
    let running = Running::start().await;
    let mut devices = Devices::new(90);
    for _ in 0..19 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
    }
    let response = running.get("/metrics").await;
    assert_eq!(response.status(), 200);
    let kind = response.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(kind, "text/plain; version=0.0.4");
    let page = response.text().await.unwrap();
    let counted = "sotto_submissions_total{outcome=\"counted\"} 10";
    assert!(page.lines().any(|line| line == counted), "{page}");
    assert!(page.contains("\nsotto_database_writable 1\n"), "{page}");
    for word in ["census", "127.0.0.1", "occupation"] {
        assert!(!page.contains(word), "{word}: {page}");
    }
    // Asking again in the same minute shows nothing new.
    for _ in 0..10 {
        assert_eq!(running.post(devices.body()).await.status(), 201);
    }
    assert_eq!(running.get("/metrics").await.text().await.unwrap(), page);
}

#[tokio::test]
async fn metrics_can_have_an_address_of_their_own_or_none() {
    let own = MetricsPlace::Own("127.0.0.1:0".to_owned());
    let running = Running::start_with(|options| options.metrics = own).await;
    assert_eq!(running.get("/metrics").await.status(), 404);
    let address = running.collector.metrics_address().unwrap();
    let get = |path: &str| running.http.get(format!("http://{address}{path}")).send();
    assert_eq!(get("/metrics").await.unwrap().status(), 200);
    // And nothing else is there.
    assert_eq!(get("/api/v1/surveys/census").await.unwrap().status(), 404);
    running.collector.stop().await.unwrap();
    assert!(get("/metrics").await.is_err());

    let running = Running::start_with(|options| options.metrics = MetricsPlace::Nowhere).await;
    assert_eq!(running.get("/metrics").await.status(), 404);
    assert!(running.collector.metrics_address().is_none());
}
