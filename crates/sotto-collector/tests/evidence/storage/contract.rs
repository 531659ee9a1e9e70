//! What every database promises, on each of them.

use std::sync::Arc;

use sotto_collector::storage::{
    CheckedSubmission, Creation, GivenRows, PictureKept, StorageError,
    SubmissionOutcome::{Counted, CountedBefore, IdReused, InviteSpent, NotCollecting},
};
use sotto_ldp::Counts;
use sotto_survey::{PictureHash, Submission, Survey};
use tokio::task::JoinSet;

use super::entries::{assert_counts, entry, forged, published, set_settings, stored, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::{Devices, census},
    patience::until,
};

on_both!(
    a_version_is_published_once_and_stays,
    each_submission_counts_once,
    what_repeats_within_a_batch_counts_once,
    counts_of_surveys_do_not_mix,
    an_invite_is_good_for_one_submission,
    rows_are_kept_where_asked_in_no_order_of_arrival,
    a_closed_survey_counts_no_more_and_forgets_who_took_part,
    a_step_is_taken_once_there_are_enough,
    nothing_is_left_of_a_deleted_survey,
    an_id_and_a_version_are_never_taken_twice,
    settings_are_kept_and_every_change_is_seen,
    a_transaction_that_fails_counts_nothing,
    what_is_recent_is_known_as_what_is_old,
    what_two_collectors_count_at_once_counts_once,
    nothing_is_counted_after_the_close,
    an_erasure_that_was_cut_short_is_ended,
    a_database_of_a_newer_version_is_refused,
    counts_that_cannot_be_are_refused,
);

async fn a_version_is_published_once_and_stays(database: TestDatabase) {
    let storage = database.open().await;
    assert!(storage.surveys().await.unwrap().is_empty());
    let first = storage.publish(&survey("a", 1)).await.unwrap().unwrap();
    let second = storage.publish(&survey("a", 2)).await.unwrap().unwrap();
    let mut changed = serde_json::to_value(survey("a", 1)).unwrap();
    changed["title"]["en"] = "Another".into();
    let changed: Survey = serde_json::from_value(changed).unwrap();
    assert_eq!(storage.publish(&changed).await.unwrap(), None);
    storage.close().await;

    let storage = database.open().await;
    let stored = storage.surveys().await.unwrap();
    let found: Vec<_> = stored.iter().map(|one| (one.key, one.survey())).collect();
    let (one, two) = (survey("a", 1), survey("a", 2));
    assert_eq!(found, [(first, &one), (second, &two)]);
    assert!(stored.iter().all(|one| !one.closed));
}

async fn each_submission_counts_once(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let mut devices = Devices::new(60);
    let submissions: Vec<_> = (0..5).map(|_| devices.submission()).collect();
    let all: Vec<_> = submissions.iter().map(|one| entry(&stored, one)).collect();

    assert!(storage.count(&[]).await.unwrap().is_empty());
    assert_counts(&*storage, &stored, []).await;
    assert_eq!(storage.count(&all[..3]).await.unwrap(), [Counted; 3]);
    assert_counts(&*storage, &stored, &submissions[..3]).await;
    // One that is known among those that are not.
    let other = entry(&stored, &forged(&mut devices, &submissions[0]));
    let mixed = [
        other,
        entry(&stored, &submissions[1]),
        entry(&stored, &submissions[3]),
    ];
    assert_eq!(
        storage.count(&mixed).await.unwrap(),
        [IdReused, CountedBefore, Counted]
    );
    assert_counts(&*storage, &stored, &submissions[..4]).await;
    storage.close().await;

    let storage = database.open().await;
    let again = storage.count(&all).await.unwrap();
    assert_eq!(again[..4], [CountedBefore; 4]);
    assert_eq!(again[4], Counted);
    assert_counts(&*storage, &stored, &submissions).await;
}

