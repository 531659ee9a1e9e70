//! The one estimator of a mean, for every mechanism whose outputs stand for numbers.

use super::{
    declined_cell::DeclinedCell,
    density::DensityEstimator,
    grid::Grid,
    moments::{Means, Moments, ReportSums},
    randomizers::NumericRandomizer,
    ratio::Ratio,
    score::Score,
    skewed_interval::SkewedMean,
};
use crate::kernel::{Confidence, Counts, Population, float};

/// How a mean of squares depends on the true number t: slope·t² + constant.
///
/// Read by estimators alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquareLaw {
    /// What t² is multiplied by.
    pub slope: f64,
    /// What stays at t = 0.
    pub constant: f64,
}

/// How a mean of cubes depends on the true number t: linear·t + cubic·t³.
///
/// Read by estimators alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeLaw {
    /// What t is multiplied by.
    pub linear: f64,
    /// What t³ is multiplied by.
    pub cubic: f64,
}

/// How n times the variance of an estimated mean depends on the true numbers t, from −1 to 1, of mean µ:
/// constant + slope·E\[t²\] + `mean`·µ².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanLaw {
    /// Of the mean square of what a report stands for.
    pub square: SquareLaw,
    /// What µ² is multiplied by: −1, unless the mean is that of those who answered, a ratio; then as it is
    /// where nobody declines.
    pub mean: f64,
}

/// A randomizer of numbers whose outputs stand for numbers with the true one as their mean,
/// exactly: Σ weight·steps·unit = t·row total for every input. (Laplace's chances are no integers; its
/// scores round what its ends stand for.)
///
/// Input cell i of N+1 stands for t = (2i − N)/N, from −1 to 1.
pub trait MeanEstimator: NumericRandomizer {
    /// How many parts with different units the outputs have.
    fn parts(&self) -> usize {
        1
    }

    /// The chance that a report is of that part, whatever the input.
    fn share(&self, _part: usize) -> f64 {
        1.0
    }

    /// What an output cell stands for.
    fn score(&self, output: u32) -> Score;

    /// The unit of a part.
    fn unit(&self, part: usize) -> Ratio;

    /// The mean square of a part's steps, or at most a twentieth more: what errors and plans are held to.
    fn square_law(&self, part: usize) -> SquareLaw;

    /// The mean cube of a part's steps: that of a number with even noise, unless the mechanism has another.
    fn cube_law(&self, part: usize) -> CubeLaw {
        let unit = self.unit(part).to_f64();
        CubeLaw {
            linear: 3.0 * self.square_law(part).constant / unit,
            cubic: unit.powi(-3),
        }
    }

    /// The mean of a part's [`Score::square`], exactly: what the numbers' own variance is read by.
    fn squares(&self, part: usize) -> SquareLaw {
        self.square_law(part)
    }

    /// How the last output cell tells of those who declined; `None` where nobody can.
    fn declined(&self) -> Option<DeclinedCell> {
        None
    }

    /// The estimator of the whole distribution, where the mechanism has one.
    fn density(&self) -> Option<&dyn DensityEstimator> {
        None
    }
}

/// The estimated mean of the respondents' numbers, in the question's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanEstimate {
    /// The number of reports, those included that say "declined".
    pub reports: u64,
    /// Unbiased; a ratio of two such where numbers can be declined, so it may lie outside the question's range.
    pub mean: f64,
    /// The standard deviation of the mean with respondents as a random sample; for the noise alone
    /// it is an upper bound.
    pub standard_error: f64,
    /// The means that the reports do not speak against, not cut at the range.
    pub interval: (f64, f64),
    /// The variance of the numbers themselves; `None` where reports tell nothing about it (Duchi),
    /// there are fewer than two that do, or numbers can be declined.
    pub variance: Option<VarianceEstimate>,
}

/// The estimated variance of the respondents' numbers, in the question's unit squared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceEstimate {
    /// Unbiased, so it may lie below zero.
    pub variance: f64,
    /// Its standard deviation, by the delta method.
    pub standard_error: f64,
}

/// The sums of reports that were counted by output cell.
#[must_use]
pub fn sums_of_counts<M: MeanEstimator + ?Sized>(estimator: &M, counts: &Counts) -> ReportSums {
    let mut sums = ReportSums::empty(estimator.parts());
    for (output, &count) in (0..estimator.output_cells()).zip(counts.sums()) {
        sums.add(estimator.score(output), count);
    }
    sums
}

/// Estimates the mean from the sums of reports; `None` without reports.
///
/// The mean is that of the numbers that reports stand for. Its standard error is that of
/// a mean of n draws, √((M − m²)/n), where the mean square M of the reports is not taken
/// as it happens to come but is held to what the mechanism can have: constant + slope·t² for
/// a mean square t² from m² to 1. So the error never collapses when n is small. Of a fixed population
/// what the numbers themselves differ is taken off it, as far as the squares of the reports tell.
/// The interval takes account of how skewed reports are: of the third moment that one has where everybody is
/// at the mean.
#[must_use]
pub fn estimate_mean<M: MeanEstimator + ?Sized>(
    estimator: &M,
    sums: &ReportSums,
    grid: &Grid,
    how: (Population, Confidence),
) -> Option<MeanEstimate> {
    estimate_from(&readings(estimator), sums, grid, how)
}

