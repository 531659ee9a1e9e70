//! Backup, restore and migration: everything arrives, or nothing is said to have arrived.

use std::{path::Path, sync::Arc};

use sotto_collector::{
    DatabaseUrl,
    storage::{
        AuditEntry, BackupKey, CheckedSubmission, GivenRows, Older, Storage, StoredToken,
        SubmissionOutcome::{Counted, CountedBefore, InviteSpent, NotCollecting},
        TransferError, back_up, migrate, open, restore,
    },
};
use sotto_survey::Submission;
use sqlx::{Connection, SqliteConnection};
use tokio::{sync::watch, task::JoinHandle};

use super::entries::{assert_counts, entry, made, published, set_settings, stored, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Devices,
    patience::patiently,
    temporary,
};

on_both!(
    a_backup_restores_everything_into_either_database,
    a_backup_is_of_one_moment,
    only_the_backup_that_was_made_is_restored,
    an_older_backup_is_not_taken_for_a_newer_one,
    only_a_new_database_is_filled,
    what_another_version_wrote_is_not_copied,
    a_migration_notices_that_the_source_is_in_use,
    a_migration_notices_changes_that_add_no_row,
);

/// A database with something in every table: a survey that collects, and one that is closed.
struct Filled {
    storage: Arc<dyn Storage>,
    open: i64,
    closed: i64,
    submissions: Vec<Submission>,
}

const INVITE: [u8; 32] = [5; 32];

async fn filled(database: &TestDatabase) -> Filled {
    let storage = database.open().await;
    let mut devices = Devices::new(80);
    let submissions: Vec<_> = (0..700).map(|_| devices.submission()).collect();
    // A key that is skipped: keys must arrive as they are.
    published(&*storage, &survey("gone", 1)).await;
    storage.delete_survey("gone").await.unwrap();
    let closed = published(&*storage, &survey("census", 1)).await;
    let open = published(&*storage, &survey("census", 2)).await;
    let one = storage.count(&[entry(&closed, &submissions[0])]).await;
    assert_eq!(one.unwrap(), [Counted]);
    storage.close_survey(closed.key).await.unwrap();
    let batch: Vec<_> = submissions
        .iter()
        .enumerate()
        .map(|(index, submission)| CheckedSubmission {
            invite: (index == 0).then_some(INVITE),
            keep_row: index % 3 == 0,
            ..entry(&open, submission)
        })
        .collect();
    let counted = storage.count(&batch).await.unwrap();
    assert!(counted.iter().all(|outcome| *outcome == Counted));
    let settings = r#"{"title":"两个—settings 'quoted'"}"#;
    set_settings(&*storage, "census", settings).await;
    Filled {
        storage,
        open: open.key,
        closed: closed.key,
        submissions,
    }
}

/// Whether a copy holds what was filled in, and works on.
async fn assert_copied(filled: &Filled, copy: &DatabaseUrl) {
    let storage = open(copy).await.unwrap();
    let open = stored(&*storage, filled.open).await;
    let closed = stored(&*storage, filled.closed).await;
    assert!(closed.closed && !open.closed);
    assert_counts(&*storage, &open, &filled.submissions).await;
    assert_counts(&*storage, &closed, &filled.submissions[..1]).await;
    assert_eq!(
        storage.settings_since(0).await.unwrap(),
        filled.storage.settings_since(0).await.unwrap()
    );
    assert_eq!(
        storage
            .noisy_rows(open.key, GivenRows::ALL, None, 1000)
            .await
            .unwrap(),
        filled
            .storage
            .noisy_rows(open.key, GivenRows::ALL, None, 1000)
            .await
            .unwrap()
    );
    let new = Devices::new(81).submission();
    let batch = [
        entry(&open, &filled.submissions[699]),
        entry(&closed, &new),
        CheckedSubmission {
            invite: Some(INVITE),
            ..entry(&open, &new)
        },
    ];
    let outcomes = storage.count(&batch).await.unwrap();
    assert_eq!(outcomes, [CountedBefore, NotCollecting, InviteSpent]);
    assert_eq!(
        storage.count(&[entry(&open, &new)]).await.unwrap(),
        [Counted]
    );
    let next = storage.publish(&survey("next", 1)).await.unwrap().unwrap();
    assert!(next > open.key);
    storage.close().await;
}

