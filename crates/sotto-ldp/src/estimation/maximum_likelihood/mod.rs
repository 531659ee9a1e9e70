//! Maximum likelihood: the distribution of true values under which the reports are likeliest.
//!
//! Post-processing of the reports, so it costs no privacy; biased near the edge of the simplex,
//! like every estimate that is a distribution. It reads the **true** probability of a report: a
//! product over the bits of a unary report or over the members of a subset is not the likelihood,
//! because the bits of one report are tied by the one true value behind them.
//!
//! - [`direct_encoding`]: exact, by sorting.
//! - [`SupportSets`]: every mechanism under which a report is likelier by a few known factors for
//!   some values than for others, which is all of them but forced response. The domain must be
//!   listed, sketches' too: reports of other values are taken for reports of these.
//! - [`ChannelMatrix`]: any channel whose outputs can be listed.
//!
//! - [`numbers`]: the channels of numbers that keep the distribution.
//!
//! All but the first climb by expectation maximisation, sped up by extrapolation, within the simplex,
//! and stop when a bound on what is left to climb is small enough.

mod channel_matrix;
mod direct_encoding;
mod expectation_maximization;
mod numbers;
mod support_sets;

pub use channel_matrix::ChannelMatrix;
pub use direct_encoding::direct_encoding;
pub use expectation_maximization::{Convergence, Fit};
pub use numbers::numbers;
pub use support_sets::SupportSets;

use thiserror::Error;

/// Why there is no distribution of maximum likelihood.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LikelihoodError {
    /// Nobody has reported.
    #[error("there are no reports: maximum likelihood needs at least one")]
    NoReports,
    /// The channel has no inputs or no outputs, or its rows have different lengths.
    #[error(
        "a channel needs at least one input, and as many probabilities for each as there are outputs"
    )]
    Shape,
    /// A row is not a distribution.
    #[error(
        "row {input} of the channel is no distribution: probabilities must be at least 0 and add up to 1"
    )]
    Row {
        /// The input whose row it is.
        input: usize,
    },
    /// The counts are of another channel.
    #[error("{found} counts do not fit a channel of {expected} outputs")]
    Outputs {
        /// Outputs of the channel.
        expected: usize,
        /// Counts given.
        found: usize,
    },
    /// A report came that the channel cannot send.
    #[error("output {output} has been counted, but no input of the channel can give it")]
    ImpossibleOutput {
        /// The output.
        output: usize,
    },
    /// A supported value must be likelier.
    #[error(
        "a likelihood ratio of {0} tells nothing: it must be above 1, such as e to the power of epsilon"
    )]
    Ratio(f64),
    /// Sets of different mechanisms or domains cannot be added.
    #[error("these support sets are of another mechanism or domain")]
    OtherSets,
    /// Reports of direct encoding support one value each.
    #[error(
        "{supports} supports in {reports} reports are not those of direct encoding: each report names one value"
    )]
    NotDirectEncoding {
        /// The sum of the counts.
        supports: u64,
        /// The number of reports.
        reports: u64,
    },
    /// p* and q* are not usable.
    #[error(transparent)]
    Estimate(#[from] crate::estimation::error::EstimateError),
}
