//! Submissions that were remembered just now.
//!
//! What a submission is known again by belongs at a random place of a large tree: for 32 bytes a
//! whole page is written twice. So a batch is first kept in one row, as it came, and moved later,
//! with many others and in their order, by those who count then. Meanwhile this process knows them from memory, a bounded
//! number of them; the database remains the only truth.

use std::{cmp::Reverse, collections::HashMap};

use rusqlite::Connection;

use crate::storage::{StorageError, SubmissionKey, SurveyKey};

/// Batches of fewer go to their places at once: that is as few pages.
pub(super) const FEW: usize = 4;
/// Batches of more do, too: there are pages on which several lie.
pub(super) const MANY: usize = 4096;
/// So many are moved together.
const DUE: usize = 131_072;
/// More are not kept here, should moving fail all the time.
const MOST: usize = 2 * DUE;
/// How many are moved by one transaction, which has others to count: so moving them costs no wait
/// for the disk of its own, and nobody waits long.
const SOME: usize = 256;
/// How many rows are deleted by one transaction.
const SOME_ROWS: usize = 32;

const ALL: &str = "SELECT place, survey, keys FROM recent_submissions";

const REMEMBER: &str =
    "INSERT INTO recent_submissions (place, survey, keys) VALUES (random(), ?1, ?2)";

const MOVE: &str = "INSERT INTO submissions (survey, id_hash, fingerprint) VALUES (?1, ?2, ?3) \
     ON CONFLICT DO NOTHING";

/// What a survey that was closed meanwhile had is being erased.
const COLLECTS: &str = "SELECT EXISTS (SELECT 1 FROM surveys WHERE key = ?1 AND closed = 0)";

const MOVED: &str = "DELETE FROM recent_submissions WHERE place = ?1";

/// What `recent_submissions` holds.
#[derive(Default)]
pub(super) struct Recent {
    by_survey: HashMap<SurveyKey, HashMap<[u8; 16], [u8; 16]>>,
    moving: Option<Moving>,
}

impl Recent {
    /// Reads the table again. What is on its way goes on.
    pub(super) fn refresh(&mut self, connection: &Connection) -> Result<(), StorageError> {
        self.by_survey.clear();
        read(connection, |batch| {
            let known = self.by_survey.entry(batch.survey).or_default();
            known.extend(
                batch
                    .keys
                    .iter()
                    .map(|&[id_hash, fingerprint]| (id_hash, fingerprint)),
            );
        })
    }

    /// The fingerprint under which an id is known.
    pub(super) fn find(&self, survey: SurveyKey, id_hash: &[u8; 16]) -> Option<[u8; 16]> {
        self.by_survey.get(&survey)?.get(id_hash).copied()
    }

    /// Writes a batch; [`Recent::add`] makes it known once that is durable.
    pub(super) fn remember(
        connection: &Connection,
        survey: SurveyKey,
        keys: &[SubmissionKey],
    ) -> Result<(), StorageError> {
        let mut statement = connection.prepare_cached(REMEMBER)?;
        statement.execute((survey, joined(keys)))?;
        Ok(())
    }

    /// Adds what this process has written.
    pub(super) fn add(&mut self, survey: SurveyKey, keys: &[SubmissionKey]) {
        let known = self.by_survey.entry(survey).or_default();
        known.extend(keys.iter().map(|key| (key.id_hash, key.fingerprint)));
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &[u8; 16]> {
        self.by_survey.values().flat_map(HashMap::keys)
    }

    pub(super) fn len(&self) -> usize {
        self.by_survey.values().map(HashMap::len).sum()
    }

    /// Whether a batch of that many new ones is kept here.
    pub(super) fn takes(&self, new: usize) -> bool {
        (FEW..=MANY).contains(&new) && self.len() < MOST
    }

    /// Moves some of them, as part of a transaction that writes, if there are many; returns about
    /// how many pages that changes.
    pub(super) fn move_some(&mut self, connection: &Connection) -> Result<usize, StorageError> {
        if self.moving.is_none() && self.len() >= DUE {
            self.moving = Some(Moving::begin(connection, self.len())?);
        }
        let Some(moving) = &mut self.moving else {
            return Ok(0);
        };
        if let Some(pages) = moving.some(connection)? {
            return Ok(pages);
        }
        // What came meanwhile is read again; surveys that were deleted are forgotten.
        self.moving = None;
        self.refresh(connection)?;
        Ok(0)
    }
}

/// The submissions that one transaction has remembered for a survey.
struct RecentBatch<'a> {
    /// Drawn at random.
    key: i64,
    survey: SurveyKey,
    /// Of each its id's hash and its fingerprint.
    keys: &'a [[[u8; 16]; 2]],
}

