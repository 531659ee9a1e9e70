//! The versions of surveys, and the settings that all versions of one share.

use std::collections::HashMap;

use async_trait::async_trait;
use sha2::{Digest as _, Sha256};
use sotto_survey::Survey;

use super::{
    Collecting, StorageError, StoredSurvey, SurveyKey, SurveyVersion,
    both::for_both,
    collecting::{NEWEST_UNLESS, STILL_COLLECTING, set_collecting},
    statements::{begin, bind},
    survey::definition_of,
};

/// What becomes of a survey that is to be there from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creation {
    /// It is stored under this key.
    Created(SurveyKey),
    /// There is a survey of its id, which stays as it is.
    Exists,
    /// There was a survey of its id, in this version or a later one, and copies of submissions to it
    /// may still arrive.
    Deleted {
        /// Its last version.
        newest: u32,
    },
}

/// Surveys and their settings.
#[async_trait]
pub trait SurveyStorage: Send + Sync {
    /// Every version of every survey, the oldest first, without its definition.
    async fn versions(&self) -> Result<Vec<SurveyVersion>, StorageError>;

    /// The definitions of the versions whose keys are from `first` to `last`, as they are stored, by key.
    async fn definitions(
        &self,
        first: SurveyKey,
        last: SurveyKey,
    ) -> Result<Vec<(SurveyKey, String)>, StorageError>;

    /// Every version of every survey, the oldest first, of a database in which all can be read.
    async fn surveys(&self) -> Result<Vec<StoredSurvey>, StorageError> {
        let versions = self.versions().await?;
        let definitions = self.definitions(SurveyKey::MIN, SurveyKey::MAX).await?;
        let definitions: HashMap<_, _> = definitions.into_iter().collect();
        let read = |version: SurveyVersion| Some(version.read(definitions.get(&version.key)?));
        versions.into_iter().filter_map(read).collect()
    }

    /// Stores a version of a survey, with nothing counted yet, if it reads back. `None`: there is one of this id and
    /// version already, which stays as it is, or there was one before its survey was deleted.
    async fn publish(&self, survey: &Survey) -> Result<Option<SurveyKey>, StorageError>;

    /// Stores a later version of a survey, after the one that was the newest, which it is to collect
    /// like. On return no collector counts for an earlier one. `None`: there is no survey of this id,
    /// its newest version is another, or is not earlier than this one; all stays as it is.
    async fn publish_version(
        &self,
        survey: &Survey,
        after: u32,
    ) -> Result<Option<SurveyKey>, StorageError>;

    /// Stores the first version of a survey together with its settings, by which it collects, unless
    /// its id is taken, or its id and version were before a survey was deleted.
    async fn create_survey(
        &self,
        survey: &Survey,
        settings: &str,
    ) -> Result<Creation, StorageError>;

    /// Ends the collection of a version for good, and erases what told submissions and invites
    /// apart; the counts and the noisy rows stay. On return no collector counts for it.
    async fn close_survey(&self, survey: SurveyKey) -> Result<(), StorageError>;

    /// Deletes every version of a survey, its settings and all that was counted for it. On return
    /// nothing of it is left but a hash of its id, beside its last version: neither is taken again. Of
    /// a room's survey not even that is left, whose id was drawn and is drawn once; the room goes with it.
    /// Whether there was such a survey.
    async fn delete_survey(&self, id: &str) -> Result<bool, StorageError>;

    /// The settings that were written after that revision, in JSON, by id.
    async fn settings_since(&self, revision: i64) -> Result<Vec<(String, String)>, StorageError>;

    /// Stores the settings of a survey, and what they say about collecting, if no collector has
    /// changed any survey or settings since that revision, and there is such a survey. Whether it did:
    /// if not, all stays as it is. If so, every collector counts as `collecting` says on return.
    async fn set_settings(
        &self,
        id: &str,
        settings: &str,
        collecting: Collecting,
        revision: i64,
    ) -> Result<bool, StorageError>;

