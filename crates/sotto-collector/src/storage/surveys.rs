//! The versions of surveys, and the settings that all versions of one share.

use async_trait::async_trait;
use sotto_survey::{Survey, SurveyOracles};
use sqlx::{Connection, Row};

use super::{StorageError, for_both, invites};

/// By what a version of a survey is known in every table. Never given twice.
pub type SurveyKey = i64;

/// A version of a survey as it is stored.
pub struct StoredSurvey {
    /// Its key.
    pub key: SurveyKey,
    /// The survey, and what counts and estimates it.
    pub oracles: SurveyOracles,
    /// Whether it collects no more, for good.
    pub closed: bool,
}

impl StoredSurvey {
    /// The survey.
    #[must_use]
    pub fn survey(&self) -> &Survey {
        self.oracles.survey()
    }
}

/// Surveys and their settings.
#[async_trait]
pub trait SurveyStorage: Send + Sync {
    /// Every version of every survey, the oldest first.
    async fn surveys(&self) -> Result<Vec<StoredSurvey>, StorageError>;

    /// Stores a version of a survey, with nothing counted yet. `None`: there is one of this id and
    /// version already, and it stays as it is.
    async fn publish(&self, survey: &Survey) -> Result<Option<SurveyKey>, StorageError>;

    /// Stores a later version of a survey. `None`: there is no survey of this id, or it has this
    /// version or a later one, and all stays as it is.
    async fn publish_version(&self, survey: &Survey) -> Result<Option<SurveyKey>, StorageError>;

    /// Stores the first version of a survey together with its settings. `None`: there is a survey
    /// of this id already, and all stays as it is.
    async fn create_survey(
        &self,
        survey: &Survey,
        settings: &str,
    ) -> Result<Option<SurveyKey>, StorageError>;

    /// Ends the collection of a version for good, and erases what told submissions and invites
    /// apart; the counts and the noisy rows stay. On return no collector counts for it.
    async fn close_survey(&self, survey: SurveyKey) -> Result<(), StorageError>;

    /// Deletes every version of a survey, its settings and all that was counted for it. On return
    /// nothing of it is left; whether there was such a survey.
    async fn delete_survey(&self, id: &str) -> Result<bool, StorageError>;

    /// The settings of every survey that has some, in JSON, by id.
    async fn every_settings(&self) -> Result<Vec<(String, String)>, StorageError>;

    /// Stores the settings of a survey, if no collector has changed any survey or settings since
    /// that revision, and there is such a survey. Whether it did: if not, all stays as it is.
    async fn set_settings(
        &self,
        id: &str,
        settings: &str,
        revision: i64,
    ) -> Result<bool, StorageError>;

    /// Grows with every change of a survey or of settings, whichever collector makes it. Of what is
    /// read after it, only what changes later may be missing.
    async fn revision(&self) -> Result<i64, StorageError>;

    /// Ends erasures that were interrupted, or whose remains somebody who read kept in the files.
    async fn end_erasures(&self) -> Result<(), StorageError>;
}

const ALL: &str = "SELECT key, id, version, definition, closed FROM surveys ORDER BY key";
const PUBLISH: &str = "INSERT INTO surveys (id, version, definition) VALUES ($1, $2, $3) \
     ON CONFLICT (id, version) DO NOTHING RETURNING key";
const CLOSE: &str = "UPDATE surveys SET closed = TRUE WHERE key = $1";
const ERASE_LATER: &str = "INSERT INTO erasures (survey, everything) VALUES ($1, $2) \
     ON CONFLICT (survey) DO UPDATE SET everything = (erasures.everything OR excluded.everything)";
const DELETE: &str = "DELETE FROM surveys WHERE id = $1 RETURNING key";
pub(super) const VERSIONS: &str = "SELECT COUNT(*) FROM surveys WHERE id = $1";

/// Whether a survey is there, asked in a transaction of either database.
macro_rules! is_there {
    ($transaction:ident, $survey:ident) => {{
        let versions: i64 = sqlx::query_scalar($crate::storage::surveys::VERSIONS)
            .bind($survey)
            .fetch_one(&mut *$transaction)
            .await?;
        versions > 0
    }};
}
pub(super) use is_there;

const NEWEST: &str = "SELECT MAX(version) FROM surveys WHERE id = $1";
const EVERY_SETTINGS: &str = "SELECT id, settings FROM survey_settings ORDER BY id";
const SET_SETTINGS: &str = "INSERT INTO survey_settings (id, settings) VALUES ($1, $2) \
     ON CONFLICT (id) DO UPDATE SET settings = excluded.settings";
const DELETE_SETTINGS: &str = "DELETE FROM survey_settings WHERE id = $1";
const REVISION: &str = "SELECT revision FROM catalog_revision WHERE one = 1";
/// First in every transaction that changes a survey or settings, so that they take turns: whoever
/// comes second waits here, and then sees what the first has done.
const CHANGED: &str = "UPDATE catalog_revision SET revision = revision + 1 WHERE one = 1";
const CHANGED_NOTHING_SINCE: &str =
    "UPDATE catalog_revision SET revision = revision + 1 WHERE one = 1 AND revision = $1";
/// The same turn, for what is no change of a survey but must not outlive it.
pub(super) const UNCHANGED: &str = "UPDATE catalog_revision SET revision = revision WHERE one = 1";

