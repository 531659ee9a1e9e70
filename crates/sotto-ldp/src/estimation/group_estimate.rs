//! Shares of groups of values: several categories together, or one answer of a joint report.
//!
//! The share of a group is the sum of its values' shares, but its error is not the sum of theirs,
//! because one report says something about all values at once. Let X be how many of the group's m
//! values a report supports. Then f̂ = (ΣX/n − m·q*)/(p* − q*) is unbiased, and
//! n·Var\[f̂\] = \[f·Var(X | truth in the group) + (1 − f)·Var(X | truth outside)\]/(p* − q*)².

use crate::{
    estimation::{
        error::EstimateError, estimate::Estimate, group_variance::GroupVariance,
        population::Population, protocol::Protocol, share_estimator::ShareEstimator,
    },
    kernel::{Confidence, Counts, FrequencyOracle, OutsideDomain, check_sums, float},
};

/// The share of every group of values, from the sums as they are counted. Intervals are score
/// intervals: the shares f with (f̂ − f)² ≤ z²·Var\[f\], at the variance of each.
pub(crate) fn estimate_groups<T: ShareEstimator>(
    oracle: &T,
    counts: &Counts,
    groups: &[Vec<u32>],
    population: Population,
    confidence: Confidence,
) -> Result<Vec<Estimate>, EstimateError> {
    check_sums(counts.sums().len(), FrequencyOracle::sum_count(oracle))?;
    let n = counts.reports();
    if n == 0 {
        return Err(EstimateError::NoReports);
    }
    let protocol = Protocol::new(FrequencyOracle::support_probabilities(oracle))?;
    let supports = FrequencyOracle::decode(oracle, n, counts.sums());
    let z2 = confidence.standard_deviations().powi(2);
    let of_group = |group: &Vec<u32>| {
        let values = members(oracle, group)?;
        let size = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let variance = oracle.group_variance(size);
        let variance = variance.ok_or(EstimateError::NoGroups { values: size })?;
        let supported: u64 = values
            .iter()
            .filter_map(|&value| supports.get(value as usize))
            .sum();
        let mean = float(supported) / float(n);
        let share = (mean - f64::from(size) * protocol.q) / protocol.gap();
        let law = Law::new(variance, protocol, (float(n), population));
        Ok(Estimate {
            share,
            standard_error: law.at(share.clamp(0.0, 1.0)).max(0.0).sqrt(),
            interval: law.interval(share, z2),
        })
    };
    groups.iter().map(of_group).collect()
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
    fn new(
        variance: GroupVariance,
        protocol: Protocol,
        (n, population): (f64, Population),
    ) -> Self {
        let noise = n * protocol.gap() * protocol.gap();
        let asked = match population {
            Population::Fixed => 0.0,
            Population::Sampled => 1.0 / n,
        };
        Self([
            variance.outside / noise,
            (variance.inside - variance.outside) / noise + asked,
            -asked,
        ])
    }

    pub(super) fn at(&self, share: f64) -> f64 {
        let [constant, slope, square] = self.0;
        constant + share * (slope + share * square)
    }

    /// The solutions of (f̂ − f)² = z²·Var\[f\].
    pub(super) fn interval(&self, share: f64, z2: f64) -> (f64, f64) {
        let [constant, slope, square] = self.0;
        let scale = 1.0 - z2 * square;
        let middle = (share + z2 * slope / 2.0) / scale;
        // (f̂² − z²A)/scale subtracted from the middle's square, with f̂² cancelled by hand.
        let apart = share * share * z2 * square + share * z2 * slope + (z2 * slope / 2.0).powi(2);
        let radius = (apart + z2 * constant * scale).max(0.0).sqrt() / scale;
        (middle - radius, middle + radius)
    }
}
