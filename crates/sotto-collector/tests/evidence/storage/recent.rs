//! What SQLite does with the submissions of a crowd: they are kept together at first, and moved to
//! their places by those who come later.

use sotto_collector::storage::{
    CheckedSubmission, SubmissionKey,
    SubmissionOutcome::{Counted, CountedBefore, IdReused},
};

use super::entries::{entry, published};
use crate::{
    databases::TestDatabase,
    harness::{Devices, census},
};

const BATCH: u64 = 4096;
/// Enough that moving begins.
const BATCHES: u64 = 33;

#[tokio::test]
async fn a_crowd_is_known_before_while_and_after_it_is_moved() {
    let database = TestDatabase::sqlite();
    let storage = database.open().await;
    let stored = published(&*storage, &census()).await;
    let submission = Devices::new(95).submission();
    // Keys as of as many devices; what they report makes no difference here.
    let keyed = |number: u64, fingerprint: u8| {
        let mut id_hash = [7; 16];
        // Spread as hashes are.
        let spread = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        id_hash[..8].copy_from_slice(&spread.to_be_bytes());
        CheckedSubmission {
            key: SubmissionKey {
                id_hash,
                fingerprint: [fingerprint; 16],
            },
            ..entry(&stored, &submission)
        }
    };
    let all = BATCH * BATCHES;
    for first in (0..all).step_by(4096) {
        let batch: Vec<_> = (first..first + BATCH)
            .map(|number| keyed(number, 1))
            .collect();
        let outcomes = storage.count(&batch).await.unwrap();
        assert!(outcomes.iter().all(|&outcome| outcome == Counted));
    }
    // A few more come, and take some of them along; others ask again meanwhile.
    let mut more = 0;
    loop {
        let batch = [
            keyed(all + more, 1),
            keyed(more * 97 % all, 1),
            keyed(more * 89 % all, 2),
        ];
        let outcomes = storage.count(&batch).await.unwrap();
        assert_eq!(outcomes, [Counted, CountedBefore, IdReused]);
        more += 1;
        if more % 50 == 0 && database.rows("recent_submissions").await == 0 {
            break;
        }
        assert!(more < 1_000, "they are never all moved");
    }
    let rows = i64::try_from(all + more).unwrap();
    assert_eq!(database.rows("submissions").await, rows);
    assert_eq!(database.rows("every_submission").await, rows);
    assert_eq!(storage.submissions(stored.key).await.unwrap(), all + more);
    let batch: Vec<_> = (0..BATCH).map(|number| keyed(number * 17, 1)).collect();
    let outcomes = storage.count(&batch).await.unwrap();
    assert!(outcomes.iter().all(|&outcome| outcome == CountedBefore));
}
