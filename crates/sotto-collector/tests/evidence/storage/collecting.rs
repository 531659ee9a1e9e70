//! Whether a version collects is one thing for all collectors on a database, from the moment that one of them has
//! said it.

use std::sync::Arc;

use sotto_collector::storage::{
    CheckedSubmission, Collecting, Storage, StoredSurvey,
    SubmissionOutcome::{Counted, CountedBefore, Full, InviteSpent, NotCollecting},
};
use sotto_survey::Submission;
use sqlx::{Connection, PgConnection};
use tokio::{spawn, task::JoinSet};

use super::entries::{assert_counts, entry, published, set_collecting, stored, survey};
use crate::{
    databases::{TestDatabase, on_both},
    harness::Devices,
    patience::{patiently, until},
};

on_both!(
    nothing_is_counted_after_the_pause,
    what_was_counted_before_a_pause_is_known_after_it,
    nothing_is_counted_for_an_earlier_version_after_a_later_one,
    only_the_newest_version_is_opened_again,
    a_later_version_collects_as_the_one_before_it,
    what_counting_is_held_to_is_set_only_if_nothing_has_changed,
    two_collectors_count_up_to_a_quota_and_no_further,
    a_quota_that_is_given_while_counting_holds_from_then_on,
    who_comes_with_a_spent_invite_takes_no_room,
);

const PAUSED: Collecting = Collecting {
    paused: true,
    quota: None,
};
const OPEN: Collecting = Collecting {
    paused: false,
    quota: None,
};

const fn quota(quota: u64) -> Collecting {
    Collecting {
        paused: false,
        quota: Some(quota),
    }
}

/// Two collectors that count for a version until it collects no more; in the end, what they have counted.
fn counting(
    collectors: &[Arc<dyn Storage>],
    stored: &Arc<StoredSurvey>,
    seed: u64,
) -> JoinSet<Vec<Submission>> {
    let mut tasks = JoinSet::new();
    for (seed, collector) in (seed..).zip(collectors) {
        let (collector, stored) = (Arc::clone(collector), Arc::clone(stored));
        tasks.spawn(async move {
            let mut devices = Devices::new(seed);
            let mut counted = Vec::new();
            loop {
                let submission = devices.submission();
                let outcome = collector.count(&[entry(&stored, &submission)]).await;
                match outcome.unwrap()[..] {
                    [Counted] => counted.push(submission),
                    [NotCollecting | Full] => return counted,
                    ref other => panic!("{other:?}"),
                }
            }
        });
    }
    tasks
}

/// Lets them count for a while.
async fn some_are_counted(storage: &dyn Storage, stored: &StoredSurvey) {
    let some = async || storage.submissions(stored.key).await.unwrap() >= 20;
    until("twenty that are counted", some).await;
}

/// What they have counted, once they hear that it collects no more.
async fn ended(tasks: JoinSet<Vec<Submission>>) -> Vec<Submission> {
    let all = patiently("the end of counting", tasks.join_all()).await;
    all.into_iter().flatten().collect()
}

/// What stood when it was said stays: it is all that they have counted.
async fn assert_ended(
    storage: &dyn Storage,
    stored: &StoredSurvey,
    tasks: JoinSet<Vec<Submission>>,
) {
    let then = storage.counts(stored.key).await.unwrap();
    let counted = ended(tasks).await;
    assert_counts(storage, stored, &counted).await;
    assert_eq!(storage.counts(stored.key).await.unwrap(), then);
}

async fn nothing_is_counted_after_the_pause(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    for seed in [700, 710, 720] {
        let id = format!("survey-{seed}");
        let stored = published(&*collectors[0], &survey(&id, 1)).await;
        let tasks = counting(&collectors, &stored, seed);
        some_are_counted(&*collectors[1], &stored).await;
        set_collecting(&*collectors[1], &id, "{}", PAUSED).await;
        assert_ended(&*collectors[0], &stored, tasks).await;
    }
}

async fn what_was_counted_before_a_pause_is_known_after_it(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let stored = published(&*collectors[0], &survey("census", 1)).await;
    let submission = Devices::new(729).submission();
    let batch = [entry(&stored, &submission)];
    assert_eq!(collectors[0].count(&batch).await.unwrap(), [Counted]);
    set_collecting(&*collectors[1], "census", "{}", PAUSED).await;
    assert_eq!(collectors[0].count(&batch).await.unwrap(), [NotCollecting]);
    set_collecting(&*collectors[1], "census", "{}", OPEN).await;
    assert_eq!(collectors[0].count(&batch).await.unwrap(), [CountedBefore]);
}

