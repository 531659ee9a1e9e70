//! The randomizers, one file each: input, report, channel, why it is private, when to choose it.
//!
//! Nothing here may use floating-point numbers: the path from an answer to its report is made of
//! integers alone. What estimates from sums of reports is [`crate::ShareEstimator`], elsewhere.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

pub mod bloom_filter_encoding;
pub mod count_mean_sketch;
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
pub use count_mean_sketch::CountMeanSketch;
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
    epsilon: &Epsilon,
    support: impl Fn(u32, Weights) -> Option<SupportProbabilities>,
) -> Option<(u32, Weights)> {
    let near = Weights::from_epsilon(epsilon);
    // ⌊e^ε⌋ + 1
    let near = u32::try_from(near.truth / near.other + 1).unwrap_or(finite_field::GREATEST);
    let candidates = (2..=near.saturating_mul(2).min(finite_field::GREATEST))
        .chain([2, 3, 4, 5])
        .filter(|&size| finite_field::Field::exists(size));
    // From one field to the next the weights may differ by less than 2⁻⁸ of their ratio; what
    // matters is compared exactly all the same.
    let ladder = Weights::ladder(epsilon);
    let first_that_fits = |size| {
        let fitting = |&weights: &Weights| Some((size, weights, support(size, weights)?));
        ladder.iter().find_map(fitting)
    };
    candidates
        .filter_map(first_that_fits)
        .min_by(|(_, _, left), (_, _, right)| left.cmp_variance(right))
        .map(|(size, weights, _)| (size, weights))
}

/// The published integers of a mechanism over a field: two weights and the number of elements;
/// `None` unless there are three. A number beyond any field's is refused by the field.
fn over_field(
    mechanism: &'static str,
    parameters: &[u64],
) -> Option<Result<(Weights, u32), MechanismError>> {
    let [truth, other, elements] = *parameters else {
        return None;
    };
    let elements = u32::try_from(elements).unwrap_or(finite_field::GREATEST + 1);
    Some(Weights::published(mechanism, &[truth, other]).map(|weights| (weights, elements)))
}
