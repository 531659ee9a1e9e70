//! Health, readiness and metrics.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom, Write},
    sync::Arc,
    time::Duration,
};

use sotto_collector::{MetricsPlace, StoppedClock};
use sqlx::{Connection, SqliteConnection};

use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, Running},
};

on_both!(readiness_is_being_able_to_write);

/// An answer holds for a second.
const SECOND: Duration = Duration::from_secs(1);

async fn readiness_is_being_able_to_write(database: TestDatabase) {
    let url = database.url.clone();
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_at(clock.clone(), |options| options.database = url).await;
    assert_eq!(
        running.get("/readyz").await.text().await.unwrap(),
        "ready\n"
    );
    database.execute("ALTER TABLE upkeep RENAME TO gone").await;
    clock.advance(SECOND);
    assert_eq!(running.get("/readyz").await.status(), 503);
    database.execute("ALTER TABLE gone RENAME TO upkeep").await;
    // Whoever asks all the time is given the answer that there is.
    assert_eq!(running.get("/readyz").await.status(), 503);
    clock.advance(SECOND);
    assert_eq!(running.get("/readyz").await.status(), 200);
}

/// Pages of the counts' table that are not as they were written, though everything else works.
#[tokio::test]
async fn a_damaged_file_is_not_ready() {
    let clock = Arc::new(StoppedClock::now());
    let running = Running::start_at(clock.clone(), |_| ()).await;
    let mut devices = Devices::new(91);
    assert_eq!(running.post(devices.body()).await.status(), 201);
    assert_eq!(running.get("/readyz").await.status(), 200);
    let file = running.database_file();
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", file.display()))
        .await
        .unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'part_counts'";
    let root: i64 = sqlx::query_scalar(root)
        .fetch_one(&mut database)
        .await
        .unwrap();
    let size: i64 = sqlx::query_scalar("PRAGMA page_size")
        .fetch_one(&mut database)
        .await
        .unwrap();
    let (offset, size) = (
        u64::try_from((root - 1) * size).unwrap(),
        usize::try_from(size).unwrap(),
    );
    let mut before = vec![0; size];
    for damaged in [true, false] {
        // What stands in the log covers the file.
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .execute(&mut database)
            .await
            .unwrap();
        let mut open = File::options().read(true).write(true).open(&file).unwrap();
        open.seek(SeekFrom::Start(offset)).unwrap();
        let page = if damaged {
            open.read_exact(&mut before).unwrap();
            open.seek(SeekFrom::Start(offset)).unwrap();
            vec![0xA5; size]
        } else {
            before.clone()
        };
        open.write_all(&page).unwrap();
        open.sync_all().unwrap();
        clock.advance(SECOND);
        let response = running.get("/readyz").await;
        assert_eq!(response.status(), if damaged { 503 } else { 200 });
        assert_eq!(
            response.text().await.unwrap().contains("is damaged"),
            damaged
        );
    }
}

#[tokio::test]
async fn metrics_tell_tens_and_nobody() {
    let running = Running::start_at(Arc::new(StoppedClock::now()), |_| ()).await;
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
    // Where no other test listens, who might be given the port that is free in the end.
    let own = if cfg!(target_os = "linux") {
        "127.0.0.77:0"
    } else {
        "127.0.0.1:0"
    };
    let own = MetricsPlace::Own(own.to_owned());
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
