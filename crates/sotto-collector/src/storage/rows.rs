//! Noisy rows: the reports of whole submissions, kept only where a survey's settings ask for it,
//! in an order drawn at random.

use async_trait::async_trait;
use sqlx::Row;

use super::{StorageError, SurveyKey, for_both};

/// Reading noisy rows; they are written by [`super::CountStorage::count`].
#[async_trait]
pub trait RowStorage: Send + Sync {
    /// The rows that stand after `place` (at first `None`), `limit` at most: the place of each and
    /// its reports, a JSON array in the order of the survey. Rows that are counted meanwhile may
    /// or may not be among them.
    async fn noisy_rows(
        &self,
        survey: SurveyKey,
        after: Option<[u8; 16]>,
        limit: u32,
    ) -> Result<Vec<NoisyRow>, StorageError>;

    /// Erases the rows of a survey; its counts stay.
    async fn erase_rows(&self, survey: SurveyKey) -> Result<(), StorageError>;

    /// How many rows are kept for a survey.
    async fn noisy_row_count(&self, survey: SurveyKey) -> Result<u64, StorageError>;
}

/// A noisy row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoisyRow {
    /// Drawn at random.
    pub place: [u8; 16],
    /// A JSON array.
    pub reports: String,
}

const FIRST: &str =
    "SELECT place, reports FROM noisy_rows WHERE survey = $1 ORDER BY place LIMIT $2";
const NEXT: &str = "SELECT place, reports FROM noisy_rows WHERE survey = $1 AND place > $3 \
     ORDER BY place LIMIT $2";
/// Rows that one statement erases.
const SOME: i64 = 20_000;
const ERASE: &str = "DELETE FROM noisy_rows WHERE survey = $1 AND place IN \
     (SELECT place FROM noisy_rows WHERE survey = $1 LIMIT $2)";
const COUNT: &str = "SELECT COUNT(*) FROM noisy_rows WHERE survey = $1";

for_both!(RowStorage {
    async fn noisy_rows(
        &self,
        survey: SurveyKey,
        after: Option<[u8; 16]>,
        limit: u32,
    ) -> Result<Vec<NoisyRow>, StorageError> {
        let mut query = sqlx::query(if after.is_none() { FIRST } else { NEXT })
            .bind(survey)
            .bind(i64::from(limit));
        if let Some(place) = after {
            query = query.bind(place.to_vec());
        }
        let rows = query.fetch_all(&mut *self.read().await?).await?;
        rows.iter()
            .map(|row| {
                let place: &[u8] = row.try_get(0)?;
                Ok(NoisyRow {
                    place: place.try_into().map_err(|_| StorageError::Damaged)?,
                    reports: row.try_get(1)?,
                })
            })
            .collect()
    }

    async fn erase_rows(&self, survey: SurveyKey) -> Result<(), StorageError> {
        // Before, in case this is cut short; after, in case somebody has wiped meanwhile.
        self.wipe_later().await?;
        // Other writers have their turn in between.
        while sqlx::query(ERASE)
            .bind(survey)
            .bind(SOME)
            .execute(&mut *self.write().await?)
            .await?
            .rows_affected()
            > 0
        {}
        self.wipe_later().await?;
        self.erase().await
    }

    async fn noisy_row_count(&self, survey: SurveyKey) -> Result<u64, StorageError> {
        let count: i64 = sqlx::query_scalar(COUNT)
            .bind(survey)
            .fetch_one(&mut *self.read().await?)
            .await?;
        u64::try_from(count).map_err(|_| StorageError::Damaged)
    }
});
