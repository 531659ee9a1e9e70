//! Estimates that the one estimator of pure protocols does not give: from sums of noisy numbers,
//! and from sketches, whose hash functions let values collide.

use crate::{
    Confidence, Estimate, EstimateError, Intervals, estimate::float, intervals::Population,
    randomizers::sketch::SketchShape, sampling::DiscreteLaplace,
};

/// Components with noise, added up over all reports.
pub(crate) struct SummedComponents {
    /// n.
    pub(crate) reports: u64,
    /// In steps, one for each value.
    pub(crate) sums: Vec<i128>,
    /// The steps that stand for one.
    pub(crate) steps: u64,
    /// The noise on each component, in steps.
    pub(crate) noise: DiscreteLaplace,
}

/// The mean of each component is its value's share, and its variance that of the noise, which does
/// not depend on the share. The interval is a normal one: the sum of n independent noises; for n
/// of one or two it is a little short, Laplace's tails being longer than normal ones.
pub(crate) fn estimate(
    summed: &SummedComponents,
    intervals: Intervals,
) -> Result<Vec<Estimate>, EstimateError> {
    if summed.reports == 0 {
        return Err(EstimateError::NoReports);
    }
    let n = float(summed.reports);
    let steps = float(summed.steps);
    let noise = share_variance(summed.noise, summed.steps);
    let z = deviations(intervals, summed.sums.len());
    let one = |&sum: &i128| {
        let share = wide(sum) / (n * steps);
        let sampling = match intervals.method.population() {
            Population::Fixed => 0.0,
            Population::Sampled => {
                let share = share.clamp(0.0, 1.0);
                share * (1.0 - share)
            }
        };
        let standard_error = ((noise + sampling) / n).sqrt();
        Estimate {
            share,
            standard_error,
            interval: (share - z * standard_error, share + z * standard_error),
        }
    };
    Ok(summed.sums.iter().map(one).collect())
}

/// What collisions may add to the variance of a sketch's estimate of a value that nobody has.
///
/// Of the r rows of m columns, those in which another value is hashed where v is are a share C of
/// mean 1/m and variance (1/m)(1 − 1/m)/r under pairwise independent hash functions. Dividing by
/// p* − q*, which is 1 − 1/m of the two columns' difference, makes the other value's share count
/// (C − 1/m)·m/(m − 1) times for v's, whose variance is 1/(r(m − 1)). Over all others it is at most
/// (1 − f_v)²/(r(m − 1)), however their collisions depend on each other, and reaches that where
/// they are one value.
pub(crate) fn collisions(SketchShape { rows, columns }: SketchShape) -> f64 {
    1.0 / (f64::from(rows) * f64::from(columns - 1))
}

/// Widens estimates by a variance that their own does not hold, which depends on the share.
pub(crate) fn with_more_variance(
    estimates: Vec<Estimate>,
    intervals: Intervals,
    more: impl Fn(f64) -> f64,
) -> Vec<Estimate> {
    let z = deviations(intervals, estimates.len());
    let widened = |estimate: Estimate| {
        let more = more(estimate.share.clamp(0.0, 1.0));
        let end = |end: f64| {
            let apart = end - estimate.share;
            estimate.share + apart.signum() * (apart * apart + z * z * more).sqrt()
        };
        Estimate {
            share: estimate.share,
            standard_error: (estimate.standard_error.powi(2) + more).sqrt(),
            interval: (end(estimate.interval.0), end(estimate.interval.1)),
        }
    };
    estimates.into_iter().map(widened).collect()
}

/// Widens the estimates of a sketch by what collisions add.
pub(crate) fn with_collisions(
    estimates: Vec<Estimate>,
    intervals: Intervals,
    shape: SketchShape,
) -> Vec<Estimate> {
    let of_rare = collisions(shape);
    with_more_variance(estimates, intervals, |share| {
        of_rare * (1.0 - share) * (1.0 - share)
    })
}

fn deviations(intervals: Intervals, values: usize) -> f64 {
    let confidence: Confidence = if intervals.simultaneous {
        intervals.confidence.simultaneous(values)
    } else {
        intervals.confidence
    };
    confidence.standard_deviations()
}

/// The variance of the noise on a share, of which so many steps stand for one.
pub(crate) fn share_variance(noise: DiscreteLaplace, steps: u64) -> f64 {
    noise_variance(noise) / (float(steps) * float(steps))
}

/// 2e^(−γ)/(1−e^(−γ))².
fn noise_variance(noise: DiscreteLaplace) -> f64 {
    let (numerator, denominator) = noise.decay();
    let gamma = float(numerator) / float(denominator);
    let kept = (-gamma).exp();
    let lost = -(-gamma).exp_m1();
    2.0 * kept / (lost * lost)
}

#[expect(clippy::cast_precision_loss, reason = "sums are far below 2⁵³ scales")]
const fn wide(sum: i128) -> f64 {
    sum as f64
}