/// The mean of what reports stand for and the mean of its square, with t from −1 to 1, and what the mean
/// square can be; `None` without reports.
pub(crate) fn mean_of_reports<M: MeanEstimator + ?Sized>(
    estimator: &M,
    sums: &ReportSums,
) -> Option<(f64, f64, ReportLaw)> {
    let readings = readings(estimator);
    let (mean, square) = means(&readings, sums)?;
    Some((mean, square, ReportLaw::of(&readings)))
}

/// Reports tell the mean square of the true numbers where it raises theirs by at least so many times.
const TELLING: f64 = 0.5;

/// The moments of what a report stands for, over all parts of a mechanism, with t from −1 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportLaw {
    pub(crate) square: SquareLaw,
    pub(crate) cube: CubeLaw,
}

impl ReportLaw {
    fn of(readings: &[PartReading]) -> Self {
        let sum = |of: fn(&CubeLaw) -> f64| {
            let parts = readings
                .iter()
                .map(|one| one.share * one.unit.powi(3) * of(&one.cubes));
            parts.sum()
        };
        Self {
            square: mean_square(readings),
            cube: CubeLaw {
                linear: sum(|law| law.linear),
                cubic: sum(|law| law.cubic),
            },
        }
    }

    /// The mean square of the report of somebody at t.
    pub(crate) fn square_at(&self, number: f64) -> f64 {
        self.square.constant + self.square.slope * number * number
    }

    /// The mean cube of the report of somebody at t.
    pub(crate) fn cube_at(&self, number: f64) -> f64 {
        number * (self.cube.linear + self.cube.cubic * number * number)
    }

    /// Farther from the estimate than any mean that is kept: where V is the greatest there is, and skewness is
    /// that of the least V.
    pub(crate) fn farthest(&self, reports: f64, deviations: f64) -> f64 {
        let greatest = self.square_at(1.0).max(self.square_at(0.0));
        let least = (self.square_at(0.0)).min(self.square_at(1.0) - 1.0);
        let third = self.cube_at(1.0).abs() + 3.0 * greatest + 2.0;
        let skew = third / (least.max(f64::MIN_POSITIVE).powf(1.5) * reports.sqrt());
        let shift = skew * (deviations * deviations - 1.0).abs() / 6.0;
        2.0 * (deviations + shift) * (greatest / reports).sqrt() + 2.0
    }

    /// The mean square of the true numbers, from that of the reports; of a mechanism whose reports hardly tell
    /// it, the least that it can be, under which noise is greatest.
    pub(crate) fn square_of_numbers(&self, of_reports: f64, least: f64) -> f64 {
        let SquareLaw { slope, constant } = self.square;
        if slope > TELLING {
            ((of_reports - constant) / slope).clamp(least, 1.0)
        } else {
            least
        }
    }
}

/// What the precision of a mean follows from.
pub(crate) fn law_of_mean<M: MeanEstimator + ?Sized>(estimator: &M) -> MeanLaw {
    law_of_mean_among(estimator, 1.0)
}

/// n·Var\[x − µy\] where a share of `answered` give a number. Where no cell tells of those who decline, they
/// report one that is drawn evenly from the grid, and the variance of their own estimated share is to be added.
pub(crate) fn law_of_mean_among<M: MeanEstimator + ?Sized>(
    estimator: &M,
    answered: f64,
) -> MeanLaw {
    let SquareLaw { slope, constant } = mean_square(&readings(estimator));
    let declined = 1.0 - answered;
    if let Some(cell) = estimator.declined() {
        return MeanLaw {
            square: SquareLaw {
                slope: answered * slope,
                constant: answered * constant + declined * cell.square,
            },
            mean: cell.slope_of_ratio(answered),
        };
    }
    // Of N + 1 cells from −1 to 1, t² is (N + 2)/(3N) in the mean.
    let steps = f64::from(estimator.cells().saturating_sub(1).max(1));
    let even = (steps + 2.0) / (3.0 * steps);
    MeanLaw {
        square: SquareLaw {
            slope: answered * slope,
            constant: constant + declined * slope * even,
        },
        mean: -answered * answered - 2.0 * answered * declined,
    }
}

/// How far from the middle of the range the farthest number lies that a report stands for; half of the
/// range is 1. Where numbers can be declined it lies farther by what the report does to the share of those
/// who answered, by which the mean is divided.
pub(crate) fn farthest_of_reports<M: MeanEstimator + ?Sized>(estimator: &M) -> f64 {
    let units: Vec<f64> = (0..estimator.parts())
        .map(|part| estimator.unit(part).to_f64())
        .collect();
    let farthest = (0..estimator.output_cells())
        .map(|output| {
            let Score { part, steps, .. } = estimator.score(output);
            units.get(part).copied().unwrap_or_default() * float(steps.unsigned_abs())
        })
        .fold(0.0, f64::max);
    let of_ratio = estimator
        .declined()
        .map_or(0.0, |cell| cell.answered_of(0.0) - 1.0);
    farthest + of_ratio
}