async fn what_repeats_within_a_batch_counts_once(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let mut devices = Devices::new(61);
    let (one, two) = (devices.submission(), devices.submission());
    let other = forged(&mut devices, &one);
    let batch = [&one, &two, &one, &other, &one].map(|submission| entry(&stored, submission));
    assert_eq!(
        storage.count(&batch).await.unwrap(),
        [Counted, Counted, CountedBefore, IdReused, CountedBefore]
    );
    assert_counts(&*storage, &stored, [&one, &two]).await;
}

async fn counts_of_surveys_do_not_mix(database: TestDatabase) {
    let storage = database.open().await;
    let mut devices = Devices::new(62);
    let mut surveys = Vec::new();
    for version in 1..=3 {
        surveys.push(published(&*storage, &survey("census", version)).await);
    }
    // The same report id in two surveys is two submissions.
    let submissions: Vec<_> = (0..9).map(|_| devices.submission()).collect();
    let batch: Vec<_> = (0..9)
        .map(|index| entry(&surveys[index % 3], &submissions[index]))
        .chain([entry(&surveys[0], &submissions[1])])
        .collect();
    assert_eq!(storage.count(&batch).await.unwrap(), [Counted; 10]);
    let at = |indices: [usize; 3]| indices.map(|index| &submissions[index]);
    let first = at([0, 3, 6]).into_iter().chain([&submissions[1]]);
    assert_counts(&*storage, &surveys[0], first).await;
    assert_counts(&*storage, &surveys[1], at([1, 4, 7])).await;
    assert_counts(&*storage, &surveys[2], at([2, 5, 8])).await;
}

async fn an_invite_is_good_for_one_submission(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let mut devices = Devices::new(63);
    let submissions: Vec<_> = (0..5).map(|_| devices.submission()).collect();
    let invited = |index: usize, invite: u8| CheckedSubmission {
        invite: Some([invite; 32]),
        ..entry(&stored, &submissions[index])
    };
    // Two with one invite at once: one of them has it.
    let outcomes = storage
        .count(&[invited(0, 1), invited(1, 1), invited(2, 2)])
        .await
        .unwrap();
    assert_eq!(outcomes[2], Counted);
    let (winner, loser) = match outcomes[..2] {
        [Counted, InviteSpent] => (0, 1),
        [InviteSpent, Counted] => (1, 0),
        _ => panic!("{outcomes:?}"),
    };
    assert_counts(&*storage, &stored, [&submissions[winner], &submissions[2]]).await;
    // A repetition is no second use; what was refused comes again with an invite of its own.
    let outcomes = storage
        .count(&[invited(winner, 1), invited(loser, 1), invited(3, 2)])
        .await
        .unwrap();
    assert_eq!(outcomes, [CountedBefore, InviteSpent, InviteSpent]);
    let outcomes = storage
        .count(&[invited(loser, 3), entry(&stored, &submissions[4])])
        .await
        .unwrap();
    assert_eq!(outcomes, [Counted, Counted]);
    let counted = [0, 1, 2, 4].map(|index| &submissions[index]);
    assert_counts(&*storage, &stored, counted).await;
    assert_eq!(database.rows("submissions").await, 4);
    assert_eq!(database.rows("spent_invites").await, 3);
}

async fn rows_are_kept_where_asked_in_no_order_of_arrival(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let mut devices = Devices::new(64);
    let submissions: Vec<_> = (0..40).map(|_| devices.submission()).collect();
    for (index, submission) in submissions.iter().enumerate() {
        let one = CheckedSubmission {
            keep_row: index % 2 == 0,
            ..entry(&stored, submission)
        };
        assert_eq!(storage.count(&[one]).await.unwrap(), [Counted]);
    }
    assert_eq!(
        storage
            .noisy_row_count(stored.key, GivenRows::ALL)
            .await
            .unwrap(),
        20
    );
    let mut rows = Vec::new();
    let mut after = None;
    loop {
        let some = storage
            .noisy_rows(stored.key, GivenRows::ALL, after, 7)
            .await
            .unwrap();
        let Some(last) = some.last() else { break };
        after = Some(last.key);
        rows.extend(some);
    }
    let text = |submission: &Submission| {
        let reports: Vec<_> = submission
            .reports()
            .iter()
            .map(|report| report.as_ref().unwrap().to_string())
            .collect();
        format!("[{}]", reports.join(","))
    };
    let kept: Vec<String> = submissions.iter().step_by(2).map(text).collect();
    let mut found: Vec<String> = rows.into_iter().map(|row| row.reports).collect();
    assert_ne!(found, kept, "one of 20! orders, and this very one?");
    let mut sorted = kept;
    sorted.sort();
    found.sort();
    assert_eq!(found, sorted);
}

