//! A disk that is full, then is not: nothing acknowledged is lost, and nobody has to help.

use std::{
    fs::File,
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process::Command,
};

use sotto_collector::DatabaseUrl;
use sotto_survey::{ProblemKind, Submission};
use sqlx::{Connection, PgConnection, Row, SqliteConnection};
use tempfile::TempDir;

use crate::{
    command_line::sotto,
    databases::TestDatabase,
    harness::{Devices, Running, counts, expected_counts, json},
    patience::until,
    temporary,
};

/// A small file system of one's own, where mounting is allowed.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"])
            .arg(folder.path())
            .output();
        mounted
            .is_ok_and(|output| output.status.success())
            .then_some(Self { folder })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A collector that has stopped may let go of its files a moment later.
    async fn remount_read_only(&self) {
        until("the disk can be mounted anew", async || {
            let output = Command::new("mount")
                .args(["-o", "remount,ro"])
                .arg(self.path())
                .output();
            output.unwrap().status.success()
        })
        .await;
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

/// Takes all the room that is left.
fn fill(folder: &Path) -> PathBuf {
    let file = folder.join("filler");
    let mut filler = File::create(&file).unwrap();
    for size in [1 << 16, 1 << 12, 1] {
        while filler.write_all(&vec![1; size]).is_ok() {}
    }
    file
}

/// Fills the disk and makes room again: who comes meanwhile is told, and counted when they come again.
async fn is_told_and_survived(
    disk: &SmallDisk,
    running: &Running,
    devices: &mut Devices,
    counted: &mut Vec<Submission>,
) {
    let filler = fill(disk.path());
    let mut refused = Vec::new();
    // What room has been set aside is used up first.
    while refused.len() < 3 {
        let submission = devices.submission();
        let response = running.post(submission.body(&running.survey)).await;
        match response.status().as_u16() {
            201 => counted.push(submission),
            503 => {
                assert_eq!(response.headers()["retry-after"], "1");
                let problem = json(response).await;
                let kind = ProblemKind::StorageUnavailable.type_uri();
                assert_eq!(problem["type"], kind);
                let detail = problem["detail"].as_str().unwrap();
                assert!(detail.contains("disk is full"), "{detail}");
                refused.push(submission);
            }
            other => panic!("{other}"),
        }
    }
    // Of the server's tables only one is on the small disk.
    if matches!(running.options.database, DatabaseUrl::Sqlite(_)) {
        assert_eq!(running.get("/readyz").await.status(), 503);
    }
    // Reading goes on.
    assert_eq!(counts(&running.results().await), expected_counts(&*counted));
    std::fs::remove_file(filler).unwrap();
    for submission in refused {
        let response = running.post(submission.body(&running.survey)).await;
        assert_eq!(response.status(), 201);
        counted.push(submission);
    }
    assert_eq!(counts(&running.results().await), expected_counts(&*counted));
}

#[tokio::test]
async fn a_full_disk_is_told_and_survived() {
    let Some(disk) = SmallDisk::mount() else {
        // Without the right to mount: `a_file_that_may_not_grow_is_survived` does the same.
        return;
    };
    let database = DatabaseUrl::sqlite_file(disk.path().join("sotto.sqlite"));
    let running = Running::start_with(|options| options.database = database).await;
    let mut devices = Devices::new(90);
    let mut counted = Vec::new();
    for _ in 0..3 {
        let submission = devices.submission();
        let response = running.post(submission.body(&running.survey)).await;
        assert_eq!(response.status(), 201);
        counted.push(submission);
    }
    for _ in 0..2 {
        is_told_and_survived(&disk, &running, &mut devices, &mut counted).await;
    }
    let running = running.restart().await;
    assert_eq!(counts(&running.results().await), expected_counts(&counted));
    running.collector.stop().await.unwrap();
}

/// The same for everyone: the process may not write beyond a place in a file, until it may.
#[cfg(unix)]
#[tokio::test]
async fn a_file_that_may_not_grow_is_survived() {
    use crate::{command_line::Serving, harness::http, harness::post};
    let folder = temporary::folder();
    let database = folder.path().join("sotto.sqlite");
    // Made without the limit.
    drop(Serving::start(&database));
    let serving = Serving::start_limited(&database, 100);
    let http = http();
    let address = serving.address(crate::harness::SUBMISSIONS);
    let mut devices = Devices::new(91);
    let (mut counted, mut refused) = (Vec::new(), Vec::new());
    while refused.len() < 3 {
        let submission = devices.submission();
        let response = post(&http, &address, submission.body(&crate::harness::census())).await;
        match response.status().as_u16() {
            201 => counted.push(submission),
            503 => {
                // To SQLite it is an error of the disk (SQLITE_IOERR).
                let problem = json(response).await;
                let kind = ProblemKind::StorageUnavailable.type_uri();
                assert_eq!(problem["type"], kind);
                let detail = problem["detail"].as_str().unwrap();
                assert!(detail.contains("storage failed"), "{detail}");
                refused.push(submission);
            }
            other => panic!("{other}"),
        }
    }
    assert!(!counted.is_empty());
    let ready = http.get(serving.address("/readyz")).send().await.unwrap();
    assert_eq!(ready.status(), 503);
    serving.lift_limit();
    for submission in refused {
        let response = post(&http, &address, submission.body(&crate::harness::census())).await;
        assert_eq!(response.status(), 201);
        counted.push(submission);
    }
    let results = http.get(serving.address("/api/v1/surveys/census/results"));
    let results = json(results.send().await.unwrap()).await;
    assert_eq!(counts(&results), expected_counts(&counted));
}

#[cfg(unix)]
#[tokio::test]
async fn a_read_only_disk_is_refused_with_a_sentence() {
    use std::{fs, os::unix::fs::PermissionsExt};
    let disk = SmallDisk::mount();
    let folder = tempfile::tempdir().unwrap();
    let path = disk.as_ref().map_or(folder.path(), SmallDisk::path);
    let file = path.join("sotto.sqlite");
    let database = DatabaseUrl::sqlite_file(&file);
    let running = Running::start_with(|options| options.database = database).await;
    running.collector.stop().await.unwrap();
    if let Some(disk) = &disk {
        disk.remount_read_only().await;
    } else {
        // Without the right to mount; root alone is not kept from writing by this.
        for (path, mode) in [(file.as_path(), 0o400), (path, 0o500)] {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        if File::create(path.join("probe")).is_ok() {
            return;
        }
    }
    let output = sotto()
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("sotto.sqlite cannot be opened"), "{said}");
}

/// A file that has become one to be read only while the collector runs: its header says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_may_only_be_read_is_told_and_survived() {
    let running = Running::start().await;
    let file = running.database_file();
    let mut devices = Devices::new(93);
    let mut counted = vec![devices.submission()];
    let response = running.post(counted[0].body(&running.survey)).await;
    assert_eq!(response.status(), 201);
    for _ in 0..2 {
        set_write_version(&file, 3).await;
        let submission = devices.submission();
        let response = running.post(submission.body(&running.survey)).await;
        assert_eq!(response.status(), 503);
        assert_eq!(response.headers()["retry-after"], "1");
        let problem = json(response).await;
        let kind = ProblemKind::StorageUnavailable.type_uri();
        assert_eq!(problem["type"], kind);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("can only be read"), "{detail}");
        assert_eq!(running.get("/readyz").await.status(), 503);
        // Reading goes on.
        assert_eq!(counts(&running.results().await), expected_counts(&counted));

        set_write_version(&file, 2).await;
        let response = running.post(submission.body(&running.survey)).await;
        assert_eq!(response.status(), 201);
        counted.push(submission);
        assert_eq!(counts(&running.results().await), expected_counts(&counted));
    }
    running.collector.stop().await.unwrap();
}