async fn nothing_is_counted_for_an_earlier_version_after_a_later_one(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let one = published(&*collectors[0], &survey("census", 1)).await;
    let tasks = counting(&collectors, &one, 730);
    some_are_counted(&*collectors[1], &one).await;
    let two = collectors[1].publish_version(&survey("census", 2), 1).await;
    assert_ended(&*collectors[0], &one, tasks).await;
    let two = stored(&*collectors[0], two.unwrap().unwrap()).await;
    let submission = Devices::new(740).submission();
    let batch = [entry(&one, &submission), entry(&two, &submission)];
    let outcomes = collectors[0].count(&batch).await.unwrap();
    assert_eq!(outcomes, [NotCollecting, Counted]);
}

async fn only_the_newest_version_is_opened_again(database: TestDatabase) {
    let storage = database.open().await;
    let one = published(&*storage, &survey("census", 1)).await;
    let other = published(&*storage, &survey("other", 1)).await;
    let two = storage.publish_version(&survey("census", 2), 1).await;
    let two = stored(&*storage, two.unwrap().unwrap()).await;
    let mut devices = Devices::new(741);
    for (collecting, expected) in [(PAUSED, NotCollecting), (OPEN, Counted)] {
        set_collecting(&*storage, "census", "{}", collecting).await;
        let batch = [&one, &two, &other].map(|stored| entry(stored, &devices.submission()));
        let outcomes = storage.count(&batch).await.unwrap();
        assert_eq!(outcomes, [NotCollecting, expected, Counted]);
    }
}

async fn a_later_version_collects_as_the_one_before_it(database: TestDatabase) {
    let storage = database.open().await;
    published(&*storage, &survey("census", 1)).await;
    let closed = Collecting {
        paused: true,
        quota: Some(7),
    };
    for (version, collecting) in (2..).zip([closed, OPEN]) {
        set_collecting(&*storage, "census", "{}", collecting).await;
        let later = survey("census", version);
        let key = storage.publish_version(&later, version - 1).await;
        let key = key.unwrap().unwrap();
        let all = storage.collecting().await.unwrap();
        let (newest, earlier) = all.split_last().unwrap();
        assert_eq!(*newest, (key, collecting));
        assert!(earlier.iter().all(|(_, one)| *one == Collecting::EARLIER));
    }
}

async fn what_counting_is_held_to_is_set_only_if_nothing_has_changed(database: TestDatabase) {
    let storage = database.open().await;
    let key = published(&*storage, &survey("census", 1)).await.key;
    let read = storage.revision().await.unwrap();
    assert!(storage.set_collecting(key, PAUSED, read).await.unwrap());
    assert_eq!(storage.revision().await.unwrap(), read);
    assert_eq!(storage.collecting().await.unwrap(), [(key, PAUSED)]);
    assert!(!storage.set_collecting(key + 1, OPEN, read).await.unwrap());
    set_collecting(&*storage, "census", "{}", PAUSED).await;
    assert!(!storage.set_collecting(key, OPEN, read).await.unwrap());
    assert_eq!(storage.collecting().await.unwrap(), [(key, PAUSED)]);
}

async fn two_collectors_count_up_to_a_quota_and_no_further(database: TestDatabase) {
    let collectors = [database.open().await, database.open().await];
    let stored = published(&*collectors[0], &survey("census", 1)).await;
    let mut all = Vec::new();
    for (round, most) in (0..).zip([3_usize, 30, 31, 60]) {
        set_collecting(&*collectors[1], "census", "{}", quota(most as u64)).await;
        let tasks = counting(&collectors, &stored, 750 + 10 * round);
        all.extend(ended(tasks).await);
        assert_eq!(all.len(), most);
        assert_counts(&*collectors[0], &stored, &all).await;
    }
    // A batch that is cut, with one in it that was counted before.
    set_collecting(&*collectors[1], "census", "{}", quota(62)).await;
    let mut devices = Devices::new(790);
    let new: Vec<_> = (0..6).map(|_| devices.submission()).collect();
    let batch = all[..1].iter().chain(&new).chain(&new);
    let batch: Vec<_> = batch.map(|submission| entry(&stored, submission)).collect();
    let outcomes = collectors[0].count(&batch).await.unwrap();
    assert_eq!(outcomes[0], CountedBefore);
    let (first, again) = outcomes[1..].split_at(new.len());
    let of = |wanted| first.iter().filter(|outcome| **outcome == wanted).count();
    assert_eq!((of(Counted), of(Full)), (2, 4));
    for (outcome, again) in first.iter().zip(again) {
        let expected = if *outcome == Counted {
            CountedBefore
        } else {
            Full
        };
        assert_eq!(*again, expected);
    }
    // Who was refused may be counted when there is room again.
    set_collecting(&*collectors[0], "census", "{}", OPEN).await;
    let outcomes = collectors[1].count(&batch[..7]).await.unwrap();
    for (outcome, before) in outcomes[1..].iter().zip(first) {
        let expected = if *before == Counted {
            CountedBefore
        } else {
            Counted
        };
        assert_eq!(*outcome, expected);
    }
    assert_counts(&*collectors[0], &stored, all.iter().chain(&new)).await;
}

