//! Randomizers from whose reports shares can be estimated: the pure protocols of Wang, Blocki, Li
//! and Jha (USENIX Security 2017).

use rand::CryptoRng;

use crate::{
    counts::Counts,
    error::{ImpossibleReport, OutsideDomain},
    privacy_loss::PrivacyLoss,
    randomizer::Randomizer,
    report::Report,
};

/// With which probability a report supports the true value (p*), and any other (q*), as exact
/// fractions of one total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportProbabilities {
    /// p* · total.
    pub truth: u64,
    /// q* · total; less than `truth`.
    pub other: u64,
    /// The total of the weights.
    pub total: u64,
}

impl SupportProbabilities {
    /// p*, for estimates and charts.
    #[must_use]
    pub fn of_truth(&self) -> f64 {
        quotient(self.truth, self.total)
    }

    /// q*, for estimates and charts.
    #[must_use]
    pub fn of_other(&self) -> f64 {
        quotient(self.other, self.total)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "read by estimators, which are floating-point"
)]
fn quotient(part: u64, total: u64) -> f64 {
    part as f64 / total as f64
}

/// A randomizer whose report supports a set of values: the true one with probability p*, any other
/// with q* < p*. One estimator serves them all, [`crate::estimate`].
pub trait FrequencyOracle: Randomizer<Input = u32> {
    /// The number of values, k; they are counted from 0.
    fn domain_size(&self) -> u32;

    /// p* and q*.
    fn support_probabilities(&self) -> SupportProbabilities;

    /// Whether the report supports the value.
    fn supports(&self, output: &Self::Output, value: u32) -> bool;

    /// Adds one to the count of every value that the report supports.
    fn add_supports(&self, output: &Self::Output, supports: &mut [u64]) {
        for (value, count) in (0..).zip(supports) {
            *count += u64::from(self.supports(output, value));
        }
    }

    /// The form in which the report travels.
    fn to_report(&self, output: Self::Output) -> Report;

    /// Reads a report that has travelled.
    ///
    /// # Errors
    /// When this oracle can never have produced it.
    fn read_report(&self, report: &Report) -> Result<Self::Output, ImpossibleReport>;

    /// One of the reports that are longest in JSON: what others are padded to.
    fn longest_report(&self) -> Report;
}

/// A frequency oracle of any mechanism, with reports in the form in which they travel: what a
/// survey, a collector and a panel work with.
pub trait DynFrequencyOracle: Send + Sync {
    /// The number of values, k.
    fn domain_size(&self) -> u32;

    /// p* and q*.
    fn support_probabilities(&self) -> SupportProbabilities;

    /// The ε that the integer weights imply, rounded up.
    fn privacy_loss(&self) -> PrivacyLoss;

    /// Draws the report of a value.
    ///
    /// # Errors
    /// When the value is outside the domain.
    fn randomize(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain>;

    /// Whether a report supports a value.
    ///
    /// # Errors
    /// When the mechanism can never have produced the report.
    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport>;

    /// Counts a report.
    ///
    /// # Errors
    /// When the mechanism can never have produced it; nothing is counted then.
    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport>;

    /// One of the reports that are longest in JSON.
    fn longest_report(&self) -> Report;
}

impl<T: FrequencyOracle + Send + Sync> DynFrequencyOracle for T {
    fn domain_size(&self) -> u32 {
        FrequencyOracle::domain_size(self)
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        FrequencyOracle::support_probabilities(self)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(self)
    }

    fn randomize(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Randomizer::randomize(self, value, rng).map(|output| self.to_report(output))
    }

    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport> {
        Ok(FrequencyOracle::supports(
            self,
            &self.read_report(report)?,
            value,
        ))
    }

    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        let output = self.read_report(report)?;
        counts.add(|supports| self.add_supports(&output, supports));
        Ok(())
    }

    fn longest_report(&self) -> Report {
        FrequencyOracle::longest_report(self)
    }
}
