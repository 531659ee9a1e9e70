//! Numbers that can be declined: the share of those who did, and the mean of those who answered.
//!
//! A report stands for a number, x, whose mean is the true t from −1 to 1 where the number was given, and 0
//! where it was declined; or it is of the cell of those who declined, and stands for 0. So with a the share of
//! those who answered and µ their mean, x̄ estimates a·µ, and the share of the cell, which is p where the
//! number was declined and q where it was given, estimates a by ȳ, the mean of y = (p − \[declined\])/(p − q).
//! Then µ̂ = x̄/ȳ.
//!
//! The interval is Fieller's (1954), not that of the delta method, because the share of those who answered may
//! be so uncertain that the ratio's error is not even: it holds the µ with (x̄ − µȳ)² ≤ z²·Var\[x − µy\]/n. The
//! variance is the one that reports have *if* µ is the mean, E\[x²\] − 2µE\[xy\] + µ²E\[y²\], where x·y is
//! x·p/(p − q), since a report of the cell stands for 0. So it does not collapse where reports are few, and
//! where nobody can decline it is Wilson's.

use super::fieller;
use crate::{
    kernel::{Confidence, Counts, float},
    numbers::{
        DeclinedCell, Grid, MeanEstimate, MeanEstimator, SquareLaw, mean_of_reports, sums_of_counts,
    },
};

/// Estimates the mean of those who answered, from reports counted by output cell; `None` without reports, and
/// where these do not tell that anybody answered.
pub(crate) fn estimate_answered<M: MeanEstimator + ?Sized>(
    estimator: &M,
    cell: DeclinedCell,
    counts: &Counts,
    grid: &Grid,
    confidence: Confidence,
) -> Option<MeanEstimate> {
    let (mean, square, law) = mean_of_reports(estimator, &sums_of_counts(estimator, counts))?;
    let reports = counts.reports();
    let n = float(reports);
    let declined = float(counts.sums().last().copied()?) / n;
    let answered = cell.answered_of(declined);
    // What errors are computed with must be possible.
    let share = answered.clamp(0.0, 1.0);
    let within = (mean / answered).clamp(-1.0, 1.0);
    let SquareLaw { slope, constant } = law;
    let at = |square_of_numbers: f64| {
        share * (constant + slope * square_of_numbers) + (1.0 - share) * cell.square
    };
    let square = square.max(at(within * within)).min(at(1.0));
    let slope_of_ratio = cell.slope_of_ratio(share);
    let found = fieller::ratio(
        (mean, square / n),
        (answered, slope_of_ratio / n),
        0.0,
        confidence.standard_deviations(),
    )?;
    let variance = (square + slope_of_ratio * within * within).max(0.0) / n;
    let (low, high) = found.interval;
    Some(MeanEstimate {
        reports,
        mean: grid.of_unit(found.share),
        standard_error: variance.sqrt() / answered * grid.half_range(),
        interval: (grid.of_unit(low), grid.of_unit(high)),
        variance: None,
    })
}
