//! Two fair coins: heads, tell the truth; tails, a second coin answers (Dwork and Roth 2014, §2.3).
//!
//! - **Input** one of two values. **Report** an index, 0 or 1.
//! - **Channel** ½ + ½·½ = ¾ for the truth, ¼ for the opposite: weights 3 and 1 out of 4.
//! - **Privacy** ε = ln 3 exactly. **Estimator** p* = ¾, q* = ¼.
//! - **Variance** n·Var = ¾ whatever the share.
//! - **Choose it** where people should be able to play the mechanism by hand; randomized response
//!   at `ln 3` is the same channel, and takes any other ε too.
//! - **Source** Dwork and Roth, The algorithmic foundations of differential privacy, 2014, §2.3.
//!   Proof: `proofs/randomized-response.md`.

use crate::{
    Epsilon, Mechanism, Weights,
    error::MechanismError,
    mechanism::{Domain, check_domain_size},
    oracles::FrequencyOracleEntry,
    randomizers::DirectEncoding,
};

/// The registry's entry.
pub const MECHANISM: Mechanism = Mechanism {
    name: NAME,
    short_name: "coins",
    domain: Domain::Categories,
    randomizer: |parameters, size| Ok(Box::new(published(parameters, size)?)),
};

/// The collector's half.
pub(crate) const ORACLE: FrequencyOracleEntry = FrequencyOracleEntry {
    name: NAME,
    build: |parameters, size| Ok(Box::new(published(parameters, size)?)),
};

pub(crate) const NAME: &str = "two-coins";

/// Three of the four ways in which two coins can fall give the truth.
const WEIGHTS: Weights = Weights { truth: 3, other: 1 };

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    if Ok(*epsilon) != Epsilon::ln_ratio(3, 1) {
        return Err(MechanismError::TwoCoinsCostLnThree(epsilon.to_string()));
    }
    Ok(vec![WEIGHTS.truth, WEIGHTS.other])
}

/// Reads the published integers.
fn published(parameters: &[u64], domain_size: u32) -> Result<DirectEncoding, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    if Weights::published(NAME, parameters)? != WEIGHTS {
        return Err(MechanismError::Weights {
            mechanism: NAME,
            reason: "two fair coins have 3 and 1",
        });
    }
    DirectEncoding::with_weights(NAME, WEIGHTS, domain_size)
}
