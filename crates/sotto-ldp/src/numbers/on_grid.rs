//! Numbers as the values of a grid: a randomizer of numbers as the respondent's half of a mechanism.

use rand::CryptoRng;

use super::randomizers::{Nearness, NumericRandomizer};
use crate::kernel::{
    BIT_WEIGHT_TOTAL, ImpossibleReport, OutsideDomain, PrivacyLoss, Randomizer, Report,
    ReportShape, Respondent, SupportProbabilities,
};

/// A randomizer of numbers whose values are the cells of its grid, as both parties work with it:
/// see [`crate::Respondent`] and [`crate::Collector`].
#[derive(Clone, Debug)]
pub struct OnGrid<T>(pub T);

impl<T: NumericRandomizer + Nearness + Send + Sync> Respondent for OnGrid<T> {
    fn domain_size(&self) -> u32 {
        self.0.cells() + u32::from(self.0.takes_declined())
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(&self.0)
    }

    fn support_probabilities(&self) -> Option<SupportProbabilities> {
        None
    }

    fn randomize(&self, cell: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Randomizer::randomize(&self.0, cell, rng).map(Report::Index)
    }

    fn supports(&self, report: &Report, _: u32) -> Result<bool, ImpossibleReport> {
        self.report_shape().check(report).map(|()| false)
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.0.output_cells(),
        }
    }

    fn nearest(&self, report: &Report) -> Option<u32> {
        let output = report.index()?;
        (output < self.0.output_cells()).then(|| self.0.nearest_cell(output))
    }

    fn share_beyond(&self, cell: u32, distance: u32) -> u64 {
        let cell = cell.min(self.domain_size() - 1);
        BIT_WEIGHT_TOTAL.saturating_sub(self.0.share_within(cell, distance))
    }
}
