//! Counting a batch in SQLite, on the thread that asks for it: whatever goes to another thread and
//! back costs more than most statements do, so nothing here ever waits for anything but the disk.

use rusqlite::{OptionalExtension, Params};
use sotto_ldp::Counts;
use sotto_survey::Tally;

use super::{
    counting::{Counting, KnownSurvey},
    recent::Recent,
};
use crate::storage::{
    InviteKey, NoisyRow, StorageError, SubmissionKey, SurveyKey,
    batch::{Ledger, NO_END, Remembered, room},
    sums::{SUBMISSIONS, TOLD_SUBMISSIONS, read_sums, signed, sums_bytes, unsigned},
};

const BEGIN: &str = "BEGIN IMMEDIATE";
const COMMIT: &str = "COMMIT";

const COLLECTS: &str = "SELECT NOT (closed OR paused), quota FROM surveys WHERE key = ?1";

const FIND: &str = "SELECT fingerprint FROM submissions WHERE survey = ?1 AND id_hash = ?2";

const REMEMBER: &str = "INSERT INTO submissions (survey, id_hash, fingerprint) VALUES (?1, ?2, ?3)";

const SPEND: &str = "INSERT INTO spent_invites (survey, invite) VALUES (?1, ?2) \
     ON CONFLICT DO NOTHING";

// Only one process writes at a time: there is one shard.

const COUNTS: &str = "SELECT part, reports, sums FROM part_counts WHERE survey = ?1 AND shard = 0";

const ADD: &str = "INSERT INTO survey_counts (survey, shard, submissions) VALUES (?1, 0, ?2) \
     ON CONFLICT DO UPDATE SET submissions = submissions + excluded.submissions";

const SET_PART: &str = "INSERT INTO part_counts (survey, shard, part, reports, sums) \
     VALUES (?1, 0, ?2, ?3, ?4) \
     ON CONFLICT DO UPDATE SET reports = excluded.reports, sums = excluded.sums";

const KEEP: &str = "INSERT INTO noisy_rows (survey, place, since, reports) VALUES (?1, ?2, ?3, ?4)";

/// A transaction that writes, from its first statement to [`SqliteLedger::commit`]. Without that,
/// what it has of [`Counting`] must be given up.
pub(super) struct SqliteLedger<'a> {
    counting: &'a mut Counting,
    others_wrote: bool,
    has_begun: bool,
    /// What is to be remembered when the counts are written.
    pending: Vec<SubmissionKey>,
    /// What becomes recent with the commit.
    remembered: Vec<(SurveyKey, Vec<SubmissionKey>)>,
    /// Pages that were written, about.
    pages: usize,
}

impl<'a> SqliteLedger<'a> {
    /// `others_wrote`: whether this process has written with another connection.
    pub(super) const fn new(counting: &'a mut Counting, others_wrote: bool) -> Self {
        Self {
            counting,
            others_wrote,
            has_begun: false,
            pending: Vec::new(),
            remembered: Vec::new(),
            pages: 0,
        }
    }

    /// Returns about how many pages were written.
    pub(super) fn commit(mut self) -> Result<usize, StorageError> {
        let Counting {
            connection, recent, ..
        } = &mut *self.counting;
        if self.has_begun {
            self.pages += recent.move_some(connection)?;
            connection.prepare_cached(COMMIT)?.execute(())?;
        }
        for (survey, keys) in self.remembered {
            recent.add(survey, &keys);
        }
        Ok(self.pages)
    }

    /// Begins, unless it has, and sees whether somebody else has written.
    fn begin(&mut self) -> Result<(), StorageError> {
        if !self.has_begun {
            self.execute(BEGIN, ())?;
            self.has_begun = true;
            self.counting.refresh(self.others_wrote)?;
        }
        Ok(())
    }

    fn execute(&self, statement: &str, values: impl Params) -> Result<usize, StorageError> {
        let mut statement = self.counting.connection.prepare_cached(statement)?;
        Ok(statement.execute(values)?)
    }

    /// How many more there is room for. `None`: the survey is not there, or not open.
    fn room(&mut self, survey: SurveyKey) -> Result<Option<u64>, StorageError> {
        let (collects, quota) = self.collects(survey)?;
        match quota {
            _ if !collects => Ok(None),
            None => Ok(Some(NO_END)),
            Some(quota) => {
                let mut counted = self.counting.connection.prepare_cached(SUBMISSIONS)?;
                let counted = counted.query_row((survey,), |row| row.get(0))?;
                room(quota, counted).map(Some)
            }
        }
    }

