//! The registry of mechanisms for numbers: the plain names that survey files and the command line
//! use.
//!
//! Adding a mechanism takes its file and one line in [`NUMERIC_MECHANISMS`].

use std::fmt;

use rand::CryptoRng;

use super::{
    density::DensityEstimator,
    duchi,
    error::NumberError,
    grid::Grid,
    hybrid, laplace,
    mean::{MeanEstimate, MeanEstimator, accumulate, estimate_mean, sums_of_counts},
    moments::ReportSums,
    square_wave, window,
};
use crate::{
    Certificate, Confidence, Counts, Epsilon, PrivacyLoss, Randomizer, Report,
    error::{CountsError, ImpossibleReport, MechanismError, OutsideDomain},
    frequency_oracle::check_sums,
};

/// Every mechanism for numbers there is.
pub const NUMERIC_MECHANISMS: &[NumericMechanism] = &[
    laplace::MECHANISM,
    duchi::MECHANISM,
    window::MECHANISM,
    hybrid::MECHANISM,
    square_wave::MECHANISM,
];

/// A randomizer of any mechanism, or why the parameters describe none.
pub(super) type Built = Result<Box<dyn DynNumericRandomizer>, MechanismError>;

/// A mechanism for numbers by name: computes its published integers from ε, and builds its
/// randomizer from them.
///
/// ```
/// use rand::{SeedableRng, rngs::ChaCha20Rng};
/// use sotto_ldp::{Confidence, numbers::{Grid, NumericMechanism}};
///
/// let hours = Grid::new(0.into(), 100.into(), 1.into())?;
/// let hybrid = NumericMechanism::named("hybrid")?;
/// let parameters = hybrid.parameters(&"1".parse()?, hours.cells())?;
/// let randomizer = hybrid.randomizer(&parameters, hours.cells())?;
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
#[derive(Clone, Copy)]
pub struct NumericMechanism {
    pub(super) name: &'static str,
    pub(super) short_name: &'static str,
    pub(super) parameters: fn(&Epsilon, u32) -> Result<Vec<u64>, MechanismError>,
    pub(super) randomizer: fn(&[u64], u32) -> Built,
}

impl NumericMechanism {
    /// The mechanism of that full or short name.
    ///
    /// # Errors
    /// When there is none; the error lists those there are.
    pub fn named(name: &str) -> Result<Self, NumberError> {
        NUMERIC_MECHANISMS
            .iter()
            .find(|mechanism| name == mechanism.name || name == mechanism.short_name)
            .copied()
            .ok_or_else(|| NumberError::UnknownMechanism(name.chars().take(64).collect()))
    }

    /// `auto`: hybrid, whose worst variance is the least, where the mean is wanted; square wave
    /// where the distribution is.
    #[must_use]
    pub const fn recommended(distribution_wanted: bool) -> Self {
        if distribution_wanted {
            square_wave::MECHANISM
        } else {
            hybrid::MECHANISM
        }
    }

    /// The full name, as in survey files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The short name, as at the command line.
    #[must_use]
    pub const fn short_name(self) -> &'static str {
        self.short_name
    }

    /// The integers that a survey publishes for this mechanism at that ε, over a grid of that many
    /// cells.
    ///
    /// # Errors
    /// When the mechanism does not serve that ε or grid.
    pub fn parameters(self, epsilon: &Epsilon, cells: u32) -> Result<Vec<u64>, MechanismError> {
        (self.parameters)(epsilon, cells)
    }

    /// The randomizer that published integers describe; its privacy loss is computed from them
    /// alone.
    ///
    /// # Errors
    /// When the integers or the grid are none of this mechanism's.
    pub fn randomizer(
        self,
        parameters: &[u64],
        cells: u32,
    ) -> Result<Box<dyn DynNumericRandomizer>, MechanismError> {
        (self.randomizer)(parameters, cells)
    }
}

impl PartialEq for NumericMechanism {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for NumericMechanism {}

impl fmt::Debug for NumericMechanism {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("NumericMechanism")
            .field(&self.name)
            .finish()
    }
}

pub(super) fn known_names() -> String {
    let names: Vec<_> = NUMERIC_MECHANISMS
        .iter()
        .map(|mechanism| mechanism.name)
        .collect();
    names.join(", ")
}

/// A randomizer of numbers of any mechanism, with reports in the form in which they travel: what a
/// survey, a collector and a panel work with.
pub trait DynNumericRandomizer: Send + Sync {
    /// The number of cells of the question's grid.
    fn cells(&self) -> u32;

    /// The number of output cells.
    fn output_cells(&self) -> u32;

    /// The ε that the integers imply, rounded up.
    fn privacy_loss(&self) -> PrivacyLoss;

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
    /// When the counts are none of this mechanism's.
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
        MeanEstimator::cells(self)
    }

    fn output_cells(&self) -> u32 {
        MeanEstimator::output_cells(self)
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        Randomizer::privacy_loss(self)
    }

    fn certificate(&self) -> Certificate {
        MeanEstimator::certificate(self)
    }

    fn randomize(&self, cell: u32, rng: &mut dyn CryptoRng) -> Result<Report, OutsideDomain> {
        Randomizer::randomize(self, cell, rng).map(|output| self.to_report(output))
    }

    fn longest_report(&self) -> Report {
        MeanEstimator::longest_report(self)
    }

    fn empty_sums(&self) -> ReportSums {
        ReportSums::empty(self.parts())
    }

    fn accumulate(&self, report: &Report, sums: &mut ReportSums) -> Result<(), ImpossibleReport> {
        accumulate(self, report, sums)
    }

    fn empty_counts(&self) -> Counts {
        Counts::empty(MeanEstimator::output_cells(self))
    }

    fn stored_counts(&self, reports: u64, cells: Vec<u64>) -> Result<Counts, CountsError> {
        check_sums(cells.len(), MeanEstimator::output_cells(self))?;
        Counts::new(reports, cells)
    }

    fn count(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        check_sums(counts.sums().len(), MeanEstimator::output_cells(self))
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
