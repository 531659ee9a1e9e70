//! Shares of groups of values: several categories together, or one answer of a joint report.
//!
//! The share of a group is the sum of its values' shares, but its error is not the sum of theirs,
//! because one report says something about all values at once. Let X be how many of the group's m
//! values a report supports. Then f̂ = (ΣX/n − m·q*)/(p* − q*) is unbiased, and
//! n·Var\[f̂\] = \[f·Var(X | truth in the group) + (1 − f)·Var(X | truth outside)\]/(p* − q*)².

use crate::{
    estimation::{
        error::EstimateError, estimate::Estimate, group_variance::GroupVariance,
        intervals::IntervalMethod, population::Population, protocol::Protocol,
        share_estimator::ShareEstimator,
    },
    kernel::{Confidence, Counts, FrequencyOracle, OutsideDomain, check_sums, float},
};

/// What the reports that one oracle has counted say of a group: what its share is estimated from, alone or
/// together with other respondents' reports of the same share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupReading {
    reports: u64,
    /// Unbiased.
    share: f64,
    /// n·Var\[f̂\] by noise alone, where nobody is in the group.
    outside: f64,
    /// The same where everybody is.
    inside: f64,
    /// What one supported value more adds to n·f̂.
    step: f64,
    /// Where a report supports one value of the group at most, the group is a value: its p* and q*, and how many
    /// reports support it.
    as_value: Option<(Protocol, u64)>,
}

impl GroupReading {
    /// Reads the counts of an oracle.
    pub(crate) fn of<T: ShareEstimator>(
        oracle: &T,
        counts: &Counts,
        group: &[u32],
    ) -> Result<Self, EstimateError> {
        check_sums(counts.sums().len(), FrequencyOracle::sum_count(oracle))?;
        let supports = FrequencyOracle::decode(oracle, counts.reports(), counts.sums());
        Self::of_supports(oracle, (counts.reports(), &supports), group)
    }

    fn of_supports<T: ShareEstimator>(
        oracle: &T,
        (reports, supports): (u64, &[u64]),
        group: &[u32],
    ) -> Result<Self, EstimateError> {
        if reports == 0 {
            return Err(EstimateError::NoReports);
        }
        let protocol = Protocol::new(FrequencyOracle::support_probabilities(oracle))?;
        let values = members(oracle, group)?;
        let size = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let variance = oracle.group_variance(size);
        let GroupVariance { inside, outside } =
            variance.ok_or(EstimateError::NoGroups { values: size })?;
        let supported: u64 = values
            .iter()
            .filter_map(|&value| supports.get(value as usize))
            .sum();
        let mean = float(supported) / float(reports);
        let expected = f64::from(size) * protocol.q;
        let value = Protocol {
            p: expected + protocol.gap(),
            q: expected,
        };
        let is_value = size == 1 || oracle.most_supported() == Some(1);
        let signal = protocol.gap() * protocol.gap();
        Ok(Self {
            reports,
            share: (mean - expected) / protocol.gap(),
            outside: outside / signal,
            inside: inside / signal,
            step: 1.0 / protocol.gap(),
            as_value: (is_value && supported <= reports).then_some((value, supported)),
        })
    }

    /// The share that several readings tell, each of other respondents of the same population; `None` of no
    /// readings.
    ///
    /// A reading weighs by its reports, and by how precise one of them is where half of the people are in the
    /// group: by nothing that chance had a hand in, so that the share stays unbiased. Where reports of one
    /// mechanism support one value each, the interval is that of a value with the summed counts, exact where
    /// these are few; else the score interval, at the variance of each share, with the correction for
    /// continuity.
    #[must_use]
    pub fn together(
        readings: &[Self],
        population: Population,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let asked = match population {
            Population::Fixed => 0.0,
            Population::Sampled => 1.0,
        };
        if readings.is_empty() {
            return None;
        }
        let weight = |one: &Self| {
            let of_one_report = f64::midpoint(one.outside, one.inside) + asked / 4.0;
            float(one.reports) / of_one_report.max(f64::EPSILON)
        };
        let sum: f64 = readings.iter().map(weight).sum();
        let (mut share, mut law, mut step) = (0.0, [0.0; 3], 0.0_f64);
        for one in readings {
            let part = weight(one) / sum;
            let scale = part * part / float(one.reports);
            share += part * one.share;
            step = step.max(part * one.step / float(one.reports));
            let own = [one.outside, one.inside - one.outside + asked, -asked];
            for (all, own) in law.iter_mut().zip(own) {
                *all += scale * own;
            }
        }
        let law = Law(law);
        Some(Estimate {
            share,
            standard_error: law.at(share.clamp(0.0, 1.0)).max(0.0).sqrt(),
            interval: Self::as_one_value(readings, population, confidence)
                .unwrap_or_else(|| law.interval_of_counts(share, step, confidence)),
        })
    }