    /// Whether a survey is there and open, and its quota.
    fn collects(&mut self, survey: SurveyKey) -> Result<(bool, Option<i64>), StorageError> {
        if let Some(known) = self.counting.surveys.get(&survey) {
            return Ok((known.collects, known.quota));
        }
        let mut statement = self.counting.connection.prepare_cached(COLLECTS)?;
        let found: Option<(bool, Option<i64>)> = statement
            .query_row((survey,), |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        drop(statement);
        let (collects, quota) = found.unwrap_or((false, None));
        let known = KnownSurvey {
            collects,
            quota,
            counts: None,
        };
        self.counting.learn(survey, known);
        Ok((collects, quota))
    }

    /// A survey's counts as they are stored, for as many parts as `tally` has.
    fn stored(&mut self, survey: SurveyKey, tally: &Tally) -> Result<Vec<Counts>, StorageError> {
        let known = self.counting.surveys.get_mut(&survey);
        if let Some(counts) = known.and_then(|known| known.counts.take()) {
            return Ok(counts);
        }
        let size = |counts: &Counts| u32::try_from(counts.sums().len()).unwrap_or(0);
        let mut stored: Vec<Counts> = tally
            .counts()
            .iter()
            .map(|counts| Counts::empty(size(counts)))
            .collect();
        let mut statement = self.counting.connection.prepare_cached(COUNTS)?;
        let mut rows = statement.query((survey,))?;
        while let Some(row) = rows.next()? {
            let part = usize::try_from(row.get::<_, i64>(0)?).map_err(|_| StorageError::Damaged)?;
            let sums = row
                .get_ref(2)?
                .as_blob()
                .map_err(|_| StorageError::Damaged)?;
            let counts = read_sums(unsigned(row.get(1)?)?, sums)?;
            let sums = stored.get_mut(part).ok_or(StorageError::Damaged)?;
            sums.merge(&counts).map_err(|_| StorageError::Damaged)?;
        }
        Ok(stored)
    }
}

impl Ledger for SqliteLedger<'_> {
    async fn remember(
        &mut self,
        survey: SurveyKey,
        keys: &[SubmissionKey],
    ) -> Result<Option<Remembered>, StorageError> {
        self.begin()?;
        self.pending.clear();
        let Some(room) = self.room(survey)? else {
            return Ok(None);
        };
        let Counting {
            connection, recent, ..
        } = &*self.counting;
        let mut find = connection.prepare_cached(FIND)?;
        let mut known = Vec::new();
        for &key in keys {
            if self.counting.is_new(&key.id_hash) {
                self.pending.push(key);
                continue;
            }
            let fingerprint = match recent.find(survey, &key.id_hash) {
                Some(fingerprint) => Some(fingerprint),
                None => find
                    .query_row((survey, key.id_hash), |row| row.get(0))
                    .optional()?,
            };
            match fingerprint {
                None => self.pending.push(key),
                Some(fingerprint) => known.push(SubmissionKey { fingerprint, ..key }),
            }
        }
        Ok(Some(Remembered { known, room }))
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
            if self.execute(SPEND, (survey, invite))? == 0 {
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
        let pending = std::mem::take(&mut self.pending);
        self.counting.note(&pending);
        if self.counting.recent.takes(pending.len()) {
            let connection = &self.counting.connection;
            Recent::remember(connection, survey, &pending)?;
            self.remembered.push((survey, pending));
        } else {
            let mut remember = self.counting.connection.prepare_cached(REMEMBER)?;
            for key in &pending {
                remember.execute((survey, key.id_hash, key.fingerprint))?;
            }
            self.pages += pending.len();
        }
        self.execute(ADD, (survey, signed(submissions)?))?;
        let mut stored = self.stored(survey, tally)?;
        let mut set_part = self.counting.connection.prepare_cached(SET_PART)?;
        for ((part, sums), added) in (0_i64..).zip(&mut stored).zip(tally.counts()) {
            if added.reports() > 0 {
                sums.merge(added).map_err(|_| StorageError::Damaged)?;
                let values = (survey, part, signed(sums.reports())?, sums_bytes(sums));
                set_part.execute(values)?;
                self.pages += 1;
            }
        }
        drop(set_part);
        // What stands beside them is little.
        self.pages += 4;
        let (collects, quota) = self.collects(survey)?;
        let known = KnownSurvey {
            collects,
            quota,
            counts: Some(stored),
        };
        self.counting.learn(survey, known);
        Ok(())
    }

    async fn keep(&mut self, survey: SurveyKey, rows: &[NoisyRow]) -> Result<(), StorageError> {
        self.pages += rows.len();
        let mut told = self.counting.connection.prepare_cached(TOLD_SUBMISSIONS)?;
        let since: i64 = told.query_row((survey,), |row| row.get(0))?;
        drop(told);
        for row in rows {
            self.execute(KEEP, (survey, row.key, since, row.reports.as_str()))?;
        }
        Ok(())
    }
}
