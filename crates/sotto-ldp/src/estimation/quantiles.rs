//! Medians and other quantiles of ordered values, by inversion of the distribution function's intervals:
//! those values are left as the quantile that the interval of their share, and of all below, allows.

use crate::{
    estimation::{
        collector::Collector, error::EstimateError, estimate::Estimate, population::Population,
        ratio::ratio,
    },
    kernel::{Confidence, Counts},
    numbers::Quantile,
};

impl Quantile {
    /// The quantile of a distribution function: for each value the share at or below it.
    #[must_use]
    fn of_function(function: &[Estimate], level: f64) -> Option<Self> {
        let last = u32::try_from(function.len()).ok()?.checked_sub(1)?;
        let first = |reached: &dyn Fn(&Estimate) -> f64| {
            let mut values = (0..).zip(function);
            let found = values.find(|(_, share)| reached(share) >= level);
            // All values together are everything, whatever the noise says.
            found.map_or(last, |(value, _)| value)
        };
        Some(Self {
            level,
            value: first(&|share| share.share),
            interval: (
                first(&|share| share.interval.1),
                first(&|share| share.interval.0),
            ),
        })
    }
}

/// The quantiles of the first `values` values of a question, in their order, among those whose answer is
/// one of them: others, such as "Prefer not to answer", stand behind. `None` where so few may have given
/// one that nothing is known of them.
///
/// # Errors
/// When there are no reports, or the oracle does not tell groups apart.
pub fn quantiles(
    oracle: &dyn Collector,
    counts: &Counts,
    (values, levels): (u32, &[f64]),
    (population, confidence): (Population, Confidence),
) -> Result<Option<Vec<Quantile>>, EstimateError> {
    let up_to = |end: u32| -> Vec<u32> { (0..end).collect() };
    let everybody = Estimate {
        share: 1.0,
        standard_error: 0.0,
        interval: (1.0, 1.0),
    };
    let mut groups: Vec<_> = (1..values).map(up_to).collect();
    let has_others = values < oracle.domain_size();
    if has_others {
        groups.push(up_to(values));
    }
    let mut function = oracle.estimate_groups(counts, &groups, population, confidence)?;
    let answered = if has_others { function.pop() } else { None };
    let answered = answered.unwrap_or(everybody);
    let function = function.iter().map(|share| ratio(share, &answered));
    let Some(mut function) = function.collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    function.push(everybody);
    let found = levels
        .iter()
        .map(|&level| Quantile::of_function(&function, level));
    Ok(found.collect())
}
