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
pub mod central;
mod estimation;
mod kernel;
pub mod numbers;
pub mod planning;
pub mod randomizers;
mod registry;
pub mod waves;

pub use estimation::{
    AmongMoments, AmongPrecision, Collector, Estimate, EstimateError, GroupVariance, Intervals,
    PairMoments, PairThirds, PairVariance, Precision, ShareEstimator, Thirds, among, careless,
    comparison, cross_tabs, discovery, estimate, estimate_with, fieller, groups, independence,
    intervals, maximum_likelihood, post_processing,
    post_processing::{Consistency, norm_sub},
    post_stratification, quantiles, ranking, ratio, redraws, significance, standard_error,
};
pub use kernel::{
    BIT_WEIGHT_TOTAL, BitWeights, Bits, Certificate, Channel, Confidence, ConfidenceError, Counts,
    CountsError, Epsilon, EpsilonError, Evidence, FrequencyOracle, ImpossibleReport,
    MechanismError, OutsideDomain, PrivacyLoss, ProvenReport, Randomizer, Report, ReportOutput,
    ReportShape, Respondent, SupportProbabilities, Weights, certify, certify_two_levels, exact,
    float,
    sampling::{DiscreteLaplace, bernoulli_exp, bernoulli_word, uniform_below},
};
pub use planning::{composition, deniability, deniability::Deniability, shuffling};
pub use registry::{
    Chances, ChannelKind, Choice, Domain, EstimatorKind, LONGITUDINAL_MECHANISMS, MECHANISMS,
    Mechanism, NUMERIC_MECHANISMS, REPORT_BYTES, choose, choose_for_waves, choose_joint,
};