async fn a_closed_survey_counts_no_more_and_forgets_who_took_part(database: TestDatabase) {
    let storage = database.open().await;
    let one = published(&*storage, &survey("census", 1)).await;
    let two = published(&*storage, &survey("census", 2)).await;
    let mut devices = Devices::new(65);
    let submissions: Vec<_> = (0..3).map(|_| devices.submission()).collect();
    let first = CheckedSubmission {
        invite: Some([7; 32]),
        keep_row: true,
        ..entry(&one, &submissions[0])
    };
    let batch = [first, entry(&two, &submissions[1])];
    assert_eq!(storage.count(&batch).await.unwrap(), [Counted; 2]);

    storage.close_survey(one.key).await.unwrap();
    assert!(stored(&*storage, one.key).await.closed);
    assert!(!stored(&*storage, two.key).await.closed);
    let batch = [
        entry(&one, &submissions[0]),
        entry(&two, &submissions[1]),
        entry(&one, &submissions[2]),
        entry(&two, &submissions[2]),
    ];
    assert_eq!(
        storage.count(&batch).await.unwrap(),
        [NotCollecting, CountedBefore, NotCollecting, Counted]
    );
    assert_counts(&*storage, &one, [&submissions[0]]).await;
    assert_counts(&*storage, &two, &submissions[1..]).await;
    assert_eq!(
        storage
            .noisy_row_count(one.key, GivenRows::ALL)
            .await
            .unwrap(),
        1
    );
    assert_eq!(database.rows("submissions").await, 2);
    assert_eq!(database.rows("spent_invites").await, 0);
    assert_eq!(database.rows("erasures").await, 0);
}

async fn a_step_is_taken_once_there_are_enough(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let stored = published(&*collectors[0], &census()).await;
    let mut devices = Devices::new(46);
    let key = stored.key;
    let survey = census();
    let entries: Vec<_> = survey.entries().map(|one| one.parts().len()).collect();
    let mut told = Vec::new();
    for (number, more) in [2, 1, 2, 1].into_iter().enumerate() {
        let submissions: Vec<_> = (0..more).map(|_| devices.submission()).collect();
        let batch: Vec<_> = submissions.iter().map(|one| entry(&stored, one)).collect();
        collectors[0].count(&batch).await.unwrap();
        let collector = &collectors[number % 2];
        let submissions = collector.take_step(key, 3, &entries).await.unwrap();
        let counts = collector.told(key).await.unwrap();
        assert_eq!(counts.submissions, submissions);
        if submissions > 0 && told.last() != Some(&submissions) {
            assert_eq!(counts, collector.counts(key).await.unwrap());
        }
        told.push(submissions);
    }
    assert_eq!(told, [0, 3, 3, 6]);
    // What is told goes with its survey, also if a step is asked for afterwards.
    collectors[0].delete_survey("census").await.unwrap();
    assert_eq!(collectors[1].take_step(key, 3, &entries).await.unwrap(), 0);
    assert_eq!(database.rows("told_counts").await, 0);
}

