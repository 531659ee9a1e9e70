//! Thresholding with histogram encoding: Laplace noise on every component, of which only "above
//! the threshold or not" is told (Wang et al. 2017).
//!
//! The noise itself never needs to be drawn: the bits are independent, so the report is unary
//! encoding with the chances that the threshold θ implies.
//!
//! - **Input** a value v < k. **Report** k bits.
//! - **Channel** the true value's bit is set with chance p = 1 − ½e^(−ε(1−θ)/2), any other with
//!   q = ½e^(−εθ/2): P = 2³² − ⌈2³¹·e^(−ε(1−θ)/2)⌉ and Q = ⌈2³¹·e^(−εθ/2)⌉ out of 2³².
//! - **Privacy** noise of scale 2/ε on each component of a vector that changes by 2 in all costs ε;
//!   a threshold on its outcome costs nothing more, and rounding one chance down and the other up
//!   brings them closer. What the integers cost is computed from them, and is less than ε.
//! - **Estimator** a report supports the values whose bits are set: p* = P/2³², q* = Q/2³².
//! - **Variance** n·Var = q(1−q)/(p−q)² for a rare value; the best θ between ½ and 1 makes it least
//!   (at ε = 1: θ = 0.6186, n·Var = 4.8072).
//! - **Choose it** for comparison: optimized unary encoding is always better.

use std::cmp::Ordering;

use crate::{
    BitWeights, Epsilon, Mechanism, SupportProbabilities, error::MechanismError, mechanism::Domain,
    oracles::FrequencyOracleEntry, randomizers::UnaryEncoding,
};

/// The registry's entry.
pub const MECHANISM: Mechanism = Mechanism {
    name: NAME,
    short_name: "the",
    domain: Domain::Categories,
    parameters,
    randomizer: |parameters, size| Ok(Box::new(published(parameters, size)?)),
};

/// The collector's half.
pub(crate) const ORACLE: FrequencyOracleEntry = FrequencyOracleEntry {
    name: NAME,
    build: |parameters, size| Ok(Box::new(published(parameters, size)?)),
};

const NAME: &str = "thresholding-histogram-encoding";

/// Thresholds are counted in these parts of one.
pub const THRESHOLD_PARTS: u32 = 10_000;

/// The oracle with a given threshold, `parts`/[`THRESHOLD_PARTS`].
///
/// # Errors
/// When the domain is not of 2 to 65,536 values, or the threshold does not lie strictly between 0
/// and 1.
pub fn with_threshold(
    epsilon: &Epsilon,
    parts: u32,
    domain_size: u32,
) -> Result<UnaryEncoding, MechanismError> {
    if !(1..THRESHOLD_PARTS).contains(&parts) {
        return Err(MechanismError::Weights {
            mechanism: NAME,
            reason: "the threshold must lie between 0 and 1, such as 0.6",
        });
    }
    let weights = BitWeights::thresholding(epsilon, parts, THRESHOLD_PARTS);
    UnaryEncoding::with_weights(NAME, weights, domain_size)
}

/// The threshold of the least variance, in parts of [`THRESHOLD_PARTS`].
///
/// The variance falls and then rises between ½ and 1, so halving by its slope finds the least.
#[must_use]
pub fn best_threshold(epsilon: &Epsilon) -> u32 {
    let support = |parts| {
        let BitWeights { truth, other } = BitWeights::thresholding(epsilon, parts, THRESHOLD_PARTS);
        SupportProbabilities {
            truth,
            other,
            total: crate::BIT_WEIGHT_TOTAL,
        }
    };
    let (mut low, mut high) = (THRESHOLD_PARTS / 2, THRESHOLD_PARTS - 1);
    while low < high {
        let middle = low.midpoint(high);
        if support(middle).cmp_variance(&support(middle + 1)) == Ordering::Greater {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = with_threshold(epsilon, best_threshold(epsilon), domain_size)?;
    let BitWeights { truth, other } = oracle.bit_weights();
    Ok(vec![truth, other])
}

/// Reads the published integers.
fn published(parameters: &[u64], domain_size: u32) -> Result<UnaryEncoding, MechanismError> {
    let weights = BitWeights::published(NAME, parameters)?;
    UnaryEncoding::with_weights(NAME, weights, domain_size)
}
