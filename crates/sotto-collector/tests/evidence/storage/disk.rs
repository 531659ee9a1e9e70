//! A disk that is full, then is not: nothing acknowledged is lost, and nobody has to help.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use sotto_collector::DatabaseUrl;
use sotto_survey::ProblemKind;
use tempfile::TempDir;

use crate::{
    command_line::sotto,
    databases::TestDatabase,
    harness::{Devices, Running, counts, expected_counts, json},
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

    fn remount_read_only(&self) {
        let status = Command::new("mount")
            .args(["-o", "remount,ro"])
            .arg(self.path())
            .status();
        assert!(status.unwrap().success());
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
        let filler = fill(disk.path());
        let mut refused = Vec::new();
        // What room the log has left is used up first.
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
        // Reading goes on.
        assert_eq!(counts(&running.results().await), expected_counts(&counted));
        std::fs::remove_file(filler).unwrap();
        for submission in refused {
            let response = running.post(submission.body(&running.survey)).await;
            assert_eq!(response.status(), 201);
            counted.push(submission);
        }
        assert_eq!(counts(&running.results().await), expected_counts(&counted));
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
    let folder = tempfile::tempdir().unwrap();
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
            503 => refused.push(submission),
            other => panic!("{other}"),
        }
    }
    assert!(!counted.is_empty());
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
        disk.remount_read_only();
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
        let problem = loop {
            let response = running.post(submission.body(&running.survey)).await;
            assert_eq!(response.status(), 503);
            assert_eq!(response.headers()["retry-after"], "1");
            let problem = json(response).await;
            if problem["detail"]
                .as_str()
                .unwrap()
                .contains("can only be read")
            {
                break problem;
            }
        };
        let kind = ProblemKind::StorageUnavailable.type_uri();
        assert_eq!(problem["type"], kind);
        assert_eq!(running.get("/readyz").await.status(), 503);
        // Reading goes on.
        assert_eq!(counts(&running.results().await), expected_counts(&counted));

        let again = format!("ALTER ROLE {role} RESET default_transaction_read_only");
        database.execute(&again).await;
        database.execute(&end).await;
        while running
            .post(submission.body(&running.survey))
            .await
            .status()
            != 201
        {
            tokio::task::yield_now().await;
        }
        counted.push(submission);
        assert_eq!(counts(&running.results().await), expected_counts(&counted));
    }
    running.collector.stop().await.unwrap();
}
