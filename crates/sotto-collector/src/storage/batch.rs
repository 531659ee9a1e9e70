//! Counting a batch of submissions in one transaction: one wait for the disk for all of them.

use std::{collections::BTreeMap, sync::Arc};

use sotto_survey::Tally;
use sqlx::{Connection, Row, SqliteConnection};

use super::{Entry, Outcome, StorageError, StoredSurvey, statements};

/// Remembers each report id and adds what is new to the counts; all of it or nothing.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    batch: &[Entry],
) -> Result<Vec<Outcome>, StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    let mut sums: BTreeMap<i64, (Arc<StoredSurvey>, Tally)> = BTreeMap::new();
    for entry in batch {
        let outcome = remember(&mut transaction, entry).await?;
        if outcome == Outcome::Counted {
            let stored = &entry.stored;
            let (_, tally) = sums
                .entry(stored.key)
                .or_insert_with(|| (Arc::clone(stored), Tally::empty(&stored.survey)));
            // Cannot fail: the submission was held against its survey before.
            tally
                .add(&stored.survey, &entry.submission)
                .map_err(|_| StorageError::Damaged)?;
        }
        outcomes.push(outcome);
    }
    for (key, (_, tally)) in sums {
        add(&mut transaction, key, &tally).await?;
    }
    transaction.commit().await?;
    Ok(outcomes)
}

async fn remember(
    connection: &mut SqliteConnection,
    entry: &Entry,
) -> Result<Outcome, StorageError> {
    let report_id = entry.submission.report_id().as_bytes().as_slice();
    let new = sqlx::query(statements::REMEMBER)
        .bind(entry.stored.key)
        .bind(report_id)
        .bind(entry.digest.as_slice())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    if new == 1 {
        return Ok(Outcome::Counted);
    }
    let known = sqlx::query(statements::DIGEST)
        .bind(entry.stored.key)
        .bind(report_id)
        .fetch_one(connection)
        .await?;
    Ok(if known.try_get::<&[u8], _>(0)? == entry.digest {
        Outcome::CountedBefore
    } else {
        Outcome::IdReused
    })
}

/// Adds to the stored counts.
async fn add(
    connection: &mut SqliteConnection,
    survey: i64,
    tally: &Tally,
) -> Result<(), StorageError> {
    for (question, counts) in (0_i64..).zip(tally.counts()) {
        let changed = sqlx::query(statements::ADD_REPORTS)
            .bind(survey)
            .bind(question)
            .bind(signed(counts.reports())?)
            .execute(&mut *connection)
            .await?;
        one_row(changed.rows_affected())?;
        let supported = (0_i64..).zip(counts.sums()).filter(|(_, c)| **c > 0);
        for (category, &count) in supported {
            let changed = sqlx::query(statements::ADD_COUNT)
                .bind(survey)
                .bind(question)
                .bind(category)
                .bind(signed(count)?)
                .execute(&mut *connection)
                .await?;
            one_row(changed.rows_affected())?;
        }
    }
    Ok(())
}

fn one_row(changed: u64) -> Result<(), StorageError> {
    if changed == 1 {
        Ok(())
    } else {
        Err(StorageError::Damaged)
    }
}

fn signed(count: u64) -> Result<i64, StorageError> {
    i64::try_from(count).map_err(|_| StorageError::Damaged)
}