fn file_in(folder: &Path, name: &str) -> DatabaseUrl {
    DatabaseUrl::sqlite_file(folder.join(name))
}

async fn a_backup_restores_everything_into_either_database(database: TestDatabase) {
    let filled = filled(&database).await;
    let folder = temporary::folder();
    let backup = folder.path().join("backup.sqlite");
    let key = BackupKey::draw().unwrap();
    let copied = back_up(&database.url, &backup, &key, made()).await.unwrap();
    assert_eq!((copied.surveys, copied.submissions), (2, 700));
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(names, ["backup.sqlite"]);
    let error = back_up(&database.url, &backup, &key, made())
        .await
        .unwrap_err();
    assert!(matches!(error, TransferError::FileExists(_)), "{error}");

    let postgres = TestDatabase::postgres().await;
    for to in [file_in(folder.path(), "restored.sqlite"), postgres.url] {
        let restored = restore(&backup, &to, &key, Older::Refused).await.unwrap();
        assert_eq!((restored.copied, restored.made), (copied, made()));
        assert_copied(&filled, &to).await;
    }
}

/// Somebody who can write where the backup lies changes what it holds, or makes one of their own.
async fn only_the_backup_that_was_made_is_restored(database: TestDatabase) {
    filled(&database).await.storage.close().await;
    let folder = temporary::folder();
    let [key, others_key] = [(); 2].map(|()| BackupKey::draw().unwrap());
    let changes = [
        "UPDATE survey_settings SET settings = '{}'",
        "UPDATE survey_counts SET submissions = submissions + 1",
        "DELETE FROM submissions WHERE id_hash IN (SELECT id_hash FROM submissions LIMIT 1)",
        "INSERT INTO invites (survey, code_hash) VALUES ('census', zeroblob(32))",
        "UPDATE backup_seal SET made = made + 86400",
        "UPDATE backup_seal SET seal = x'00'",
        "DROP TABLE backup_seal",
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let backup = folder.path().join(format!("{number}.sqlite"));
        back_up(&database.url, &backup, &key, made()).await.unwrap();
        let mut file = SqliteConnection::connect(&format!("sqlite:{}", backup.display()))
            .await
            .unwrap();
        let done = sqlx::query(change).execute(&mut file).await.unwrap();
        assert!(
            done.rows_affected() > 0 || change.starts_with("DROP"),
            "{change}"
        );
        file.close().await.unwrap();
        let to = file_in(folder.path(), &format!("restored-{number}.sqlite"));
        let error = restore(&backup, &to, &key, Older::Refused)
            .await
            .unwrap_err();
        let is_told = if change.starts_with("DROP") {
            matches!(error, TransferError::Unsealed(_))
        } else {
            matches!(error, TransferError::OtherSeal(_))
        };
        assert!(is_told, "{change}: {error}");
        // Nothing was kept: the same database can be filled from the right one.
        let right = folder.path().join(format!("right-{number}.sqlite"));
        back_up(&database.url, &right, &key, made()).await.unwrap();
        let error = restore(&right, &to, &others_key, Older::Refused)
            .await
            .unwrap_err();
        assert!(matches!(error, TransferError::OtherSeal(_)), "{error}");
        restore(&right, &to, &key, Older::Refused).await.unwrap();
    }
}

