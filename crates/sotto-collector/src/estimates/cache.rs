//! Results in JSON. A large survey's are a hundred thousand estimates: they are computed on every
//! processor, and again only when something was counted.

use std::{
    num::NonZero,
    ops::Range,
    thread::{ScopedJoinHandle, available_parallelism},
};

use axum::body::Bytes;
use sotto_api::Moment;

use super::{
    CountedVersions, EstimatesError, InTurn, ResultsJson, ResultsOptions, ToldVersions, Turns,
    described,
};
use crate::storage::{Storage, StorageError};

/// Questions for which another thread is worth its start.
const QUESTIONS_PER_THREAD: usize = 10;

/// The results as they are told now. Of those who ask at the same time one computes and the others wait
/// for it.
pub(crate) async fn json(
    versions: &CountedVersions,
    storage: &dyn Storage,
    wanted: ResultsOptions,
    turns: &Turns,
    now: Moment,
) -> Result<ResultsJson, EstimatesError> {
    let mut kept = turns.in_time(versions.newest.results().lock()).await?;
    let told = versions.told(storage, wanted.minimum, now).await?;
    let submissions = told.submissions();
    if let Some(json) = kept.find(&(wanted, submissions)) {
        return Ok(ResultsJson { submissions, json });
    }
    let turn = turns.take().await?;
    let (_, json) = turn
        .work(move |in_turn| compute(in_turn, &told, wanted))
        .await?;
    let json = json?;
    kept.keep((wanted, submissions), json.clone());
    Ok(ResultsJson { submissions, json })
}

fn compute(
    _: &InTurn,
    versions: &ToldVersions,
    wanted: ResultsOptions,
) -> Result<Bytes, StorageError> {
    let (oracles, tally) = versions.together(wanted.minimum)?;
    let questions = oracles.survey().reported_questions().count();
    let threads = available_parallelism()
        .map_or(1, NonZero::get)
        .min(questions / QUESTIONS_PER_THREAD)
        .max(1);
    let each = questions.div_ceil(threads);
    let some = |indices: Range<usize>| {
        let (confidence, minimum) = (wanted.confidence, wanted.minimum);
        let results = tally.results_of(oracles, confidence, minimum, indices);
        // Every number in it is finite, every key a string.
        serde_json::to_vec(&described(results, versions, wanted)).map_err(|_| StorageError::Damaged)
    };
    let (mut json, others) = std::thread::scope(|scope| {
        let some = &some;
        let others: Vec<_> = (1..threads)
            .map(|number| scope.spawn(move || some(number * each..(number + 1) * each)))
            .collect();
        let first = some(0..each);
        let others = others.into_iter().map(ScopedJoinHandle::join);
        (first, others.collect::<Vec<_>>())
    });
    for other in others {
        let other = other.map_err(|_| StorageError::Damaged)??;
        append(json.as_mut().map_err(|_| StorageError::Damaged)?, &other)?;
    }
    json.map(Bytes::from)
}

/// Adds the questions of other results of the same survey.
fn append(json: &mut Vec<u8>, other: &[u8]) -> Result<(), StorageError> {
    const QUESTIONS: &[u8] = b"\"questions\":[";
    const END: &[u8] = b"]}";
    // The first: what is before the questions has none of its own.
    let mut windows = other.windows(QUESTIONS.len());
    let begin = windows
        .position(|window| window == QUESTIONS)
        .ok_or(StorageError::Damaged)?
        + QUESTIONS.len();
    let questions = &other[begin..];
    if questions != END {
        json.truncate(json.len().saturating_sub(END.len()));
        if json.last() != Some(&b'[') {
            json.push(b',');
        }
        json.extend_from_slice(questions);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_one_whole() {
        for (pieces, whole) in [
            (["[1]", "[2,3]"], "[1,2,3]"),
            (["[]", "[2]"], "[2]"),
            (["[1]", "[]"], "[1]"),
            (["[]", "[]"], "[]"),
        ] {
            let [mut one, other] = pieces.map(|questions| {
                format!("{{\"survey\":\"a\",\"questions\":{questions}}}").into_bytes()
            });
            append(&mut one, &other).unwrap();
            let whole = format!("{{\"survey\":\"a\",\"questions\":{whole}}}");
            assert_eq!(String::from_utf8(one).unwrap(), whole);
        }
        assert!(append(&mut b"{}".to_vec(), b"{}").is_err());
    }
}
