//! Summation with histogram encoding: shares are means of noisy components.

use super::{ShareEstimator, deviations};
use crate::{
    estimation::{
        error::EstimateError,
        estimate::{Estimate, Intervals},
        population::Population,
        precision::Precision,
    },
    kernel::{Counts, FrequencyOracle, check_sums, float, sampling::DiscreteLaplace},
    randomizers::SummationHistogramEncoding,
};

impl ShareEstimator for SummationHistogramEncoding {
    fn estimate_sums(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        let summed = SummedComponents {
            reports: counts.reports(),
            sums: self.component_sums(counts.reports(), counts.sums()),
            steps: self.steps(),
            noise: self.noise(),
        };
        estimate(&summed, intervals)
    }

    fn precision(&self) -> Result<Precision, EstimateError> {
        Ok(Precision {
            constant: share_variance(self.noise(), self.steps()),
            slope: 0.0,
            collisions: 0.0,
        })
    }

    /// The greatest component there is, in steps, over m. A component is no fraction that is supported or
    /// not: it adds what it holds, and its bytes hold noise that no honest report ever has. So the
    /// support probabilities, which ask whether it lies above one half, do not tell of it.
    fn greatest_share(&self) -> Result<f64, EstimateError> {
        Ok(float(self.greatest_component()) / float(self.steps()))
    }

    /// Pr\[y | v\]/Pr\[y | nobody\] is e^(−γ(|y_v − m| − |y_v|)): only how many steps y_v lies between
    /// 0 and m tells of v. At l of them it is e^(2γl) times what it is at none.
    fn likelihood_ratios(&self) -> Vec<f64> {
        let (numerator, denominator) = self.noise().decay();
        let twice = 2.0 * float(numerator) / float(denominator);
        let levels = 1..=self.steps();
        levels.map(|level| (twice * float(level)).exp()).collect()
    }
}

/// Components with noise, added up over all reports.
struct SummedComponents {
    /// n.
    reports: u64,
    /// In steps, one for each value.
    sums: Vec<i128>,
    /// The steps that stand for one.
    steps: u64,
    /// The noise on each component, in steps.
    noise: DiscreteLaplace,
}

/// The mean of each component is its value's share, and its variance that of the noise, which does
/// not depend on the share. The interval is a normal one: the sum of n independent noises; for n
/// of one or two it is a little short, Laplace's tails being longer than normal ones.
fn estimate(
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

/// The variance of the noise on a share, of which so many steps stand for one.
fn share_variance(noise: DiscreteLaplace, steps: u64) -> f64 {
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
