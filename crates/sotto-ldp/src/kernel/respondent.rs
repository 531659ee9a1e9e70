//! The respondent's half of a mechanism, whichever it is: what a device needs to perturb an answer
//! and to tell what was sent, and nothing that counts or estimates.
//!
//! The collector's half is [`crate::Collector`]. The two are built from tables that do not
//! know each other, so that a program that only perturbs holds no estimator.
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use rand::CryptoRng;

use super::{
    error::{ImpossibleReport, OutsideDomain},
    frequency_oracle::{FrequencyOracle, SupportProbabilities},
    privacy_loss::PrivacyLoss,
    randomizer::Randomizer,
    report::Report,
    report_shape::{ProvenReport, ReportShape},
};

/// A randomizer of any mechanism, with reports in the form in which they travel. A cell of a
/// number's grid is a value like a category.
pub trait Respondent: Send + Sync {
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

    /// Draws the report of a set of values; of one value alone, unless the mechanism is for sets.
    ///
    /// # Errors
    /// When a value is outside the domain or stands twice, or there are more or fewer than may be
    /// chosen.
    fn randomize_set(
        &self,
        values: &[u32],
        rng: &mut dyn CryptoRng,
    ) -> Result<Report, OutsideDomain> {
        match *values {
            [value] => self.randomize(value, rng),
            _ => Err(OutsideDomain::of_set(values)),
        }
    }

    /// Whether a report supports a value; never, for numbers.
    ///
    /// # Errors
    /// When the mechanism can never have produced the report.
    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport>;

    /// Which reports the mechanism can produce.
    fn report_shape(&self) -> ReportShape;

    /// Draws what the device keeps for an answer and never sends: in a survey in waves the permanent
    /// value; elsewhere the report itself.
    ///
    /// # Errors
    /// When the answer is outside the domain.
    fn memoise(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        self.randomize(value, rng)
    }

    /// Draws a wave's report from what the device keeps; outside surveys in waves, the same report
    /// again.
    ///
    /// # Errors
    /// When the mechanism can never have kept that.
    fn report(&self, kept: &Report, rng: &mut dyn CryptoRng) -> Result<Report, ImpossibleReport> {
        let _ = rng;
        self.report_shape().check(kept)?;
        Ok(kept.clone())
    }

    /// ε∞: what all reports drawn from what is kept lose together at most, rounded up.
    fn permanent_loss(&self) -> PrivacyLoss {
        self.privacy_loss()
    }

    /// Of numbers: the cell that a report stands nearest to, the one behind the last where it says
    /// "declined". `None` for categories, and for a report that the mechanism can never have produced.
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

/// What is the same for all. These are no methods of the trait, of which every mechanism would have a
/// copy in a respondent's program. What is drawn here is proven by that, and need not be checked.
impl dyn Respondent + '_ {
    /// Proves a report that has travelled.
    ///
    /// # Errors
    /// When the mechanism can never have produced it.
    pub fn prove(&self, report: Report) -> Result<ProvenReport, ImpossibleReport> {
        ProvenReport::new(report, self.report_shape())
    }

    /// One of the reports that are longest in JSON: what others are padded to.
    #[must_use]
    pub fn longest_report(&self) -> Report {
        self.report_shape().longest()
    }

    /// Draws the report of a value: [`Respondent::randomize`].
    ///
    /// # Errors
    /// When the value is outside the domain.
    pub fn draw(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<ProvenReport, OutsideDomain> {
        let report = self.randomize(value, rng)?;
        Ok(ProvenReport::drawn(report, self.report_shape()))
    }

    /// Draws the report of a set of values: [`Respondent::randomize_set`].
    ///
    /// # Errors
    /// When the mechanism does not take such a set.
    pub fn draw_set(
        &self,
        values: &[u32],
        rng: &mut dyn CryptoRng,
    ) -> Result<ProvenReport, OutsideDomain> {
        let report = self.randomize_set(values, rng)?;
        Ok(ProvenReport::drawn(report, self.report_shape()))
    }

    /// Draws what the device keeps: [`Respondent::memoise`].
    ///
    /// # Errors
    /// When the answer is outside the domain.
    pub fn draw_permanent(
        &self,
        value: u32,
        rng: &mut dyn CryptoRng,
    ) -> Result<ProvenReport, OutsideDomain> {
        let kept = self.memoise(value, rng)?;
        Ok(ProvenReport::drawn(kept, self.report_shape()))
    }

    /// Draws a wave's report from what the device keeps: [`Respondent::report`].
    ///
    /// # Errors
    /// When the mechanism can never have kept that.
    pub fn draw_again(
        &self,
        kept: &Report,
        rng: &mut dyn CryptoRng,
    ) -> Result<ProvenReport, ImpossibleReport> {
        let report = self.report(kept, rng)?;
        Ok(ProvenReport::drawn(report, self.report_shape()))
    }
}

impl<T: FrequencyOracle + Send + Sync> Respondent for T {
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

    fn randomize_set(
        &self,
        values: &[u32],
        rng: &mut dyn CryptoRng,
    ) -> Result<Report, OutsideDomain> {
        FrequencyOracle::randomize_set(self, values, rng).map(|output| self.to_report(output))
    }

    fn supports(&self, report: &Report, value: u32) -> Result<bool, ImpossibleReport> {
        let output = self.read_report(report)?;
        Ok(FrequencyOracle::supports(self, &output, value))
    }

    fn report_shape(&self) -> ReportShape {
        FrequencyOracle::report_shape(self)
    }

    fn memoise(&self, value: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        FrequencyOracle::memoise(self, value, rng).map(|kept| self.to_report(kept))
    }

    fn report(&self, kept: &Report, rng: &mut dyn CryptoRng) -> Result<Report, ImpossibleReport> {
        let kept = self.read_report(kept)?;
        let report = FrequencyOracle::report(self, &kept, rng);
        report
            .map(|output| self.to_report(output))
            .map_err(|error| {
                let OutsideDomain { value, domain_size } = error;
                ImpossibleReport::IndexOutOfRange {
                    index: value,
                    domain_size,
                }
            })
    }

    fn permanent_loss(&self) -> PrivacyLoss {
        FrequencyOracle::permanent_loss(self)
    }
}
