//! Counting submissions, and the counts.

use async_trait::async_trait;
use sotto_ldp::Counts;

use super::{
    CheckedSubmission, StorageError, SubmissionKey, SubmissionOutcome, SurveyKey,
    both::for_both,
    statements::bind,
    sums::{SUBMISSIONS, read_sums, unsigned},
};

/// Counting.
#[async_trait]
pub trait CountStorage: Send + Sync {
    /// Counts a batch in one transaction, each submission once. On return it is durable; after an
    /// error nothing of it is known to be counted, and sending it again is safe.
    async fn count(
        &self,
        batch: &[CheckedSubmission],
    ) -> Result<Vec<SubmissionOutcome>, StorageError>;

    /// Whether a submission was counted, with these reports. `false` as well once the survey was
    /// closed for good, which erases what would tell.
    async fn was_counted(
        &self,
        survey: SurveyKey,
        submission: &SubmissionKey,
    ) -> Result<bool, StorageError>;

    /// How many submissions to a survey have been counted. As many rows are read as there are
    /// shards.
    async fn submissions(&self, survey: SurveyKey) -> Result<u64, StorageError>;

    /// The counts of a survey, all of one moment.
    async fn counts(&self, survey: SurveyKey) -> Result<StoredCounts, StorageError>;
}

/// Counts as they stood together at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCounts {
    /// The number of submissions counted: it only grows, so that it tells snapshots apart.
    pub submissions: u64,
    /// By the part's index in the survey. Parts at the end without reports may be missing, others
    /// have no sums then.
    pub parts: Vec<Counts>,
}

/// One statement, so that all is of one moment. The survey's own count stands at index -1.
pub(super) const COUNTS: &str = "SELECT CAST(-1 AS BIGINT) AS part, submissions AS reports, NULL AS sums \
     FROM survey_counts WHERE survey = $1 \
     UNION ALL \
     SELECT part, reports, sums FROM part_counts WHERE survey = $1";

/// A row of [`COUNTS`].
pub(super) type CountsRow = (i64, i64, Option<Vec<u8>>);

for_both!(CountStorage {
    async fn count(&self, batch: &[CheckedSubmission]) -> Result<Vec<SubmissionOutcome>, StorageError> {
        self.count_batch(batch).await
    }

    async fn was_counted(
        &self,
        survey: SurveyKey,
        submission: &SubmissionKey,
    ) -> Result<bool, StorageError> {
        let (id_hash, fingerprint) = (&submission.id_hash[..], &submission.fingerprint[..]);
        let found = sqlx::query_scalar(Self::WAS_COUNTED);
        let found = bind!(found, survey, id_hash, fingerprint);
        Ok(found.fetch_one(&mut *self.read().await?).await.map(|found: i64| found > 0)?)
    }

    async fn submissions(&self, survey: SurveyKey) -> Result<u64, StorageError> {
        let submissions = bind!(sqlx::query_scalar(SUBMISSIONS), survey);
        unsigned(submissions.fetch_one(&mut *self.read().await?).await?)
    }

    async fn counts(&self, survey: SurveyKey) -> Result<StoredCounts, StorageError> {
        let rows = bind!(sqlx::query_as(COUNTS), survey);
        let rows: Vec<CountsRow> = rows.fetch_all(&mut *self.read().await?).await?;
        stored_counts(rows).map_err(|error| error.of_counts(survey))
    }
});

/// The counts that rows are of.
pub(super) fn stored_counts(rows: Vec<CountsRow>) -> Result<StoredCounts, StorageError> {
    let mut stored = StoredCounts {
        submissions: 0,
        parts: Vec::new(),
    };
    for (part, reports, sums) in rows {
        let reports = unsigned(reports)?;
        match sums {
            None => stored.submissions += reports,
            Some(sums) => {
                let part = usize::try_from(part).map_err(|_| StorageError::Damaged)?;
                add_part(&mut stored.parts, part, &read_sums(reports, &sums)?)?;
            }
        }
    }
    Ok(stored)
}

/// No survey has this many parts: 200 questions with 10,000 options each.
const MOST_PARTS: usize = 2_000_000;

fn add_part(parts: &mut Vec<Counts>, part: usize, counts: &Counts) -> Result<(), StorageError> {
    if part >= MOST_PARTS {
        return Err(StorageError::Damaged);
    }
    if parts.len() <= part {
        parts.resize(part + 1, Counts::empty(0));
    }
    let stored = &mut parts[part];
    if stored.sums().is_empty() {
        *stored = counts.clone();
        Ok(())
    } else {
        stored.merge(counts).map_err(|_| StorageError::Damaged)
    }
}
