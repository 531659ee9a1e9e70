//! Noisy rows: the reports of whole submissions, kept only where a survey's settings ask for it,
//! in an order drawn at random.

use async_trait::async_trait;

use super::{NoisyRow, StorageError, SurveyKey, both::for_both, statements::bind, sums::unsigned};

/// Reading noisy rows; they are written by [`super::CountStorage::count`].
#[async_trait]
pub trait RowStorage: Send + Sync {
    /// The rows behind the one of the key `after` (at first `None`), `limit` at most: the reports of each
    /// are a JSON array in the order of the survey. Rows that are counted meanwhile may or may not be
    /// among them.
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

const FIRST: &str =
    "SELECT place, reports FROM noisy_rows WHERE survey = $1 ORDER BY place LIMIT $2";
const NEXT: &str = "SELECT place, reports FROM noisy_rows WHERE survey = $1 AND place > $3 \
     ORDER BY place LIMIT $2";
/// Some rows at a time.
pub(super) const ERASE_ROWS: &str = "DELETE FROM noisy_rows WHERE survey = $1 AND place IN \
     (SELECT place FROM noisy_rows WHERE survey = $1 LIMIT $2)";
const COUNT: &str = "SELECT COUNT(*) FROM noisy_rows WHERE survey = $1";

for_both!(RowStorage {
    async fn noisy_rows(
        &self,
        survey: SurveyKey,
        after: Option<[u8; 16]>,
        limit: u32,
    ) -> Result<Vec<NoisyRow>, StorageError> {
        let statement = if after.is_none() { FIRST } else { NEXT };
        let mut query = bind!(sqlx::query_as(statement), survey, i64::from(limit));
        if let Some(key) = &after {
            query = query.bind(&key[..]);
        }
        let rows: Vec<(Vec<u8>, String)> = query.fetch_all(&mut *self.read().await?).await?;
        let row = |(key, reports): (Vec<u8>, String)| {
            let key = key.try_into().map_err(|_| StorageError::Damaged)?;
            Ok(NoisyRow { key, reports })
        };
        rows.into_iter().map(row).collect()
    }

    async fn erase_rows(&self, survey: SurveyKey) -> Result<(), StorageError> {
        // Before, in case this is cut short; after, in case somebody has wiped meanwhile.
        self.wipe_later().await?;
        self.erase_with(ERASE_ROWS, survey).await?;
        self.wipe_later().await?;
        self.erase().await
    }

    async fn noisy_row_count(&self, survey: SurveyKey) -> Result<u64, StorageError> {
        let count = bind!(sqlx::query_scalar(COUNT), survey);
        unsigned(count.fetch_one(&mut *self.read().await?).await?)
    }
});
