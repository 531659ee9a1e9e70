//! The counts as results tell them. They move on by steps of several submissions, and are stored, so
//! that neither a restart nor another collector tells the few that came since.

use async_trait::async_trait;

use super::{
    StorageError, StoredCounts, SurveyKey,
    both::for_both,
    counts::{COUNTS, CountsRow, stored_counts},
    statements::{begin, bind},
    sums::{SUBMISSIONS, signed, sums_bytes, unsigned},
    surveys::UNCHANGED,
};

/// What is told of a survey.
#[async_trait]
pub trait ToldStorage: Send + Sync {
    /// Takes a step if at least `size` submissions were counted since the last: from now on the counts
    /// of this moment are told. Returns how many submissions those have that are told.
    async fn take_step(&self, survey: SurveyKey, size: u64) -> Result<u64, StorageError>;

    /// The counts that are told, as they all were when the last step was taken; none before the first.
    async fn told(&self, survey: SurveyKey) -> Result<StoredCounts, StorageError>;
}

const TOLD: &str = "SELECT part, reports, sums FROM told_counts WHERE survey = $1";
const TOLD_SUBMISSIONS: &str = "SELECT CAST(COALESCE(SUM(reports), 0) AS BIGINT) FROM told_counts \
     WHERE survey = $1 AND part = -1";
/// Nothing, if another collector has taken the step meanwhile.
const STEP: &str = "INSERT INTO told_counts (survey, part, reports) VALUES ($1, -1, $2) \
     ON CONFLICT (survey, part) DO UPDATE SET reports = excluded.reports \
     WHERE told_counts.reports + $3 <= excluded.reports";
const IS_THERE: &str = "SELECT COUNT(*) FROM surveys WHERE key = $1";
const TELL: &str = "INSERT INTO told_counts (survey, part, reports, sums) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (survey, part) DO UPDATE SET reports = excluded.reports, sums = excluded.sums";

for_both!(ToldStorage {
    async fn take_step(&self, survey: SurveyKey, size: u64) -> Result<u64, StorageError> {
        let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
        let told = unsigned(told.fetch_one(&mut *self.read().await?).await?)?;
        let counted = bind!(sqlx::query_scalar(SUBMISSIONS), survey);
        let counted = unsigned(counted.fetch_one(&mut *self.read().await?).await?)?;
        if counted < told.saturating_add(size) {
            return Ok(told);
        }
        begin!(self => transaction, UNCHANGED);
        let there = bind!(sqlx::query_scalar(IS_THERE), survey);
        let there: i64 = there.fetch_one(&mut *transaction).await?;
        if there == 0 {
            return Ok(told);
        }
        let rows = bind!(sqlx::query_as(COUNTS), survey);
        let rows: Vec<CountsRow> = rows.fetch_all(&mut *transaction).await?;
        let counts = stored_counts(rows).map_err(|error| error.of_counts(survey))?;
        let submissions = signed(counts.submissions)?;
        let step = bind!(sqlx::query(STEP), survey, submissions, signed(size)?);
        if step.execute(&mut *transaction).await?.rows_affected() == 0 {
            let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
            return unsigned(told.fetch_one(&mut *transaction).await?);
        }
        for (part, counts) in (0_i64..).zip(&counts.parts) {
            let reports = signed(counts.reports())?;
            let tell = bind!(sqlx::query(TELL), survey, part, reports, sums_bytes(counts));
            tell.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(counts.submissions)
    }

    async fn told(&self, survey: SurveyKey) -> Result<StoredCounts, StorageError> {
        let rows = bind!(sqlx::query_as(TOLD), survey);
        let rows: Vec<CountsRow> = rows.fetch_all(&mut *self.read().await?).await?;
        stored_counts(rows).map_err(|error| error.of_counts(survey))
    }
});
