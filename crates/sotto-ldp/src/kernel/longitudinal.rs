//! Two layers of noise: what the mechanisms for surveys in waves have in common.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use rand::CryptoRng;

use super::{error::OutsideDomain, frequency_oracle::FrequencyOracle, privacy_loss::PrivacyLoss};

/// A frequency oracle in two layers. As a [`crate::Randomizer`] it draws a permanent value and a
/// first report from it; its support probabilities are those of the chain, whatever the wave.
pub trait Longitudinal: FrequencyOracle {
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
