//! Results as they are given out: in JSON, computed once for all who ask for the same, and told to
//! all who listen at the same moments. Nothing here knows who may read them.

mod cache;
mod live;
mod published;
mod turns;

use std::sync::Arc;

use sotto_ldp::Confidence;
use sotto_survey::{Results, Tally};

pub(crate) use cache::{ResultsCache, Told};
pub(crate) use live::{Listening, LiveResults};
pub(crate) use published::{Published, Snapshot};
pub(crate) use turns::{EstimatesError, Turns};

use crate::storage::StorageError;

/// What the results of a version are asked for with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResultsOptions {
    pub(crate) confidence: Confidence,
    /// The number of reports below which nothing is told.
    pub(crate) minimum: u64,
}

/// Estimates everything, and makes of it what is to be given out; of several versions with their
/// counts added, as results of the first.
pub(crate) async fn estimate<T: Send + 'static>(
    versions: Vec<(Arc<Published>, Arc<Snapshot>)>,
    wanted: ResultsOptions,
    turns: &Turns,
    then: impl FnOnce(&Results) -> T + Send + 'static,
) -> Result<T, EstimatesError> {
    let turn = turns.take().await?;
    let work = move || {
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
        if counted.len() > 1 {
            let numbers = counted
                .iter()
                .map(|(oracles, _)| oracles.survey().version());
            results.versions = numbers.collect();
        }
        Ok(then(&results))
    };
    let (_, made) = turn.work(work).await?;
    made
}
