//! Randomizers of numbers as collectors: reports are counted by their output cell.

use super::{Collector, check_counts};
use crate::{
    estimation::{
        answered::estimate_answered,
        error::EstimateError,
        estimate::{Estimate, Intervals, estimate_with},
        intervals::IntervalMethod,
        protocol::Protocol,
    },
    kernel::{
        Certificate, Confidence, Counts, ImpossibleReport, Population, Report, Respondent,
        check_sums,
    },
    numbers::{
        DensityEstimator, Grid, MeanEstimate, MeanEstimator, MeanLaw, OnGrid, estimate_mean,
        farthest_of_reports, law_of_mean, law_of_mean_among, sums_of_counts,
    },
};

impl<T: MeanEstimator> Collector for OnGrid<T>
where
    Self: Respondent,
{
    fn sum_count(&self) -> u32 {
        self.0.output_cells()
    }

    fn certificate(&self) -> Certificate {
        self.0.certificate()
    }

    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        check_counts(counts, self.sum_count())?;
        self.report_shape().check(report)?;
        counts.add(|sums| self.add_to_sums(&[report], sums));
        Ok(())
    }

    fn add_to_sums(&self, reports: &[&Report], sums: &mut [u64]) {
        for output in reports.iter().filter_map(|report| report.index()) {
            if let Some(sum) = sums.get_mut(output as usize) {
                *sum += 1;
            }
        }
    }

    fn mean_law(&self) -> Result<MeanLaw, EstimateError> {
        Ok(law_of_mean(&self.0))
    }

    fn mean_law_among(&self, answered: f64) -> Result<MeanLaw, EstimateError> {
        Ok(law_of_mean_among(&self.0, answered))
    }

    fn farthest_number(&self) -> Result<f64, EstimateError> {
        Ok(farthest_of_reports(&self.0))
    }

    fn estimate_mean(
        &self,
        counts: &Counts,
        grid: &Grid,
        how: (Population, Confidence),
    ) -> Result<MeanEstimate, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        if let Some(cell) = self.0.declined() {
            if counts.reports() == 0 {
                return Err(EstimateError::NoReports);
            }
            let found = estimate_answered(&self.0, cell, counts, grid, how);
            return found.ok_or(EstimateError::PerhapsNobody);
        }
        let sums = sums_of_counts(&self.0, counts);
        let found = estimate_mean(&self.0, &sums, grid, how).ok_or(EstimateError::NoReports)?;
        Ok(self.with_exact_interval(found, counts, (grid, how.1)))
    }

    fn estimate_declined(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Estimate, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let cell = self.0.declined().ok_or(EstimateError::NeverDeclined)?;
        let told = counts.sums().last().copied().unwrap_or(0);
        let told = Counts::new(counts.reports(), vec![told])?;
        let found = estimate_with(&told, cell.support(), intervals)?;
        found.first().copied().ok_or(EstimateError::NoReports)
    }

    fn density(&self) -> Option<&dyn DensityEstimator> {
        self.0.density()
    }
}

impl<T: MeanEstimator> OnGrid<T> {
    /// Where a report is one of two numbers, −B and B, whatever the answer is, so that its square says nothing,
    /// the mean is that of a share: its interval is exact where reports are few. Of exactly the respondents it
    /// is a little wide (Hoeffding 1956).
    fn with_exact_interval(
        &self,
        found: MeanEstimate,
        counts: &Counts,
        (grid, confidence): (&Grid, Confidence),
    ) -> MeanEstimate {
        let law = law_of_mean(&self.0).square;
        if law.slope > f64::EPSILON {
            return found;
        }
        let bound = law.constant.sqrt();
        let is_upper = |output: &u32| self.0.score(*output).steps > 0;
        let outputs = (0..self.0.output_cells()).zip(counts.sums());
        let upper: u64 = outputs
            .filter(|(output, _)| is_upper(output))
            .map(|(_, count)| count)
            .sum();
        let told = Protocol { p: 1.0, q: 0.0 };
        let method = IntervalMethod::Sampled;
        let (low, high) = method.of_protocol(upper, counts.reports(), told, confidence);
        let number = |chance: f64| grid.of_unit((2.0 * chance - 1.0) * bound);
        MeanEstimate {
            interval: (number(low), number(high)),
            ..found
        }
    }
}
