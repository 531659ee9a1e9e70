//! What was erased is not in the database's files either, as bytes that no statement reads any more.

use std::sync::Arc;

use sotto_collector::{
    DatabaseUrl,
    storage::{BackupKey, CheckedSubmission, GivenRows, Storage, SubmissionOutcome, back_up},
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use super::entries::{assert_counts, entry, made, published, set_settings, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Devices,
    patience::until,
    temporary,
};

on_both!(
    nothing_of_a_deleted_survey_is_in_the_files,
    rows_that_are_erased_leave_the_files,
);

/// The raw bytes of every table, its log and what SQLite puts beside it included.
async fn files(database: &TestDatabase) -> Vec<u8> {
    match &database.url {
        DatabaseUrl::Sqlite(_) => database.everything().await,
        DatabaseUrl::Postgres(_) => {
            let mut connection = PgConnection::connect(&database.address).await.unwrap();
            sqlx::query("CHECKPOINT")
                .execute(&mut connection)
                .await
                .unwrap();
            // Nobody puts a table into another file meanwhile.
            let mut connection = connection.begin().await.unwrap();
            let tables: String = sqlx::query_scalar(
                "SELECT string_agg(tablename, ', ') FROM pg_tables \
                 WHERE schemaname = current_schema()",
            )
            .fetch_one(&mut *connection)
            .await
            .unwrap();
            let held = format!("LOCK TABLE {tables} IN ACCESS SHARE MODE");
            sqlx::query(AssertSqlSafe(held))
                .execute(&mut *connection)
                .await
                .unwrap();
            // With their indices, and with what is too long for a row.
            let paths: Vec<String> = sqlx::query_scalar(
                "WITH mine AS (SELECT oid, reltoastrelid FROM pg_class \
                 WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i')) \
                 SELECT pg_relation_filepath(oid) FROM (SELECT oid FROM mine \
                 UNION SELECT reltoastrelid FROM mine WHERE reltoastrelid <> 0) AS files",
            )
            .fetch_all(&mut *connection)
            .await
            .unwrap();
            assert!(paths.len() > 12, "{paths:?}");
            let mut all = Vec::new();
            for path in paths {
                let bytes: Vec<u8> = sqlx::query_scalar("SELECT pg_read_binary_file($1)")
                    .bind(path)
                    .fetch_one(&mut *connection)
                    .await
                    .unwrap();
                all.extend(bytes);
            }
            all
        }
    }
}

fn found(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// One submission to each of these surveys in turn, so that their rows lie among each other's.
async fn count(storage: &dyn Storage, ids: &[&str], turns: u64) -> Vec<CheckedSubmission> {
    let mut stored = Vec::new();
    for id in ids {
        stored.push(published(storage, &survey(id, 1)).await);
    }
    let mut devices = Devices::new(130);
    let mut entries = Vec::new();
    for turn in 0..turns {
        for stored in &stored {
            let mut invite = [0; 32];
            invite[..8].copy_from_slice(&(turn * 7_919 + 77_777).to_be_bytes());
            let one = CheckedSubmission {
                invite: Some(invite),
                keep_row: true,
                ..entry(stored, &devices.submission())
            };
            let outcomes = storage.count(std::slice::from_ref(&one)).await.unwrap();
            assert_eq!(outcomes, [SubmissionOutcome::Counted]);
            entries.push(one);
        }
    }
    entries
}

async fn nothing_of_a_deleted_survey_is_in_the_files(database: TestDatabase) {
    let storage = database.open().await;
    let entries = count(&*storage, &["zqxgone", "stays"], 40).await;
    for (id, code) in [("zqxgone", "zqx-blue-whale"), ("stays", "zqy-blue-whale")] {
        let settings = format!("{{\"class_code\":\"{code}\"}}");
        set_settings(&*storage, id, &settings).await;
        storage
            .issuing_seed(id, b"a seed that is 32 bytes long, zq")
            .await
            .unwrap();
    }
    let whole = files(&database).await;
    assert!(found(&whole, b"zqx-blue-whale"));
    assert!(found(&whole, b"zqxgone"));
    let ids = |id: &'static str| {
        let of = move |entry: &&CheckedSubmission| entry.stored.survey().id().as_str() == id;
        entries.iter().filter(of).map(|entry| entry.key.id_hash)
    };
    assert!(ids("zqxgone").all(|id| found(&whole, &id)));

    assert!(storage.delete_survey("zqxgone").await.unwrap());
    assert_eq!(database.rows("erasures").await, 0);
    let left = files(&database).await;
    assert!(!found(&left, b"zqx-blue-whale"));
    assert!(!found(&left, b"zqxgone"));
    // What stays does.
    assert!(found(&left, b"zqy-blue-whale"));
    if let DatabaseUrl::Postgres(_) = &database.url {
        storage.forget_order().await.unwrap();
    }
    let left = files(&database).await;
    assert!(!ids("zqxgone").any(|id| found(&left, &id)));
    assert!(ids("stays").all(|id| found(&left, &id)));
}

async fn rows_that_are_erased_leave_the_files(database: TestDatabase) {
    let storage = database.open().await;
    let entries = count(&*storage, &["census", "stays"], 40).await;
    let key = entries[0].stored.key;
    let keys: Vec<[u8; 16]> = storage
        .noisy_rows(key, GivenRows::ALL, None, 100)
        .await
        .unwrap()
        .iter()
        .map(|row| row.key)
        .collect();
    assert_eq!(keys.len(), 40);
    let whole = files(&database).await;
    assert!(keys.iter().all(|key| found(&whole, key)));
    storage.erase_rows(key).await.unwrap();
    assert_eq!(database.rows("erasures").await, 0);
    if let DatabaseUrl::Postgres(_) = &database.url {
        storage.forget_order().await.unwrap();
    }
    let left = files(&database).await;
    assert!(!keys.iter().any(|key| found(&left, key)));
}

/// Who reads keeps what it reads in the log: the erasure is ended as soon as it is done.
#[tokio::test]
async fn what_a_reader_keeps_is_taken_out_later() {
    let database = TestDatabase::sqlite();
    let storage = database.open().await;
    let entries = count(&*storage, &["zqxgone"], 10).await;
    let mut reader = SqliteConnection::connect(&database.address).await.unwrap();
    let mut reading = reader.begin().await.unwrap();
    let read: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM noisy_rows")
        .fetch_one(&mut *reading)
        .await
        .unwrap();
    assert_eq!(read, 10);
    assert!(storage.delete_survey("zqxgone").await.unwrap());
    assert_eq!(database.rows("submissions").await, 0);
    let remains = |bytes: &[u8]| entries.iter().any(|one| found(bytes, &one.key.id_hash));
    assert!(remains(&files(&database).await), "the reader has it");
    assert_eq!(database.rows("erasures").await, 1);

    reading.commit().await.unwrap();
    reader.close().await.unwrap();
    storage.end_erasures().await.unwrap();
    assert_eq!(database.rows("erasures").await, 0);
    assert!(!remains(&files(&database).await));
}

/// A table that is being rewritten looks empty to those who began to read before: a backup is not one of
/// them.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_lacks_nothing_while_rows_are_rewritten() {
    let database = TestDatabase::postgres().await;
    let storage = database.open().await;
    let entries = count(&*storage, &["census"], 5).await;
    let mut beside = PgConnection::connect(&database.address).await.unwrap();
    // The first table that a copy reads.
    let mut held = beside.begin().await.unwrap();
    sqlx::query("LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *held)
        .await
        .unwrap();
    let folder = temporary::folder();
    let file = folder.path().join("copy.sqlite");
    let schema: String = sqlx::query_scalar("SELECT current_schema()::TEXT")
        .fetch_one(&mut *held)
        .await
        .unwrap();
    let waits = format!(
        "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = '{schema}.audit_log'::regclass"
    );
    let meanwhile = async {
        until("a backup that waits for the table", async || {
            let waits = sqlx::query_scalar(AssertSqlSafe(waits.clone()));
            let number: i64 = waits.fetch_one(&mut *held).await.unwrap();
            number > 0
        })
        .await;
        storage.forget_order().await.unwrap();
        held.commit().await.unwrap();
    };
    let key = BackupKey::draw().unwrap();
    let (backup, ()) = tokio::join!(back_up(&database.url, &file, &key, made()), meanwhile);
    backup.unwrap();
    let copy = sotto_collector::storage::open(&DatabaseUrl::sqlite_file(&file)).await;
    let copy = copy.unwrap();
    let stored = Arc::clone(&entries[0].stored);
    assert_counts(
        &*copy,
        &stored,
        entries.iter().map(|entry| &entry.submission),
    )
    .await;
    assert_eq!(
        copy.noisy_row_count(stored.key, GivenRows::ALL)
            .await
            .unwrap(),
        5
    );
    let again = copy.count(&entries[..1]).await.unwrap();
    assert_eq!(again, [SubmissionOutcome::CountedBefore]);
}

/// Whoever waits for a table of its own, behind one who reads it for long, gives up soon: behind it
/// everybody else would wait.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_reader_of_postgres_holds_nobody_up() {
    let database = TestDatabase::postgres().await;
    let storage = database.open().await;
    let entries = count(&*storage, &["census"], 2).await;
    let mut beside = PgConnection::connect(&database.address).await.unwrap();
    let mut reading = beside.begin().await.unwrap();
    sqlx::query("SELECT * FROM submissions")
        .fetch_all(&mut *reading)
        .await
        .unwrap();
    assert!(storage.forget_order().await.is_err());
    let again = storage.count(&entries[..1]).await.unwrap();
    assert_eq!(again, [SubmissionOutcome::CountedBefore]);
    reading.commit().await.unwrap();
    storage.forget_order().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_nobody_elses_to_read() {
    use std::os::unix::fs::PermissionsExt;
    let database = TestDatabase::sqlite();
    let storage = database.open().await;
    count(&*storage, &["census"], 1).await;
    let DatabaseUrl::Sqlite(file) = &database.url else {
        panic!("a file");
    };
    let mut seen = 0;
    for entry in std::fs::read_dir(file.parent().unwrap()).unwrap() {
        let mode = entry.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0);
        seen += 1;
    }
    assert_eq!(seen, 3, "the file, its log and the log's index");
}