/// How many stand there when it is given may be more than it allows. Then those stay, and no more come.
async fn a_quota_that_is_given_while_counting_holds_from_then_on(database: TestDatabase) {
    const QUOTA: u64 = 50;
    let collectors = [database.open().await, database.open().await];
    for seed in [800, 810, 820] {
        let id = format!("survey-{seed}");
        let stored = published(&*collectors[0], &survey(&id, 1)).await;
        let tasks = counting(&collectors, &stored, seed);
        some_are_counted(&*collectors[1], &stored).await;
        set_collecting(&*collectors[1], &id, "{}", quota(QUOTA)).await;
        let then = collectors[0].submissions(stored.key).await.unwrap();
        let counted = ended(tasks).await;
        assert_eq!(counted.len() as u64, then.max(QUOTA));
        assert_counts(&*collectors[0], &stored, &counted).await;
    }
}

async fn who_comes_with_a_spent_invite_takes_no_room(database: TestDatabase) {
    let storage = database.open().await;
    let stored = published(&*storage, &survey("census", 1)).await;
    let mut devices = Devices::new(830);
    let mut with = |invite: u8| CheckedSubmission {
        invite: Some([invite; 32]),
        ..entry(&stored, &devices.submission())
    };
    assert_eq!(storage.count(&[with(0)]).await.unwrap(), [Counted]);
    for (round, most) in (0..).zip([3, 5, 7, 9]) {
        set_collecting(&*storage, "census", "{}", quota(most)).await;
        // Wherever those with the spent one come in the order of their hashes, two of the others are counted,
        // and the invite of the third stays good.
        let invites = [0, 0, 0, 0, 10 * round + 1, 10 * round + 2, 10 * round + 3];
        let batch = invites.map(&mut with);
        let outcomes = storage.count(&batch).await.unwrap();
        let (spent, good) = outcomes.split_at(4);
        assert!(spent.iter().all(|one| matches!(one, InviteSpent | Full)));
        let counted = good.iter().filter(|outcome| **outcome == Counted).count();
        let refused = good.iter().position(|outcome| *outcome == Full);
        assert_eq!(
            (counted, storage.submissions(stored.key).await.unwrap()),
            (2, most)
        );
        assert_eq!(
            database.rows("spent_invites").await,
            i64::try_from(most).unwrap()
        );
        let again = &batch[4 + refused.unwrap()..][..1];
        assert_eq!(storage.count(again).await.unwrap(), [Full]);
    }
    set_collecting(&*storage, "census", "{}", OPEN).await;
    assert_eq!(
        storage.count(&[with(0), with(99)]).await.unwrap(),
        [InviteSpent, Counted]
    );
}

/// How many wait for the connection that asks, or for one that does.
const BEHIND: &str = "WITH RECURSIVE behind (pid) AS (SELECT pg_backend_pid() UNION SELECT waiting.pid \
     FROM behind, (SELECT pid FROM pg_locks WHERE NOT granted) AS waiting \
     WHERE behind.pid = ANY(pg_blocking_pids(waiting.pid))) SELECT COUNT(*) - 1 FROM behind";

async fn behind(connection: &mut PgConnection) -> i64 {
    let behind = sqlx::query_scalar(BEHIND);
    behind.fetch_one(connection).await.unwrap()
}

/// Else busy collectors, one of which always counts, would keep whoever wants to pause waiting.
#[tokio::test(flavor = "multi_thread")]
async fn who_comes_later_does_not_count_before_a_pause() {
    let database = TestDatabase::postgres().await;
    let collectors = [database.open().await, database.open().await];
    let stored = published(&*collectors[0], &survey("census", 1)).await;
    let later = entry(&stored, &Devices::new(840).submission());
    // As one does who counts.
    let mut first = PgConnection::connect(&database.address).await.unwrap();
    let hold = sqlx::raw_sql("BEGIN; SELECT key FROM surveys FOR SHARE");
    hold.execute(&mut first).await.unwrap();
    let [collector, other] = collectors;
    let pause = spawn(async move { set_collecting(&*other, "census", "{}", PAUSED).await });
    until("the pause waits", async || behind(&mut first).await == 1).await;
    let later = spawn(async move { collector.count(&[later]).await });
    until("the other waits, or does not", async || {
        later.is_finished() || behind(&mut first).await == 2
    })
    .await;
    first.close().await.unwrap();
    patiently("the pause", pause).await.unwrap();
    let outcomes = patiently("the other's turn", later).await.unwrap();
    assert_eq!(outcomes.unwrap(), [NotCollecting]);
}
