//! Counting a batch in Postgres, beside other collectors that do the same.

use std::collections::HashSet;

use sotto_survey::Tally;
use sqlx::PgConnection;

use super::turns::{COLLECTS, COLLECTS_ALONE};
use crate::storage::{
    InviteKey, NoisyRow, StorageError, SubmissionKey, SurveyKey,
    batch::{Ledger, NO_END, Remembered, room},
    statements::bind,
    sums::{SUBMISSIONS, read_sums, signed, sums_bytes, unsigned},
};

/// Waits where another transaction has just remembered the same id. The rows come in the order of
/// their ids, so no two transactions wait for each other.
const REMEMBER: &str = "INSERT INTO submissions (survey, id_hash, fingerprint) \
     SELECT $1, new.id_hash, new.fingerprint \
     FROM UNNEST($2::BYTEA[], $3::BYTEA[]) AS new (id_hash, fingerprint) \
     ON CONFLICT DO NOTHING RETURNING id_hash";

const KNOWN: &str = "SELECT id_hash, fingerprint FROM submissions \
     WHERE survey = $1 AND id_hash = ANY($2)";

const FORGET: &str = "DELETE FROM submissions WHERE survey = $1 AND id_hash = ANY($2)";

const SPEND: &str = "INSERT INTO spent_invites (survey, invite) \
     SELECT $1, new.invite FROM UNNEST($2::BYTEA[]) AS new (invite) \
     ON CONFLICT DO NOTHING RETURNING invite";

/// Holds the shard's row until the end of the transaction: what it reads next, nobody changes.
const ADD_SUBMISSIONS: &str = "INSERT INTO survey_counts (survey, shard, submissions) \
     VALUES ($1, $2, $3) ON CONFLICT (survey, shard) \
     DO UPDATE SET submissions = survey_counts.submissions + excluded.submissions";

const PARTS: &str = "SELECT part, reports, sums FROM part_counts WHERE survey = $1 AND shard = $2";

const SET_PARTS: &str = "INSERT INTO part_counts (survey, shard, part, reports, sums) \
     SELECT $1, $2, new.part, new.reports, new.sums \
     FROM UNNEST($3::BIGINT[], $4::BIGINT[], $5::BYTEA[]) AS new (part, reports, sums) \
     ON CONFLICT (survey, shard, part) \
     DO UPDATE SET reports = excluded.reports, sums = excluded.sums";

/// Nobody takes a step of a survey meanwhile that has rows.
const KEEP: &str = "INSERT INTO noisy_rows (survey, place, since, reports) \
     SELECT $1, new.place, (SELECT COALESCE(SUM(reports), 0) FROM told_counts \
     WHERE survey = $1 AND part = -1), new.reports \
     FROM UNNEST($2::BYTEA[], $3::TEXT[]) AS new (place, reports)";

/// A transaction, and the shard of the counts that this collector adds to.
pub(super) struct PostgresLedger<'a> {
    pub(super) connection: &'a mut PgConnection,
    pub(super) shard: i64,
}

impl PostgresLedger<'_> {
    /// Holds a survey until the end of the transaction; how many more there is room for. `None`: it
    /// does not collect.
    async fn hold(&mut self, survey: SurveyKey) -> Result<Option<u64>, StorageError> {
        let collects = bind!(sqlx::query_scalar(COLLECTS), survey);
        if let Some(collects) = collects.fetch_optional(&mut *self.connection).await? {
            let collects: bool = collects;
            return Ok(collects.then_some(NO_END));
        }
        let alone = bind!(sqlx::query_as(COLLECTS_ALONE), survey);
        match alone.fetch_optional(&mut *self.connection).await? {
            None | Some((false, _)) => Ok(None),
            Some((true, None)) => Ok(Some(NO_END)),
            Some((true, Some(quota))) => {
                // Begun when the lock is held, so that it sees what others counted who held it before.
                let counted = bind!(sqlx::query_scalar(SUBMISSIONS), survey);
                let counted: i64 = counted.fetch_one(&mut *self.connection).await?;
                room(quota, counted).map(Some)
            }
        }
    }
}

