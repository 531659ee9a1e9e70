//! Optimized unary encoding: one bit for each value, each perturbed on its own (Wang et al. 2017).
//!
//! - **Input** a value v < k. **Report** k bits.
//! - **Channel** the bits are independent; that of the true value is set with chance P/2³² = ½,
//!   any other with Q/2³², Q = ⌈2³²/(e^ε+1)⌉.
//! - **Privacy** two inputs differ in two bits, so the worst ratio is P(2³²−Q)/(Q(2³²−P)) =
//!   (2³²−Q)/Q ≤ e^ε.
//! - **Estimator** a report supports the values whose bits are set: p* = ½, q* = Q/2³².
//! - **Variance** n·Var = 4e^ε/(e^ε−1)² for a rare value, whatever k.
//! - **Choose it** for many categories (k > 3e^ε + 2) when reports of k bits are small enough and
//!   counting must be fast.
//! - **Source** Wang, Blocki, Li and Jha, USENIX Security 2017. Proof: `proofs/unary-encoding.md`.

use crate::{
    kernel::{BIT_WEIGHT_TOTAL, BitWeights, Epsilon, MechanismError, check_weights},
    randomizers::UnaryEncoding,
};

pub(crate) const NAME: &str = "optimized-unary-encoding";
pub(crate) const SHORT_NAME: &str = "oue";

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let weights = BitWeights::optimized(epsilon);
    UnaryEncoding::with_weights(NAME, weights, domain_size).map(|_| weights.integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<UnaryEncoding, MechanismError> {
    let oracle = UnaryEncoding::published(NAME, parameters, domain_size)?;
    let is_fair = oracle.bit_weights().truth == BIT_WEIGHT_TOTAL / 2;
    let reason = "the true value's bit is set with chance 2147483648 out of 4294967296";
    check_weights(NAME, is_fair, reason)?;
    Ok(oracle)
}
