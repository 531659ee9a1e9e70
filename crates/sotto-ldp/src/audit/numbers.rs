//! The auditor of numbers: events are single output cells, and all up to or from one.

use std::collections::BTreeMap;

use super::{
    event::{ReportEvent, extremes},
    outcome::AuditError,
    trials::Trials,
};
use crate::{
    estimation::Collector,
    kernel::{OutsideDomain, Report},
};

/// Inputs that are compared with each other: the least, the greatest, and some between.
const INPUTS: u32 = 5;

/// The most cells, and the most bounds between cells, that are looked at.
const CANDIDATES: usize = 2048;

pub(super) fn inputs(oracle: &dyn Collector) -> Vec<u32> {
    let last = oracle.domain_size().saturating_sub(1);
    let spread = |index: u32| u64::from(last) * u64::from(index) / u64::from(INPUTS - 1);
    let mut inputs: Vec<u32> = (0..INPUTS)
        .map(|index| u32::try_from(spread(index)).unwrap_or(last))
        .collect();
    inputs.dedup();
    inputs
}

/// The event to be judged, and the indices of the two inputs to judge it by.
pub(super) fn choose(
    oracle: &dyn Collector,
    trials: &Trials,
    client: &mut impl FnMut(u32) -> Result<Report, OutsideDomain>,
) -> Result<(ReportEvent, (usize, usize)), AuditError> {
    let mut cells: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let nothing = vec![0; trials.inputs().len()];
    trials.draw(client, |index, report| {
        oracle.report_shape().check(report)?;
        // A number's report is an index.
        let cell = report.index().unwrap_or(0);
        cells.entry(cell).or_insert_with(|| nothing.clone())[index] += 1;
        Ok(())
    })?;
    Ok(best(&cells, &nothing, |seen| trials.bound(seen)))
}

/// The event and the indices of the two inputs for which `bound` of the two counts is greatest.
fn best(
    cells: &BTreeMap<u32, Vec<u64>>,
    nothing: &[u64],
    bound: impl Fn((u64, u64)) -> f64,
) -> (ReportEvent, (usize, usize)) {
    let distance = |counts: &[u64]| {
        let (most, least) = extremes(counts);
        counts[most] - counts[least]
    };
    let mut alone: Vec<_> = cells.iter().collect();
    alone.sort_by_key(|(_, counts)| std::cmp::Reverse(distance(counts)));
    let alone = alone.into_iter().take(CANDIDATES);
    let mut candidates: Vec<_> = alone
        .map(|(&cell, counts)| (ReportEvent::Is(Report::Index(cell)), counts.clone()))
        .collect();
    let step = cells.len().div_ceil(CANDIDATES).max(1);
    let mut sums = nothing.to_vec();
    let add = |sums: &mut [u64], counts: &[u64]| {
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
    };
    for (index, (&cell, counts)) in cells.iter().enumerate() {
        add(&mut sums, counts);
        if index % step == 0 {
            candidates.push((ReportEvent::AtMost(cell), sums.clone()));
        }
    }
    sums.fill(0);
    for (index, (&cell, counts)) in cells.iter().rev().enumerate() {
        add(&mut sums, counts);
        if index % step == 0 {
            candidates.push((ReportEvent::AtLeast(cell), sums.clone()));
        }
    }
    let judged = candidates.into_iter().map(|(event, counts)| {
        let (first, second) = extremes(&counts);
        let found = bound((counts[first], counts[second]));
        (found, event, (first, second))
    });
    judged
        .max_by(|(left, ..), (right, ..)| left.total_cmp(right))
        .map_or((ReportEvent::AtLeast(0), (0, 0)), |(_, event, pair)| {
            (event, pair)
        })
}
