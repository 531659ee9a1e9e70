//! What is kept: surveys, the report ids that were counted, and the counts. Nothing here knows
//! about HTTP, and nothing is kept that tells who came when.

mod batch;
mod digest;
mod error;
mod sqlite;
mod statements;

pub(crate) use digest::{Digest, digest};
pub use error::StorageError;
pub(crate) use sqlite::{BatchWriter, SqliteStorage};

use std::sync::Arc;

use sotto_survey::{Submission, Survey, Tally};

/// A survey and the key under which it is stored.
pub(crate) struct StoredSurvey {
    pub(crate) key: i64,
    pub(crate) survey: Survey,
}

/// Counts as they stood together at one moment.
pub(crate) struct Snapshot {
    /// The number of submissions counted: it only grows, so that it tells snapshots apart.
    pub(crate) submissions: u64,
    pub(crate) tally: Tally,
}

/// A submission that was held against its survey and is to be counted.
pub(crate) struct Entry {
    pub(crate) stored: Arc<StoredSurvey>,
    pub(crate) submission: Submission,
    pub(crate) digest: Digest,
}

/// What became of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Counted now.
    Counted,
    /// Counted before, with the same reports.
    CountedBefore,
    /// The report id was counted before, with other reports.
    IdReused,
}