    /// Grows with every change of a survey or of settings, whichever collector makes it. Of what is
    /// read after it, only what changes later may be missing.
    async fn revision(&self) -> Result<i64, StorageError>;

    /// Ends erasures that were interrupted, or whose remains somebody who read kept in the files.
    async fn end_erasures(&self) -> Result<(), StorageError>;
}

const VERSIONS_OF_ALL: &str = "SELECT key, id, version, closed, \
     (SELECT code FROM rooms WHERE rooms.survey = surveys.id) FROM surveys ORDER BY key";
const DEFINITIONS: &str =
    "SELECT key, definition FROM surveys WHERE key BETWEEN $1 AND $2 ORDER BY key";
pub(super) const PUBLISH: &str = "INSERT INTO surveys (id, version, definition) VALUES ($1, $2, $3) \
     ON CONFLICT (id, version) DO NOTHING RETURNING key";
/// As the version before it collects.
const PUBLISH_AFTER: &str = "INSERT INTO surveys (id, version, definition, paused, quota) \
     SELECT $1, $2, $3, paused, quota FROM surveys WHERE id = $1 AND version = $4 \
     ON CONFLICT (id, version) DO NOTHING RETURNING key";
const CLOSE: &str = "UPDATE surveys SET closed = TRUE WHERE key = $1";
pub(super) const ERASE_LATER: &str = "INSERT INTO erasures (survey, everything) VALUES ($1, $2) \
     ON CONFLICT (survey) DO UPDATE SET everything = (erasures.everything OR excluded.everything)";
const KEYS: &str = "SELECT key, version FROM surveys WHERE id = $1 ORDER BY key";
const DELETE: &str = "DELETE FROM surveys WHERE id = $1";
const LAST_DELETED: &str = "SELECT version FROM deleted_surveys WHERE id_hash = $1";
/// A survey that was made again has later versions only.
const REMEMBER: &str = "INSERT INTO deleted_surveys (id_hash, version) VALUES ($1, $2) \
     ON CONFLICT (id_hash) DO UPDATE SET version = excluded.version";
pub(super) const VERSIONS: &str = "SELECT COUNT(*) FROM surveys WHERE id = $1";

/// Whether a survey is there, asked in a transaction of either database.
macro_rules! is_there {
    ($transaction:ident, $survey:ident) => {{
        let versions = sqlx::query_scalar($crate::storage::surveys::VERSIONS).bind($survey);
        let versions: i64 = versions.fetch_one(&mut *$transaction).await?;
        versions > 0
    }};
}
pub(super) use is_there;

const NEWEST: &str = "SELECT MAX(version) FROM surveys WHERE id = $1";
const SETTINGS_SINCE: &str =
    "SELECT id, settings FROM survey_settings WHERE revision > $1 ORDER BY id";
/// After the revision has grown.
pub(super) const SET_SETTINGS: &str = "INSERT INTO survey_settings (id, settings, revision) \
     SELECT $1, $2, revision FROM catalog_revision WHERE one = 1 \
     ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, revision = excluded.revision";
const DELETE_ROOM: &str = "DELETE FROM rooms WHERE survey = $1";
const DELETE_SETTINGS: &str = "DELETE FROM survey_settings WHERE id = $1";
const REVISION: &str = "SELECT revision FROM catalog_revision WHERE one = 1";
/// What a survey leaves behind in other tables.
pub(super) const DELETE_INVITES: &str = "DELETE FROM invites WHERE survey = $1";
const DELETE_TICKETS: &str = "DELETE FROM spent_tickets WHERE survey = $1";
const DELETE_PICTURES: &str = "DELETE FROM pictures WHERE survey = $1";
const DELETE_KEY: &str = "DELETE FROM issuing_keys WHERE survey = $1";
/// First in every transaction that changes a survey or settings, so that they take turns: whoever
/// comes second waits here, and then sees what the first has done.
pub(super) const CHANGED: &str =
    "UPDATE catalog_revision SET revision = revision + 1 WHERE one = 1";
const CHANGED_NOTHING_SINCE: &str =
    "UPDATE catalog_revision SET revision = revision + 1 WHERE one = 1 AND revision = $1";