    /// The interval of the summed counts, where they are of one value of one protocol.
    fn as_one_value(
        readings: &[Self],
        population: Population,
        confidence: Confidence,
    ) -> Option<(f64, f64)> {
        let (protocol, _) = readings.first()?.as_value?;
        let mut sum = (0_u64, 0_u64);
        for one in readings {
            let (other, count) = one.as_value?;
            if other != protocol {
                return None;
            }
            sum = (sum.0.checked_add(count)?, sum.1.checked_add(one.reports)?);
        }
        let method = IntervalMethod::of(population);
        Some(method.of_protocol(sum.0, sum.1, protocol, confidence))
    }
}

/// The share of every group of values, from the sums as they are counted.
pub(crate) fn estimate_groups<T: ShareEstimator>(
    oracle: &T,
    counts: &Counts,
    groups: &[Vec<u32>],
    population: Population,
    confidence: Confidence,
) -> Result<Vec<Estimate>, EstimateError> {
    check_sums(counts.sums().len(), FrequencyOracle::sum_count(oracle))?;
    let n = counts.reports();
    let supports = FrequencyOracle::decode(oracle, n, counts.sums());
    groups
        .iter()
        .map(|group| {
            let reading = GroupReading::of_supports(oracle, (n, &supports), group)?;
            GroupReading::together(&[reading], population, confidence)
                .ok_or(EstimateError::NoReports)
        })
        .collect()
}

/// The values of a group, each once.
pub(super) fn members<T: ShareEstimator>(
    oracle: &T,
    group: &[u32],
) -> Result<Vec<u32>, OutsideDomain> {
    let mut values = group.to_vec();
    values.sort_unstable();
    values.dedup();
    for &value in &values {
        OutsideDomain::check(value, FrequencyOracle::domain_size(oracle))?;
    }
    Ok(values)
}

/// Var\[f̂\] as a polynomial of the share: constant, slope and square.
pub(super) struct Law(pub(super) [f64; 3]);

impl Law {
    pub(super) fn at(&self, share: f64) -> f64 {
        let [constant, slope, square] = self.0;
        constant + share * (slope + share * square)
    }

    /// The shares f with (|f̂ − f| − s/2)² ≤ z²·Var\[f\], where f̂ comes in steps of s: with the correction for
    /// continuity (Yates 1934), without which few reports miss too often.
    pub(super) fn interval_of_counts(
        &self,
        share: f64,
        step: f64,
        confidence: Confidence,
    ) -> (f64, f64) {
        let z2 = confidence.standard_deviations().powi(2);
        (
            self.interval(share - step / 2.0, z2).0,
            self.interval(share + step / 2.0, z2).1,
        )
    }

    /// The solutions of (f̂ − f)² = z²·Var\[f\].
    fn interval(&self, share: f64, z2: f64) -> (f64, f64) {
        let [constant, slope, square] = self.0;
        let scale = 1.0 - z2 * square;
        let middle = (share + z2 * slope / 2.0) / scale;
        // (f̂² − z²A)/scale subtracted from the middle's square, with f̂² cancelled by hand.
        let apart = share * share * z2 * square + share * z2 * slope + (z2 * slope / 2.0).powi(2);
        let radius = (apart + z2 * constant * scale).max(0.0).sqrt() / scale;
        (middle - radius, middle + radius)
    }
}