impl Ledger for PostgresLedger<'_> {
    async fn remember(
        &mut self,
        survey: SurveyKey,
        keys: &[SubmissionKey],
    ) -> Result<Option<Remembered>, StorageError> {
        let Some(room) = self.hold(survey).await? else {
            return Ok(None);
        };
        let id_hashes: Vec<&[u8]> = keys.iter().map(|key| &key.id_hash[..]).collect();
        let fingerprints: Vec<&[u8]> = keys.iter().map(|key| &key.fingerprint[..]).collect();
        let remember = bind!(
            sqlx::query_scalar(REMEMBER),
            survey,
            &id_hashes,
            fingerprints
        );
        let new: Vec<Vec<u8>> = remember.fetch_all(&mut *self.connection).await?;
        if new.len() == keys.len() {
            let known = Vec::new();
            return Ok(Some(Remembered { known, room }));
        }
        let new: HashSet<&[u8]> = new.iter().map(Vec::as_slice).collect();
        let known = id_hashes
            .into_iter()
            .filter(|id_hash| !new.contains(id_hash));
        let known = bind!(sqlx::query_as(KNOWN), survey, known.collect::<Vec<_>>());
        let known: Vec<(Vec<u8>, Vec<u8>)> = known.fetch_all(&mut *self.connection).await?;
        let known: Result<_, StorageError> = known
            .into_iter()
            .map(|(id_hash, fingerprint)| {
                Ok(SubmissionKey {
                    id_hash: array(id_hash)?,
                    fingerprint: array(fingerprint)?,
                })
            })
            .collect();
        let known = known?;
        Ok(Some(Remembered { known, room }))
    }

    async fn forget(
        &mut self,
        survey: SurveyKey,
        id_hashes: &[[u8; 16]],
    ) -> Result<(), StorageError> {
        let id_hashes: Vec<&[u8]> = id_hashes.iter().map(|id_hash| &id_hash[..]).collect();
        let forget = bind!(sqlx::query(FORGET), survey, id_hashes);
        Ok(forget.execute(&mut *self.connection).await.map(drop)?)
    }

    async fn spend(
        &mut self,
        survey: SurveyKey,
        invites: &[InviteKey],
    ) -> Result<Vec<InviteKey>, StorageError> {
        let keys: Vec<&[u8]> = invites.iter().map(|invite| &invite[..]).collect();
        let new = bind!(sqlx::query_scalar(SPEND), survey, keys);
        let new: Vec<Vec<u8>> = new.fetch_all(&mut *self.connection).await?;
        let new: HashSet<&[u8]> = new.iter().map(Vec::as_slice).collect();
        let spent = invites.iter().filter(|invite| !new.contains(&invite[..]));
        Ok(spent.copied().collect())
    }

    async fn add(
        &mut self,
        survey: SurveyKey,
        submissions: u64,
        tally: &Tally,
    ) -> Result<(), StorageError> {
        let submissions = signed(submissions)?;
        let add = bind!(
            sqlx::query(ADD_SUBMISSIONS),
            survey,
            self.shard,
            submissions
        );
        add.execute(&mut *self.connection).await?;
        let mut sums = tally.counts().to_vec();
        let stored = bind!(sqlx::query_as(PARTS), survey, self.shard);
        let stored: Vec<(i64, i64, Vec<u8>)> = stored.fetch_all(&mut *self.connection).await?;
        for (part, reports, bytes) in stored {
            let part = usize::try_from(part).ok();
            let sums = part
                .and_then(|part| sums.get_mut(part))
                .ok_or(StorageError::Damaged)?;
            let counts = read_sums(unsigned(reports)?, &bytes)?;
            sums.merge(&counts).map_err(|_| StorageError::Damaged)?;
        }
        let (mut parts, mut reports, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        for (part, (sums, added)) in (0_i64..).zip(sums.iter().zip(tally.counts())) {
            if added.reports() > 0 {
                parts.push(part);
                reports.push(signed(sums.reports())?);
                bytes.push(sums_bytes(sums));
            }
        }
        let set = sqlx::query(SET_PARTS);
        let set = bind!(set, survey, self.shard, parts, reports, bytes);
        Ok(set.execute(&mut *self.connection).await.map(drop)?)
    }

    async fn keep(&mut self, survey: SurveyKey, rows: &[NoisyRow]) -> Result<(), StorageError> {
        let keys: Vec<&[u8]> = rows.iter().map(|row| &row.key[..]).collect();
        let reports: Vec<&str> = rows.iter().map(|row| row.reports.as_str()).collect();
        let keep = bind!(sqlx::query(KEEP), survey, keys, reports);
        Ok(keep.execute(&mut *self.connection).await.map(drop)?)
    }
}

fn array<const N: usize>(bytes: Vec<u8>) -> Result<[u8; N], StorageError> {
    bytes.try_into().map_err(|_| StorageError::Damaged)
}
