//! Noisy rows: the reports of whole submissions, kept only where a survey's settings ask for it,
//! in an order drawn at random.
//!
//! Each remembers how many submissions were told when it came. So those that came before a step are known from
//! those that came since, and only the former are given out. By and by that is forgotten, with the places in
//! which the database has put them.

use async_trait::async_trait;

use super::{
    NoisyRow, StorageError, SurveyKey,
    both::for_both,
    statements::{begin, bind},
    sums::{TOLD_SUBMISSIONS, signed, unsigned},
    surveys::UNCHANGED,
};

/// Which rows are given out: those that came while fewer submissions than this were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenRows(i64);

impl GivenRows {
    /// All there are: of surveys whose every submission can be seen coming.
    pub const ALL: Self = Self(i64::MAX);
}

/// Reading noisy rows; they are written by [`super::CountStorage::count`].
#[async_trait]
pub trait RowStorage: Send + Sync {
    /// Gives out the rows of the submissions that are told, if they are at least `size` more than were given
    /// out before, to whomever; else those again.
    async fn give_rows(&self, survey: SurveyKey, size: u64) -> Result<GivenRows, StorageError>;

    /// The given rows behind the one of the key `after` (at first `None`), `limit` at most: the reports of each
    /// are a JSON array in the order of the survey. Rows that are counted meanwhile are among them only if all
    /// are given.
    ///
    /// # Errors
    /// Also when it was forgotten meanwhile which they are.
    async fn noisy_rows(
        &self,
        survey: SurveyKey,
        given: GivenRows,
        after: Option<[u8; 16]>,
        limit: u32,
    ) -> Result<Vec<NoisyRow>, StorageError>;

    /// Erases the rows of a survey; its counts stay.
    async fn erase_rows(&self, survey: SurveyKey) -> Result<(), StorageError>;

    /// How many rows of a survey are given.
    async fn noisy_row_count(
        &self,
        survey: SurveyKey,
        given: GivenRows,
    ) -> Result<u64, StorageError>;
}

const FIRST: &str = "SELECT place, reports FROM noisy_rows WHERE survey = $1 AND since < $3 \
     ORDER BY place LIMIT $2";
const NEXT: &str = "SELECT place, reports FROM noisy_rows WHERE survey = $1 AND since < $3 \
     AND place > $4 ORDER BY place LIMIT $2";
/// Some rows at a time.
pub(super) const ERASE_ROWS: &str = "DELETE FROM noisy_rows WHERE survey = $1 AND place IN \
     (SELECT place FROM noisy_rows WHERE survey = $1 LIMIT $2)";
const COUNT: &str = "SELECT COUNT(*) FROM noisy_rows WHERE survey = $1 AND since < $2";
/// Whether any are kept.
pub(super) const HAS_ROWS: &str =
    "SELECT COUNT(*) FROM (SELECT 1 FROM noisy_rows WHERE survey = $1 LIMIT 1) AS found";

/// Up to which told submission rows are given out.
const GIVEN: &str =
    "SELECT CAST(COALESCE(SUM(given), 0) AS BIGINT) FROM given_rows WHERE survey = $1";
const FORGOTTEN: &str =
    "SELECT CAST(COALESCE(SUM(forgotten), 0) AS BIGINT) FROM given_rows WHERE survey = $1";
const NOT_GIVEN: &str =
    "SELECT COUNT(*) FROM noisy_rows WHERE survey = $1 AND since >= $2 AND since < $3";
const GIVE: &str = "INSERT INTO given_rows (survey, given, forgotten) VALUES ($1, $2, 0) \
     ON CONFLICT (survey) DO UPDATE SET given = excluded.given";

const WITH_ROWS: &str = "SELECT survey FROM told_counts WHERE part = -1 \
     AND EXISTS (SELECT 1 FROM noisy_rows WHERE noisy_rows.survey = told_counts.survey) \
     ORDER BY survey";