/// The same turn, for what is no change of a survey but must not outlive it.
pub(super) const UNCHANGED: &str = "UPDATE catalog_revision SET revision = revision WHERE one = 1";

/// By what the id of a deleted survey is known.
pub(super) fn id_hash(id: &str) -> Vec<u8> {
    let hash = Sha256::new().chain_update(b"survey ").chain_update(id);
    hash.finalize().to_vec()
}

/// The last version that a survey of this id had when it was deleted, if one was, read within a
/// transaction.
macro_rules! last_deleted {
    ($transaction:ident, $id:expr) => {{
        let last = bind!(sqlx::query_scalar(LAST_DELETED), id_hash($id));
        let last: Option<i64> = last.fetch_optional(&mut *$transaction).await?;
        last.map(u32::try_from)
            .transpose()
            .map_err(|_| StorageError::Damaged)?
    }};
}

/// Writes a version within a transaction; its key, unless there is one of this id and version.
macro_rules! insert_survey {
    ($transaction:ident, $survey:ident, $definition:ident) => {{
        let (id, version) = ($survey.id().as_str(), i64::from($survey.version()));
        let publish = sqlx::query_scalar($crate::storage::surveys::PUBLISH);
        let publish = $crate::storage::statements::bind!(publish, id, version, $definition);
        publish.fetch_optional(&mut *$transaction).await?
    }};
}
pub(super) use insert_survey;