/// An operator revokes a token and deletes a survey; an earlier backup, sealed as well, would bring back both.
async fn an_older_backup_is_not_taken_for_a_newer_one(database: TestDatabase) {
    let filled = filled(&database).await;
    let storage = &filled.storage;
    let token = |id: &str, name: &str| StoredToken {
        id: id.to_owned(),
        name: name.to_owned(),
        role: "operator".to_owned(),
        surveys: None,
        secret_hash: "x".to_owned(),
        secret_check: [0; 8],
        created_day: made().day(),
        expires_day: None,
    };
    storage.add_token(&token("a", "Ada")).await.unwrap();
    storage.add_token(&token("b", "Bo")).await.unwrap();
    let folder = temporary::folder();
    let key = BackupKey::draw().unwrap();
    let older = folder.path().join("older.sqlite");
    back_up(&database.url, &older, &key, made()).await.unwrap();

    assert!(storage.revoke_token("a", "operator", 0).await.unwrap());
    let act = AuditEntry {
        entry: 0,
        hour: made().hour().seconds(),
        token: "b".to_owned(),
        act: "token.revoke a".to_owned(),
        survey: None,
    };
    storage.record(&act).await.unwrap();
    assert!(storage.delete_survey("census").await.unwrap());
    storage.close().await;

    let refused = restore(&older, &database.url, &key, Older::Refused).await;
    let error = refused.unwrap_err();
    let TransferError::Older { brought_back, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(brought_back.tokens, ["Ada"]);
    assert_eq!(brought_back.surveys, ["census"]);
    let sentence = error.to_string();
    for word in [
        "made on 2026-",
        "\"Ada\"",
        "\"census\"",
        "would come back",
        "--older",
    ] {
        assert!(sentence.contains(word), "{sentence} {word}");
    }
    // Nothing was done.
    let storage = database.open().await;
    assert!(storage.token("a").await.unwrap().is_none());
    // The newest one is no older than what is there.
    let newest = folder.path().join("newest.sqlite");
    back_up(&database.url, &newest, &key, made()).await.unwrap();
    storage.close().await;
    restore(&newest, &database.url, &key, Older::Refused)
        .await
        .unwrap();

    let restored = restore(&older, &database.url, &key, Older::Meant)
        .await
        .unwrap();
    assert_eq!(restored.made, made());
    let storage = database.open().await;
    assert!(storage.token("a").await.unwrap().is_some());
}

/// Somebody who counts one batch after the other until the survey is closed.
struct Counting {
    task: JoinHandle<()>,
    batches: watch::Receiver<u64>,
}

impl Counting {
    async fn begin(filled: &Filled, seed: u64) -> Self {
        let storage = Arc::clone(&filled.storage);
        let survey = stored(&*storage, filled.open).await;
        let (counted, batches) = watch::channel(0);
        let task = tokio::spawn(async move {
            let mut devices = Devices::new(seed);
            loop {
                let batch: Vec<_> = (0..5)
                    .map(|_| entry(&survey, &devices.submission()))
                    .collect();
                if storage.count(&batch).await.unwrap()[0] == NotCollecting {
                    break;
                }
                counted.send_modify(|number| *number += 1);
            }
        });
        Self { task, batches }
    }

    /// Waits for a batch that was begun and counted since. The next to be told of may be older.
    async fn goes_on(&mut self) {
        let before = *self.batches.borrow();
        let since = self.batches.wait_for(|number| *number >= before + 2);
        patiently("another batch", since).await.unwrap();
    }

    async fn end(self, filled: &Filled) {
        filled.storage.close_survey(filled.open).await.unwrap();
        self.task.await.unwrap();
    }
}

/// Submissions are counted while the backup is made: as many are remembered as are in the sums.
async fn a_backup_is_of_one_moment(database: TestDatabase) {
    let filled = filled(&database).await;
    let mut counting = Counting::begin(&filled, 82).await;
    let folder = temporary::folder();
    let key = BackupKey::draw().unwrap();
    for round in 0..3 {
        counting.goes_on().await;
        let file = folder.path().join(format!("{round}.sqlite"));
        let copied = back_up(&database.url, &file, &key, made()).await.unwrap();
        let copy = open(&DatabaseUrl::sqlite_file(&file)).await.unwrap();
        let counts = copy.counts(filled.open).await.unwrap();
        assert_eq!(counts.submissions, copied.submissions);
        assert!(
            counts
                .parts
                .iter()
                .all(|part| part.reports() == copied.submissions)
        );
        copy.close().await;
    }
    counting.end(&filled).await;
}

async fn only_a_new_database_is_filled(database: TestDatabase) {
    let filled = filled(&database).await;
    let folder = temporary::folder();
    let backup = folder.path().join("backup.sqlite");
    let key = BackupKey::draw().unwrap();
    back_up(&database.url, &backup, &key, made()).await.unwrap();
    let error = migrate(&DatabaseUrl::sqlite_file(&backup), &database.url).await;
    let error = error.unwrap_err();
    assert!(matches!(error, TransferError::NotEmpty(_)), "{error}");
    let open_survey = stored(&*filled.storage, filled.open).await;
    assert_counts(&*filled.storage, &open_survey, &filled.submissions).await;

    let nothing = file_in(folder.path(), "nothing.sqlite");
    let error = migrate(&nothing, &database.url).await.unwrap_err();
    assert!(matches!(error, TransferError::NoSource(_)), "{error}");
    assert!(!folder.path().join("nothing.sqlite").exists());
}

async fn what_another_version_wrote_is_not_copied(database: TestDatabase) {
    filled(&database).await.storage.close().await;
    for change in [
        "INSERT INTO _sqlx_migrations \
         (version, description, success, checksum, execution_time) \
         SELECT 9999, 'of the future', success, checksum, 1 FROM _sqlx_migrations \
         WHERE version = 1",
        "DELETE FROM _sqlx_migrations",
    ] {
        database.execute(change).await;
        let folder = temporary::folder();
        let key = BackupKey::draw().unwrap();
        let error = back_up(&database.url, &folder.path().join("a"), &key, made()).await;
        let error = error.unwrap_err();
        assert!(
            matches!(error, TransferError::OtherVersion { .. }),
            "{error}"
        );
    }
}

/// The copy is held up once it has begun to read, until somebody has counted.
async fn a_migration_notices_that_the_source_is_in_use(database: TestDatabase) {
    let filled = filled(&database).await;
    let mut counting = Counting::begin(&filled, 83).await;
    let target = TestDatabase::postgres().await;
    target.open().await.close().await;
    let mut holding = target.hold_table("surveys", "ACCESS EXCLUSIVE").await;
    let meanwhile = async {
        holding.is_waited_for().await;
        counting.goes_on().await;
        holding.release().await;
    };
    let (copied, ()) = tokio::join!(migrate(&database.url, &target.url), meanwhile);
    let error = copied.unwrap_err();
    assert!(matches!(error, TransferError::Changed(_)), "{error}");
    counting.end(&filled).await;
}

/// The copy is held up once it has begun to read, and something is changed where it reads from.
async fn a_migration_notices_changes_that_add_no_row(database: TestDatabase) {
    let filled = filled(&database).await;
    assert!(
        filled
            .storage
            .add_invites("census", &[[1; 32]])
            .await
            .unwrap()
    );
    for change in [
        "UPDATE survey_counts SET submissions = submissions + 1 WHERE submissions = 1",
        "UPDATE invites SET survey = 'other'",
        "UPDATE survey_settings SET settings = '{}'",
    ] {
        let target = TestDatabase::postgres().await;
        target.open().await.close().await;
        let mut holding = target.hold_table("surveys", "ACCESS EXCLUSIVE").await;
        let changing = async {
            holding.is_waited_for().await;
            database.execute(change).await;
            holding.release().await;
        };
        let (copied, ()) = tokio::join!(migrate(&database.url, &target.url), changing);
        let error = copied.unwrap_err();
        assert!(
            matches!(error, TransferError::Changed(_)),
            "{change}: {error}"
        );
    }
}