/// Goes through the table. Never all of it is in memory.
fn read(
    connection: &Connection,
    mut each: impl FnMut(RecentBatch<'_>),
) -> Result<(), StorageError> {
    let mut statement = connection.prepare_cached(ALL)?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(2)?.as_blob();
        let (halves, rest) = bytes.map_err(|_| StorageError::Damaged)?.as_chunks();
        let (keys, odd) = halves.as_chunks();
        if !rest.is_empty() || !odd.is_empty() {
            return Err(StorageError::Damaged);
        }
        each(RecentBatch {
            key: row.get(0)?,
            survey: row.get(1)?,
            keys,
        });
    }
    Ok(())
}

/// Those that are on their way. Until the last of them has arrived all are still known as recent, and
/// those that lie in both places do no harm; so it may be cut short whenever it likes, and be begun
/// anew.
pub(super) struct Moving {
    /// The batches that they come from.
    batches: Vec<i64>,
    /// In descending order: the next are at the end.
    keys: Vec<(SurveyKey, SubmissionKey)>,
}

impl Moving {
    /// `number`: about how many there are.
    pub(super) fn begin(connection: &Connection, number: usize) -> Result<Self, StorageError> {
        let (mut batches, mut keys) = (Vec::new(), Vec::with_capacity(number));
        read(connection, |batch| {
            batches.push(batch.key);
            keys.extend(batch.keys.iter().map(|&[id_hash, fingerprint]| {
                let key = SubmissionKey {
                    id_hash,
                    fingerprint,
                };
                (batch.survey, key)
            }));
        })?;
        keys.sort_unstable_by_key(|(survey, key)| Reverse((*survey, key.id_hash)));
        Ok(Self { batches, keys })
    }

    /// Moves the next of them, as part of a transaction that writes; returns about how many pages
    /// that changes, `None` if there were none any more.
    pub(super) fn some(&mut self, connection: &Connection) -> Result<Option<usize>, StorageError> {
        if let Some(&(survey, _)) = self.keys.last() {
            let mut moved = 0;
            let mut collects = connection.prepare_cached(COLLECTS)?;
            let collects: bool = collects.query_row((survey,), |row| row.get(0))?;
            let mut statement = connection.prepare_cached(MOVE)?;
            while moved < SOME
                && let Some((_, key)) = self.keys.pop_if(|(other, _)| *other == survey)
            {
                moved += 1;
                if collects {
                    statement.execute((survey, key.id_hash, key.fingerprint))?;
                }
            }
            return Ok(Some(moved));
        }
        let rest = self.batches.len().saturating_sub(SOME_ROWS);
        let some = self.batches.split_off(rest);
        let mut statement = connection.prepare_cached(MOVED)?;
        for key in &some {
            statement.execute((key,))?;
        }
        Ok((!some.is_empty()).then_some(some.len()))
    }
}

/// As they are stored.
fn joined(keys: &[SubmissionKey]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32 * keys.len());
    for key in keys {
        bytes.extend_from_slice(&key.id_hash);
        bytes.extend_from_slice(&key.fingerprint);
    }
    bytes
}
