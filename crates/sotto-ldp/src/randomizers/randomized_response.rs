//! Randomized response: the truth, or the opposite (Warner 1965).
//!
//! - **Input** one of two values. **Report** an index, 0 or 1.
//! - **Channel** the truth has weight a, the opposite b, out of a + b: direct encoding with k = 2.
//! - **Privacy** a/b ≤ e^ε. **Estimator** p* = a/(a+b), q* = b/(a+b).
//! - **Variance** n·Var = e^ε/(e^ε−1)² whatever the share.
//! - **Choose it** for every question with two answers: nothing is better.
//! - **Source** Warner, Journal of the American Statistical Association 1965. Proof:
//!   `proofs/randomized-response.md`.

use crate::{
    kernel::{Epsilon, MechanismError, Weights, check_domain_size},
    randomizers::DirectEncoding,
};

pub(crate) const NAME: &str = "randomized-response";
pub(crate) const SHORT_NAME: &str = "rr";

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    super::direct_encoding::parameters(epsilon, domain_size)
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<DirectEncoding, MechanismError> {
    check_domain_size(NAME, (2, 2), domain_size)?;
    let weights = Weights::published(NAME, parameters)?;
    DirectEncoding::with_weights(NAME, weights, domain_size)
}