for_both!(SurveyStorage {
    async fn surveys(&self) -> Result<Vec<StoredSurvey>, StorageError> {
        let rows = sqlx::query(ALL)
            .fetch_all(&mut *self.read().await?)
            .await?;
        rows.iter()
            .map(|row| {
                let definition: String = row.try_get("definition")?;
                let survey = serde_json::from_str(&definition).map_err(|e| e.to_string());
                let oracles =
                    survey.and_then(|survey| SurveyOracles::new(survey).map_err(|e| e.to_string()));
                match oracles {
                    Ok(oracles) => Ok(StoredSurvey {
                        key: row.try_get("key")?,
                        oracles,
                        closed: row.try_get("closed")?,
                    }),
                    Err(reason) => Err(StorageError::Survey {
                        id: row.try_get("id")?,
                        version: row.try_get("version")?,
                        reason,
                    }),
                }
            })
            .collect()
    }

    async fn publish(&self, survey: &Survey) -> Result<Option<SurveyKey>, StorageError> {
        let definition = serde_json::to_string(survey).map_err(|_| StorageError::Damaged)?;
        let mut connection = self.write().await?;
        let mut transaction = connection.begin_with(Self::BEGIN).await?;
        sqlx::query(CHANGED).execute(&mut *transaction).await?;
        let key = sqlx::query_scalar(PUBLISH)
            .bind(survey.id().as_str())
            .bind(i64::from(survey.version()))
            .bind(definition)
            .fetch_optional(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(key)
    }

    async fn publish_version(&self, survey: &Survey) -> Result<Option<SurveyKey>, StorageError> {
        let definition = serde_json::to_string(survey).map_err(|_| StorageError::Damaged)?;
        let (id, version) = (survey.id().as_str(), i64::from(survey.version()));
        let mut connection = self.write().await?;
        let mut transaction = connection.begin_with(Self::BEGIN).await?;
        sqlx::query(CHANGED).execute(&mut *transaction).await?;
        let newest: Option<i64> = sqlx::query_scalar(NEWEST)
            .bind(id)
            .fetch_one(&mut *transaction)
            .await?;
        if newest.is_none_or(|newest| version <= newest) {
            return Ok(None);
        }
        let key = sqlx::query_scalar(PUBLISH)
            .bind(id)
            .bind(version)
            .bind(definition)
            .fetch_optional(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(key)
    }

    async fn create_survey(
        &self,
        survey: &Survey,
        settings: &str,
    ) -> Result<Option<SurveyKey>, StorageError> {
        let definition = serde_json::to_string(survey).map_err(|_| StorageError::Damaged)?;
        let id = survey.id().as_str();
        let mut connection = self.write().await?;
        let mut transaction = connection.begin_with(Self::BEGIN).await?;
        sqlx::query(CHANGED).execute(&mut *transaction).await?;
        if is_there!(transaction, id) {
            return Ok(None);
        }
        let key = sqlx::query_scalar(PUBLISH)
            .bind(id)
            .bind(i64::from(survey.version()))
            .bind(definition)
            .fetch_optional(&mut *transaction)
            .await?;
        sqlx::query(SET_SETTINGS)
            .bind(id)
            .bind(settings)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(key)
    }

    async fn close_survey(&self, survey: SurveyKey) -> Result<(), StorageError> {
        {
            let mut connection = self.write().await?;
            let mut transaction = connection.begin_with(Self::BEGIN).await?;
            sqlx::query(CHANGED).execute(&mut *transaction).await?;
            // From here on no other transaction counts for it: each looks at this row first.
            sqlx::query(CLOSE)
                .bind(survey)
                .execute(&mut *transaction)
                .await?;
            sqlx::query(ERASE_LATER)
                .bind(survey)
                .bind(false)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
        }
        self.end_erasures().await
    }

    async fn delete_survey(&self, id: &str) -> Result<bool, StorageError> {
        let keys: Vec<SurveyKey> = {
            let mut connection = self.write().await?;
            let mut transaction = connection.begin_with(Self::BEGIN).await?;
            sqlx::query(CHANGED).execute(&mut *transaction).await?;
            let keys: Vec<SurveyKey> = sqlx::query_scalar(DELETE)
                .bind(id)
                .fetch_all(&mut *transaction)
                .await?;
            for key in &keys {
                sqlx::query(ERASE_LATER)
                    .bind(key)
                    .bind(true)
                    .execute(&mut *transaction)
                    .await?;
            }
            for statement in [DELETE_SETTINGS, invites::WITHDRAW, invites::FORGET_KEY] {
                sqlx::query(statement)
                    .bind(id)
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await?;
            keys
        };
        self.end_erasures().await?;
        Ok(!keys.is_empty())
    }

    async fn every_settings(&self) -> Result<Vec<(String, String)>, StorageError> {
        let rows = sqlx::query(EVERY_SETTINGS)
            .fetch_all(&mut *self.read().await?)
            .await?;
        rows.iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect()
    }

    async fn set_settings(
        &self,
        id: &str,
        settings: &str,
        revision: i64,
    ) -> Result<bool, StorageError> {
        let mut connection = self.write().await?;
        let mut transaction = connection.begin_with(Self::BEGIN).await?;
        let unchanged = sqlx::query(CHANGED_NOTHING_SINCE)
            .bind(revision)
            .execute(&mut *transaction)
            .await?;
        if unchanged.rows_affected() == 0 || !is_there!(transaction, id) {
            return Ok(false);
        }
        sqlx::query(SET_SETTINGS)
            .bind(id)
            .bind(settings)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn revision(&self) -> Result<i64, StorageError> {
        Ok(sqlx::query_scalar(REVISION)
            .fetch_one(&mut *self.read().await?)
            .await?)
    }

    async fn end_erasures(&self) -> Result<(), StorageError> {
        self.erase().await
    }
});
