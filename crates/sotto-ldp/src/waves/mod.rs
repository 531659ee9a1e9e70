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

mod design;
pub(crate) mod direct_encoding;
pub(crate) mod unary_encoding;

use rand::CryptoRng;
use thiserror::Error;

pub use design::{choose, parameters};
pub use direct_encoding::LongitudinalDirectEncoding;
pub use unary_encoding::{LongitudinalUnaryEncoding, UnaryLayers};

use crate::{
    Epsilon, FrequencyOracle, PrivacyLoss, Report,
    error::{ImpossibleReport, MechanismError, OutsideDomain},
    exact::Natural,
};

/// A frequency oracle in two layers. As a [`crate::Randomizer`] it draws a permanent value and a
/// first report from it; its support probabilities are those of the chain, whatever the wave.
pub trait Longitudinal: FrequencyOracle {
    /// Draws the permanent value of an answer, to be kept on the device.
    ///
    /// # Errors
    /// When the answer is outside the domain.
    fn memoise<R: CryptoRng + ?Sized>(
        &self,
        value: u32,
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain>;

    /// Draws a wave's report from the permanent value.
    ///
    /// # Errors
    /// When the permanent value is outside the domain.
    fn report<R: CryptoRng + ?Sized>(
        &self,
        permanent: &Self::Output,
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain>;

    /// ε∞: what all reports of an unchanged answer lose together at most, rounded up.
    fn permanent_loss(&self) -> PrivacyLoss;

    /// What that many reports of an unchanged answer lose together, exactly but for rounding up;
    /// beyond a thousand waves ε∞ is given, which is above it.
    ///
    /// It may be more than so many times ε₁: reports of one permanent value are not independent.
    fn loss_of_waves(&self, waves: u32) -> PrivacyLoss;

    /// What that many reports lose between any two histories of answers, changing as they like:
    /// the second layer's own loss in each wave.
    fn loss_between_histories(&self, waves: u32) -> PrivacyLoss;

    /// What reports lose of answers that change in waves known to all, each answer reported in so
    /// many waves: every answer has its own permanent value, and their losses add up.
    fn loss_of_changes(&self, waves_of_each: &[u32]) -> PrivacyLoss {
        waves_of_each
            .iter()
            .map(|&waves| self.loss_of_waves(waves))
            .sum()
    }

    /// Draws a permanent value for every possible answer: what is kept then says nothing about the
    /// answers.
    ///
    /// # Errors
    /// Never for a domain that the oracle was built for.
    fn memoise_all<R: CryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> Result<Vec<Self::Output>, OutsideDomain> {
        (0..self.domain_size())
            .map(|value| self.memoise(value, rng))
            .collect()
    }
}

/// A two-layer oracle of any kind, with permanent values and reports in the form in which they are
/// kept and travel.
pub trait DynLongitudinal: Send + Sync {
    /// Draws the permanent value of an answer, to be kept on the device and never sent.
    ///
    /// # Errors
    /// When the answer is outside the domain.
    fn memoise(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain>;

    /// Draws a wave's report from a permanent value as kept.
    ///
    /// # Errors
    /// When what was kept is no permanent value of this oracle.
    fn report(
        &self,
        permanent: &Report,
        rng: &mut dyn CryptoRng,
    ) -> Result<Report, ImpossibleReport>;

    /// ε∞: what all reports drawn from one permanent value lose together at most, rounded up.
    fn permanent_loss(&self) -> PrivacyLoss;
}

impl<T: Longitudinal + Send + Sync> DynLongitudinal for T {
    fn memoise(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Longitudinal::memoise(self, value, rng).map(|permanent| self.to_report(permanent))
    }

    fn report(
        &self,
        permanent: &Report,
        rng: &mut dyn CryptoRng,
    ) -> Result<Report, ImpossibleReport> {
        let permanent = self.read_report(permanent)?;
        Longitudinal::report(self, &permanent, rng)
            .map(|output| self.to_report(output))
            .map_err(
                |OutsideDomain { value, domain_size }| ImpossibleReport::IndexOutOfRange {
                    index: value,
                    domain_size,
                },
            )
    }

    fn permanent_loss(&self) -> PrivacyLoss {
        Longitudinal::permanent_loss(self)
    }
}

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
    /// The domain or the weights are none of the mechanism's.
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
