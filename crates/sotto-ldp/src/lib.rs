//! Local differential privacy for surveys: randomizers, their exact channels, and estimators.
//!
//! A *randomizer* runs on the respondent's device and turns a true value into a *report*; a
//! *frequency oracle* is a randomizer from whose reports the share of every value can be
//! estimated. Every probability in this crate is a ratio of published integers, and every sample
//! is drawn with those integers: no floating-point number stands between an answer and its report.
//!
//! The crate is pure. It knows no I/O, no clock, no browser and no serialisation format; the
//! generator of randomness is always handed in and must be cryptographic.
//!
//! ```
//! use rand::{SeedableRng, rngs::ChaCha20Rng};
//! use sotto_ldp::{Epsilon, Intervals, Mechanism};
//!
//! let epsilon: Epsilon = "ln 3".parse()?;
//! let two_coins = Mechanism::named("two-coins")?;
//! let parameters = two_coins.parameters(&epsilon, 2)?;
//! let oracle = two_coins.oracle(&parameters, 2)?;
//!
//! // On each device. (A real device seeds its generator from the operating system.)
//! let mut generator = ChaCha20Rng::seed_from_u64(1);
//! let mut counts = oracle.empty_counts();
//! for respondent in 0..10_000 {
//!     let answer = u32::from(respondent % 5 != 0); // 20 % answer "yes", which is value 0
//!     let report = oracle.randomize(answer, &mut generator)?;
//!     oracle.accumulate(&report, &mut counts)?;
//! }
//!
//! // At the collector.
//! let estimates = oracle.estimate(&counts, Intervals::default())?;
//! let (low, high) = estimates[0].interval;
//! assert!(low < 0.2 && 0.2 < high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(
    test,
    allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "test figures are small"
    )
)]

pub mod audit;
mod auto;
mod binomial;
pub mod central;
mod certificate;
pub mod comparison;
pub mod composition;
mod confidence;
mod counts;
pub mod cross_tabs;
pub mod deniability;
mod dyn_frequency_oracle;
mod dyn_randomizer;
mod epsilon;
mod error;
mod estimate;
mod estimate_error;
pub mod exact;
mod frequency_oracle;
mod hadamard;
pub mod intervals;
pub mod maximum_likelihood;
pub mod numbers;
pub mod planning;
mod positional_count;
pub mod post_processing;
mod precision;
mod privacy_loss;
mod randomizer;
pub mod randomizers;
mod registry;
mod report;
mod sampling;
mod share_estimator;
pub mod shuffling;
mod support;
pub mod waves;
mod weights;

pub use auto::{Choice, REPORT_BYTES, choose, choose_within};
pub use certificate::{Certificate, Evidence, certify, certify_two_levels};
pub use confidence::Confidence;
pub use counts::Counts;
pub use deniability::Deniability;
pub use dyn_frequency_oracle::DynFrequencyOracle;
pub use dyn_randomizer::DynRandomizer;
pub use epsilon::Epsilon;
pub use error::{
    ConfidenceError, CountsError, EpsilonError, ImpossibleReport, MechanismError, OutsideDomain,
};
pub use estimate::{Estimate, Intervals, estimate, estimate_with, standard_error};
pub use estimate_error::EstimateError;
pub use frequency_oracle::{FrequencyOracle, SupportProbabilities};
pub use post_processing::{Consistency, norm_sub};
pub use precision::Precision;
pub use privacy_loss::PrivacyLoss;
pub use randomizer::{Channel, Randomizer};
pub use registry::{Domain, LONGITUDINAL_MECHANISMS, MECHANISMS, Mechanism, NUMERIC_MECHANISMS};
pub use report::{Bits, Report};
pub use sampling::{DiscreteLaplace, bernoulli_exp, bernoulli_word, uniform_below};
pub use share_estimator::ShareEstimator;
pub use weights::{BIT_WEIGHT_TOTAL, BitWeights, Weights};
