//! Events of a report, and how often each was seen under each input.

use std::{collections::HashMap, fmt};

use crate::{
    estimation::{Collector, supported_values},
    kernel::{ImpossibleReport, Report},
};

/// Something that a report can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReportEvent {
    /// It supports one value and not another.
    Supports {
        /// The value supported.
        value: u32,
        /// The value not supported.
        not: u32,
    },
    /// It is exactly this.
    Is(Report),
    /// It is this output cell of a number's randomizer, or one below.
    AtMost(u32),
    /// It is this output cell, or one above.
    AtLeast(u32),
}

impl ReportEvent {
    /// Whether a report that the oracle can produce is so.
    pub(super) fn holds(
        &self,
        oracle: &dyn Collector,
        report: &Report,
    ) -> Result<bool, ImpossibleReport> {
        let supports = |value| oracle.supports(report, value);
        // Also where the event asks for no support: an impossible report is refused.
        oracle.report_shape().check(report)?;
        Ok(match (self, report) {
            (Self::Supports { value, not }, _) => supports(*value)? && !supports(*not)?,
            (Self::Is(expected), report) => expected == report,
            (Self::AtMost(cell), Report::Index(found)) => found <= cell,
            (Self::AtLeast(cell), Report::Index(found)) => found >= cell,
            _ => false,
        })
    }
}

impl fmt::Display for ReportEvent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Supports { value, not } => {
                write!(out, "the report supports value {value} and not value {not}")
            }
            Self::Is(report) => write!(out, "the report is {report}"),
            Self::AtMost(cell) => write!(out, "the report is at most {cell}"),
            Self::AtLeast(cell) => write!(out, "the report is at least {cell}"),
        }
    }
}

/// The most different reports that are counted on their own.
const DIFFERENT_REPORTS: usize = 1 << 16;

/// How often each event was seen under each of some inputs.
pub(super) struct EventTally<'a> {
    oracle: &'a dyn Collector,
    /// The values whose support is looked at: the inputs.
    values: Vec<u32>,
    /// For each pair of values, how often the first and not the second was supported, by input.
    pairs: Vec<Vec<u64>>,
    /// The same for each different report.
    reports: HashMap<Report, Vec<u64>>,
}

impl<'a> EventTally<'a> {
    pub(super) fn new(oracle: &'a dyn Collector, inputs: Vec<u32>) -> Self {
        let count = inputs.len();
        Self {
            oracle,
            pairs: vec![vec![0; count]; count * count],
            values: inputs,
            reports: HashMap::new(),
        }
    }

    /// Counts a report of the input at that index.
    pub(super) fn add(&mut self, index: usize, report: &Report) -> Result<(), ImpossibleReport> {
        let support = supported_values(self.oracle, report)?;
        let supported: Vec<bool> = self
            .values
            .iter()
            .map(|value| support.binary_search(value).is_ok())
            .collect();
        let pairs = supported
            .iter()
            .flat_map(|&yes| supported.iter().map(move |&no| yes && !no));
        for (counts, holds) in self.pairs.iter_mut().zip(pairs) {
            counts[index] += u64::from(holds);
        }
        if let Some(counts) = self.reports.get_mut(report) {
            counts[index] += 1;
        } else if self.reports.len() < DIFFERENT_REPORTS {
            let mut counts = vec![0; self.values.len()];
            counts[index] = 1;
            self.reports.insert(report.clone(), counts);
        }
        Ok(())
    }

    /// The event and the indices of the two inputs for which `bound` of the two counts is greatest.
    pub(super) fn best(self, bound: impl Fn((u64, u64)) -> f64) -> (ReportEvent, (usize, usize)) {
        let values = &self.values;
        let of_pair = |index: usize| ReportEvent::Supports {
            value: values[index / values.len()],
            not: values[index % values.len()],
        };
        let pairs = self.pairs.iter().enumerate();
        let mut candidates: Vec<(ReportEvent, &Vec<u64>)> = pairs
            .map(|(index, counts)| (of_pair(index), counts))
            .collect();
        let mut reports: Vec<_> = self.reports.iter().collect();
        // The same reports must give the same answer, whatever the order of a hash map.
        reports.sort_by_cached_key(|(report, _)| report.to_string());
        candidates.extend(
            reports
                .into_iter()
                .map(|(report, counts)| (ReportEvent::Is(report.clone()), counts)),
        );
        let mut best = (of_pair(0), (0, 0));
        let mut greatest = f64::NEG_INFINITY;
        for (event, counts) in candidates {
            let (first, second) = extremes(counts);
            let found = bound((counts[first], counts[second]));
            if found > greatest {
                greatest = found;
                best = (event, (first, second));
            }
        }
        best
    }
}

/// The indices of the greatest and of the least count: of one event, the two inputs that show most.
pub(super) fn extremes(counts: &[u64]) -> (usize, usize) {
    let indices = || 0..counts.len();
    let greatest = indices().max_by_key(|&index| counts[index]);
    let least = indices().min_by_key(|&index| counts[index]);
    (greatest.unwrap_or(0), least.unwrap_or(0))
}
