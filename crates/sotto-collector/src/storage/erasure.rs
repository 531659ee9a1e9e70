//! Erasing what belongs to a survey, some rows at a time, so that counting for others goes on, and
//! then taking it out of the database's files, which it is not by being deleted.

use super::{StorageError, SurveyKey, both::for_both, rows::ERASE_ROWS, statements::bind};
use crate::log;

/// Rows that one statement erases.
const SOME: i64 = 20_000;

const PENDING: &str = "SELECT survey, everything FROM erasures ORDER BY survey";
/// Not if more is to be erased by now.
const DONE: &str = "DELETE FROM erasures WHERE survey = $1 AND everything = $2";
/// No survey has this key: what was erased is already deleted, and only left in the files.
const WIPE: &str = "INSERT INTO erasures (survey, everything) VALUES (0, FALSE) \
     ON CONFLICT (survey) DO NOTHING";

/// What told submissions and invites apart: of no use once the survey is closed.
const IDENTITIES: [&str; 2] = [
    "DELETE FROM submissions WHERE survey = $1 AND id_hash IN \
     (SELECT id_hash FROM submissions WHERE survey = $1 LIMIT $2)",
    "DELETE FROM spent_invites WHERE survey = $1 AND invite IN \
     (SELECT invite FROM spent_invites WHERE survey = $1 LIMIT $2)",
];

/// All else, when the survey is deleted.
const THE_REST: [&str; 5] = [
    ERASE_ROWS,
    // These are few, and $2 only makes them alike.
    "DELETE FROM part_counts WHERE survey = $1 AND $2 > 0",
    "DELETE FROM survey_counts WHERE survey = $1 AND $2 > 0",
    "DELETE FROM told_counts WHERE survey = $1 AND $2 > 0",
    "DELETE FROM given_rows WHERE survey = $1 AND $2 > 0",
];

for_both!({
    /// Ends every erasure that was begun. One whose remains somebody keeps in the files, by
    /// reading them all the time, stays begun.
    pub(super) async fn erase(&self) -> Result<(), StorageError> {
        let pending = sqlx::query_as(PENDING);
        let pending: Vec<(SurveyKey, bool)> = pending.fetch_all(&mut *self.read().await?).await?;
        if pending.is_empty() {
            return Ok(());
        }
        for &(survey, everything) in &pending {
            let rest = if everything { &THE_REST[..] } else { &[] };
            let first = Self::ALSO_IDENTITIES.iter();
            for &statement in first.chain(&IDENTITIES).chain(rest) {
                self.erase_with(statement, survey).await?;
            }
        }
        match self.wipe().await {
            Err(error @ StorageError::StillRead) => {
                log::say(format_args!("{error}; it is taken out within the hour"));
                return Ok(());
            }
            wiped => wiped?,
        }
        for (survey, everything) in pending {
            let done = bind!(sqlx::query(DONE), survey, everything);
            done.execute(&mut *self.write().await?).await?;
        }
        Ok(())
    }

    /// Runs a statement that erases some rows of a survey until there are no more. Other
    /// writers have their turn in between.
    pub(super) async fn erase_with(
        &self,
        statement: &'static str,
        survey: SurveyKey,
    ) -> Result<(), StorageError> {
        loop {
            let some = bind!(sqlx::query(statement), survey, SOME);
            let erased = some.execute(&mut *self.write().await?).await?;
            if erased.rows_affected() == 0 {
                return Ok(());
            }
        }
    }

    /// Has what was deleted taken out of the files by the next [`erase`](Self::erase), here
    /// or after a stop.
    pub(super) async fn wipe_later(&self) -> Result<(), StorageError> {
        sqlx::query(WIPE).execute(&mut *self.write().await?).await?;
        Ok(())
    }
});
