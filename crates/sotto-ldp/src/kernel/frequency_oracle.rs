//! Randomizers from whose reports shares can be estimated: the pure protocols of Wang, Blocki, Li
//! and Jha (USENIX Security 2017), and what is estimated in the same shape.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use std::cmp::Ordering;

use rand::CryptoRng;

use super::{
    certificate::Certificate,
    error::{CountsError, ImpossibleReport, OutsideDomain},
    exact::Natural,
    privacy_loss::PrivacyLoss,
    randomizer::Randomizer,
    report::Report,
    report_output::ReportOutput,
    report_shape::ReportShape,
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
    /// Compares [`Self::variance`] exactly: the mechanisms choose their integers by it, and every
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

/// A randomizer whose report supports a set of values: the true one with probability p*, any other
/// with q* < p*. One estimator serves them all, [`crate::estimate`]: what turns sums into shares is
/// the collector's, [`crate::ShareEstimator`], and not this trait's.
pub trait FrequencyOracle: Randomizer<Input = u32, Output: ReportOutput> {
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

    /// Draws the report of a set of values; of one value alone, unless the mechanism is for sets.
    ///
    /// # Errors
    /// When a value is outside the domain or stands twice, or there are more or fewer than may be
    /// chosen.
    fn randomize_set<R: CryptoRng + ?Sized>(
        &self,
        values: &[u32],
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain> {
        match *values {
            [value] => self.randomize(value, rng),
            _ => Err(OutsideDomain::of_set(values)),
        }
    }

    /// How many sums are kept of the reports, whatever their number.
    fn sum_count(&self) -> u32 {
        self.domain_size()
    }

    /// Adds a report to the sums, at most one to each: to that of what it names, unless this oracle
    /// counts otherwise. Of as many sums as there are values, the sums are the supports, unless
    /// [`Self::decode`] says otherwise.
    fn add_report(&self, output: &Self::Output, sums: &mut [u64]) {
        output.add_to(self.report_shape(), sums);
    }

    /// Adds many reports to the sums: the fastest way to count.
    fn add_reports(&self, outputs: &[Self::Output], sums: &mut [u64]) {
        Self::Output::add_all(outputs, self.report_shape(), sums);
    }

    /// Adds many reports that have travelled to the sums. All of them have this oracle's shape.
    fn add_travelled(&self, reports: &[&Report], sums: &mut [u64]) {
        Self::Output::add_travelled(reports, self.report_shape(), sums);
    }

    /// The number of reports that support each value, from the sums of `reports` reports.
    fn decode(&self, reports: u64, sums: &[u64]) -> Vec<u64> {
        let _ = reports;
        sums.to_vec()
    }

    /// The values under which the report is likelier than under others, rising, each with its level,
    /// counted from 1: the greater, the likelier ([`crate::ShareEstimator::likelihood_ratios`]).
    fn likelier_values(&self, output: &Self::Output) -> Vec<(u32, u32)> {
        (0..self.domain_size())
            .filter(|&value| self.supports(output, value))
            .map(|value| (value, 1))
            .collect()
    }

    /// The channel, held against e^ε.
    fn certificate(&self) -> Certificate;

    /// The form in which the report travels.
    fn to_report(&self, output: Self::Output) -> Report {
        output.into_report(self.report_shape())
    }

    /// Which reports there are.
    fn report_shape(&self) -> ReportShape;

    /// Reads a report that has travelled.
    ///
    /// # Errors
    /// When this oracle can never have produced it.
    fn read_report(&self, report: &Report) -> Result<Self::Output, ImpossibleReport> {
        let shape = self.report_shape();
        shape.check(report)?;
        let output = Self::Output::from_report(report, shape);
        output.ok_or_else(|| report.wrong_form(shape.form()))
    }

    /// Draws what the device keeps for an answer and never sends: in two layers of noise the
    /// permanent value; in one, the report itself.
    ///
    /// # Errors
    /// When the answer is outside the domain.
    fn memoise<R: CryptoRng + ?Sized>(
        &self,
        value: u32,
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain> {
        self.randomize(value, rng)
    }

    /// Draws a wave's report from what the device keeps; in one layer, the same report again.
    ///
    /// # Errors
    /// When what was kept is outside the domain.
    fn report<R: CryptoRng + ?Sized>(
        &self,
        kept: &Self::Output,
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain> {
        let _ = rng;
        Ok(kept.clone())
    }

    /// ε∞: what all reports drawn from what is kept lose together at most, rounded up.
    fn permanent_loss(&self) -> PrivacyLoss {
        self.privacy_loss()
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
