//! Versions of a survey whose counts are told together.

use std::{borrow::Cow, sync::Arc};

use sotto_api::Moment;
use sotto_survey::{CountedVersion, Results, SurveyOracles, Tally};

use super::{Published, Snapshot, Step};
use crate::storage::{Storage, StorageError};

/// A version, and those before it whose counts are added to its own, the newest first.
#[derive(Clone)]
pub(crate) struct CountedVersions {
    pub(crate) newest: Arc<Published>,
    /// Those that fit as a whole.
    pub(crate) earlier: Vec<Arc<Published>>,
    /// Those before them, of which only what did not change since is added.
    pub(crate) in_part: Vec<Arc<Published>>,
}

impl CountedVersions {
    /// One version alone.
    pub(crate) const fn alone(version: Arc<Published>) -> Self {
        Self {
            newest: version,
            earlier: Vec::new(),
            in_part: Vec::new(),
        }
    }

    /// Whether anything of an earlier version is counted.
    pub(crate) fn are_several(&self) -> bool {
        !self.earlier.is_empty() || !self.in_part.is_empty()
    }

    /// Those that fit as a whole, the newest first.
    fn fitting(&self) -> impl Iterator<Item = &Arc<Published>> {
        [&self.newest].into_iter().chain(&self.earlier)
    }

    /// Each, the newest first, and whether it fits as a whole.
    fn iter(&self) -> impl Iterator<Item = (&Arc<Published>, bool)> {
        let in_part = self.in_part.iter().map(|version| (version, false));
        self.fitting().map(|version| (version, true)).chain(in_part)
    }

    /// Whether they are the very same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let counts = |one: &Self| (one.earlier.len(), one.in_part.len());
        let mut pairs = self.iter().zip(other.iter());
        counts(self) == counts(other) && pairs.all(|((one, _), (two, _))| Arc::ptr_eq(one, two))
    }

    /// What is told of each now, of which nothing is told below `minimum` reports.
    pub(crate) async fn told(
        &self,
        storage: &dyn Storage,
        minimum: u64,
        now: Moment,
    ) -> Result<ToldVersions, StorageError> {
        let mut told = Vec::with_capacity(1 + self.earlier.len() + self.in_part.len());
        for (version, fits) in self.iter() {
            // Who answered an earlier version was told of its own steps.
            let step = Step::of(minimum.max(version.survey().results_step()), now);
            told.push(ToldVersion {
                version: Arc::clone(version),
                snapshot: version.told(storage, step).await?,
                fits,
            });
        }
        Ok(ToldVersions(told))
    }

    /// How many submissions are told of those that fit as a whole, as [`Self::told`] tells them.
    pub(crate) async fn told_submissions(
        &self,
        storage: &dyn Storage,
        minimum: u64,
        now: Moment,
    ) -> Result<u64, StorageError> {
        let mut sum = 0;
        for version in self.fitting() {
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
pub(crate) struct ToldVersions(Vec<ToldVersion>);

/// What is told of one of them.
struct ToldVersion {
    version: Arc<Published>,
    snapshot: Arc<Snapshot>,
    /// Whether it fits as a whole.
    fits: bool,
}

impl ToldVersions {
    /// After how many submissions. The number of each version only grows, so that the sum tells apart what is
    /// told at different moments.
    pub(crate) fn submissions(&self) -> u64 {
        let each = self.0.iter().map(|one| one.snapshot.submissions);
        each.sum()
    }

    /// How many submissions count, of versions that fit as a whole and have at least `minimum` of them.
    pub(super) fn counted(&self, minimum: u64) -> u64 {
        let each = self.fitting().map(|one| one.snapshot.submissions);
        each.map(|submissions| counting(submissions, minimum)).sum()
    }

    /// The numbers of those that fit as a whole, the newest first; empty where it is one alone.
    pub(crate) fn several(&self) -> Vec<u32> {
        let numbers: Vec<_> = self.fitting().map(ToldVersion::number).collect();
        if numbers.len() > 1 {
            numbers
        } else {
            Vec::new()
        }
    }

    /// Tells of each question that did not change since which versions it is counted from, where these are not those
    /// of all.
    pub(super) fn describe(&self, results: &mut Results) {
        let Some(newest) = self.0.first() else { return };
        let survey = newest.version.survey();
        let versions = |entry: &str| {
            let since = survey.first_counted(entry)?;
            let versions = self.0.iter().map(ToldVersion::number);
            let versions: Vec<_> = versions.filter(|&number| number >= since).collect();
            (versions.len() > self.fitting().count()).then_some(versions)
        };
        for question in &mut results.questions {
            let entry = question.joint.as_deref().unwrap_or(question.id.as_str());
            question.versions = versions(entry).unwrap_or_default();
        }
    }

    fn fitting(&self) -> impl Iterator<Item = &ToldVersion> {
        self.0.iter().filter(|one| one.fits)
    }

    /// The counts of all together, as counts of the newest.
    pub(crate) fn together(
        &self,
        minimum: u64,
    ) -> Result<(&SurveyOracles, Cow<'_, Tally>), StorageError> {
        let counted = self.0.iter();
        let counted: Vec<_> = counted.map(ToldVersion::counted).collect();
        match &counted[..] {
            [] => Err(StorageError::Damaged),
            [one] => Ok((one.oracles, Cow::Borrowed(one.tally))),
            [newest, ..] => {
                let sum = Tally::of_versions(&counted, minimum);
                let sum = sum.map_err(|_| StorageError::Damaged)?;
                Ok((newest.oracles, Cow::Owned(sum)))
            }
        }
    }
}

impl ToldVersion {
    fn number(&self) -> u32 {
        self.version.survey().version()
    }

    fn counted(&self) -> CountedVersion<'_> {
        CountedVersion {
            oracles: self.version.oracles(),
            tally: &self.snapshot.tally,
            fits: self.fits,
        }
    }
}
