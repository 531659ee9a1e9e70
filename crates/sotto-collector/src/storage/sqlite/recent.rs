//! Submissions that were remembered just now.
//!
//! What a submission is known again by belongs at a random place of a large tree: for 32 bytes a
//! whole page is written twice. So a batch is first kept in one row, as it came, and moved later,
//! with many others and in their order. Meanwhile this process knows them from memory, a bounded
//! number of them; the database remains the only truth.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use sqlx::{Row, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{Writing, checkpoint::Checkpoint};
use crate::{
    log,
    storage::{StorageError, SubmissionKey, SurveyKey},
};

/// Batches of fewer go to their places at once: that is as few pages.
pub(super) const FEW: usize = 4;
/// Batches of more do, too: there are pages on which several lie.
pub(super) const MANY: usize = 4096;
/// So many are moved together.
const DUE: usize = 65_536;
/// More are not kept here, should moving fail all the time.
const MOST: usize = 4 * DUE;
/// How many are moved while counting waits.
const SOME: usize = 1024;

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

    pub(super) fn is_due(&self) -> bool {
        self.len() >= DUE
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

/// Moves them, when there are enough, by a task of its own.
pub(super) fn move_later(
    moving: &Arc<AtomicBool>,
    options: &SqliteConnectOptions,
    writing: &Writing,
    checkpoint: &Arc<Checkpoint>,
) {
    if moving.swap(true, Ordering::Relaxed) {
        return;
    }
    let (moving, options) = (Arc::clone(moving), options.clone());
    let (writing, checkpoint) = (Arc::clone(writing), Arc::clone(checkpoint));
    tokio::spawn(async move {
        if let Err(error) = move_all(&options, &writing, &checkpoint).await {
            log::say(format_args!(
                "What was counted of late could not be moved to its place, which is tried again later: {error}"
            ));
        }
        moving.store(false, Ordering::Relaxed);
    });
}

/// Moves all that are there now. Whoever counts has a turn in between. Whenever it is cut short, all
/// are still known, and those that lie in both places do no harm.
pub(super) async fn move_all(
    options: &SqliteConnectOptions,
    writing: &Writing,
    checkpoint: &Arc<Checkpoint>,
) -> Result<(), StorageError> {
    let rows = read(&mut super::turn(options, writing).await?.connection).await?;
    let places: Vec<String> = rows.iter().map(|row| row.place.to_string()).collect();
    let mut by_survey: BTreeMap<SurveyKey, Vec<SubmissionKey>> = BTreeMap::new();
    for row in rows {
        by_survey.entry(row.survey).or_default().extend(row.keys);
    }
    for (survey, keys) in &mut by_survey {
        keys.sort_unstable_by_key(|key| key.id_hash);
        for some in keys.chunks(SOME) {
            sqlx::query(MOVE)
                .bind(survey)
                .bind(joined(some))
                .execute(&mut super::turn(options, writing).await?.connection)
                .await?;
            checkpoint.written(some.len(), options, writing);
        }
    }
    let mut writer = super::turn(options, writing).await?;
    sqlx::query(MOVED)
        .bind(format!("[{}]", places.join(",")))
        .execute(&mut writer.connection)
        .await?;
    // What came meanwhile is read again, and surveys that were deleted are forgotten.
    writer.recent = Recent::default();
    drop(writer);
    checkpoint.written(places.len(), options, writing);
    Ok(())
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