/// The byte 18 of SQLite's format: 2 is a database with a log, and one with more may only be read.
async fn set_write_version(file: &Path, version: u8) {
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", file.display()))
        .await
        .unwrap();
    // Once so that the first page stands in the file and not in the log; and again so that everybody
    // reads it anew.
    for write in [true, false] {
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut database)
            .await
            .unwrap();
        assert_eq!(row.get::<i64, _>(0), 0, "somebody reads");
        if write {
            let mut open = File::options().write(true).open(file).unwrap();
            open.seek(SeekFrom::Start(18)).unwrap();
            open.write_all(&[version]).unwrap();
            open.sync_all().unwrap();
        }
    }
}

/// The same full disk under a Postgres: the table that grows lies on a small one.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_servers_full_disk_is_told_and_survived() {
    use std::{fs, os::unix::fs::PermissionsExt};
    let Some(disk) = SmallDisk::mount() else {
        return;
    };
    let database = TestDatabase::postgres().await;
    let name = format!("small_{}", database.address.rsplit('=').next().unwrap());
    let running = Running::start_with(|options| options.database = database.url.clone()).await;
    // The server may be another user than the test.
    let place = disk.path().join("tables");
    fs::create_dir(&place).unwrap();
    fs::set_permissions(disk.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let owner = folder_owner(&database.address).await;
    std::os::unix::fs::chown(&place, Some(owner), None).unwrap();
    let create = format!("CREATE TABLESPACE {name} LOCATION '{}'", place.display());
    database.execute(&create).await;
    let moved = |to: &str| format!("ALTER TABLE submissions SET TABLESPACE {to}");
    database.execute(&moved(&name)).await;

    let mut devices = Devices::new(94);
    let mut counted = Vec::new();
    for _ in 0..2 {
        is_told_and_survived(&disk, &running, &mut devices, &mut counted).await;
    }
    running.collector.stop().await.unwrap();
    database.execute(&moved("pg_default")).await;
    database.execute(&format!("DROP TABLESPACE {name}")).await;
}

