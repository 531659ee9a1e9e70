//! Submissions that were remembered just now.
//!
//! What a submission is known again by belongs at a random place of a large tree: for 32 bytes a
//! whole page is written twice. So a batch is first kept in one row, as it came, and moved later,
//! with many others and in their order, by those who count then. Meanwhile this process knows them from memory, a bounded
//! number of them; the database remains the only truth.

use std::{cmp::Reverse, collections::HashMap};

use sqlx::{Row, SqliteConnection};

use crate::storage::{StorageError, SubmissionKey, SurveyKey};

/// Batches of fewer go to their places at once: that is as few pages.
pub(super) const FEW: usize = 4;
/// Batches of more do, too: there are pages on which several lie.
pub(super) const MANY: usize = 4096;
/// So many are moved together.
const DUE: usize = 65_536;
/// More are not kept here, should moving fail all the time.
const MOST: usize = 4 * DUE;
/// How many are moved by one transaction, which has others to count: so moving them costs no wait
/// for the disk of its own, and nobody waits long.
const SOME: usize = 256;
/// How many rows are deleted by one transaction.
const SOME_ROWS: usize = 32;

const ALL: &str = "SELECT place, survey, keys FROM recent_submissions";

/// Not those of a survey that was closed meanwhile: they are being erased.
const MOVE: &str = "WITH RECURSIVE entry (place) AS \
     (SELECT 0 UNION ALL SELECT place + 1 FROM entry WHERE (place + 1) * 32 < length(?2)) \
     INSERT INTO submissions (survey, id_hash, fingerprint) \
     SELECT ?1, substr(?2, place * 32 + 1, 16), substr(?2, place * 32 + 17, 16) FROM entry \
     WHERE EXISTS (SELECT 1 FROM surveys WHERE key = ?1 AND closed = 0) \
     ON CONFLICT DO NOTHING";

const MOVED: &str =
    "DELETE FROM recent_submissions WHERE place IN (SELECT value FROM json_each(?1))";

/// What `recent_submissions` holds.
#[derive(Default)]
pub(super) struct Recent {
    /// The `data_version` of the connection when it was read: another one means that somebody else
    /// has written to the database.
    version: Option<i64>,
    by_survey: HashMap<SurveyKey, HashMap<[u8; 16], [u8; 16]>>,
    moving: Option<Moving>,
}

impl Recent {
    /// Reads the table again if it may have changed.
    pub(super) async fn refresh(
        &mut self,
        version: i64,
        connection: &mut SqliteConnection,
    ) -> Result<(), StorageError> {
        if self.version == Some(version) {
            return Ok(());
        }
        self.version = None;
        self.by_survey.clear();
        for row in read(connection).await? {
            self.add(row.survey, &row.keys);
        }
        self.version = Some(version);
        Ok(())
    }

    pub(super) fn find(&self, survey: SurveyKey, id_hash: &[u8; 16]) -> Option<SubmissionKey> {
        let fingerprint = self.by_survey.get(&survey)?.get(id_hash)?;
        Some(SubmissionKey {
            id_hash: *id_hash,
            fingerprint: *fingerprint,
        })
    }

    /// Adds what this process has written.
    pub(super) fn add(&mut self, survey: SurveyKey, keys: &[SubmissionKey]) {
        let known = self.by_survey.entry(survey).or_default();
        known.extend(keys.iter().map(|key| (key.id_hash, key.fingerprint)));
    }

    fn len(&self) -> usize {
        self.by_survey.values().map(HashMap::len).sum()
    }

    /// Whether a batch of that many new ones is kept here.
    pub(super) fn takes(&self, new: usize) -> bool {
        (FEW..=MANY).contains(&new) && self.len() < MOST
    }

    /// Moves some of them, as part of a transaction that writes, if there are many; returns about
    /// how many pages that changes.
    pub(super) async fn move_some(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<usize, StorageError> {
        if self.moving.is_none() && self.len() >= DUE {
            self.moving = Some(Moving::begin(connection).await?);
        }
        let Some(moving) = &mut self.moving else {
            return Ok(0);
        };
        if let Some(pages) = moving.some(connection).await? {
            return Ok(pages);
        }
        // What came meanwhile is read again; surveys that were deleted are forgotten.
        *self = Self::default();
        Ok(0)
    }
}

struct RecentRow {
    place: i64,
    survey: SurveyKey,
    keys: Vec<SubmissionKey>,
}

async fn read(connection: &mut SqliteConnection) -> Result<Vec<RecentRow>, StorageError> {
    let rows = sqlx::query(ALL).fetch_all(connection).await?;
    let row = |row: &sqlx::sqlite::SqliteRow| {
        let (keys, rest) = row.try_get::<&[u8], _>(2)?.as_chunks::<16>();
        let (pairs, odd) = keys.as_chunks();
        if !rest.is_empty() || !odd.is_empty() {
            return Err(StorageError::Damaged);
        }
        let key = |&[id_hash, fingerprint]: &[[u8; 16]; 2]| SubmissionKey {
            id_hash,
            fingerprint,
        };
        Ok(RecentRow {
            place: row.try_get(0)?,
            survey: row.try_get(1)?,
            keys: pairs.iter().map(key).collect(),
        })
    };
    rows.iter().map(row).collect()
}

/// Those that are on their way. Until the last of them has arrived all are still known as recent, and
/// those that lie in both places do no harm; so it may be cut short whenever it likes, and be begun
/// anew.
pub(super) struct Moving {
    /// Where they come from.
    places: Vec<i64>,
    /// In descending order: the next are at the end.
    keys: Vec<(SurveyKey, SubmissionKey)>,
}

impl Moving {
    pub(super) async fn begin(connection: &mut SqliteConnection) -> Result<Self, StorageError> {
        let rows = read(connection).await?;
        let places = rows.iter().map(|row| row.place).collect();
        let of_row = |row: RecentRow| row.keys.into_iter().map(move |key| (row.survey, key));
        let mut keys: Vec<_> = rows.into_iter().flat_map(of_row).collect();
        keys.sort_unstable_by_key(|(survey, key)| Reverse((*survey, key.id_hash)));
        Ok(Self { places, keys })
    }

    /// Moves the next of them, as part of a transaction that writes; returns about how many pages
    /// that changes, `None` if there were none any more.
    pub(super) async fn some(
        &mut self,
        connection: &mut SqliteConnection,
    ) -> Result<Option<usize>, StorageError> {
        if let Some(&(survey, _)) = self.keys.last() {
            let mut some = Vec::with_capacity(SOME);
            while some.len() < SOME
                && let Some((_, key)) = self.keys.pop_if(|(other, _)| *other == survey)
            {
                some.push(key);
            }
            let query = sqlx::query(MOVE).bind(survey).bind(joined(&some));
            query.execute(connection).await?;
            return Ok(Some(some.len()));
        }
        if self.places.is_empty() {
            return Ok(None);
        }
        let rest = self.places.len().saturating_sub(SOME_ROWS);
        let some: Vec<_> = self.places.split_off(rest);
        let list: Vec<String> = some.iter().map(i64::to_string).collect();
        let query = sqlx::query(MOVED).bind(format!("[{}]", list.join(",")));
        query.execute(connection).await?;
        Ok(Some(some.len()))
    }
}

/// As they are stored.
pub(super) fn joined(keys: &[SubmissionKey]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32 * keys.len());
    for key in keys {
        bytes.extend_from_slice(&key.id_hash);
        bytes.extend_from_slice(&key.fingerprint);
    }
    bytes
}
