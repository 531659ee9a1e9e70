//! Databases that are not as they should be, and what a database holds.

use std::path::Path;

use sotto_collector::{Collector, ServeError, storage::StorageError};
use sqlx::{Connection, Row, SqliteConnection};

use crate::{
    harness::{Devices, Running, options},
    temporary,
};

async fn start(folder: &Path) -> Result<Collector, ServeError> {
    Collector::start(&options(folder)).await
}

async fn open(file: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite:{}", file.display()))
        .await
        .unwrap()
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_untouched() {
    let folder = temporary::folder();
    start(folder.path()).await.unwrap().stop().await.unwrap();
    let file = folder.path().join("sotto.sqlite");
    let mut database = open(&file).await;
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of the future', 1, x'00', 0)",
    )
    .execute(&mut database)
    .await
    .unwrap();
    database.close().await.unwrap();
    let before = std::fs::read(&file).unwrap();
    let error = start(folder.path()).await.err().unwrap();
    assert!(matches!(
        &error,
        ServeError::Storage(StorageError::Newer {
            migration: 9999,
            ..
        })
    ));
    let sentence = error.to_string();
    assert!(sentence.contains("newer version of Sotto"), "{sentence}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_untouched() {
    let folder = temporary::folder();
    let file = folder.path().join("sotto.sqlite");
    let text = "A letter to my aunt, long enough to be taken for a page of a database. ".repeat(99);
    std::fs::write(&file, &text).unwrap();
    let error = start(folder.path()).await.err().unwrap();
    assert!(matches!(
        error,
        ServeError::Storage(StorageError::Open { .. })
    ));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

#[tokio::test]
async fn a_survey_that_cannot_be_read_keeps_nothing_from_starting() {
    let folder = temporary::folder();
    start(folder.path()).await.unwrap().stop().await.unwrap();
    let mut database = open(&folder.path().join("sotto.sqlite")).await;
    sqlx::query("UPDATE surveys SET definition = '{}'")
        .execute(&mut database)
        .await
        .unwrap();
    let collector = start(folder.path()).await.unwrap();
    // Its id stays taken, so the sample is not put in its place.
    assert!(collector.surveys().is_empty(), "{:?}", collector.surveys());
    collector.stop().await.unwrap();
}

#[tokio::test]
async fn a_missing_folder_is_named_and_not_made() {
    let folder = temporary::folder();
    let deep = folder.path().join("a/b");
    let error = start(&deep).await.err().unwrap().to_string();
    let named = format!("there is no folder {}", deep.display());
    assert!(error.contains(&named), "{error}");
    assert!(!folder.path().join("a").exists());
}

#[tokio::test]
async fn samples_can_be_left_out() {
    let running = Running::start_with(|options| options.samples = false).await;
    assert!(running.collector.surveys().is_empty());
    assert_eq!(running.get("/api/v1/surveys/census").await.status(), 404);
}

#[tokio::test]
async fn durability_is_what_it_says() {
    let running = Running::start().await;
    let mut database = open(&running.database_file()).await;
    let mode = sqlx::query("PRAGMA journal_mode")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(mode.get::<String, _>(0), "wal");
}

/// Two orders of arrival leave the same rows, and no column could hold a time.
#[tokio::test]
async fn the_order_of_arrival_is_not_kept() {
    let mut devices = Devices::new(50);
    let bodies: Vec<_> = (0..20).map(|_| devices.body()).collect();
    let mut found = Vec::new();
    for reversed in [false, true] {
        let running = Running::start().await;
        let mut order = bodies.clone();
        if reversed {
            order.reverse();
        }
        for body in order {
            assert_eq!(running.post(body).await.status(), 201);
        }
        let mut database = open(&running.database_file()).await;
        let rows = sqlx::query("SELECT * FROM submissions")
            .fetch_all(&mut database)
            .await
            .unwrap();
        assert_eq!(rows[0].columns().len(), 3);
        let read = |row: &sqlx::sqlite::SqliteRow| {
            let (survey, id, digest): (i64, Vec<u8>, Vec<u8>) =
                (row.get(0), row.get(1), row.get(2));
            (survey, id, digest)
        };
        found.push(rows.iter().map(read).collect::<Vec<_>>());
    }
    assert_eq!(found[0].len(), 20);
    assert_eq!(found[0], found[1]);
}