fn readings<M: MeanEstimator + ?Sized>(estimator: &M) -> Vec<PartReading> {
    (0..estimator.parts())
        .map(|part| PartReading {
            unit: estimator.unit(part).to_f64(),
            share: estimator.share(part),
            law: estimator.square_law(part),
            cubes: estimator.cube_law(part),
            squares: estimator.squares(part),
        })
        .collect()
}

/// Over all parts, each with its share.
fn mean_square(readings: &[PartReading]) -> SquareLaw {
    let sum = |of: fn(&SquareLaw) -> f64| {
        let parts = readings
            .iter()
            .map(|reading| reading.share * reading.unit.powi(2) * of(&reading.law));
        parts.sum()
    };
    SquareLaw {
        slope: sum(|law| law.slope),
        constant: sum(|law| law.constant),
    }
}

/// How a part of the reports is read as numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartReading {
    pub(super) unit: f64,
    pub(super) share: f64,
    pub(super) law: SquareLaw,
    pub(super) cubes: CubeLaw,
    pub(super) squares: SquareLaw,
}

pub(super) fn estimate_from(
    readings: &[PartReading],
    sums: &ReportSums,
    grid: &Grid,
    (population, confidence): (Population, Confidence),
) -> Option<MeanEstimate> {
    let (mean, square) = means(readings, sums)?;
    let reports = sums.reports();
    let n = float(reports);
    let law = ReportLaw::of(readings);
    let within = mean.clamp(-1.0, 1.0);
    let square = square.max(law.square_at(within)).min(law.square_at(1.0));
    // What the numbers themselves differ, where exactly they are asked about.
    let between = match population {
        Population::Sampled => 0.0,
        Population::Fixed => law.square_of_numbers(square, within * within) - within * within,
    };
    let variance = |mean: f64| {
        let held = mean.clamp(-1.0, 1.0);
        let of_noise = law.square_at(held) - held * held;
        (square - between - mean * mean).max(of_noise)
    };
    let third = |mean: f64| {
        let held = mean.clamp(-1.0, 1.0);
        law.cube_at(held) - 3.0 * held * law.square_at(held) + 2.0 * held.powi(3)
    };
    let skewed = SkewedMean {
        mean,
        reports: n,
        slope: 1.0,
        variance,
        third,
        step: |_| 0.0,
        grows: false,
    };
    let deviations = confidence.standard_deviations();
    let (low, high) = skewed.interval(deviations, law.farthest(n, deviations))?;
    let scale = grid.half_range();
    let telling = readings
        .iter()
        .zip(sums.parts())
        .filter(|(reading, _)| reading.squares.slope > 0.0);
    Some(MeanEstimate {
        reports,
        mean: grid.of_unit(mean),
        standard_error: ((square - between - within * within).max(0.0) / n).sqrt() * scale,
        interval: (grid.of_unit(low), grid.of_unit(high)),
        variance: telling
            .map(|(reading, moments)| estimate_variance(*reading, moments, scale))
            .next()
            .flatten(),
    })
}

/// The mean of what reports stand for, and the mean of its square; `None` without reports.
fn means(readings: &[PartReading], sums: &ReportSums) -> Option<(f64, f64)> {
    let reports = sums.reports();
    let (mut mean, mut square) = (0.0, 0.0);
    for (reading, moments) in readings.iter().zip(sums.parts()) {
        let means = moments.means(reading.unit);
        let seen = float(moments.reports()) / float(reports.max(1));
        mean += seen * means.number;
        square += seen * means.number_squared;
    }
    (reports > 0).then_some((mean, square))
}

/// Var\[t\] = E\[t²\] − E\[t\]², from a part whose squares tell about t².
fn estimate_variance(
    reading: PartReading,
    moments: &Moments,
    scale: f64,
) -> Option<VarianceEstimate> {
    if moments.reports() < 2 {
        return None;
    }
    let PartReading { unit, squares, .. } = reading;
    let slope = squares.slope * unit * unit;
    let n = float(moments.reports());
    let Means {
        number,
        number_squared,
        square,
        product,
        square_squared,
    } = moments.means(unit);
    let spread = (number_squared - number * number).max(0.0);
    let mean_of_squares = (square - squares.constant * unit * unit) / slope;
    // The square of a noisy mean is too great by the mean's own variance.
    let square_of_mean = number * number - spread / (n - 1.0);
    let of_squares = (square_squared - square * square) / (slope * slope);
    let between = (product - square * number) / slope;
    let influence = of_squares - 4.0 * number * between + 4.0 * number * number * spread;
    Some(VarianceEstimate {
        variance: (mean_of_squares - square_of_mean) * scale * scale,
        standard_error: (influence.max(0.0) / n).sqrt() * scale * scale,
    })
}
