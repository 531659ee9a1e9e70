//! The pictures of surveys, by the hash of their bytes. What a picture may be is not known here.

use async_trait::async_trait;
use sotto_survey::PictureHash;

use super::{
    StorageError,
    both::for_both,
    statements::{begin, bind},
    surveys::{UNCHANGED, is_there},
};

/// What came of keeping a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKept {
    /// It is there, or was before.
    Kept,
    /// There is no survey of this id.
    NoSurvey,
    /// The survey has as many others as may be kept.
    Full,
}

/// Pictures.
#[async_trait]
pub trait PictureStorage: Send + Sync {
    /// Keeps a picture of a survey, unless that has so many others.
    async fn keep_picture(
        &self,
        survey: &str,
        hash: &PictureHash,
        bytes: &[u8],
        most: usize,
    ) -> Result<PictureKept, StorageError>;

    /// The bytes of a picture.
    async fn picture(
        &self,
        survey: &str,
        hash: &PictureHash,
    ) -> Result<Option<Vec<u8>>, StorageError>;

    /// The hashes of a survey's pictures, in order.
    async fn picture_hashes(&self, survey: &str) -> Result<Vec<PictureHash>, StorageError>;

    /// Deletes a picture; whether there was one.
    async fn delete_picture(&self, survey: &str, hash: &PictureHash) -> Result<bool, StorageError>;
}

const KEEP: &str = "INSERT INTO pictures (survey, hash, bytes) VALUES ($1, $2, $3) \
     ON CONFLICT (survey, hash) DO NOTHING";
const OTHERS: &str = "SELECT COUNT(*) FROM pictures WHERE survey = $1 AND hash <> $2";
const READ: &str = "SELECT bytes FROM pictures WHERE survey = $1 AND hash = $2";
const HASHES: &str = "SELECT hash FROM pictures WHERE survey = $1 ORDER BY hash";
const DELETE: &str = "DELETE FROM pictures WHERE survey = $1 AND hash = $2";

fn hash_of(stored: Vec<u8>) -> Result<PictureHash, StorageError> {
    let hash = stored.try_into().map_err(|_| StorageError::Damaged)?;
    Ok(PictureHash::of_sha256(hash))
}

for_both!(PictureStorage {
    async fn keep_picture(
        &self,
        survey: &str,
        hash: &PictureHash,
        bytes: &[u8],
        most: usize,
    ) -> Result<PictureKept, StorageError> {
        // No survey is deleted meanwhile, so that no picture outlives one.
        begin!(self => transaction, UNCHANGED);
        if !is_there!(transaction, survey) {
            return Ok(PictureKept::NoSurvey);
        }
        let others = bind!(sqlx::query_scalar(OTHERS), survey, &hash.bytes()[..]);
        let others: i64 = others.fetch_one(&mut *transaction).await?;
        if usize::try_from(others).map_err(|_| StorageError::Damaged)? >= most {
            return Ok(PictureKept::Full);
        }
        let keep = bind!(sqlx::query(KEEP), survey, &hash.bytes()[..], bytes);
        keep.execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(PictureKept::Kept)
    }

    async fn picture(
        &self,
        survey: &str,
        hash: &PictureHash,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let read = bind!(sqlx::query_scalar(READ), survey, &hash.bytes()[..]);
        Ok(read.fetch_optional(&mut *self.read().await?).await?)
    }

    async fn picture_hashes(&self, survey: &str) -> Result<Vec<PictureHash>, StorageError> {
        let hashes = bind!(sqlx::query_scalar(HASHES), survey);
        let hashes: Vec<Vec<u8>> = hashes.fetch_all(&mut *self.read().await?).await?;
        hashes.into_iter().map(hash_of).collect()
    }

    async fn delete_picture(&self, survey: &str, hash: &PictureHash) -> Result<bool, StorageError> {
        let delete = bind!(sqlx::query(DELETE), survey, &hash.bytes()[..]);
        Ok(delete.execute(&mut *self.write().await?).await?.rows_affected() == 1)
    }
});
