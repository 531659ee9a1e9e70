//! The values that a single report supports.

use crate::{
    estimation::collector::Collector,
    kernel::{ImpossibleReport, Report},
};

/// The values that a report of that oracle supports, rising.
pub(crate) fn supported_values(
    oracle: &dyn Collector,
    report: &Report,
) -> Result<Vec<u32>, ImpossibleReport> {
    let mut counts = oracle.empty_counts();
    oracle.accumulate(report, &mut counts)?;
    // The counts are this oracle's own, so they can be decoded.
    let decoded = oracle.decode(&counts).unwrap_or(counts);
    let supported = (0..)
        .zip(decoded.supports())
        .filter(|(_, count)| **count > 0);
    Ok(supported.map(|(value, _)| value).collect())
}
