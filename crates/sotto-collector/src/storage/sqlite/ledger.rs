//! Counting a batch in SQLite. A batch is one argument of one statement, whatever its size: its
//! entries are cut out of it by their positions.

use sotto_survey::Tally;
use sqlx::{Row, SqliteConnection};

use crate::storage::{
    InviteKey, StorageError, SubmissionKey, SurveyKey,
    batch::Ledger,
    counts::{read_sums, signed, sums_bytes, unsigned},
    rows::NoisyRow,
};

/// Only one process writes at a time: there is nothing to spread.
const SHARD: i64 = 0;

const COLLECTS: &str = "SELECT NOT closed FROM surveys WHERE key = ?1";

const KNOWN: &str = "WITH RECURSIVE entry (place) AS \
     (SELECT 0 UNION ALL SELECT place + 1 FROM entry WHERE (place + 1) * 32 < length(?2)) \
     SELECT id_hash, fingerprint FROM entry CROSS JOIN submissions \
     WHERE survey = ?1 AND id_hash = substr(?2, place * 32 + 1, 16)";

const REMEMBER: &str = "WITH RECURSIVE entry (place) AS \
     (SELECT 0 UNION ALL SELECT place + 1 FROM entry WHERE (place + 1) * 32 < length(?2)) \
     INSERT INTO submissions (survey, id_hash, fingerprint) \
     SELECT ?1, substr(?2, place * 32 + 1, 16), substr(?2, place * 32 + 17, 16) FROM entry";

const FORGET: &str = "DELETE FROM submissions WHERE survey = ?1 AND id_hash = ?2";

const SPEND: &str = "INSERT INTO spent_invites (survey, invite) VALUES (?1, ?2) \
     ON CONFLICT DO NOTHING";

const ADD_SUBMISSIONS: &str = "INSERT INTO survey_counts (survey, shard, submissions) \
     VALUES (?1, ?2, ?3) \
     ON CONFLICT DO UPDATE SET submissions = submissions + excluded.submissions";

const PARTS: &str =
    "SELECT part, reports, sums FROM part_counts WHERE survey = ?1 AND shard = ?2 ORDER BY part";

const SET_PART: &str = "INSERT INTO part_counts (survey, shard, part, reports, sums) \
     VALUES (?1, ?2, ?3, ?4, ?5) \
     ON CONFLICT DO UPDATE SET reports = excluded.reports, sums = excluded.sums";

const KEEP: &str = "INSERT INTO noisy_rows (survey, place, reports) VALUES (?1, ?2, ?3)";

/// A transaction that has the right to write.
pub(super) struct SqliteLedger<'a>(pub(super) &'a mut SqliteConnection);

impl Ledger for SqliteLedger<'_> {
    async fn collects(&mut self, survey: SurveyKey) -> Result<bool, StorageError> {
        let collects = sqlx::query_scalar(COLLECTS)
            .bind(survey)
            .fetch_optional(&mut *self.0)
            .await?;
        Ok(collects.unwrap_or(false))
    }

    async fn remember(
        &mut self,
        survey: SurveyKey,
        keys: &[SubmissionKey],
    ) -> Result<Vec<SubmissionKey>, StorageError> {
        let rows = sqlx::query(KNOWN)
            .bind(survey)
            .bind(joined(keys.iter()))
            .fetch_all(&mut *self.0)
            .await?;
        let known = rows
            .iter()
            .map(|row| {
                Ok(SubmissionKey {
                    id_hash: half(row.try_get(0)?)?,
                    fingerprint: half(row.try_get(1)?)?,
                })
            })
            .collect::<Result<Vec<_>, StorageError>>()?;
        let is_known = |key: &SubmissionKey| known.iter().any(|other| other.id_hash == key.id_hash);
        let new = joined(keys.iter().filter(|key| !is_known(key)));
        if !new.is_empty() {
            sqlx::query(REMEMBER)
                .bind(survey)
                .bind(new)
                .execute(&mut *self.0)
                .await?;
        }
        Ok(known)
    }

    async fn forget(
        &mut self,
        survey: SurveyKey,
        id_hashes: &[[u8; 16]],
    ) -> Result<(), StorageError> {
        for id_hash in id_hashes {
            sqlx::query(FORGET)
                .bind(survey)
                .bind(&id_hash[..])
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }

    async fn spend(
        &mut self,
        survey: SurveyKey,
        invites: &[InviteKey],
    ) -> Result<Vec<InviteKey>, StorageError> {
        let mut spent = Vec::new();
        for invite in invites {
            let new = sqlx::query(SPEND)
                .bind(survey)
                .bind(&invite[..])
                .execute(&mut *self.0)
                .await?;
            if new.rows_affected() == 0 {
                spent.push(*invite);
            }
        }
        Ok(spent)
    }

    async fn add(
        &mut self,
        survey: SurveyKey,
        submissions: u64,
        tally: &Tally,
    ) -> Result<(), StorageError> {
        sqlx::query(ADD_SUBMISSIONS)
            .bind(survey)
            .bind(SHARD)
            .bind(signed(submissions)?)
            .execute(&mut *self.0)
            .await?;
        let mut sums = tally.counts().to_vec();
        let stored = sqlx::query(PARTS)
            .bind(survey)
            .bind(SHARD)
            .fetch_all(&mut *self.0)
            .await?;
        for row in &stored {
            let part = usize::try_from(row.try_get::<i64, _>(0)?).ok();
            let sums = part
                .and_then(|part| sums.get_mut(part))
                .ok_or(StorageError::Damaged)?;
            let counts = read_sums(unsigned(row.try_get(1)?)?, row.try_get(2)?)?;
            sums.merge(&counts).map_err(|_| StorageError::Damaged)?;
        }
        for (part, (sums, added)) in (0_i64..).zip(sums.iter().zip(tally.counts())) {
            if added.reports() > 0 {
                sqlx::query(SET_PART)
                    .bind(survey)
                    .bind(SHARD)
                    .bind(part)
                    .bind(signed(sums.reports())?)
                    .bind(sums_bytes(sums))
                    .execute(&mut *self.0)
                    .await?;
            }
        }
        Ok(())
    }

    async fn keep(&mut self, survey: SurveyKey, rows: &[NoisyRow]) -> Result<(), StorageError> {
        for row in rows {
            sqlx::query(KEEP)
                .bind(survey)
                .bind(&row.place[..])
                .bind(&row.reports)
                .execute(&mut *self.0)
                .await?;
        }
        Ok(())
    }
}

fn joined<'a>(keys: impl Iterator<Item = &'a SubmissionKey>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for key in keys {
        bytes.extend_from_slice(&key.id_hash);
        bytes.extend_from_slice(&key.fingerprint);
    }
    bytes
}

fn half(bytes: &[u8]) -> Result<[u8; 16], StorageError> {
    bytes.try_into().map_err(|_| StorageError::Damaged)
}
