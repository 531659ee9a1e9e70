//! Channels of two weights: in every column they are a or b.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::num::NonZeroU64;

use rand::CryptoRng;

use super::{
    error::MechanismError, frequency_oracle::SupportProbabilities, privacy_loss::PrivacyLoss,
    sampling::uniform_below, weights::Weights,
};

/// What all such channels have in common, whichever reports have weight a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TwoLevels {
    pub(crate) weights: Weights,
    /// What the draw of the weight is out of.
    total: NonZeroU64,
    pub(crate) support: SupportProbabilities,
    /// ln(a/b), rounded up.
    pub(crate) privacy_loss: PrivacyLoss,
}

impl TwoLevels {
    /// The channel of these weights; total and support probabilities are `None` where they do not fit
    /// 64 bits.
    pub(crate) fn new(
        mechanism: &'static str,
        weights: Weights,
        total: Option<u64>,
        support: Option<SupportProbabilities>,
    ) -> Result<Self, MechanismError> {
        let unusable = |reason| MechanismError::Weights { mechanism, reason };
        let (total, support) = total
            .and_then(NonZeroU64::new)
            .zip(support)
            .ok_or_else(|| unusable("their totals must fit 64 bits"))?;
        let privacy_loss = weights
            .privacy_loss()
            .ok_or_else(|| unusable("their ratio must be at most e to the power of 20"))?;
        Ok(Self {
            weights,
            total,
            support,
            privacy_loss,
        })
    }

    /// The channel whose reports name a value, which it supports.
    pub(crate) fn naming_a_value(
        mechanism: &'static str,
        weights: Weights,
        total: Option<u64>,
    ) -> Result<Self, MechanismError> {
        let Weights { truth, other } = weights;
        let support = total.map(|total| SupportProbabilities {
            truth,
            other,
            total,
        });
        Self::new(mechanism, weights, total, support)
    }

    /// What the draw of the weight is out of.
    pub(crate) const fn total(&self) -> u64 {
        self.total.get()
    }

    /// A uniform number below the total.
    pub(crate) fn draw<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> u64 {
        uniform_below(self.total, rng)
    }
}
