//! Asking again: two layers of noise, so that a survey in waves does not let the collector average
//! the noise away.
//!
//! A report that is drawn afresh each time loses ε each time. So the *permanent* value is drawn
//! once for an answer and kept on the device; each wave's *report* is drawn from the permanent
//! value, never from the answer. However many waves follow, an unchanged answer loses less than
//! ε∞, what the permanent value alone would give away; a single wave loses ε₁.
//!
//! - [`LongitudinalDirectEncoding`] (L-GRR): direct encoding twice; for few categories.
//! - [`LongitudinalUnaryEncoding`] (L-OSUE, basic RAPPOR): bits twice; for many categories.
//! - [`UnaryLayers`]: the bits alone, for codes of several bits (RAPPOR's Bloom filters).
//!
//! **What is kept, and where.** The permanent value must survive reloads: drawing a second one for
//! the same answer loses ε∞ again. It must be kept under the answer's name, so that an answer that
//! changes and changes back finds its own again; and a device that holds permanent values for the
//! answers given so far, and no others, shows which those are. [`Longitudinal::memoise_all`] draws
//! one for every possible answer at once, before anything is answered.
//!
//! **Changing answers.** The bounds differ by what is compared:
//! [`Longitudinal::loss_of_waves`] is exact for an answer that stays the same;
//! [`Longitudinal::loss_of_changes`] holds between any two persons whose answers change in the same
//! waves; [`Longitudinal::loss_between_histories`] holds between any two histories, for that an
//! answer changed at all shows in the end: with one layer alone at once, with two slowly.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

pub(crate) mod direct_encoding;
pub(crate) mod unary_encoding;

use thiserror::Error;

pub use crate::kernel::Longitudinal;
pub use direct_encoding::LongitudinalDirectEncoding;
pub use unary_encoding::{LongitudinalUnaryEncoding, UnaryLayers};

use crate::kernel::{Epsilon, MechanismError, exact::Natural};

/// Why two layers cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WavesError {
    /// A single report would lose as much as all together, or more.
    #[error(
        "the epsilon of one wave, {first}, must be below that of all waves together, {permanent}"
    )]
    FirstNotBelowPermanent {
        /// ε₁.
        first: String,
        /// ε∞.
        permanent: String,
    },
    /// The domain or the weights do not fit the mechanism.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
}

/// Refuses ε₁ ≥ ε∞.
fn check_order(permanent: &Epsilon, first: &Epsilon) -> Result<(), WavesError> {
    if first.exp_lower_bound() < permanent.exp_lower_bound() {
        Ok(())
    } else {
        Err(WavesError::FirstNotBelowPermanent {
            first: first.to_string(),
            permanent: permanent.to_string(),
        })
    }
}

/// The layers' integers: of the permanent one first.
fn layers(name: &'static str, parameters: &[u64]) -> Result<[u64; 4], MechanismError> {
    parameters.try_into().map_err(|_| MechanismError::Weights {
        mechanism: name,
        reason: "there must be four: two of the permanent layer, two of each wave's",
    })
}

/// Beyond so many waves ε∞ stands for the loss.
const MOST_EXACT_WAVES: u32 = 1000;

/// `base` to the power of `exponent`.
fn power(base: u64, exponent: u32) -> Natural {
    (0..exponent).fold(Natural::from(1_u64), |product, _| product.times(base))
}

/// The greatest number from `low` to `high` for which `holds`, where smaller ones hold as well;
/// `None` when `low` itself does not.
fn greatest(low: u64, high: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    if !holds(low) {
        return None;
    }
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Some(low)
}
