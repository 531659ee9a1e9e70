//! Erasing what belongs to a survey, some rows at a time, so that counting for others goes on.

use sqlx::Row;

use super::{StorageError, SurveyKey, postgres::PostgresStorage, sqlite::SqliteStorage};

/// Rows that one statement erases.
const SOME: i64 = 20_000;

const PENDING: &str = "SELECT survey, everything FROM erasures ORDER BY survey";
const DONE: &str = "DELETE FROM erasures WHERE survey = $1";

/// What told submissions and invites apart: of no use once the survey is closed.
const IDENTITIES: [&str; 2] = [
    "DELETE FROM submissions WHERE survey = $1 AND id_hash IN \
     (SELECT id_hash FROM submissions WHERE survey = $1 LIMIT $2)",
    "DELETE FROM spent_invites WHERE survey = $1 AND invite IN \
     (SELECT invite FROM spent_invites WHERE survey = $1 LIMIT $2)",
];

/// All else, when the survey is deleted.
const THE_REST: [&str; 3] = [
    "DELETE FROM noisy_rows WHERE survey = $1 AND place IN \
     (SELECT place FROM noisy_rows WHERE survey = $1 LIMIT $2)",
    // These are few, and $2 only makes the three alike.
    "DELETE FROM part_counts WHERE survey = $1 AND $2 > 0",
    "DELETE FROM survey_counts WHERE survey = $1 AND $2 > 0",
];

macro_rules! erase {
    ($database:ty) => {
        impl $database {
            /// Ends every erasure that was begun.
            pub(super) async fn erase(&self) -> Result<(), StorageError> {
                let pending = sqlx::query(PENDING)
                    .fetch_all(&mut *self.read().await?)
                    .await?;
                for row in &pending {
                    let (survey, everything): (SurveyKey, bool) =
                        (row.try_get(0)?, row.try_get(1)?);
                    let rest = if everything { &THE_REST[..] } else { &[] };
                    let first = Self::ALSO_IDENTITIES.iter();
                    for &statement in first.chain(&IDENTITIES).chain(rest) {
                        // Other writers have their turn in between.
                        while sqlx::query(statement)
                            .bind(survey)
                            .bind(SOME)
                            .execute(&mut *self.write().await?)
                            .await?
                            .rows_affected()
                            > 0
                        {}
                    }
                    sqlx::query(DONE)
                        .bind(survey)
                        .execute(&mut *self.write().await?)
                        .await?;
                }
                if !pending.is_empty() {
                    self.wipe().await?;
                }
                Ok(())
            }
        }
    };
}

erase!(SqliteStorage);
erase!(PostgresStorage);