async fn nothing_is_left_of_a_deleted_survey(database: TestDatabase) {
    let storage = database.open().await;
    let gone = published(&*storage, &survey("gone", 1)).await;
    let stays = published(&*storage, &survey("stays", 1)).await;
    let mut devices = Devices::new(66);
    let submission = devices.submission();
    let whole = |stored| CheckedSubmission {
        invite: Some([9; 32]),
        keep_row: true,
        ..entry(stored, &submission)
    };
    let batch = [whole(&gone), whole(&stays)];
    assert_eq!(storage.count(&batch).await.unwrap(), [Counted; 2]);
    set_settings(&*storage, "gone", "{}").await;
    set_settings(&*storage, "stays", "{}").await;
    let hash = PictureHash::of_sha256([7; 32]);
    for id in ["gone", "stays"] {
        let kept = storage.keep_picture(id, &hash, b"picture", 1).await;
        assert_eq!(kept.unwrap(), PictureKept::Kept);
    }

    assert!(storage.delete_survey("gone").await.unwrap());
    assert!(!storage.delete_survey("gone").await.unwrap());
    let keys: Vec<_> = storage
        .surveys()
        .await
        .unwrap()
        .iter()
        .map(|one| one.key)
        .collect();
    assert_eq!(keys, [stays.key]);
    assert_counts(&*storage, &gone, []).await;
    assert_counts(&*storage, &stays, [&submission]).await;
    assert_eq!(
        storage
            .noisy_row_count(gone.key, GivenRows::ALL)
            .await
            .unwrap(),
        0
    );
    let settings = storage.settings_since(0).await.unwrap();
    assert!(settings.iter().all(|(id, _)| id != "gone"), "{settings:?}");
    for table in [
        "surveys",
        "submissions",
        "spent_invites",
        "survey_counts",
        "noisy_rows",
        "pictures",
    ] {
        assert_eq!(database.rows(table).await, 1, "{table}");
    }
    // Another collector may not have heard of it yet; and neither a key nor a version is given twice.
    assert_eq!(
        storage.count(&[whole(&gone)]).await.unwrap(),
        [NotCollecting]
    );
    assert!(storage.delete_survey("stays").await.unwrap());
    assert_eq!(storage.publish(&survey("gone", 1)).await.unwrap(), None);
    let again = storage.publish(&survey("gone", 2)).await.unwrap().unwrap();
    assert!(again > stays.key);
}

async fn an_id_and_a_version_are_never_taken_twice(database: TestDatabase) {
    let storage = database.open().await;
    let create = async |id, version| {
        let creation = storage.create_survey(&survey(id, version), "{}").await;
        creation.unwrap()
    };
    for version in [1, 4] {
        published(&*storage, &survey("gone", version)).await;
    }
    assert_eq!(create("gone", 5).await, Creation::Exists);
    assert!(storage.delete_survey("gone").await.unwrap());
    // Nor one in between, which never was: a page may hold it that another collector published.
    for version in 1..=4 {
        let deleted = Creation::Deleted { newest: 4 };
        assert_eq!(create("gone", version).await, deleted, "{version}");
    }
    assert!(storage.surveys().await.unwrap().is_empty());
    assert!(storage.settings_since(0).await.unwrap().is_empty());
    assert!(matches!(create("gone", 5).await, Creation::Created(_)));
    assert!(matches!(create("other", 1).await, Creation::Created(_)));
    // What is remembered grows with the survey that was made again, and outlives a stop.
    assert!(storage.delete_survey("gone").await.unwrap());
    storage.close().await;
    let storage = database.open().await;
    assert_eq!(storage.publish(&survey("gone", 5)).await.unwrap(), None);
    assert_eq!(database.rows("deleted_surveys").await, 1);
}

async fn settings_are_kept_and_every_change_is_seen(database: TestDatabase) {
    let storage = database.open().await;
    let other = database.open().await;
    let mut last = other.revision().await.unwrap();
    let mut grown = async || {
        let revision = other.revision().await.unwrap();
        assert!(revision > last);
        last = revision;
    };
    let stored = published(&*storage, &census()).await;
    grown().await;
    assert_eq!(other.settings_since(0).await.unwrap(), []);
    for settings in ["{\"a\":1}", "{\"a\":2}"] {
        set_settings(&*storage, "census", settings).await;
        grown().await;
        let found = other.settings_since(0).await.unwrap();
        assert_eq!(found, [("census".to_owned(), settings.to_owned())]);
    }
    storage.close_survey(stored.key).await.unwrap();
    grown().await;
    storage.delete_survey("census").await.unwrap();
    grown().await;
}

