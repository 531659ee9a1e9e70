//! The respondent's half of a mechanism, whichever it is: what a device needs to perturb an answer
//! and to tell what was sent, and nothing that counts or estimates.
//!
//! The collector's half is [`crate::DynFrequencyOracle`] or [`crate::numbers::DynNumericRandomizer`].
//! The two are built from two tables that do not know each other, so that a program that only
//! perturbs holds no estimator.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use rand::CryptoRng;

use crate::{
    error::{ImpossibleReport, OutsideDomain},
    frequency_oracle::{FrequencyOracle, SupportProbabilities},
    privacy_loss::PrivacyLoss,
    randomizer::Randomizer,
    report::Report,
    waves::DynLongitudinal,
};

/// A randomizer of any mechanism, with reports in the form in which they travel. A cell of a
/// number's grid is a value like a category.
pub trait DynRandomizer: Send + Sync {
    /// The number of values, k; they are counted from 0.
    fn domain_size(&self) -> u32;

    /// The ε that the integer weights imply, rounded up.
    fn privacy_loss(&self) -> PrivacyLoss;

    /// p* and q*, with which a report supports the true value and any other; `None` for numbers,
    /// whose reports stand for a number and support no single value.
    fn support_probabilities(&self) -> Option<SupportProbabilities>;

    /// Draws the report of a value.
    ///
    /// # Errors
    /// When the value is outside the domain.
    fn randomize(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain>;

    /// Whether a report supports a value; never, for numbers.
    ///
    /// # Errors
    /// When the mechanism can never have produced the report.
    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport>;

    /// One of the reports that are longest in JSON: what others are padded to.
    fn longest_report(&self) -> Report;

    /// Both layers, where there are two: a permanent report and that of each wave.
    fn longitudinal(&self) -> Option<&dyn DynLongitudinal> {
        None
    }

    /// Of numbers: the cell that a report stands nearest to. `None` for categories, and for a
    /// report that the mechanism can never have produced.
    fn nearest(&self, _report: &Report) -> Option<u32> {
        None
    }

    /// Of numbers: the chance that the report of a cell stands nearest to one more than `distance`
    /// cells away, out of [`crate::BIT_WEIGHT_TOTAL`] and rounded up by a few of them; for telling
    /// people. 0 for categories.
    fn share_beyond(&self, _cell: u32, _distance: u32) -> u64 {
        0
    }
}

impl<T: FrequencyOracle + Send + Sync> DynRandomizer for T {
    fn domain_size(&self) -> u32 {
        FrequencyOracle::domain_size(self)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(self)
    }

    fn support_probabilities(&self) -> Option<SupportProbabilities> {
        Some(FrequencyOracle::support_probabilities(self))
    }

    fn randomize(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        self.randomize_report(value, rng)
    }

    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport> {
        let output = self.read_report(report)?;
        Ok(FrequencyOracle::supports(self, &output, value))
    }

    fn longest_report(&self) -> Report {
        FrequencyOracle::longest_report(self)
    }

    fn longitudinal(&self) -> Option<&dyn DynLongitudinal> {
        FrequencyOracle::longitudinal(self)
    }
}
