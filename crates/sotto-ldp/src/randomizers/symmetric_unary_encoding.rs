//! Symmetric unary encoding: every bit is flipped with the same chance (basic RAPPOR without its
//! hashing: Erlingsson, Pihur and Korolova 2014).
//!
//! - **Input** a value v < k. **Report** k bits.
//! - **Channel** the bits are independent, each kept with chance (2³²−Q)/2³², flipped with Q/2³²,
//!   Q the least integer with ((2³²−Q)/Q)² ≤ e^ε.
//! - **Privacy** two inputs differ in two bits, so the worst ratio is ((2³²−Q)/Q)² ≤ e^ε.
//! - **Estimator** a report supports the values whose bits are set: p* = 1 − Q/2³², q* = Q/2³².
//! - **Variance** n·Var = e^(ε/2)/(e^(ε/2)−1)² for every value, common or rare.
//! - **Choose it** to compare with RAPPOR, or where a few values are held by most people and
//!   matter most; for rare values optimized unary encoding is better.
//! - **Source** Erlingsson, Pihur and Korolova, CCS 2014; Wang, Blocki, Li and Jha, USENIX
//!   Security 2017. Proof: `proofs/unary-encoding.md`.

use crate::{
    kernel::{BIT_WEIGHT_TOTAL, BitWeights, Epsilon, MechanismError, check_weights},
    randomizers::UnaryEncoding,
};

pub(crate) const NAME: &str = "symmetric-unary-encoding";
pub(crate) const SHORT_NAME: &str = "sue";

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let weights = BitWeights::symmetric(epsilon);
    UnaryEncoding::with_weights(NAME, weights, domain_size).map(|_| weights.integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<UnaryEncoding, MechanismError> {
    let oracle = UnaryEncoding::published(NAME, parameters, domain_size)?;
    let BitWeights { truth, other } = oracle.bit_weights();
    let is_symmetric = truth + other == BIT_WEIGHT_TOTAL;
    check_weights(NAME, is_symmetric, "the two must add up to 4294967296")?;
    Ok(oracle)
}