async fn a_transaction_that_fails_counts_nothing(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let mut devices = Devices::new(67);
    let submission = devices.submission();
    // Everything but the last step succeeds.
    for (breaks, mends) in [
        (
            "ALTER TABLE noisy_rows RENAME TO gone",
            "ALTER TABLE gone RENAME TO noisy_rows",
        ),
        (
            "ALTER TABLE part_counts RENAME TO gone",
            "ALTER TABLE gone RENAME TO part_counts",
        ),
    ] {
        database.execute(breaks).await;
        let whole = CheckedSubmission {
            keep_row: true,
            ..entry(&stored, &submission)
        };
        let error = storage.count(&[whole]).await.unwrap_err();
        assert!(
            matches!(
                error,
                StorageError::Statement(_) | StorageError::Counting(_)
            ),
            "{error}"
        );
        database.execute(mends).await;
        assert_counts(&*storage, &stored, []).await;
    }
    let outcome = storage.count(&[entry(&stored, &submission)]).await.unwrap();
    assert_eq!(outcome, [Counted]);
    assert_counts(&*storage, &stored, [&submission]).await;
}

async fn what_two_collectors_count_at_once_counts_once(database: TestDatabase) {
    const BATCHES: usize = 12;
    let first = database.open().await;
    let stored = published(&*first, &census()).await;
    let collectors = [first, database.open().await, database.open().await];
    let mut devices = Devices::new(68);
    let submissions: Vec<_> = (0..300).map(|_| devices.submission()).collect();
    // Each collector gets every submission, in another order and other batches.
    let mut tasks = JoinSet::new();
    for (number, collector) in collectors.iter().enumerate() {
        let (collector, stored) = (Arc::clone(collector), Arc::clone(&stored));
        let mut order: Vec<_> = submissions.clone();
        order.rotate_left(number * 7);
        if number == 1 {
            order.reverse();
        }
        tasks.spawn(async move {
            let mut counted = 0;
            for some in order.chunks(order.len() / BATCHES) {
                let batch: Vec<_> = some.iter().map(|one| entry(&stored, one)).collect();
                for outcome in collector.count(&batch).await.unwrap() {
                    match outcome {
                        Counted => counted += 1,
                        CountedBefore => {}
                        other => panic!("{other:?}"),
                    }
                }
            }
            counted
        });
    }
    let counted: usize = tasks.join_all().await.into_iter().sum();
    assert_eq!(counted, submissions.len());
    for collector in &collectors {
        assert_counts(&**collector, &stored, &submissions).await;
    }
}

async fn nothing_is_counted_after_the_close(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let stored = published(&*collectors[0], &census()).await;
    let mut tasks = JoinSet::new();
    for (seed, collector) in (690..).zip(&collectors) {
        let (collector, stored) = (Arc::clone(collector), Arc::clone(&stored));
        tasks.spawn(async move {
            let mut devices = Devices::new(seed);
            let mut counted = Vec::new();
            loop {
                let submission = devices.submission();
                let outcome = collector
                    .count(&[entry(&stored, &submission)])
                    .await
                    .unwrap();
                match outcome[0] {
                    Counted => counted.push(submission),
                    NotCollecting => return counted,
                    other => panic!("{other:?}"),
                }
            }
        });
    }
    let under_way = async || collectors[1].submissions(stored.key).await.unwrap() >= 20;
    until("20 submissions", under_way).await;
    collectors[1].close_survey(stored.key).await.unwrap();
    let at_the_close = collectors[1].counts(stored.key).await.unwrap();
    let counted: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    assert_counts(&*collectors[0], &stored, &counted).await;
    assert_eq!(
        collectors[0].counts(stored.key).await.unwrap(),
        at_the_close
    );
}

