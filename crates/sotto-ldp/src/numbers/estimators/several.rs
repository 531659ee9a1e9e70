//! Several numbers of one person: the sums of each.

use crate::{
    kernel::{ImpossibleReport, Report},
    numbers::{mean::MeanEstimator, moments::ReportSums, randomizers::SampledCoordinates},
};

impl<M: MeanEstimator> SampledCoordinates<M> {
    /// No reports yet: the sums of each number.
    #[must_use]
    pub fn empty_sums(&self) -> Vec<ReportSums> {
        let each = self.randomizers.iter();
        each.map(|randomizer| ReportSums::empty(randomizer.parts()))
            .collect()
    }

    /// Adds a report to the sums of the numbers that it holds.
    ///
    /// # Errors
    /// When this mechanism can never have produced it; nothing is added then.
    pub fn accumulate(
        &self,
        report: &Report,
        sums: &mut [ReportSums],
    ) -> Result<(), ImpossibleReport> {
        for (index, cell) in self.read_report(report)?.cells {
            let index = index as usize;
            if let (Some(randomizer), Some(sum)) =
                (self.randomizers.get(index), sums.get_mut(index))
            {
                sum.add(randomizer.score(cell), 1);
            }
        }
        Ok(())
    }
}
