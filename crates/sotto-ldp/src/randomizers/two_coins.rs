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
    kernel::{Epsilon, MechanismError, Weights, check_domain_size, check_weights},
    randomizers::DirectEncoding,
};

pub(crate) const NAME: &str = "two-coins";
pub(crate) const SHORT_NAME: &str = "coins";

/// Three of the four ways in which two coins can fall give the truth.
const WEIGHTS: Weights = Weights { truth: 3, other: 1 };

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    if Ok(*epsilon) != Epsilon::ln_ratio(3, 1) {
        return Err(MechanismError::TwoCoinsCostLnThree(epsilon.to_string()));
    }
    Ok(WEIGHTS.integers())
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<DirectEncoding, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    let weights = Weights::published(NAME, parameters)?;
    check_weights(NAME, weights == WEIGHTS, "two fair coins have 3 and 1")?;
    DirectEncoding::with_weights(NAME, WEIGHTS, domain_size)
}
