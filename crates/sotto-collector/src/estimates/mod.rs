//! Results as they are given out: in JSON, computed once for all who ask for the same, and told to
//! all who listen at the same moments. Nothing here knows who may read them.

mod cache;
mod live;
mod turns;

use std::sync::Arc;

use sotto_ldp::Confidence;
use sotto_survey::Results;

pub(crate) use cache::{ResultsCache, Told};
pub(crate) use live::{Listening, LiveResults};
pub(crate) use turns::{EstimatesError, Turns};

use crate::catalog::{Published, Snapshot};

/// What the results of a version are asked for with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) confidence: Confidence,
    /// The number of reports below which nothing is told.
    pub(crate) minimum: u64,
}

/// Estimates everything, and makes of it what is to be given out.
pub(crate) async fn estimate<T: Send + 'static>(
    published: &Arc<Published>,
    snapshot: Arc<Snapshot>,
    wanted: Wanted,
    turns: &Turns,
    then: impl FnOnce(&Results) -> T + Send + 'static,
) -> Result<T, EstimatesError> {
    let turn = turns.take().await?;
    let published = Arc::clone(published);
    let work = move || {
        let (oracles, tally) = (published.oracles(), &snapshot.tally);
        then(&tally.results_from(oracles, wanted.confidence, wanted.minimum))
    };
    let (_, made) = turn.work(work).await?;
    Ok(made)
}
