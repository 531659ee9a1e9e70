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
    BIT_WEIGHT_TOTAL, BitWeights, Epsilon, Mechanism, error::MechanismError, mechanism::Domain,
    oracles::FrequencyOracleEntry, randomizers::UnaryEncoding,
};

/// The registry's entry.
pub const MECHANISM: Mechanism = Mechanism {
    name: NAME,
    short_name: "sue",
    domain: Domain::Categories,
    randomizer: |parameters, size| Ok(Box::new(published(parameters, size)?)),
};

/// The collector's half.
pub(crate) const ORACLE: FrequencyOracleEntry = FrequencyOracleEntry {
    name: NAME,
    build: |parameters, size| Ok(Box::new(published(parameters, size)?)),
};

pub(crate) const NAME: &str = "symmetric-unary-encoding";

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let weights = BitWeights::symmetric(epsilon);
    UnaryEncoding::with_weights(NAME, weights, domain_size)?;
    Ok(vec![weights.truth, weights.other])
}

/// Reads the published integers.
fn published(parameters: &[u64], domain_size: u32) -> Result<UnaryEncoding, MechanismError> {
    let weights = BitWeights::published(NAME, parameters)?;
    if weights.truth + weights.other != BIT_WEIGHT_TOTAL {
        return Err(MechanismError::Weights {
            mechanism: NAME,
            reason: "the two must add up to 4294967296",
        });
    }
    UnaryEncoding::with_weights(NAME, weights, domain_size)
}
