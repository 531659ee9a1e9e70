//! From counts to what people read: estimates with their intervals, maximum likelihood,
//! post-processing, cross-tabs and comparisons.
//!
//! Estimates are floats, and nothing here is ever asked on the way from an answer to its report.

pub(crate) mod binomial;
pub mod comparison;
pub mod cross_tabs;
pub(crate) mod dyn_frequency_oracle;
pub(crate) mod error;
pub(crate) mod estimate;
pub mod intervals;
pub mod maximum_likelihood;
pub(crate) mod population;
pub mod post_processing;
pub(crate) mod precision;
pub(crate) mod protocol;
pub(crate) mod share_estimator;
pub(crate) mod support;

pub use {dyn_frequency_oracle::*, error::*, estimate::*, precision::*, share_estimator::*};
pub(crate) use {population::*, protocol::*, support::supported_values};
