//! Results as they are given out: in JSON, computed once for all who ask for the same, and told to
//! all who listen at the same moments. Nothing here knows who may read them.

mod answers;
mod cache;
mod counted;
mod kept;
mod listeners;
mod live;
mod published;
mod results;
mod step;
mod turns;

use sotto_survey::Results;

pub(crate) use answers::{Answers, Inquiry};
pub(crate) use cache::json;
pub(crate) use counted::{CountedVersions, ToldVersions};
pub(crate) use listeners::ListenerPlace;
pub(crate) use live::listen;
pub(crate) use published::{Published, Snapshot};
pub(crate) use results::{ResultsJson, ResultsOptions};
pub(crate) use step::Step;
pub(crate) use turns::{EstimatesError, InTurn, Turns};

/// Estimates everything; of several versions with their counts added, as results of the newest.
pub(crate) fn estimate(
    _: &InTurn,
    versions: &ToldVersions,
    wanted: ResultsOptions,
) -> Result<Results, EstimatesError> {
    let (oracles, tally) = versions.together(wanted.minimum)?;
    let results = tally.results_from(oracles, wanted.confidence, wanted.minimum);
    Ok(described(results, versions, wanted))
}

/// Results with what only the collector knows of them.
fn described(mut results: Results, versions: &ToldVersions, wanted: ResultsOptions) -> Results {
    results.pin = Some(wanted.pin);
    results.submissions = Some(versions.counted(wanted.minimum));
    results.versions = versions.several();
    versions.describe(&mut results);
    results
}
