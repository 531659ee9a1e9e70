//! Whose turn it is at a survey: collectors that count for it share it, and whoever changes whether it collects
//! has it alone.
//!
//! The lock of the survey's row says who may go on, and would do by itself if it were fair. It is not: as long as
//! somebody shares it, Postgres lets everyone in who wants to share it as well, so whoever wants it alone waits for a
//! moment in which nobody counts, and several busy collectors leave none. Advisory locks are given in the order in
//! which they are asked for. Both are held until the transaction ends, and are asked for in the order of the surveys'
//! keys.

use sqlx::PgConnection;

use super::codes::{LOCK_NOT_AVAILABLE, has_code};
use crate::storage::{StorageError, SurveyKey, statements::bind};

/// The number of a survey's advisory lock. It begins with the table's, so that other schemas have others.
macro_rules! turn {
    () => {
        "(CAST(tableoid AS BIGINT) << 32) # key"
    };
}

/// Closing, pausing or deleting the survey waits for those who have this lock, and they wait for it; so does giving
/// it a quota. Whoever waited for a change sees what it left: the row is locked last, and read anew if it has changed.
pub(super) const COLLECTS: &str = concat!(
    "SELECT NOT (closed OR paused) FROM surveys WHERE key = $1 AND quota IS NULL \
     AND pg_advisory_xact_lock_shared(",
    turn!(),
    ") IS NOT NULL FOR SHARE"
);

/// With a quota one collector counts for the survey at a time: what it finds to be counted already, nobody
/// else adds to. Asked second, so that nobody has to ask twice without a quota. Whoever finds one that was
/// given just then may hold the first lock already, and wait in a circle with others: the server ends
/// that, and the batch is tried again. Who wants a row alone gets it in turn.
pub(super) const COLLECTS_ALONE: &str = "SELECT NOT (closed OR paused), quota FROM surveys \
     WHERE key = $1 FOR UPDATE";

const ALONE: &str = concat!(
    "SELECT key FROM surveys WHERE key = $1 AND pg_advisory_xact_lock(",
    turn!(),
    ") IS NOT NULL FOR UPDATE"
);

/// Longer than a batch takes before its collector gives it up. One that froze in the midst of a batch keeps its turn:
/// whoever wants to change the survey then gives up, as all who count for it wait behind.
const PATIENCE: &str = "SET LOCAL lock_timeout = '10s'";

/// Waits until nobody counts for a survey, and keeps everyone from it until the transaction ends.
pub(super) async fn alone(
    connection: &mut PgConnection,
    survey: SurveyKey,
) -> Result<(), StorageError> {
    sqlx::query(PATIENCE).execute(&mut *connection).await?;
    let alone = bind!(sqlx::query(ALONE), survey);
    let alone = alone.execute(&mut *connection).await;
    alone.map(drop).map_err(|error| {
        if has_code(&error, LOCK_NOT_AVAILABLE) {
            StorageError::Silent
        } else {
            error.into()
        }
    })
}
