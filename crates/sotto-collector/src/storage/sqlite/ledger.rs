//! Counting a batch in SQLite, in as few calls as can be: each goes to SQLite's own thread and back,
//! which costs more than what most statements do there. So a batch is one argument of one
//! statement, out of which its entries are cut by their positions, and statements that follow each
//! other go together.

use sotto_ldp::Counts;
use sotto_survey::Tally;
use sqlx::{Row, SqliteConnection};

use super::{
    Writer,
    recent::{Recent, joined},
};
use crate::storage::{
    InviteKey, StorageError, SubmissionKey, SurveyKey,
    batch::Ledger,
    counts::{read_sums, signed, sums_bytes, unsigned},
    rows::NoisyRow,
};

/// What a batch must know of a survey before it writes. The first column tells what a row is.
macro_rules! look {
    ($before:literal) => {
        concat!(
            $before,
            "SELECT 0, closed, (SELECT data_version FROM pragma_data_version), NULL, NULL \
             FROM surveys WHERE key = ?1; \
             WITH RECURSIVE entry (place) AS \
             (SELECT 0 UNION ALL SELECT place + 1 FROM entry WHERE (place + 1) * 32 < length(?2)) \
             SELECT 1, NULL, NULL, id_hash, fingerprint FROM entry CROSS JOIN submissions \
             WHERE survey = ?1 AND id_hash = substr(?2, place * 32 + 1, 16); \
             SELECT 2, part, reports, sums, NULL FROM part_counts \
             WHERE survey = ?1 AND shard = 0 ORDER BY part"
        )
    };
}
const BEGIN_AND_LOOK: &str = look!("BEGIN IMMEDIATE; ");
const LOOK: &str = look!("");

/// Remembers, and sets the counts to what they are now. Only one process writes at a time: there is
/// one shard.
macro_rules! count {
    ($remember:literal) => {
        concat!(
            $remember,
            "INSERT INTO survey_counts (survey, shard, submissions) VALUES (?1, 0, ?3) \
             ON CONFLICT DO UPDATE SET submissions = submissions + excluded.submissions; \
             INSERT INTO part_counts (survey, shard, part, reports, sums) \
             SELECT ?1, 0, value ->> 0, value ->> 1, substr(?5, value ->> 2, value ->> 3) \
             FROM json_each(?4) WHERE TRUE \
             ON CONFLICT DO UPDATE SET reports = excluded.reports, sums = excluded.sums"
        )
    };
}
const WRITE: &str = count!(
    "WITH RECURSIVE entry (place) AS \
     (SELECT 0 UNION ALL SELECT place + 1 FROM entry WHERE (place + 1) * 32 < length(?2)) \
     INSERT INTO submissions (survey, id_hash, fingerprint) \
     SELECT ?1, substr(?2, place * 32 + 1, 16), substr(?2, place * 32 + 17, 16) FROM entry; "
);
const WRITE_RECENT: &str =
    count!("INSERT INTO recent_submissions (place, survey, keys) VALUES (random(), ?1, ?2); ");

const SPEND: &str = "INSERT INTO spent_invites (survey, invite) VALUES (?1, ?2) \
     ON CONFLICT DO NOTHING";

const KEEP: &str = "INSERT INTO noisy_rows (survey, place, reports) VALUES (?1, ?2, ?3)";

/// A transaction that writes, from its first statement to [`SqliteLedger::commit`]. Without that,
/// its connection must be given up.
pub(super) struct SqliteLedger<'a> {
    connection: &'a mut SqliteConnection,
    recent: &'a mut Recent,
    has_begun: bool,
    /// What is to be remembered when the counts are written.
    pending: Vec<SubmissionKey>,
    /// The survey's counts as they are stored.
    stored: Vec<(usize, Counts)>,
    /// What becomes recent with the commit.
    remembered: Vec<(SurveyKey, Vec<SubmissionKey>)>,
    /// Pages that were written, about.
    pages: usize,
}

impl<'a> SqliteLedger<'a> {
    pub(super) const fn new(writer: &'a mut Writer) -> Self {
        Self {
            connection: &mut writer.connection,
            recent: &mut writer.recent,
            has_begun: false,
            pending: Vec::new(),
            stored: Vec::new(),
            remembered: Vec::new(),
            pages: 0,
        }
    }

