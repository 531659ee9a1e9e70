//! Results as they are given out: in JSON, computed once for all who ask for the same, and told to
//! all who listen at the same moments. Nothing here knows who may read them.

mod answers;
mod cache;
mod kept;
mod listeners;
mod live;
mod published;
mod results;
mod step;
mod turns;

use std::sync::Arc;

use sotto_survey::{Results, Tally};

pub(crate) use answers::{Answers, Inquiry};
pub(crate) use cache::json;
pub(crate) use listeners::Listening;
pub(crate) use live::listen;
pub(crate) use published::{Published, Snapshot};
pub(crate) use results::{ResultsOptions, Told};
pub(crate) use step::Step;
pub(crate) use turns::{EstimatesError, InTurn, Turns};

use crate::storage::StorageError;

/// Estimates everything; of several versions with their counts added, as results of the first.
pub(crate) fn estimate(
    _: &InTurn,
    versions: &[(Arc<Published>, Arc<Snapshot>)],
    wanted: ResultsOptions,
) -> Result<Results, EstimatesError> {
    let counted = versions.iter();
    let counted = counted.map(|(version, snapshot)| (version.oracles(), &snapshot.tally));
    let counted: Vec<_> = counted.collect();
    let sum;
    let (oracles, tally) = match &counted[..] {
        [] => return Err(EstimatesError::from(StorageError::Damaged)),
        [one] => *one,
        [(oracles, _), ..] => {
            let added = Tally::of_versions(&counted, wanted.minimum);
            sum = added.map_err(|_| StorageError::Damaged)?;
            (*oracles, &sum)
        }
    };
    let mut results = tally.results_from(oracles, wanted.confidence, wanted.minimum);
    results.pin = Some(wanted.pin);
    if counted.len() > 1 {
        let numbers = counted
            .iter()
            .map(|(oracles, _)| oracles.survey().version());
        results.versions = numbers.collect();
    }
    Ok(results)
}
