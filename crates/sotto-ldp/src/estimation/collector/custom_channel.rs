//! A channel of one's own as a collector: shares are means of scores.

use super::{Collector, check_counts};
use crate::{
    estimation::{
        among_precision::AmongPrecision,
        error::EstimateError,
        estimate::{Estimate, Intervals},
        population::Population,
        precision::Precision,
        scores::Scores,
    },
    kernel::{
        Certificate, Confidence, Counts, ImpossibleReport, Report, ReportOutput, Respondent,
        certify, check_sums, float,
    },
    randomizers::CustomChannel,
};

impl Collector for CustomChannel {
    /// One for each report that there is.
    fn sum_count(&self) -> u32 {
        self.output_count()
    }

    fn certificate(&self) -> Certificate {
        certify(self)
    }

    fn accumulate(&self, report: &Report, counts: &mut Counts) -> Result<(), ImpossibleReport> {
        check_counts(counts, self.sum_count())?;
        self.report_shape().check(report)?;
        counts.add(|sums| self.add_to_sums(&[report], sums));
        Ok(())
    }

    fn add_to_sums(&self, reports: &[&Report], sums: &mut [u64]) {
        u32::add_travelled(reports, self.report_shape(), sums);
    }

    /// Of the first value, where all others are equally common.
    fn precision(&self) -> Result<Precision, EstimateError> {
        let even = vec![1.0; Respondent::domain_size(self) as usize];
        Ok(Scores::of(self).law(0, &even))
    }

    fn among_precision(&self, size: u32, whole: u32) -> Result<AmongPrecision, EstimateError> {
        let values = Respondent::domain_size(self);
        if size == 1 && (2..=values).contains(&whole) {
            Ok(Scores::of(self).among(whole as usize))
        } else {
            Err(EstimateError::NoGroups { values: size })
        }
    }

    /// The greatest score of any report for any value.
    fn greatest_share(&self) -> Result<f64, EstimateError> {
        Ok(Scores::of(self).greatest())
    }

    /// A level for each weight above the least of its column: how much greater it is.
    fn likelihood_ratios(&self) -> Vec<f64> {
        let greater = self
            .weights_by_report()
            .filter(|(weight, least)| weight > least);
        greater
            .map(|(weight, least)| float(weight) / float(least))
            .collect()
    }

    fn likelier_values(&self, report: &Report) -> Result<Vec<(u32, u32)>, ImpossibleReport> {
        self.report_shape().check(report)?;
        let values = Respondent::domain_size(self);
        let first = report.index().unwrap_or(0) * values;
        let greater = (0..)
            .zip(self.weights_by_report())
            .filter(|(_, (weight, least))| weight > least);
        let levels = (1..).zip(greater.map(|(index, _)| index));
        let of_report = levels.filter(|(_, index)| (first..first + values).contains(index));
        Ok(of_report
            .map(|(level, index)| (index - first, level))
            .collect())
    }

    /// A report supports the values under which it is likelier than under others.
    fn decode(&self, counts: &Counts) -> Option<Counts> {
        check_sums(counts.sums().len(), self.sum_count()).ok()?;
        let values = Respondent::domain_size(self) as usize;
        let mut supports = vec![0; values];
        for (index, (weight, least)) in self.weights_by_report().enumerate() {
            if weight > least
                && let Some(support) = supports.get_mut(index % values)
                && let Some(sum) = counts.sums().get(index / values)
            {
                *support += sum;
            }
        }
        Some(counts.decoded(supports))
    }

    fn estimate(
        &self,
        counts: &Counts,
        intervals: Intervals,
    ) -> Result<Vec<Estimate>, EstimateError> {
        check_sums(counts.sums().len(), self.sum_count())?;
        if counts.reports() == 0 {
            return Err(EstimateError::NoReports);
        }
        let n = float(counts.reports());
        let scores = Scores::of(self);
        let frequencies: Vec<_> = counts.sums().iter().map(|&sum| float(sum) / n).collect();
        let shares = scores.shares(&frequencies);
        let confidence: Confidence = if intervals.simultaneous {
            intervals.confidence.simultaneous(shares.len())
        } else {
            intervals.confidence
        };
        let z = confidence.standard_deviations();
        let population = intervals.method.population();
        let one = |(value, &share): (usize, &f64)| {
            let law = scores.law(value, &shares);
            Ok(Estimate {
                share,
                standard_error: law
                    .variance(share.clamp(0.0, 1.0), counts.reports(), population)?
                    .sqrt(),
                interval: score_interval(share, law, n, population, z),
            })
        };
        shares.iter().enumerate().map(one).collect()
    }
}

/// The shares f with (f̂ − f)² ≤ z²·Var\[f\], Var\[f\] = (A + B·f + (f − f² if who was asked is random))/n:
/// the variance is taken at each candidate, so that the interval holds for few reports, too.
fn score_interval(
    share: f64,
    law: Precision,
    n: f64,
    population: Population,
    z: f64,
) -> (f64, f64) {
    let asked = match population {
        Population::Fixed => 0.0,
        Population::Sampled => 1.0,
    };
    let weight = z * z / n;
    // (1 + weight·asked)·f² − (2f̂ + weight·(B + asked))·f + f̂² − weight·A ≤ 0
    let square = 1.0 + weight * asked;
    let middle = (share + weight * (law.slope + asked) / 2.0) / square;
    let radicand = middle * middle - (share * share - weight * law.constant) / square;
    let radius = radicand.max(0.0).sqrt();
    (middle - radius, middle + radius)
}
