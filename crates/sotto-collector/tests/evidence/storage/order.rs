//! What a database's own housekeeping tells about who came when, and that it can be made to forget.

use std::sync::Arc;

use sotto_collector::{
    DatabaseUrl,
    storage::{CheckedSubmission, Storage, SubmissionKey, SubmissionOutcome},
};
use sotto_survey::Submission;
use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::{
    databases::TestDatabase,
    harness::{Devices, census},
    patience::until,
};

/// Counts submissions one after the other, each in a transaction of its own, with an invite and a
/// row; returns their keys.
async fn count(storage: &dyn Storage, submissions: &[Submission]) -> Vec<SubmissionKey> {
    let key = storage.publish(&census()).await.unwrap().unwrap();
    let stored = storage.surveys().await.unwrap();
    let stored = Arc::new(stored.into_iter().find(|one| one.key == key).unwrap());
    let mut keys = Vec::new();
    for (number, submission) in (0_u8..).zip(submissions) {
        let key = SubmissionKey::of(submission);
        keys.push(key);
        // Invites in the opposite order of their hashes.
        let entry = CheckedSubmission {
            stored: Arc::clone(&stored),
            key,
            submission: submission.clone(),
            invite: Some([u8::MAX - number; 32]),
            keep_row: true,
        };
        assert_eq!(
            storage.count(&[entry]).await.unwrap(),
            [SubmissionOutcome::Counted]
        );
    }
    keys
}

fn submissions() -> Vec<Submission> {
    let mut devices = Devices::new(80);
    (0..20).map(|_| devices.submission()).collect()
}

/// The same submissions in the opposite order leave the same file. Before, they do not.
#[tokio::test]
async fn sqlite_forgets_the_order_in_file_and_log() {
    let mut found = Vec::new();
    for reversed in [false, true] {
        let database = TestDatabase::sqlite();
        let DatabaseUrl::Sqlite(file) = &database.url else {
            panic!("a file");
        };
        let mut log = file.clone().into_os_string();
        log.push("-wal");
        let storage = database.open().await;
        let mut submissions = submissions();
        if reversed {
            submissions.reverse();
        }
        let mut keys = count(&*storage, &submissions).await;
        keys.sort_unstable_by_key(|key| key.id_hash);
        // In which order the hashes lie in the file.
        let order = || {
            let bytes = std::fs::read(file).unwrap();
            let place = |key: &SubmissionKey| {
                let mut windows = bytes.windows(16);
                windows.position(|window| window == key.id_hash).unwrap()
            };
            let mut order: Vec<_> = (0..keys.len()).collect();
            order.sort_unstable_by_key(|&number| place(&keys[number]));
            order
        };
        let mut beside = SqliteConnection::connect(&database.address).await.unwrap();
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .execute(&mut beside)
            .await
            .unwrap();
        beside.close().await.unwrap();
        let before = order();
        storage.forget_order().await.unwrap();
        found.push((before, order()));
        assert_eq!(std::fs::metadata(log).unwrap().len(), 0);
    }
    let [(before, after), (reversed_before, reversed_after)] = &found[..] else {
        panic!("two orders");
    };
    assert_ne!(before, reversed_before, "there is something to forget");
    assert_eq!(after, reversed_after);
}

