//! What can be wrong with what is to be estimated, compared or planned.

use thiserror::Error;

use crate::kernel::{CountsError, OutsideDomain};

/// Why nothing can be estimated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EstimateError {
    /// Nobody has reported.
    #[error("there are no reports: estimates need at least one")]
    NoReports,
    /// Numbers have no shares of values.
    #[error("these reports are of numbers: estimate a mean, or a distribution, in place of shares")]
    OfNumbers,
    /// Categories have no mean.
    #[error("these reports are of categories: estimate shares in place of a mean")]
    OfCategories,
    /// Nobody can decline by a mechanism.
    #[error(
        "these reports do not tell who declined: only numbers that can be declined have a cell for it"
    )]
    NeverDeclined,
    /// Counts that no reports can give.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// A group holds a value that there is not.
    #[error(transparent)]
    Outside(#[from] OutsideDomain),
    /// What several values together amount to cannot be told with its error.
    #[error(
        "a group of {values} values has no estimate here: it needs at least one value and not all of them, and reports of direct encoding, subset selection or unary encoding"
    )]
    NoGroups {
        /// Values of the group.
        values: u32,
    },
    /// A share among people of whom there may be none.
    #[error(
        "the reports do not tell for certain that there is anybody among whom to count: it takes more of them, or a larger group"
    )]
    PerhapsNobody,
    /// More reports support a value than there are.
    #[error("{count} of {reports} reports is impossible: a count is at most the number of reports")]
    CountAboveReports {
        /// The count.
        count: u64,
        /// The number of reports.
        reports: u64,
    },
    /// The reports carry no information, or the weights are not probabilities.
    #[error(
        "support probabilities of {truth} and {other} out of {total} estimate nothing: the first must be greater than the second and at most the total"
    )]
    Support {
        /// p* · total.
        truth: u64,
        /// q* · total.
        other: u64,
        /// The total.
        total: u64,
    },
    /// A share is not between 0 and 1.
    #[error("a share of {0} is impossible: it must lie between 0 and 1")]
    Share(f64),
    /// More people than there are.
    #[error("{0} of 100 people are impossible: write 0 to 100")]
    PeopleOfHundred(u64),
    /// No interval has that name.
    #[error(
        "there is no interval {0:?}: use fixed-population or score for exactly those who reported, sampled, clopper-pearson or wilson for a larger population"
    )]
    UnknownInterval(String),
    /// No post-processing has that name.
    #[error("there is no consistency {name:?}: use one of {known}")]
    UnknownConsistency {
        /// The name that was given.
        name: String,
        /// The names there are.
        known: String,
    },
}
