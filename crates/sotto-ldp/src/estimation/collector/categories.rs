//! Frequency oracles as collectors.

use super::{Collector, check_counts};
use crate::{
    estimation::{
        among_interval::AmongMoments,
        among_precision::AmongPrecision,
        difference::Difference,
        error::EstimateError,
        estimate::{Estimate, Intervals},
        group_difference::compare_groups,
        group_estimate::{GroupReading, estimate_groups},
        population::Population,
        precision::Precision,
        share_estimator::ShareEstimator,
    },
    kernel::{
        Certificate, Confidence, Counts, FrequencyOracle, ImpossibleReport, Report,
        SupportProbabilities, check_sums,
    },
};

impl<T: ShareEstimator + Send + Sync> Collector for T {
    fn sum_count(&self) -> u32 {
        FrequencyOracle::sum_count(self)
    }

    fn certificate(&self) -> Certificate {
        FrequencyOracle::certificate(self)
    }

    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        check_counts(counts, FrequencyOracle::sum_count(self))?;
        let output = self.read_report(report)?;
        counts.add(|sums| self.add_report(&output, sums));
        Ok(())
    }

    fn add_to_sums(&self, reports: &[&Report], sums: &mut [u64]) {
        self.add_travelled(reports, sums);
    }

    fn support_probabilities_of(&self, value: u32) -> Result<SupportProbabilities, EstimateError> {
        Ok(FrequencyOracle::support_probabilities_of(self, value))
    }

    fn precision(&self) -> Result<Precision, EstimateError> {
        ShareEstimator::precision(self)
    }

    fn greatest_share(&self) -> Result<f64, EstimateError> {
        ShareEstimator::greatest_share(self)
    }

    fn group_precision(&self, size: u32) -> Result<Precision, EstimateError> {
        ShareEstimator::group_precision(self, size)
    }

    fn among_precision(&self, size: u32, whole: u32) -> Result<AmongPrecision, EstimateError> {
        ShareEstimator::among_precision(self, size, whole)
    }

    fn among_moments(&self, size: u32, whole: u32) -> Result<AmongMoments, EstimateError> {
        ShareEstimator::among_moments(self, size, whole)
    }

    fn greatest_group_share(&self, size: u32) -> Result<f64, EstimateError> {
        ShareEstimator::greatest_group_share(self, size)
    }

    fn likelihood_ratios(&self) -> Vec<f64> {
        ShareEstimator::likelihood_ratios(self)
    }

    fn likelier_values(&self, report: &Report) -> Result<Vec<(u32, u32)>, ImpossibleReport> {
        let output = self.read_report(report)?;
        Ok(FrequencyOracle::likelier_values(self, &output))
    }

    fn decode(&self, counts: &Counts) -> Option<Counts> {
        check_sums(counts.sums().len(), FrequencyOracle::sum_count(self)).ok()?;
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

    fn estimate_groups(
        &self,
        counts: &Counts,
        groups: &[Vec<u32>],
        population: Population,
        confidence: Confidence,
    ) -> Result<Vec<Estimate>, EstimateError> {
        estimate_groups(self, counts, groups, population, confidence)
    }

    fn read_group(&self, counts: &Counts, group: &[u32]) -> Result<GroupReading, EstimateError> {
        GroupReading::of(self, counts, group)
    }

    fn compare_groups(
        &self,
        counts: &Counts,
        groups: (&[u32], &[u32]),
        population: Population,
        confidence: Confidence,
    ) -> Result<Difference, EstimateError> {
        compare_groups(self, counts, groups, (population, confidence))
    }
}
