//! From counts to what people read: estimates with their intervals, maximum likelihood,
//! post-processing, cross-tabs and comparisons.
//!
//! Estimates are floats, and nothing here is ever asked on the way from an answer to its report.

pub mod among;
pub(crate) mod among_interval;
pub(crate) mod among_precision;
pub(crate) mod answered;
pub(crate) mod binomial;
pub mod careless;
pub(crate) mod collector;
pub mod comparison;
pub(crate) mod covariance;
pub mod cross_tabs;
pub(crate) mod difference;
pub mod discovery;
pub(crate) mod error;
pub(crate) mod estimate;
pub mod fieller;
pub(crate) mod group_difference;
pub(crate) mod group_estimate;
pub(crate) mod group_variance;
pub mod groups;
pub mod independence;
pub mod intervals;
pub mod maximum_likelihood;
pub(crate) mod pair_thirds;
pub(crate) mod population;
pub mod post_processing;
pub mod post_stratification;
pub(crate) mod precision;
pub(crate) mod protocol;
pub mod quantiles;
pub mod ranking;
pub mod ratio;
pub mod redraws;
pub(crate) mod scores;
pub(crate) mod share_estimator;
pub mod significance;
pub(crate) mod support;

pub use {
    among_interval::AmongMoments,
    among_precision::{AmongPrecision, PairMoments},
    collector::*,
    error::*,
    estimate::*,
    group_variance::{GroupVariance, PairVariance},
    pair_thirds::{PairThirds, Thirds},
    precision::*,
    share_estimator::*,
};
pub(crate) use {population::*, protocol::*, support::supported_values};
