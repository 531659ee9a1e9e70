//! The randomizers, one file each: input, report, channel, why it is private, when to choose it.
//!
//! Nothing here may use floating-point numbers: the path from an answer to its report is made of
//! integers alone. What estimates from sums of reports is [`crate::ShareEstimator`], elsewhere.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

pub mod bloom_filter_encoding;
pub mod count_mean_sketch;
pub mod crosswise;
pub mod custom_channel;
pub mod direct_encoding;
mod finite_field;
pub mod forced_response;
pub(crate) mod hadamard;
pub mod hadamard_count_mean_sketch;
pub mod hadamard_response;
pub mod optimized_local_hashing;
pub mod optimized_unary_encoding;
pub mod privset;
pub mod projective_geometry_response;
pub mod randomized_response;
pub mod sketch;
pub mod sketch_row;
pub mod subset_selection;
pub mod summation_histogram_encoding;
pub mod symmetric_unary_encoding;
pub mod thresholding_histogram_encoding;
pub mod two_coins;
pub mod unary_encoding;

use crate::kernel::{Epsilon, MechanismError, SupportProbabilities, Weights};

pub use bloom_filter_encoding::BloomFilterEncoding;
pub use crosswise::{Crosswise, Said};
pub use custom_channel::CustomChannel;
pub use direct_encoding::DirectEncoding;
pub use forced_response::ForcedResponse;
pub use hadamard_count_mean_sketch::HadamardCountMeanSketch;
pub use hadamard_response::HadamardResponse;
pub use optimized_local_hashing::OptimizedLocalHashing;
pub use privset::PrivSet;
pub use projective_geometry_response::ProjectiveGeometryResponse;
pub use subset_selection::SubsetSelection;
pub use summation_histogram_encoding::SummationHistogramEncoding;
pub use unary_encoding::UnaryEncoding;

/// The number of elements of a field, and the weights, for which a mechanism over it has the least
/// variance at ε: about e^ε + 1 elements, or about as many as there are values if those are fewer.
///
/// `support` gives the support probabilities, or `None` when they do not fit 64 bits or the field
/// does not serve.
fn best_field(
    mechanism: &'static str,
    epsilon: &Epsilon,
    support: impl Fn(u32, Weights) -> Option<SupportProbabilities>,
) -> Result<(u32, Weights), MechanismError> {
    let near = Weights::from_epsilon(epsilon);
    // ⌊e^ε⌋ + 1
    let near = u32::try_from(near.truth / near.other + 1).unwrap_or(finite_field::GREATEST);
    let candidates = (2..=near.saturating_mul(2).min(finite_field::GREATEST))
        .chain([2, 3, 4, 5])
        .filter(|&size| finite_field::FiniteField::exists(size));
    // From one field to the next the weights may differ by less than 2⁻⁸ of their ratio; what
    // matters is compared exactly all the same.
    let ladder = Weights::ladder(epsilon);
    candidates
        .filter_map(|size| {
            ladder
                .iter()
                .find_map(|&weights| Some((size, weights, support(size, weights)?)))
        })
        .min_by(|(_, _, left), (_, _, right)| left.cmp_variance(right))
        .map(|(size, weights, _)| (size, weights))
        .ok_or_else(|| no_weights(mechanism))
}

/// What is built of the finest weights of which it can be.
fn of_finest_weights<T>(
    mechanism: &'static str,
    epsilon: &Epsilon,
    build: impl FnMut(Weights) -> Option<T>,
) -> Result<T, MechanismError> {
    let mut ladder = Weights::ladder(epsilon).into_iter();
    ladder.find_map(build).ok_or_else(|| no_weights(mechanism))
}

const fn no_weights(mechanism: &'static str) -> MechanismError {
    MechanismError::Weights {
        mechanism,
        reason: "no weights of 64 bits reach so large an epsilon",
    }
}

/// Reads published integers that are a size, behind the two weights. One beyond 32 bits becomes the
/// greatest there is, which no mechanism serves.
fn size_and_weights(
    mechanism: &'static str,
    parameters: &[u64],
    reason: &'static str,
) -> Result<(u32, Weights), MechanismError> {
    let [truth, other, size] = *parameters else {
        return Err(MechanismError::Weights { mechanism, reason });
    };
    let size = u32::try_from(size).unwrap_or(u32::MAX);
    Ok((size, Weights::published(mechanism, &[truth, other])?))
}