for_both!(SurveyStorage {
    async fn versions(&self) -> Result<Vec<SurveyVersion>, StorageError> {
        let rows: Vec<(SurveyKey, String, i64, bool, Option<String>)> =
            sqlx::query_as(VERSIONS_OF_ALL).fetch_all(&mut *self.read().await?).await?;
        let version = |(key, id, version, closed, room)| SurveyVersion {
            key,
            id,
            version,
            closed,
            room,
        };
        Ok(rows.into_iter().map(version).collect())
    }

    async fn definitions(
        &self,
        first: SurveyKey,
        last: SurveyKey,
    ) -> Result<Vec<(SurveyKey, String)>, StorageError> {
        let rows = bind!(sqlx::query_as(DEFINITIONS), first, last);
        Ok(rows.fetch_all(&mut *self.read().await?).await?)
    }

    async fn publish(&self, survey: &Survey) -> Result<Option<SurveyKey>, StorageError> {
        let definition = definition_of(survey).await?;
        begin!(self => transaction, CHANGED);
        let deleted = last_deleted!(transaction, survey.id().as_str());
        if deleted.is_some_and(|newest| survey.version() <= newest) {
            return Ok(None);
        }
        let key = insert_survey!(transaction, survey, definition);
        transaction.commit().await?;
        Ok(key)
    }

    async fn publish_version(
        &self,
        survey: &Survey,
        after: u32,
    ) -> Result<Option<SurveyKey>, StorageError> {
        let definition = definition_of(survey).await?;
        begin!(self => transaction, CHANGED);
        let newest = bind!(sqlx::query_scalar(NEWEST), survey.id().as_str());
        let newest: Option<i64> = newest.fetch_one(&mut *transaction).await?;
        if newest != Some(i64::from(after)) || survey.version() <= after {
            return Ok(None);
        }
        let (id, version) = (survey.id().as_str(), i64::from(survey.version()));
        let after = i64::from(after);
        let publish = bind!(sqlx::query_scalar(PUBLISH_AFTER), id, version, definition, after);
        let key = publish.fetch_optional(&mut *transaction).await?;
        let earlier = bind!(sqlx::query_scalar(STILL_COLLECTING), id, version);
        let earlier: Vec<SurveyKey> = earlier.fetch_all(&mut *transaction).await?;
        for survey in earlier {
            set_collecting!(transaction, survey, Collecting::EARLIER);
        }
        transaction.commit().await?;
        Ok(key)
    }

    async fn create_survey(
        &self,
        survey: &Survey,
        settings: &str,
    ) -> Result<Creation, StorageError> {
        let id = survey.id().as_str();
        let definition = definition_of(survey).await?;
        begin!(self => transaction, CHANGED);
        if is_there!(transaction, id) {
            return Ok(Creation::Exists);
        }
        let deleted = last_deleted!(transaction, id);
        if let Some(newest) = deleted.filter(|newest| survey.version() <= *newest) {
            return Ok(Creation::Deleted { newest });
        }
        let key = insert_survey!(transaction, survey, definition);
        bind!(sqlx::query(SET_SETTINGS), id, settings).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(key.map_or(Creation::Exists, Creation::Created))
    }

    async fn close_survey(&self, survey: SurveyKey) -> Result<(), StorageError> {
        {
            begin!(self => transaction, CHANGED);
            // From here on no other transaction counts for it: each looks at this row first.
            Self::alone(&mut transaction, survey).await?;
            bind!(sqlx::query(CLOSE), survey).execute(&mut *transaction).await?;
            bind!(sqlx::query(ERASE_LATER), survey, false).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        self.end_erasures().await
    }

    async fn delete_survey(&self, id: &str) -> Result<bool, StorageError> {
        let deleted: Vec<(SurveyKey, i64)> = {
            begin!(self => transaction, CHANGED);
            let deleted = bind!(sqlx::query_as(KEYS), id);
            let deleted: Vec<(SurveyKey, i64)> = deleted.fetch_all(&mut *transaction).await?;
            for (key, _) in &deleted {
                Self::alone(&mut transaction, *key).await?;
            }
            bind!(sqlx::query(DELETE), id).execute(&mut *transaction).await?;
            for (key, _) in &deleted {
                bind!(sqlx::query(ERASE_LATER), key, true).execute(&mut *transaction).await?;
            }
            let room = bind!(sqlx::query(DELETE_ROOM), id).execute(&mut *transaction).await?;
            let newest = deleted.iter().map(|(_, version)| version).max();
            if let Some(newest) = newest.filter(|_| room.rows_affected() == 0) {
                let remember = bind!(sqlx::query(REMEMBER), id_hash(id), newest);
                remember.execute(&mut *transaction).await?;
            }
            for statement in [
                DELETE_SETTINGS,
                DELETE_INVITES,
                DELETE_TICKETS,
                DELETE_KEY,
                DELETE_PICTURES,
            ] {
                bind!(sqlx::query(statement), id).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            deleted
        };
        self.end_erasures().await?;
        Ok(!deleted.is_empty())
    }

    async fn settings_since(&self, revision: i64) -> Result<Vec<(String, String)>, StorageError> {
        let rows = bind!(sqlx::query_as(SETTINGS_SINCE), revision);
        Ok(rows.fetch_all(&mut *self.read().await?).await?)
    }

    async fn set_settings(
        &self,
        id: &str,
        settings: &str,
        collecting: Collecting,
        revision: i64,
    ) -> Result<bool, StorageError> {
        begin!(self => transaction);
        let unchanged = bind!(sqlx::query(CHANGED_NOTHING_SINCE), revision);
        let unchanged = unchanged.execute(&mut *transaction).await?.rows_affected() == 1;
        if !unchanged || !is_there!(transaction, id) {
            return Ok(false);
        }
        bind!(sqlx::query(SET_SETTINGS), id, settings).execute(&mut *transaction).await?;
        // Last: whoever counts waits for as long as this is held.
        let (paused, quota) = (collecting.paused, collecting.stored_quota());
        let newest = bind!(sqlx::query_scalar(NEWEST_UNLESS), id, paused, quota);
        let newest: Option<SurveyKey> = newest.fetch_optional(&mut *transaction).await?;
        if let Some(survey) = newest {
            set_collecting!(transaction, survey, collecting);
        }
        transaction.commit().await?;
        Ok(true)
    }

    async fn revision(&self) -> Result<i64, StorageError> {
        Ok(sqlx::query_scalar(REVISION).fetch_one(&mut *self.read().await?).await?)
    }

    async fn end_erasures(&self) -> Result<(), StorageError> {
        self.erase().await
    }
});
