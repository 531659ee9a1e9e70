//! Randomizers of numbers as collectors: reports are counted by their output cell.

use super::{Collector, check_counts};
use crate::{
    estimation::error::EstimateError,
    kernel::{Certificate, Confidence, Counts, ImpossibleReport, Report, Respondent, check_sums},
    numbers::{
        DensityEstimator, Grid, MeanEstimate, MeanEstimator, OnGrid, SquareLaw, estimate_mean,
        farthest_of_reports, square_law_of_reports, sums_of_counts,
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

    fn square_law(&self) -> Result<SquareLaw, EstimateError> {
        Ok(square_law_of_reports(&self.0))
    }

    fn farthest_number(&self) -> Result<f64, EstimateError> {
        Ok(farthest_of_reports(&self.0))
    }

    fn estimate_mean(
        &self,
        counts: &Counts,
        grid: &Grid,
        confidence: Confidence,
    ) -> Result<MeanEstimate, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let sums = sums_of_counts(&self.0, counts);
        estimate_mean(&self.0, &sums, grid, confidence).ok_or(EstimateError::NoReports)
    }

    fn density(&self) -> Option<&dyn DensityEstimator> {
        self.0.density()
    }
}
