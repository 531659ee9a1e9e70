//! A mechanism for numbers, whichever it is: the respondent's half and what a collector works with.

use rand::CryptoRng;

use super::{
    density::DensityEstimator,
    grid::Grid,
    mean::{
        MeanEstimate, MeanEstimator, SquareLaw, accumulate, estimate_mean, square_law_of_reports,
        sums_of_counts,
    },
    moments::ReportSums,
    randomizers::{Nearness, NumericRandomizer},
};
use crate::kernel::{
    BIT_WEIGHT_TOTAL, Certificate, Confidence, Counts, CountsError, ImpossibleReport,
    OutsideDomain, PrivacyLoss, Randomizer, Report, Respondent, SupportProbabilities, check_sums,
};

/// A randomizer of numbers as the respondent's half of a mechanism.
pub(crate) struct OnGrid<T>(pub(crate) T);

impl<T: NumericRandomizer + Nearness + Send + Sync> Respondent for OnGrid<T> {
    fn domain_size(&self) -> u32 {
        self.0.cells()
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(&self.0)
    }

    fn support_probabilities(&self) -> Option<SupportProbabilities> {
        None
    }

    fn randomize(&self, cell: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Randomizer::randomize(&self.0, cell, rng).map(|output| self.0.to_report(output))
    }

    fn supports(&self, report: &Report, _: u32) -> Result<bool, ImpossibleReport> {
        self.0.read_report(report).map(|_| false)
    }

    fn longest_report(&self) -> Report {
        NumericRandomizer::longest_report(&self.0)
    }

    fn nearest(&self, report: &Report) -> Option<u32> {
        let output = self.0.read_report(report).ok()?;
        Some(self.0.nearest_cell(output))
    }

    fn share_beyond(&self, cell: u32, distance: u32) -> u64 {
        let cell = cell.min(self.0.cells() - 1);
        BIT_WEIGHT_TOTAL.saturating_sub(self.0.share_within(cell, distance))
    }
}

/// A randomizer of numbers of any mechanism, with reports in the form in which they travel: what a
/// collector and a panel work with.
///
/// ```
/// use rand::{SeedableRng, rngs::ChaCha20Rng};
/// use sotto_ldp::{Confidence, Mechanism, numbers::Grid};
///
/// let hours = Grid::new(0.into(), 100.into(), 1.into())?;
/// let hybrid = Mechanism::for_numbers("hybrid")?;
/// let parameters = hybrid.parameters(&"1".parse()?, hours.cells())?;
/// let randomizer = hybrid.numeric_oracle(&parameters, hours.cells())?;
///
/// // On each device. (A real device seeds its generator from the operating system.)
/// let mut generator = ChaCha20Rng::seed_from_u64(1);
/// let mut sums = randomizer.empty_sums();
/// for respondent in 0..10_000 {
///     let worked = hours.index_of((35 + respondent % 11).into())?;
///     let report = randomizer.randomize(worked, &mut generator)?;
///     randomizer.accumulate(&report, &mut sums)?;
/// }
///
/// // At the collector.
/// let found = randomizer.estimate_mean(&sums, &hours, Confidence::default());
/// let (low, high) = found.expect("there are reports").interval;
/// assert!(low < 40.0 && 40.0 < high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DynNumericRandomizer: Send + Sync {
    /// The number of cells of the question's grid.
    fn cells(&self) -> u32;

    /// The number of output cells.
    fn output_cells(&self) -> u32;

    /// The ε that the integers imply, rounded up.
    fn privacy_loss(&self) -> PrivacyLoss;

    /// How the mean square of the number that a report stands for depends on the true one, t from −1
    /// to 1: what the precision of a mean follows from.
    fn square_law(&self) -> SquareLaw;

    /// The channel, held against e^ε.
    fn certificate(&self) -> Certificate;

    /// Draws the report of a grid cell.
    ///
    /// # Errors
    /// When the cell is beyond the grid.
    fn randomize(&self, cell: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain>;

    /// One of the reports that are longest in JSON.
    fn longest_report(&self) -> Report;

    /// No reports yet, for the mean alone: a few integers, whatever the number of cells.
    fn empty_sums(&self) -> ReportSums;

    /// Adds a report to sums.
    ///
    /// # Errors
    /// When the mechanism can never have produced it, or the sums are another mechanism's; nothing
    /// is added then.
    fn accumulate(&self, report: &Report, sums: &mut ReportSums) -> Result<(), ImpossibleReport>;

    /// Counts of no reports, one for each output cell: for the mean and the distribution.
    fn empty_counts(&self) -> Counts;

    /// Counts as stored, held against this mechanism.
    ///
    /// # Errors
    /// When the counts do not fit this mechanism.
    fn stored_counts(&self, reports: u64, cells: Vec<u64>) -> Result<Counts, CountsError>;

    /// Counts a report by its output cell.
    ///
    /// # Errors
    /// When the mechanism can never have produced it, or the counts are another mechanism's;
    /// nothing is counted then.
    fn count(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport>;

    /// The sums of reports that were counted by output cell; cells beyond the mechanism's count
    /// for nothing.
    fn sums_of_counts(&self, counts: &Counts) -> ReportSums;

    /// Estimates mean and variance; `None` without reports.
    fn estimate_mean(
        &self,
        sums: &ReportSums,
        grid: &Grid,
        confidence: Confidence,
    ) -> Option<MeanEstimate>;

    /// The estimator of the whole distribution, where the mechanism has one.
    fn density(&self) -> Option<&dyn DensityEstimator>;
}

impl<T: MeanEstimator + Send + Sync> DynNumericRandomizer for T {
    fn cells(&self) -> u32 {
        NumericRandomizer::cells(self)
    }

    fn output_cells(&self) -> u32 {
        NumericRandomizer::output_cells(self)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(self)
    }

    fn square_law(&self) -> SquareLaw {
        square_law_of_reports(self)
    }

    fn certificate(&self) -> Certificate {
        NumericRandomizer::certificate(self)
    }

    fn randomize(&self, cell: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Randomizer::randomize(self, cell, rng).map(|output| self.to_report(output))
    }

    fn longest_report(&self) -> Report {
        NumericRandomizer::longest_report(self)
    }

    fn empty_sums(&self) -> ReportSums {
        ReportSums::empty(self.parts())
    }

    fn accumulate(&self, report: &Report, sums: &mut ReportSums) -> Result<(), ImpossibleReport> {
        accumulate(self, report, sums)
    }

    fn empty_counts(&self) -> Counts {
        Counts::empty(NumericRandomizer::output_cells(self))
    }

    fn stored_counts(&self, reports: u64, cells: Vec<u64>) -> Result<Counts, CountsError> {
        check_sums(cells.len(), NumericRandomizer::output_cells(self))?;
        Counts::new(reports, cells)
    }

    fn count(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        check_sums(counts.sums().len(), NumericRandomizer::output_cells(self))
            .map_err(ImpossibleReport::Counts)?;
        let output = self.read_report(report)?;
        counts.add(|supports| {
            if let Some(count) = supports.get_mut(output as usize) {
                *count += 1;
            }
        });
        Ok(())
    }

    fn sums_of_counts(&self, counts: &Counts) -> ReportSums {
        sums_of_counts(self, counts)
    }

    fn estimate_mean(
        &self,
        sums: &ReportSums,
        grid: &Grid,
        confidence: Confidence,
    ) -> Option<MeanEstimate> {
        estimate_mean(self, sums, grid, confidence)
    }

    fn density(&self) -> Option<&dyn DensityEstimator> {
        MeanEstimator::density(self)
    }
}
