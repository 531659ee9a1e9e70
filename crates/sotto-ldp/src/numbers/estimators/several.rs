//! Several numbers of one person: the mean of each.

use crate::{
    kernel::{Confidence, ImpossibleReport, Population, Report},
    numbers::{
        grid::Grid,
        mean::{
            CubeLaw, MeanEstimate, MeanEstimator, Reading, SquareLaw, estimate_from, estimate_mean,
        },
        moments::ReportSums,
        randomizers::{SampledCoordinates, SeveralDuchi},
        score::Score,
    },
};

impl SeveralDuchi {
    /// No reports yet: the sums of each number.
    #[must_use]
    pub fn empty_sums(&self) -> Vec<ReportSums> {
        vec![ReportSums::empty(1); self.grids.len()]
    }

    /// Adds a report to the sums of each number.
    ///
    /// # Errors
    /// When this mechanism can never have produced it; nothing is added then.
    pub fn accumulate(
        &self,
        report: &Report,
        sums: &mut [ReportSums],
    ) -> Result<(), ImpossibleReport> {
        let signs = self.read_report(report)?;
        for (index, sum) in sums.iter_mut().enumerate().take(self.grids.len()) {
            sum.add(
                Score::new(0, if signs >> index & 1 == 1 { 1 } else { -1 }),
                1,
            );
        }
        Ok(())
    }

    /// Estimates the mean of each number, on its own grid; `None` without reports.
    #[must_use]
    pub fn estimate_means(
        &self,
        sums: &[ReportSums],
        grids: &[Grid],
        how: (Population, Confidence),
    ) -> Vec<Option<MeanEstimate>> {
        let law = SquareLaw {
            slope: 0.0,
            constant: 1.0,
        };
        let reading = Reading {
            unit: self.unit().to_f64(),
            share: 1.0,
            law,
            cubes: CubeLaw {
                linear: 1.0 / self.unit().to_f64(),
                cubic: 0.0,
            },
            squares: law,
        };
        let each = sums.iter().zip(grids);
        each.map(|(sums, grid)| estimate_from(&[reading], sums, grid, how))
            .collect()
    }
}

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

    /// Estimates the mean of each number, on its own grid; `None` where no report holds it.
    #[must_use]
    pub fn estimate_means(
        &self,
        sums: &[ReportSums],
        grids: &[Grid],
        how: (Population, Confidence),
    ) -> Vec<Option<MeanEstimate>> {
        let each = self.randomizers.iter().zip(sums).zip(grids);
        each.map(|((randomizer, sums), grid)| estimate_mean(randomizer, sums, grid, how))
            .collect()
    }
}
