//! What counting holds a version of a survey to. It stands in the row that a transaction which counts looks at
//! first and holds until its end: so a change of it waits for those who count by what stood there before, and
//! once it is made, nobody counts by that any more, on whichever collector.

use async_trait::async_trait;

use super::{
    StorageError, SurveyKey,
    both::for_both,
    statements::{begin, bind},
    sums::unsigned,
};

/// Whether a version collects, as its survey's settings have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collecting {
    /// Whether it collects nothing for now.
    pub paused: bool,
    /// How many submissions it may have.
    pub quota: Option<u64>,
}

impl Collecting {
    /// A version that has a later one.
    pub const EARLIER: Self = Self {
        paused: true,
        quota: None,
    };

    /// The quota as it is stored. There never are as many submissions as do not fit.
    pub(super) fn stored_quota(self) -> Option<i64> {
        self.quota
            .map(|quota| i64::try_from(quota).unwrap_or(i64::MAX))
    }
}

/// What counting holds versions to, apart from their settings.
#[async_trait]
pub trait CollectingStorage: Send + Sync {
    /// What counting holds every version to.
    async fn collecting(&self) -> Result<Vec<(SurveyKey, Collecting)>, StorageError>;

    /// Sets it for a version that is there, if no collector has changed any survey or settings since that
    /// revision, which stays as it is. Whether it did.
    async fn set_collecting(
        &self,
        survey: SurveyKey,
        collecting: Collecting,
        revision: i64,
    ) -> Result<bool, StorageError>;
}

/// The newest version of a survey, unless it is held to this already: what stays as it is need not wait for those who
/// count.
pub(super) const NEWEST_UNLESS: &str = "SELECT key FROM surveys \
     WHERE id = $1 AND version = (SELECT MAX(version) FROM surveys WHERE id = $1) \
     AND (paused <> $2 OR quota IS DISTINCT FROM $3)";

/// Those before a version that are not [`Collecting::EARLIER`]: all but one are.
pub(super) const STILL_COLLECTING: &str = "SELECT key FROM surveys WHERE id = $1 AND version < $2 \
     AND (NOT paused OR quota IS NOT NULL) ORDER BY key";

const ALL: &str = "SELECT key, paused, quota FROM surveys ORDER BY key";
pub(super) const SET: &str = "UPDATE surveys SET paused = $2, quota = $3 WHERE key = $1";
/// Sets it in a transaction that has the turn of those who change surveys; how many versions have this key.
macro_rules! set_collecting {
    ($transaction:ident, $survey:expr, $collecting:expr) => {{
        let (survey, collecting) = ($survey, $collecting);
        Self::alone(&mut $transaction, survey).await?;
        let (paused, quota) = (collecting.paused, collecting.stored_quota());
        let set = sqlx::query($crate::storage::collecting::SET);
        let set = set.bind(survey).bind(paused).bind(quota);
        set.execute(&mut *$transaction).await?.rows_affected()
    }};
}
pub(super) use set_collecting;

/// The turn of those who change surveys, for what is no change that others have to read.
const UNCHANGED_SINCE: &str =
    "UPDATE catalog_revision SET revision = revision WHERE one = 1 AND revision = $1";

/// A row of [`ALL`].
type CollectingRow = (SurveyKey, bool, Option<i64>);

fn read((key, paused, quota): CollectingRow) -> Result<(SurveyKey, Collecting), StorageError> {
    let quota = quota.map(unsigned).transpose()?;
    Ok((key, Collecting { paused, quota }))
}

for_both!(CollectingStorage {
    async fn collecting(&self) -> Result<Vec<(SurveyKey, Collecting)>, StorageError> {
        let rows: Vec<_> = sqlx::query_as(ALL).fetch_all(&mut *self.read().await?).await?;
        rows.into_iter().map(read).collect()
    }

    async fn set_collecting(
        &self,
        survey: SurveyKey,
        collecting: Collecting,
        revision: i64,
    ) -> Result<bool, StorageError> {
        begin!(self => transaction);
        let unchanged = bind!(sqlx::query(UNCHANGED_SINCE), revision);
        if unchanged.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(false);
        }
        let set = set_collecting!(transaction, survey, collecting) == 1;
        transaction.commit().await?;
        Ok(set)
    }
});
