//! What every other room stands on: ε, integer weights, exact sampling, certificates, reports and
//! counts, and the traits of a randomizer.
//!
//! The kernel knows no mechanism and estimates nothing. Nothing on the way from an answer to its
//! report uses floating-point numbers.

pub(crate) mod certificate;
pub(crate) mod confidence;
pub(crate) mod counts;
pub(crate) mod decimal;
pub(crate) mod epsilon;
pub(crate) mod error;
pub mod exact;
pub(crate) mod float;
pub(crate) mod frequency_oracle;
pub(crate) mod longitudinal;
pub(crate) mod population;
pub(crate) mod positional_count;
pub(crate) mod privacy_loss;
pub(crate) mod randomizer;
pub(crate) mod report;
pub(crate) mod report_output;
pub(crate) mod report_shape;
pub(crate) mod respondent;
pub(crate) mod sampling;
pub(crate) mod two_levels;
pub(crate) mod weights;

pub use {
    certificate::*, confidence::*, counts::*, decimal::*, epsilon::*, error::*, float::*,
    frequency_oracle::*, longitudinal::*, population::*, privacy_loss::*, randomizer::*, report::*,
    report_output::*, report_shape::*, respondent::*, weights::*,
};

pub(crate) use two_levels::TwoLevels;
