//! The collector's half of a mechanism for categories, whichever it is: what counts reports and
//! estimates shares from them. The respondent's half is [`crate::Respondent`].

use rand::CryptoRng;

use crate::{
    estimation::{
        error::EstimateError,
        estimate::{Estimate, Intervals},
        precision::Precision,
        share_estimator::ShareEstimator,
    },
    kernel::{
        Certificate, Counts, CountsError, FrequencyOracle, ImpossibleReport, OutsideDomain,
        PrivacyLoss, Randomizer, Report, SupportProbabilities, check_sums,
    },
};

/// A frequency oracle of any mechanism, with reports in the form in which they travel: what a
/// collector and a panel work with.
pub trait DynFrequencyOracle: Send + Sync {
    /// The number of values, k.
    fn domain_size(&self) -> u32;

    /// p* and q*.
    fn support_probabilities(&self) -> SupportProbabilities;

    /// p* and q* for one value; they differ between values for forced response alone.
    fn support_probabilities_of(&self, value: u32) -> SupportProbabilities;

    /// The ε that the integer weights imply, rounded up.
    fn privacy_loss(&self) -> PrivacyLoss;

    /// What the variance of the estimates follows from; of the first value where values differ.
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    fn precision(&self) -> Result<Precision, EstimateError>;

    /// How much likelier a report is under a value of each level than under one of level 0, from
    /// level 1 on.
    fn likelihood_ratios(&self) -> Vec<f64>;

    /// The values under which a report is likelier than under others, rising, each with its level,
    /// counted from 1.
    ///
    /// # Errors
    /// When the mechanism can never have produced the report.
    fn likelier_values(&self, report: &Report) -> Result<Vec<(u32, u32)>, ImpossibleReport>;

    /// The channel, held against e^ε.
    fn certificate(&self) -> Certificate;

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

    /// Counts of no reports, with as many sums as this mechanism keeps.
    fn empty_counts(&self) -> Counts;

    /// Counts as stored, held against this mechanism.
    ///
    /// # Errors
    /// When the sums do not fit this mechanism.
    fn stored_counts(&self, reports: u64, sums: Vec<u64>) -> Result<Counts, CountsError>;

    /// Counts a report.
    ///
    /// # Errors
    /// When the mechanism can never have produced it, or the counts are another mechanism's;
    /// nothing is counted then.
    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport>;

    /// Counts many reports, faster than one by one.
    ///
    /// # Errors
    /// When the mechanism can never have produced one of them, whose index is told;
    /// nothing is counted then.
    fn accumulate_all(
        &self,
        reports: &[&Report],
        counts: &mut Counts,
    ) -> Result<(), (usize, ImpossibleReport)>;

    /// The reports that support each value, from the sums as they are counted; `None` when the
    /// counts are another mechanism's.
    fn decode(&self, counts: &Counts) -> Option<Counts>;

    /// The estimates of all values' shares, from the sums as they are counted.
    ///
    /// # Errors
    /// When there are no reports, or the counts are another mechanism's.
    fn estimate(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError>;

    /// One of the reports that are longest in JSON.
    fn longest_report(&self) -> Report;
}

impl<T: ShareEstimator + Send + Sync> DynFrequencyOracle for T {
    fn domain_size(&self) -> u32 {
        FrequencyOracle::domain_size(self)
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        FrequencyOracle::support_probabilities(self)
    }

    fn support_probabilities_of(&self, value: u32) -> SupportProbabilities {
        FrequencyOracle::support_probabilities_of(self, value)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(self)
    }

    fn precision(&self) -> Result<Precision, EstimateError> {
        ShareEstimator::precision(self)
    }

    fn likelihood_ratios(&self) -> Vec<f64> {
        ShareEstimator::likelihood_ratios(self)
    }

    fn likelier_values(&self, report: &Report) -> Result<Vec<(u32, u32)>, ImpossibleReport> {
        let output = self.read_report(report)?;
        Ok(FrequencyOracle::likelier_values(self, &output))
    }

    fn certificate(&self) -> Certificate {
        FrequencyOracle::certificate(self)
    }

    fn randomize(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        self.randomize_report(value, rng)
    }

    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport> {
        Ok(FrequencyOracle::supports(
            self,
            &self.read_report(report)?,
            value,
        ))
    }

    fn empty_counts(&self) -> Counts {
        Counts::empty(self.sum_count())
    }

    fn stored_counts(&self, reports: u64, sums: Vec<u64>) -> Result<Counts, CountsError> {
        check_sums(sums.len(), self.sum_count())?;
        Counts::new(reports, sums)
    }

    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        check_counts(counts, self.sum_count())?;
        let output = self.read_report(report)?;
        counts.add(|sums| self.add_report(&output, sums));
        Ok(())
    }

    fn accumulate_all(
        &self,
        reports: &[&Report],
        counts: &mut Counts,
    ) -> Result<(), (usize, ImpossibleReport)> {
        check_counts(counts, self.sum_count()).map_err(|error| (0, error))?;
        counts.add_all(reports.len(), |sums| self.add_travelled(reports, sums))
    }

    fn decode(&self, counts: &Counts) -> Option<Counts> {
        check_sums(counts.sums().len(), self.sum_count()).ok()?;
        let supports = FrequencyOracle::decode(self, counts.reports(), counts.sums());
        Some(counts.decoded(supports))
    }

    fn estimate(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        self.estimate_sums(counts, intervals)
    }

    fn longest_report(&self) -> Report {
        FrequencyOracle::longest_report(self)
    }
}

fn check_counts(counts: &Counts, expected: u32) -> Result<(), ImpossibleReport> {
    check_sums(counts.sums().len(), expected).map_err(ImpossibleReport::Counts)
}