/// Batches of several are not written where single submissions are, and moved later: by whom they
/// are asked for, and when, must make no difference.
async fn what_is_recent_is_known_as_what_is_old(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let closes = published(&*collectors[0], &survey("census", 1)).await;
    let stays = published(&*collectors[0], &survey("census", 2)).await;
    let mut devices = Devices::new(72);
    let submissions: Vec<_> = (0..60).map(|_| devices.submission()).collect();
    let forged: Vec<_> = submissions
        .iter()
        .map(|submission| forged(&mut devices, submission))
        .collect();
    let entries = |stored, submissions: &[Submission]| -> Vec<_> {
        let one = |submission| entry(stored, submission);
        submissions.iter().map(one).collect()
    };
    // Each collector some, and both then all.
    for (collector, some) in collectors.iter().zip(submissions.chunks(30)) {
        for stored in [&closes, &stays] {
            let outcomes = collector.count(&entries(stored, some)).await.unwrap();
            assert_eq!(outcomes, [Counted; 30]);
        }
    }
    let all_known = async || {
        for collector in &collectors {
            let outcomes = collector.count(&entries(&stays, &submissions)).await;
            assert_eq!(outcomes.unwrap(), [CountedBefore; 60]);
            let outcomes = collector.count(&entries(&stays, &forged)).await;
            assert_eq!(outcomes.unwrap(), [IdReused; 60]);
            assert_counts(&**collector, &stays, &submissions).await;
        }
    };
    all_known().await;
    collectors[1].close_survey(closes.key).await.unwrap();
    collectors[0].forget_order().await.unwrap();
    assert_eq!(database.rows("submissions").await, 60);
    all_known().await;
    // Known after a start, too, when some are old and some are recent.
    let newer: Vec<_> = (0..20).map(|_| devices.submission()).collect();
    let outcomes = collectors[1].count(&entries(&stays, &newer)).await;
    assert_eq!(outcomes.unwrap(), [Counted; 20]);
    let third = database.open().await;
    let outcomes = third.count(&entries(&stays, &newer)).await.unwrap();
    assert_eq!(outcomes, [CountedBefore; 20]);
    let outcomes = third.count(&entries(&closes, &newer)).await.unwrap();
    assert_eq!(outcomes, [NotCollecting; 20]);
    third.delete_survey("census").await.unwrap();
    third.forget_order().await.unwrap();
    assert_eq!(database.rows("submissions").await, 0);
}

async fn an_erasure_that_was_cut_short_is_ended(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let submission = Devices::new(70).submission();
    storage.count(&[entry(&stored, &submission)]).await.unwrap();
    storage.close().await;
    // As the first transaction of the deletion leaves it.
    database.execute("DELETE FROM surveys").await;
    let begun = format!("INSERT INTO erasures VALUES ({}, TRUE)", stored.key);
    database.execute(&begun).await;
    database.open().await.close().await;
    for table in ["erasures", "submissions", "part_counts", "survey_counts"] {
        assert_eq!(database.rows(table).await, 0, "{table}");
    }
}

async fn a_database_of_a_newer_version_is_refused(database: TestDatabase) {
    database.open().await.close().await;
    database
        .execute(
            "INSERT INTO _sqlx_migrations \
             (version, description, success, checksum, execution_time) \
             SELECT 9999, 'of the future', success, checksum, 1 FROM _sqlx_migrations \
             WHERE version = 1",
        )
        .await;
    let error = database.try_open().await.err().unwrap();
    assert!(
        matches!(
            error,
            StorageError::Newer {
                migration: 9999,
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("newer version of Sotto"));
}

async fn counts_that_cannot_be_are_refused(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let submission = Devices::new(71).submission();
    storage.count(&[entry(&stored, &submission)]).await.unwrap();
    // More of a category than there are reports.
    database.execute("UPDATE part_counts SET reports = 0").await;
    let error = storage.counts(stored.key).await.unwrap_err();
    assert!(
        matches!(error, StorageError::Counts { survey } if survey == stored.key),
        "{error}"
    );
    assert!(Counts::new(0, vec![1]).is_err());
}
