//! Numbers that can be declined: the share of those who did, and the mean of those who answered.
//!
//! A report stands for a number, x, whose mean is the true t from −1 to 1 where the number was given, and 0
//! where it was declined; or it is of the cell of those who declined, and stands for 0. So with a the share of
//! those who answered and µ their mean, x̄ estimates a·µ, and the share of the cell, which is p where the
//! number was declined and q where it was given, estimates a by ȳ, the mean of y = (p − \[declined\])/(p − q).
//! Then µ̂ = x̄/ȳ.
//!
//! The interval is of Fieller's kind (1954), not that of the delta method, because the share of those who
//! answered may be so uncertain that the ratio's error is not even: it holds the µ whose x̄ − µȳ is no farther
//! from 0 than the mean of n such reports is, with the skewness that they have ([`SkewedMean`]). Variance and
//! third moment are those that reports have *if* µ is the mean, E\[x²\] − 2µE\[xy\] + µ²E\[y²\] and so on, where
//! x·y is x·p/(p − q), since a report of the cell stands for 0. So it does not collapse where reports are few.
//!
//! Where ȳ is within two of its standard errors of zero, nothing is said: such a ȳ is mostly noise, and a mean
//! that is told only when noise made ȳ large is off by a third of the range.

use crate::{
    kernel::{Confidence, Counts, Population, float},
    numbers::{
        DeclinedCell, Grid, MeanEstimate, MeanEstimator, SkewedMean, mean_of_reports,
        sums_of_counts,
    },
};

/// So many standard errors the share of those who answered must be above zero.
const CERTAIN: f64 = 2.0;

/// Estimates the mean of those who answered, from reports counted by output cell; `None` without reports, and
/// where these do not tell that anybody answered.
pub(crate) fn estimate_answered<M: MeanEstimator + ?Sized>(
    estimator: &M,
    cell: DeclinedCell,
    counts: &Counts,
    grid: &Grid,
    (population, confidence): (Population, Confidence),
) -> Option<MeanEstimate> {
    let (mean, square, law) = mean_of_reports(estimator, &sums_of_counts(estimator, counts))?;
    let reports = counts.reports();
    let n = float(reports);
    let declined = float(counts.sums().last().copied()?) / n;
    let answered = cell.answered_of(declined);
    // What errors are computed with must be possible.
    let share = answered.clamp(0.0, 1.0);
    let of_answered = (cell.square_of_answered(share) - share * share) / n;
    if answered <= CERTAIN.max(confidence.standard_deviations()) * of_answered.max(0.0).sqrt() {
        return None;
    }
    let found = mean / answered;
    let within = found.clamp(-1.0, 1.0);
    let at = |square_of_numbers: f64| {
        share * law.square_at(square_of_numbers.sqrt()) + (1.0 - share) * cell.square
    };
    let square = square.max(at(within * within)).min(at(1.0));
    // What the numbers themselves differ, where exactly they are asked about.
    let between = match population {
        Population::Sampled => 0.0,
        Population::Fixed => {
            let of_those_who_answered = (square - (1.0 - share) * cell.square) / share;
            let numbers = law.square_of_numbers(of_those_who_answered, within * within);
            share * (numbers - within * within)
        }
    };
    let of_ratio = cell.slope_of_ratio(share);
    let variance = |mean: f64| {
        let held = mean.clamp(-1.0, 1.0);
        // Everybody who answered is at the mean.
        let of_noise = at(held * held);
        (square - between).max(of_noise) + of_ratio * mean * mean
    };
    let third = |mean: f64| {
        let held = mean.clamp(-1.0, 1.0);
        let (squares, cubes) = (law.square_at(held), law.cube_at(held));
        share * cell.third_of_answered(held, squares, cubes)
            + (1.0 - share) * cell.third_of_declined(held)
    };
    let skewed = SkewedMean {
        mean: found,
        reports: n,
        slope: answered,
        variance,
        third,
        step: |_| 0.0,
        grows: false,
    };
    let deviations = confidence.standard_deviations();
    let farthest = law.farthest(n, deviations) / answered;
    // Fieller's set has an end where ȳ is certainly above zero.
    let mut farther = FARTHEST.iter().map(|times| times * farthest);
    let (low, high) = farther.find_map(|farthest| skewed.interval(deviations, farthest))?;
    let spread = (square - between + of_ratio * within * within).max(0.0) / n;
    Some(MeanEstimate {
        reports,
        mean: grid.of_unit(found),
        standard_error: spread.sqrt() / answered * grid.half_range(),
        interval: (grid.of_unit(low), grid.of_unit(high)),
        variance: None,
    })
}

/// As many times the first guess an end is looked for.
const FARTHEST: [f64; 3] = [1.0, 10.0, 1_000.0];
