//! Randomizers from whose reports shares can be estimated: the pure protocols of Wang, Blocki, Li
//! and Jha (USENIX Security 2017), and what is estimated in the same shape.

use std::cmp::Ordering;

use rand::CryptoRng;

use crate::{
    certificate::Certificate,
    counts::Counts,
    error::{CountsError, ImpossibleReport, OutsideDomain},
    estimate::{Estimate, Intervals, estimate_with},
    estimate_error::EstimateError,
    exact::Natural,
    precision::Precision,
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

    /// n·Var of the estimate of a rare value, q*(1−q*)/(p*−q*)²: what mechanisms are compared by.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (p, q) = (self.of_truth(), self.of_other());
        q * (1.0 - q) / ((p - q) * (p - q))
    }

    /// Compares that variance exactly: the mechanisms choose their integers by it, and every
    /// device must choose the same.
    #[must_use]
    pub fn cmp_variance(&self, other: &Self) -> Ordering {
        let parts = |support: &Self| {
            let noise = u128::from(support.other) * u128::from(support.total - support.other);
            let gap = support.truth.saturating_sub(support.other);
            let signal = u128::from(gap) * u128::from(gap);
            (Natural::from(noise), Natural::from(signal))
        };
        let ((noise, signal), (their_noise, their_signal)) = (parts(self), parts(other));
        let (left, right) = (noise.product(&their_signal), their_noise.product(&signal));
        left.cmp(&right)
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

    /// p* and q* for one value; they differ between values for forced response alone.
    fn support_probabilities_of(&self, value: u32) -> SupportProbabilities {
        let _ = value;
        self.support_probabilities()
    }

    /// Whether the report supports the value.
    fn supports(&self, output: &Self::Output, value: u32) -> bool;

    /// Draws a report in place of another, whose memory it uses again.
    ///
    /// # Errors
    /// When the input is outside the domain; `output` is unchanged then.
    fn randomize_into<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
        output: &mut Self::Output,
    ) -> Result<(), OutsideDomain> {
        *output = self.randomize(input, rng)?;
        Ok(())
    }

    /// Draws a report in the form in which it travels.
    ///
    /// # Errors
    /// When the input is outside the domain.
    fn randomize_report<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Report, OutsideDomain> {
        self.randomize(input, rng)
            .map(|output| self.to_report(output))
    }

    /// How many sums are kept of the reports, whatever their number.
    fn sum_count(&self) -> u32 {
        self.domain_size()
    }

    /// Adds a report to the sums, at most one to each. Of as many sums as there are values, the
    /// sums are the supports, unless [`Self::decode`] says otherwise.
    fn add_report(&self, output: &Self::Output, sums: &mut [u64]) {
        for (value, sum) in (0..).zip(sums) {
            *sum += u64::from(self.supports(output, value));
        }
    }

    /// Adds many reports to the sums: the fastest way to count.
    fn add_reports(&self, outputs: &[Self::Output], sums: &mut [u64]) {
        for output in outputs {
            self.add_report(output, sums);
        }
    }

    /// Adds many reports that have travelled to the sums.
    ///
    /// # Errors
    /// When this oracle can never have produced one of them, whose place among them is told; the
    /// sums are unchanged then.
    fn add_travelled(
        &self,
        reports: &[Report],
        sums: &mut [u64],
    ) -> Result<(), (usize, ImpossibleReport)> {
        let read = |(place, report)| self.read_report(report).map_err(|error| (place, error));
        let outputs = reports.iter().enumerate().map(read);
        let outputs = outputs.collect::<Result<Vec<_>, _>>()?;
        self.add_reports(&outputs, sums);
        Ok(())
    }

    /// The number of reports that support each value, from the sums of `reports` reports.
    fn decode(&self, reports: u64, sums: &[u64]) -> Vec<u64> {
        let _ = reports;
        sums.to_vec()
    }

    /// The estimates of all values' shares, from the sums as they are counted.
    ///
    /// # Errors
    /// When there are no reports, or the counts are another mechanism's.
    fn estimate_sums(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let decoded = counts.decoded(self.decode(counts.reports(), counts.sums()));
        estimate_with(&decoded, self.support_probabilities(), intervals)
    }

    /// What the variance of the estimates follows from; of the first value where values differ.
    ///
    /// # Errors
    /// When the protocol does not tell values apart.
    fn precision(&self) -> Result<Precision, EstimateError> {
        Precision::of_protocol(self.support_probabilities())
    }

    /// How much likelier a report is under a value of each level than under one of level 0, from
    /// level 1 on: for maximum likelihood. With two weights there is one level, and e^ε.
    fn likelihood_ratios(&self) -> Vec<f64> {
        vec![self.privacy_loss().to_f64().exp()]
    }

    /// The values under which the report is likelier than under others, rising, each with its level
    /// in [`Self::likelihood_ratios`], counted from 1.
    fn likelier_values(&self, output: &Self::Output) -> Vec<(u32, u32)> {
        (0..self.domain_size())
            .filter(|&value| self.supports(output, value))
            .map(|value| (value, 1))
            .collect()
    }

    /// The channel, held against e^ε.
    fn certificate(&self) -> Certificate;

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
/// collector and a panel work with. The respondent's half is [`crate::DynRandomizer`].
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
    /// When the sums are none of this mechanism's.
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
    /// When the mechanism can never have produced one of them, whose place among them is told;
    /// nothing is counted then.
    fn accumulate_all(
        &self,
        reports: &[Report],
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

impl<T: FrequencyOracle + Send + Sync> DynFrequencyOracle for T {
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
        FrequencyOracle::precision(self)
    }

    fn likelihood_ratios(&self) -> Vec<f64> {
        FrequencyOracle::likelihood_ratios(self)
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
        reports: &[Report],
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

pub(crate) fn check_sums(found: usize, expected: u32) -> Result<(), CountsError> {
    if found == expected as usize {
        Ok(())
    } else {
        Err(CountsError::Sums {
            expected: expected as usize,
            found,
        })
    }
}

fn check_counts(counts: &Counts, expected: u32) -> Result<(), ImpossibleReport> {
    check_sums(counts.sums().len(), expected).map_err(ImpossibleReport::Counts)
}