/// The user who owns the files of the Postgres, as a number.
#[cfg(unix)]
async fn folder_owner(address: &str) -> u32 {
    let mut connection = PgConnection::connect(address).await.unwrap();
    let folder: String = sqlx::query_scalar("SELECT current_setting('data_directory')")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(folder).unwrap())
}

/// A server that has become a standby, or whose disk may only be read: what is sent meanwhile is
/// refused, and counted when it is sent again.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_may_only_be_read_is_told_and_survived() {
    let database = TestDatabase::postgres().await;
    // A role of its own, as other tests use the same server.
    let schema = database.address.rsplit('=').next().unwrap();
    let role = format!("reader_of_{schema}");
    let address = database.address.replacen("sotto@", &format!("{role}@"), 1);
    database
        .execute(&format!("CREATE ROLE {role} LOGIN SUPERUSER"))
        .await;
    let url = address.parse().unwrap();
    let running = Running::start_with(|options| options.database = url).await;
    let mut devices = Devices::new(92);
    let mut counted = vec![devices.submission()];
    let response = running.post(counted[0].body(&running.survey)).await;
    assert_eq!(response.status(), 201);
    let end =
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'");
    for _ in 0..2 {
        let only = format!("ALTER ROLE {role} SET default_transaction_read_only = on");
        database.execute(&only).await;
        database.execute(&end).await;
        let submission = devices.submission();
        // At first the connections may be found gone.
        let told = async || {
            let response = running.post(submission.body(&running.survey)).await;
            assert_eq!(response.status(), 503);
            assert_eq!(response.headers()["retry-after"], "1");
            let problem = json(response).await;
            let kind = ProblemKind::StorageUnavailable.type_uri();
            assert_eq!(problem["type"], kind);
            let detail = problem["detail"].as_str().unwrap();
            detail.contains("can only be read")
        };
        until("word that it can only be read", told).await;
        assert_eq!(running.get("/readyz").await.status(), 503);
        // Reading goes on.
        assert_eq!(counts(&running.results().await), expected_counts(&counted));

        let again = format!("ALTER ROLE {role} RESET default_transaction_read_only");
        database.execute(&again).await;
        database.execute(&end).await;
        let body = submission.body(&running.survey);
        let counts_again = async || running.post(body.as_str()).await.status() == 201;
        until("a submission that counts again", counts_again).await;
        counted.push(submission);
        assert_eq!(counts(&running.results().await), expected_counts(&counted));
    }
    running.collector.stop().await.unwrap();
}
