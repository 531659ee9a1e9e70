//! The difference between the shares of two groups of values that the same people chose from.
//!
//! Both shares come from the same reports, so that their errors are not independent: with X₁ and X₂
//! how many values of each group a report supports, f̂₁ − f̂₂ = ((ΣX₁ − ΣX₂)/n − (m₁ − m₂)·q*)/(p* − q*),
//! and its variance is that of X₁ − X₂ given the truth, averaged over the truth. Where respondents are
//! sampled, f₁ + f₂ − (f₁ − f₂)² comes on top.

use crate::{
    estimation::{
        difference::Difference,
        error::EstimateError,
        group_estimate::{GroupReading, Law, members},
        population::Population,
        protocol::Protocol,
        share_estimator::ShareEstimator,
    },
    kernel::{Confidence, Counts, FrequencyOracle, check_sums, float},
};

/// How much greater the share of the first group is. The interval is a score interval: the differences
/// d with (|d̂ − d| − s/2)² ≤ z²·Var\[d\], at the variance of each, where the share of both groups together is
/// as estimated, as far as d allows; d̂ comes in steps of s.
pub(crate) fn compare_groups<T: ShareEstimator>(
    oracle: &T,
    counts: &Counts,
    groups: (&[u32], &[u32]),
    (population, confidence): (Population, Confidence),
) -> Result<Difference, EstimateError> {
    check_sums(counts.sums().len(), FrequencyOracle::sum_count(oracle))?;
    let n = counts.reports();
    if n == 0 {
        return Err(EstimateError::NoReports);
    }
    let (first, second) = (members(oracle, groups.0)?, members(oracle, groups.1)?);
    let size = |values: &[u32]| u32::try_from(values.len()).unwrap_or(u32::MAX);
    let sizes = (size(&first), size(&second));
    let no_groups = EstimateError::NoGroups { values: sizes.0 };
    if first.iter().any(|value| second.contains(value)) {
        return Err(no_groups);
    }
    let variance = oracle.pair_variance(sizes.0, sizes.1).ok_or(no_groups)?;
    let protocol = Protocol::new(FrequencyOracle::support_probabilities(oracle))?;
    let supports = FrequencyOracle::decode(oracle, n, counts.sums());
    let share = |values: &[u32]| {
        let supports = values
            .iter()
            .filter_map(|&value| supports.get(value as usize));
        let mean = float(supports.sum()) / float(n);
        (mean - f64::from(size(values)) * protocol.q) / protocol.gap()
    };
    let shares = (share(&first), share(&second));
    let difference = shares.0 - shares.1;
    let is_everything = sizes.0 + sizes.1 == FrequencyOracle::domain_size(oracle);
    let together = if is_everything {
        1.0
    } else {
        (shares.0 + shares.1).clamp(difference.abs().min(1.0), 1.0)
    };
    let noise = float(n) * protocol.gap() * protocol.gap();
    let asked = match population {
        Population::Fixed => 0.0,
        Population::Sampled => 1.0 / float(n),
    };
    // The first group has (together + d)/2, the second (together − d)/2 of all.
    let of_both = together * f64::midpoint(variance.first, variance.second);
    let of_neither = if is_everything {
        0.0
    } else {
        (1.0 - together) * variance.neither
    };
    let law = Law([
        (of_both + of_neither) / noise + together * asked,
        (variance.first - variance.second) / 2.0 / noise,
        -asked,
    ]);
    let step = 1.0 / (float(n) * protocol.gap());
    let interval = if is_everything && oracle.most_supported() == Some(1) {
        // The second group is who is not in the first: f − (1 − f).
        let reading = GroupReading::of(oracle, counts, &first)?;
        let alone = GroupReading::together(&[reading], population, confidence);
        alone.map(|one| (2.0 * one.interval.0 - 1.0, 2.0 * one.interval.1 - 1.0))
    } else {
        None
    };
    Ok(Difference {
        difference,
        standard_error: law.at(difference.clamp(-1.0, 1.0)).max(0.0).sqrt(),
        interval: interval.unwrap_or_else(|| law.interval_of_counts(difference, step, confidence)),
    })
}