const FORGET_GIVEN: &str =
    "UPDATE noisy_rows SET since = 0 WHERE survey = $1 AND since > 0 AND since < $2";
/// Of those that are told and not given out yet, only that.
const FORGET_TOLD: &str =
    "UPDATE noisy_rows SET since = $2 WHERE survey = $1 AND since > $2 AND since < $3";
const FORGET: &str = "UPDATE given_rows SET forgotten = given WHERE survey = $1";

for_both!(RowStorage {
    async fn give_rows(&self, survey: SurveyKey, size: u64) -> Result<GivenRows, StorageError> {
        let given = bind!(sqlx::query_scalar(GIVEN), survey);
        let given: i64 = given.fetch_one(&mut *self.read().await?).await?;
        let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
        let told: i64 = told.fetch_one(&mut *self.read().await?).await?;
        if told <= given {
            return Ok(GivenRows(given));
        }
        // One at a time, or two would give out what is too little between them.
        begin!(self => transaction, UNCHANGED);
        let given = bind!(sqlx::query_scalar(GIVEN), survey);
        let given: i64 = given.fetch_one(&mut *transaction).await?;
        let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
        let told: i64 = told.fetch_one(&mut *transaction).await?;
        let more = bind!(sqlx::query_scalar(NOT_GIVEN), survey, given, told);
        let more: i64 = more.fetch_one(&mut *transaction).await?;
        if told <= given || more < signed(size)? {
            return Ok(GivenRows(given));
        }
        let give = bind!(sqlx::query(GIVE), survey, told);
        give.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(GivenRows(told))
    }

    async fn noisy_rows(
        &self,
        survey: SurveyKey,
        given: GivenRows,
        after: Option<[u8; 16]>,
        limit: u32,
    ) -> Result<Vec<NoisyRow>, StorageError> {
        let statement = if after.is_none() { FIRST } else { NEXT };
        let mut query = bind!(sqlx::query_as(statement), survey, i64::from(limit), given.0);
        if let Some(key) = &after {
            query = query.bind(&key[..]);
        }
        let rows: Vec<(Vec<u8>, String)> = query.fetch_all(&mut *self.read().await?).await?;
        if rows.is_empty() {
            // At the end, for it never becomes less.
            let forgotten = bind!(sqlx::query_scalar(FORGOTTEN), survey);
            let forgotten: i64 = forgotten.fetch_one(&mut *self.read().await?).await?;
            if forgotten > given.0 {
                return Err(StorageError::RowsInOrder);
            }
        }
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

    async fn noisy_row_count(
        &self,
        survey: SurveyKey,
        given: GivenRows,
    ) -> Result<u64, StorageError> {
        let count = bind!(sqlx::query_scalar(COUNT), survey, given.0);
        unsigned(count.fetch_one(&mut *self.read().await?).await?)
    }
});

for_both!({
    /// Forgets after how many told submissions each row came that is told by now: of those that are given out
    /// everything, of the others all but that they are not.
    pub(super) async fn forget_steps(&self) -> Result<(), StorageError> {
        let surveys = sqlx::query_scalar(WITH_ROWS);
        let surveys: Vec<SurveyKey> = surveys.fetch_all(&mut *self.read().await?).await?;
        for survey in surveys {
            begin!(self => transaction, UNCHANGED);
            let given = bind!(sqlx::query_scalar(GIVEN), survey);
            let given: i64 = given.fetch_one(&mut *transaction).await?;
            let told = bind!(sqlx::query_scalar(TOLD_SUBMISSIONS), survey);
            let told: i64 = told.fetch_one(&mut *transaction).await?;
            let forget = bind!(sqlx::query(FORGET_GIVEN), survey, given);
            forget.execute(&mut *transaction).await?;
            let forget = bind!(sqlx::query(FORGET_TOLD), survey, given, told);
            forget.execute(&mut *transaction).await?;
            let forget = bind!(sqlx::query(FORGET), survey);
            forget.execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        Ok(())
    }
});