    /// Returns about how many pages were written.
    pub(super) async fn commit(mut self) -> Result<usize, StorageError> {
        if self.has_begun {
            self.pages += self.recent.move_some(self.connection).await?;
            sqlx::query("COMMIT").execute(self.connection).await?;
        }
        for (survey, keys) in self.remembered {
            self.recent.add(survey, &keys);
        }
        Ok(self.pages)
    }
}

impl Ledger for SqliteLedger<'_> {
    async fn remember(
        &mut self,
        survey: SurveyKey,
        keys: &[SubmissionKey],
    ) -> Result<Option<Vec<SubmissionKey>>, StorageError> {
        let rows = sqlx::query(if self.has_begun { LOOK } else { BEGIN_AND_LOOK })
            .bind(survey)
            .bind(joined(keys))
            .fetch_all(&mut *self.connection)
            .await?;
        self.has_begun = true;
        let (mut collects, mut version) = (false, 0);
        let mut known: Vec<SubmissionKey> = Vec::new();
        self.stored.clear();
        for row in &rows {
            match row.try_get(0)? {
                0 => {
                    collects = row.try_get::<i64, _>(1)? == 0;
                    version = row.try_get(2)?;
                }
                1 => known.push(SubmissionKey {
                    id_hash: half(row.try_get(3)?)?,
                    fingerprint: half(row.try_get(4)?)?,
                }),
                _ => {
                    let part = usize::try_from(row.try_get::<i64, _>(1)?);
                    let counts = read_sums(unsigned(row.try_get(2)?)?, row.try_get(3)?)?;
                    let part = part.map_err(|_| StorageError::Damaged)?;
                    self.stored.push((part, counts));
                }
            }
        }
        self.pending.clear();
        if !collects {
            return Ok(None);
        }
        self.recent.refresh(version, self.connection).await?;
        let recent = keys
            .iter()
            .filter_map(|key| self.recent.find(survey, &key.id_hash));
        known.extend(recent);
        // In both places while they are being moved.
        known.sort_unstable_by_key(|key| key.id_hash);
        known.dedup_by_key(|key| key.id_hash);
        let is_new = |key: &&SubmissionKey| known.iter().all(|old| old.id_hash != key.id_hash);
        self.pending.extend(keys.iter().filter(is_new));
        Ok(Some(known))
    }

    async fn forget(
        &mut self,
        _survey: SurveyKey,
        id_hashes: &[[u8; 16]],
    ) -> Result<(), StorageError> {
        self.pending.retain(|key| !id_hashes.contains(&key.id_hash));
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
                .execute(&mut *self.connection)
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
        let mut sums = tally.counts().to_vec();
        for (part, stored) in &self.stored {
            let sums = sums.get_mut(*part).ok_or(StorageError::Damaged)?;
            sums.merge(stored).map_err(|_| StorageError::Damaged)?;
        }
        let (mut places, mut bytes) = (Vec::new(), Vec::new());
        for (part, (sums, added)) in sums.iter().zip(tally.counts()).enumerate() {
            if added.reports() > 0 {
                let begin = bytes.len() + 1;
                bytes.extend(sums_bytes(sums));
                let length = bytes.len() + 1 - begin;
                places.push(format!("[{part},{},{begin},{length}]", sums.reports()));
            }
        }
        let is_recent = self.recent.takes(self.pending.len());
        sqlx::query(if is_recent { WRITE_RECENT } else { WRITE })
            .bind(survey)
            .bind(joined(&self.pending))
            .bind(signed(submissions)?)
            .bind(format!("[{}]", places.join(",")))
            .bind(bytes)
            .execute(&mut *self.connection)
            .await?;
        // The counts' own are few.
        self.pages += places.len() + 4;
        let pending = std::mem::take(&mut self.pending);
        if is_recent {
            self.remembered.push((survey, pending));
        } else {
            self.pages += pending.len();
        }
        Ok(())
    }

    async fn keep(&mut self, survey: SurveyKey, rows: &[NoisyRow]) -> Result<(), StorageError> {
        self.pages += rows.len();
        for row in rows {
            sqlx::query(KEEP)
                .bind(survey)
                .bind(&row.place[..])
                .bind(&row.reports)
                .execute(&mut *self.connection)
                .await?;
        }
        Ok(())
    }
}

fn half(bytes: &[u8]) -> Result<[u8; 16], StorageError> {
    bytes.try_into().map_err(|_| StorageError::Damaged)
}
