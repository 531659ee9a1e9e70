//! Versions of a survey whose counts are told together.

use std::{borrow::Cow, sync::Arc};

use sotto_api::Moment;
use sotto_survey::{SurveyOracles, Tally};

use super::{Published, Snapshot, Step};
use crate::storage::{Storage, StorageError};

/// A version, and those before it whose counts are added to its own, the newest first.
#[derive(Clone)]
pub(crate) struct CountedVersions {
    pub(crate) newest: Arc<Published>,
    pub(crate) earlier: Vec<Arc<Published>>,
}

impl CountedVersions {
    /// One version alone.
    pub(crate) const fn alone(version: Arc<Published>) -> Self {
        Self {
            newest: version,
            earlier: Vec::new(),
        }
    }

    /// Each, the newest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Published>> {
        [&self.newest].into_iter().chain(&self.earlier)
    }

    /// Whether they are the very same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let same = |(one, two): (&Arc<Published>, &Arc<Published>)| Arc::ptr_eq(one, two);
        self.earlier.len() == other.earlier.len() && self.iter().zip(other.iter()).all(same)
    }

    /// What is told of each now, of which nothing is told below `minimum` reports.
    pub(crate) async fn told(
        &self,
        storage: &dyn Storage,
        minimum: u64,
        now: Moment,
    ) -> Result<ToldVersions, StorageError> {
        let mut told = Vec::with_capacity(1 + self.earlier.len());
        for version in self.iter() {
            // Who answered an earlier version was told of its own steps.
            let step = Step::of(minimum.max(version.survey().results_step()), now);
            let snapshot = version.told(storage, step).await?;
            told.push((Arc::clone(version), snapshot));
        }
        Ok(ToldVersions(told))
    }

    /// How many submissions are told of all together, as [`Self::told`] tells them.
    pub(crate) async fn told_submissions(
        &self,
        storage: &dyn Storage,
        minimum: u64,
        now: Moment,
    ) -> Result<u64, StorageError> {
        let mut sum = 0;
        for version in self.iter() {
            let step = Step::of(minimum.max(version.survey().results_step()), now);
            let submissions = version.told_submissions(storage, step).await?;
            sum += counting(submissions, minimum);
        }
        Ok(sum)
    }
}

/// A version adds to what is counted together what reaches the minimum.
const fn counting(submissions: u64, minimum: u64) -> u64 {
    if submissions < minimum {
        0
    } else {
        submissions
    }
}

/// What is told of versions that are counted together.
pub(crate) struct ToldVersions(Vec<(Arc<Published>, Arc<Snapshot>)>);

impl ToldVersions {
    /// After how many submissions. The number of each version only grows, so that the sum tells apart what is
    /// told at different moments.
    pub(crate) fn submissions(&self) -> u64 {
        let each = self.0.iter().map(|(_, snapshot)| snapshot.submissions);
        each.sum()
    }

    /// How many submissions count, of versions with at least `minimum` of them.
    pub(super) fn counted(&self, minimum: u64) -> u64 {
        let each = self.0.iter().map(|(_, snapshot)| snapshot.submissions);
        each.map(|submissions| counting(submissions, minimum)).sum()
    }

    /// Their numbers, the newest first; empty where it is one alone.
    pub(crate) fn several(&self) -> Vec<u32> {
        let versions = self.0.iter().filter(|_| self.0.len() > 1);
        let numbers = versions.map(|(version, _)| version.survey().version());
        numbers.collect()
    }

    /// The counts of all together, as counts of the newest.
    pub(crate) fn together(
        &self,
        minimum: u64,
    ) -> Result<(&SurveyOracles, Cow<'_, Tally>), StorageError> {
        let counted = self.0.iter();
        let counted: Vec<_> = counted
            .map(|(version, snapshot)| (version.oracles(), &snapshot.tally))
            .collect();
        match &counted[..] {
            [] => Err(StorageError::Damaged),
            [(oracles, tally)] => Ok((oracles, Cow::Borrowed(tally))),
            [(oracles, _), ..] => {
                let sum = Tally::of_versions(&counted, minimum);
                let sum = sum.map_err(|_| StorageError::Damaged)?;
                Ok((oracles, Cow::Owned(sum)))
            }
        }
    }
}