#[tokio::test]
async fn postgres_forgets_the_order_in_heap_and_transactions() {
    let database = TestDatabase::postgres().await;
    let storage = database.open().await;
    let submissions = submissions();
    let keys = count(&*storage, &submissions).await;
    let arrival: Vec<Vec<u8>> = keys.iter().map(|key| key.id_hash.to_vec()).collect();
    let mut connection = PgConnection::connect(&database.address).await.unwrap();
    let heap = "SELECT id_hash FROM submissions ORDER BY ctid";
    let before: Vec<Vec<u8>> = sqlx::query_scalar(heap)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(before, arrival, "there is something to forget");

    storage.forget_order().await.unwrap();
    let after: Vec<Vec<u8>> = sqlx::query_scalar(heap)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let mut sorted = arrival;
    sorted.sort_unstable();
    assert_eq!(after, sorted);
    let transactions = "SELECT COUNT(DISTINCT xmin::text) FROM submissions UNION ALL \
        SELECT COUNT(DISTINCT xmin::text) FROM spent_invites UNION ALL \
        SELECT COUNT(DISTINCT xmin::text) FROM noisy_rows";
    let transactions: Vec<i64> = sqlx::query_scalar(transactions)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(transactions, [1, 1, 1]);
    // Nothing is lost, and what was counted is still known.
    let stored = storage.surveys().await.unwrap().remove(0);
    assert_eq!(storage.submissions(stored.key).await.unwrap(), 20);
    let again = CheckedSubmission {
        stored: Arc::new(stored),
        key: keys[3],
        submission: submissions[3].clone(),
        invite: None,
        keep_row: false,
    };
    let outcome = storage.count(&[again]).await.unwrap();
    assert_eq!(outcome, [SubmissionOutcome::CountedBefore]);
}

/// The bytes of a file of the server; none if it is gone.
async fn server_file(connection: &mut PgConnection, path: &str) -> Vec<u8> {
    let read = "SELECT COALESCE(pg_read_binary_file($1, 0, 1000000, TRUE), ''::BYTEA)";
    sqlx::query_scalar(read)
        .bind(path)
        .fetch_one(connection)
        .await
        .unwrap()
}

async fn file_of_counts(connection: &mut PgConnection) -> String {
    sqlx::query_scalar("SELECT pg_relation_filepath('part_counts')")
        .fetch_one(connection)
        .await
        .unwrap()
}

/// A row that an update replaced stays in the file, also after VACUUM, and two that follow each other
/// tell a report.
#[tokio::test]
async fn a_stolen_copy_of_postgres_does_not_hold_the_reports_one_by_one() {
    let database = TestDatabase::postgres().await;
    let storage = database.open().await;
    let key = storage.publish(&census()).await.unwrap().unwrap();
    let stored = storage.surveys().await.unwrap();
    let stored = Arc::new(stored.into_iter().find(|one| one.key == key).unwrap());
    // Somebody who reads hinders the clearing until the attack was made.
    let reader = database.hold_table("part_counts", "ACCESS SHARE").await;
    let mut connection = PgConnection::connect(&database.address).await.unwrap();
    let mut states: Vec<Vec<u8>> = Vec::new();
    for submission in submissions() {
        let entry = CheckedSubmission {
            stored: Arc::clone(&stored),
            key: SubmissionKey::of(&submission),
            submission,
            invite: None,
            keep_row: false,
        };
        assert_eq!(
            storage.count(&[entry]).await.unwrap(),
            [SubmissionOutcome::Counted]
        );
        let state = "SELECT sums FROM part_counts WHERE part = 1";
        states.push(
            sqlx::query_scalar(state)
                .fetch_one(&mut connection)
                .await
                .unwrap(),
        );
    }
    states.dedup();
    let last = states.pop().unwrap();
    let recovered = |bytes: &[u8]| {
        let stands = |state: &&Vec<u8>| {
            bytes
                .windows(state.len())
                .any(|window| window == &state[..])
        };
        states.iter().filter(stands).count()
    };
    let first = file_of_counts(&mut connection).await;
    for tidying in ["VACUUM part_counts", "CHECKPOINT"] {
        sqlx::query(tidying).execute(&mut connection).await.unwrap();
    }
    let found = recovered(&server_file(&mut connection, &first).await);
    assert!(found > 2, "there is something to steal: {found}");

    reader.release().await;
    until("counts without what they were", async || {
        sqlx::query("CHECKPOINT")
            .execute(&mut connection)
            .await
            .unwrap();
        let now = file_of_counts(&mut connection).await;
        let mut bytes = server_file(&mut connection, &first).await;
        bytes.extend(server_file(&mut connection, &now).await);
        let is_there = bytes.windows(last.len()).any(|window| window == &last[..]);
        is_there && recovered(&bytes) == 0
    })
    .await;
    storage.close().await;
}
