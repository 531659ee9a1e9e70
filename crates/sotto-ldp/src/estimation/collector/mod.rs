//! The collector's half of a mechanism, whichever it is: what counts reports and estimates from
//! them. The respondent's half is [`Respondent`].
//!
//! A mechanism is either for categories, whose shares are estimated, or for numbers, whose mean is.
//! What is asked of the wrong kind is refused.

mod categories;
mod custom_channel;
mod numbers;

use crate::{
    estimation::{
        among_interval::AmongMoments,
        among_precision::AmongPrecision,
        difference::Difference,
        error::EstimateError,
        estimate::{Estimate, Intervals},
        group_estimate::GroupReading,
        population::Population,
        precision::Precision,
    },
    kernel::{
        Certificate, Confidence, Counts, CountsError, ImpossibleReport, ProvenReport, Report,
        Respondent, SupportProbabilities, check_sums,
    },
    numbers::{DensityEstimator, Grid, MeanEstimate, MeanLaw},
};

/// Any mechanism, with reports in the form in which they travel: what a collector and a results
/// page work with.
///
/// ```
/// use rand::{SeedableRng, rngs::ChaCha20Rng};
/// use sotto_ldp::{Confidence, Mechanism, intervals::Population, numbers::Grid};
///
/// let hours = Grid::new(0.into(), 100.into(), 1.into())?;
/// let hybrid = Mechanism::for_numbers("hybrid")?;
/// let parameters = hybrid.parameters(&"1".parse()?, hours.cells())?;
/// let oracle = hybrid.oracle(&parameters, hours.cells())?;
///
/// // On each device. (A real device seeds its generator from the operating system.)
/// let mut generator = ChaCha20Rng::seed_from_u64(1);
/// let mut counts = oracle.empty_counts();
/// for respondent in 0..10_000 {
///     let worked = hours.index_of((35 + respondent % 11).into())?;
///     let report = oracle.randomize(worked, &mut generator)?;
///     oracle.accumulate(&report, &mut counts)?;
/// }
///
/// // At the collector.
/// let how = (Population::Sampled, Confidence::default());
/// let found = oracle.estimate_mean(&counts, &hours, how)?;
/// let (low, high) = found.interval;
/// assert!(low < 40.0 && 40.0 < high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Collector: Respondent {
    /// How many sums are kept of the reports, whatever their number; of numbers, one for each
    /// output cell.
    fn sum_count(&self) -> u32;

    /// The channel, held against e^ε.
    fn certificate(&self) -> Certificate;

    /// Counts a report.
    ///
    /// # Errors
    /// When the mechanism can never have produced it, or the counts are another mechanism's;
    /// nothing is counted then.
    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport>;

    /// Counts many reports, faster than one by one. They are proven to be possible, and are not
    /// checked again.
    ///
    /// # Errors
    /// When they are proven for another mechanism, or the counts are another mechanism's; nothing is
    /// counted then.
    fn accumulate_all(
        &self,
        reports: &[&ProvenReport],
        counts: &mut Counts,
    ) -> Result<(), ImpossibleReport> {
        check_counts(counts, self.sum_count())?;
        let shape = self.report_shape();
        if reports.iter().any(|proven| proven.shape() != shape) {
            return Err(ImpossibleReport::OtherMechanism);
        }
        let reports: Vec<&Report> = reports.iter().map(|proven| &***proven).collect();
        counts.add_all(reports.len(), |sums| self.add_to_sums(&reports, sums));
        Ok(())
    }

    /// Adds reports to the sums, without checking them: [`Self::accumulate_all`] has.
    fn add_to_sums(&self, reports: &[&Report], sums: &mut [u64]);

    /// Counts of no reports, with as many sums as this mechanism keeps.
    fn empty_counts(&self) -> Counts {
        Counts::empty(self.sum_count())
    }

    /// Counts as stored, held against this mechanism.
    ///
    /// # Errors
    /// When the sums do not fit this mechanism.
    fn stored_counts(&self, reports: u64, sums: Vec<u64>) -> Result<Counts, CountsError> {
        check_sums(sums.len(), self.sum_count())?;
        Counts::new(reports, sums)
    }

    /// p* and q* for one value; they differ between values for forced response alone.
    ///
    /// # Errors
    /// When the mechanism is for numbers.
    fn support_probabilities_of(&self, _value: u32) -> Result<SupportProbabilities, EstimateError> {
        Err(EstimateError::OfNumbers)
    }

    /// What the variance of the estimated shares follows from; of the first value where values
    /// differ.
    ///
    /// # Errors
    /// When the protocol does not tell values apart, or is for numbers.
    fn precision(&self) -> Result<Precision, EstimateError> {
        Err(EstimateError::OfNumbers)
    }

    /// The most that a single report can add to n times the estimate of a value's share, where the report
    /// is of whatever this mechanism takes; a respondent who is asked directly adds 1
    /// ([`crate::planning::manipulation::share_weight`]).
    ///
    /// # Errors
    /// When the mechanism is for numbers, or does not tell values apart.
    fn greatest_share(&self) -> Result<f64, EstimateError> {
        Err(EstimateError::OfNumbers)
    }

    /// What the variance of the estimated share of a group of `size` values follows from.
    ///
    /// # Errors
    /// When the group is empty or everything, or the mechanism does not tell groups apart.
    fn group_precision(&self, size: u32) -> Result<Precision, EstimateError> {
        Err(EstimateError::NoGroups { values: size })
    }

    /// What the variance follows from of the share of a group of `size` values among those with one of `whole`
    /// values, the group's included.
    ///
    /// # Errors
    /// When the group is empty or the whole; where the mechanism does not tell groups apart, unless it is of one
    /// value among all but one.
    fn among_precision(&self, size: u32, _whole: u32) -> Result<AmongPrecision, EstimateError> {
        Err(EstimateError::NoGroups { values: size })
    }

    /// What the interval follows from of that share.
    ///
    /// # Errors
    /// When the group is empty or the whole, or the mechanism does not tell groups apart.
    fn among_moments(&self, size: u32, _whole: u32) -> Result<AmongMoments, EstimateError> {
        Err(EstimateError::NoGroups { values: size })
    }

    /// The most that a single report can add to n times the estimate of the share of a group of `size`
    /// values.
    ///
    /// # Errors
    /// When the mechanism does not tell groups apart.
    fn greatest_group_share(&self, size: u32) -> Result<f64, EstimateError> {
        Err(EstimateError::NoGroups { values: size })
    }

    /// How much likelier a report is under a value of each level than under one of level 0, from
    /// level 1 on. Empty for numbers.
    fn likelihood_ratios(&self) -> Vec<f64> {
        Vec::new()
    }

    /// The values under which a report is likelier than under others, rising, each with its level,
    /// counted from 1. Empty for numbers.
    ///
    /// # Errors
    /// When the mechanism can never have produced the report.
    fn likelier_values(&self, report: &Report) -> Result<Vec<(u32, u32)>, ImpossibleReport> {
        self.report_shape().check(report).map(|()| Vec::new())
    }

    /// The number of reports that support each value, from the sums as they are counted; `None` for
    /// numbers, or when the counts are another mechanism's.
    fn decode(&self, _counts: &Counts) -> Option<Counts> {
        None
    }

    /// The estimates of all values' shares, from the sums as they are counted.
    ///
    /// # Errors
    /// When there are no reports, the counts are another mechanism's, or this one is for numbers.
    fn estimate(
        &self,
        _counts: &Counts,
        _intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        Err(EstimateError::OfNumbers)
    }

    /// The estimated share of every group of values, with the error of the group as a whole.
    ///
    /// # Errors
    /// When there are no reports, a group is empty, everything or outside the domain, or the
    /// mechanism does not tell groups apart.
    fn estimate_groups(
        &self,
        _counts: &Counts,
        groups: &[Vec<u32>],
        _population: Population,
        _confidence: Confidence,
    ) -> Result<Vec<Estimate>, EstimateError> {
        let values = groups.first().map_or(0, Vec::len);
        Err(EstimateError::NoGroups {
            values: u32::try_from(values).unwrap_or(u32::MAX),
        })
    }

    /// What the reports say of a group of values: to be put together with other respondents' reports, by
    /// [`GroupReading::together`].
    ///
    /// # Errors
    /// As [`Self::estimate_groups`].
    fn read_group(&self, _counts: &Counts, group: &[u32]) -> Result<GroupReading, EstimateError> {
        Err(EstimateError::NoGroups {
            values: u32::try_from(group.len()).unwrap_or(u32::MAX),
        })
    }

    /// How much greater the share of one group of values is than that of another, from the same reports,
    /// with the error of the difference as a whole. The groups share no value.
    ///
    /// # Errors
    /// When there are no reports, a group is empty or outside the domain, the two share a value, or the
    /// mechanism does not tell groups apart.
    fn compare_groups(
        &self,
        _counts: &Counts,
        groups: (&[u32], &[u32]),
        _population: Population,
        _confidence: Confidence,
    ) -> Result<Difference, EstimateError> {
        Err(EstimateError::NoGroups {
            values: u32::try_from(groups.0.len()).unwrap_or(u32::MAX),
        })
    }

    /// How the variance of an estimated mean depends on the true numbers: what its precision follows from.
    ///
    /// # Errors
    /// When the mechanism is for categories.
    fn mean_law(&self) -> Result<MeanLaw, EstimateError> {
        Err(EstimateError::OfCategories)
    }

    /// n times the variance of x − µy where a share of `answered` give a number and the others decline: the
    /// law of the mean of those who answer, whose square of that share divides it.
    ///
    /// # Errors
    /// When the mechanism is for categories.
    fn mean_law_among(&self, _answered: f64) -> Result<MeanLaw, EstimateError> {
        Err(EstimateError::OfCategories)
    }

    /// How far from the middle of the range the farthest number lies that a report stands for, with half
    /// of the range as 1, and farther where the report also moves the share of those who answered: what a fake report can weigh follows from it
    /// ([`crate::planning::manipulation::number_weight`]). It takes as long as there are output cells.
    ///
    /// # Errors
    /// When the mechanism is for categories.
    fn farthest_number(&self) -> Result<f64, EstimateError> {
        Err(EstimateError::OfCategories)
    }

    /// Estimates the mean and the variance of numbers on that grid, of exactly those who reported or of a
    /// population of which they are a sample; where numbers can be declined, the mean of those who answered.
    ///
    /// # Errors
    /// When there are no reports, the counts are another mechanism's, or this one is for categories; where
    /// numbers can be declined, also when the reports do not tell that anybody answered.
    fn estimate_mean(
        &self,
        _counts: &Counts,
        _grid: &Grid,
        _how: (Population, Confidence),
    ) -> Result<MeanEstimate, EstimateError> {
        Err(EstimateError::OfCategories)
    }

    /// The estimated share of those who declined a number.
    ///
    /// # Errors
    /// When nobody can decline by this mechanism, there are no reports, or the counts are another
    /// mechanism's.
    fn estimate_declined(
        &self,
        _counts: &Counts,
        _intervals: Intervals,
    ) -> Result<Estimate, EstimateError> {
        Err(EstimateError::NeverDeclined)
    }

    /// The estimator of the whole distribution of numbers, where the mechanism has one.
    fn density(&self) -> Option<&dyn DensityEstimator> {
        None
    }
}

/// As of the respondent's half.
impl dyn Collector + '_ {
    /// Proves a report that has travelled.
    ///
    /// # Errors
    /// When the mechanism can never have produced it.
    pub fn prove(&self, report: Report) -> Result<ProvenReport, ImpossibleReport> {
        (self as &dyn Respondent).prove(report)
    }

    /// One of the reports that are longest in JSON: what others are padded to.
    #[must_use]
    pub fn longest_report(&self) -> Report {
        (self as &dyn Respondent).longest_report()
    }
}

fn check_counts(counts: &Counts, expected: u32) -> Result<(), ImpossibleReport> {
    check_sums(counts.sums().len(), expected).map_err(ImpossibleReport::Counts)
}
