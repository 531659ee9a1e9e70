//! Sums of categories, and how the first compares with the others: all told by the same reports.

use serde::Serialize;
use sotto_ldp::{Counts, EstimateError, among::Reports};

use super::{super::CategoryProtocol, options::EstimateOptions};
use crate::{
    listing::{Alignment, Listing, decimals, percent},
    streams::Sum,
};

/// The estimates of sums, in the order of the call.
#[derive(Debug, Serialize)]
pub(super) struct SumEstimates {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sums: Vec<SumEstimate>,
    /// The first sum held against each other with which it shares no category.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comparisons: Vec<SumComparison>,
}

/// Unbiased, whatever is done with the categories' own shares.
#[derive(Debug, Serialize)]
struct SumEstimate {
    id: String,
    estimate: f64,
    standard_error: f64,
    interval: (f64, f64),
}

#[derive(Debug, Serialize)]
struct SumComparison {
    first: String,
    second: String,
    /// How much greater the first share is.
    difference: Compared<f64>,
    /// How many times as great; `None` where the second may be nobody's.
    ratio: Option<Compared<Option<f64>>>,
}

/// A figure whose interval may have no upper end.
#[derive(Debug, Serialize)]
struct Compared<Upper> {
    estimate: f64,
    standard_error: f64,
    interval: (f64, Upper),
}

impl SumEstimates {
    pub(super) fn new(
        protocol: &CategoryProtocol,
        options: &EstimateOptions,
        counts: &Counts,
    ) -> Result<Self, EstimateError> {
        let (oracle, sums) = (&*protocol.oracle, &options.sums);
        let population = options.interval.population();
        let compared = |sum: &&Sum| sums.first().is_some_and(|first| !first.overlaps(sum));
        let figures = sums.len() + 2 * sums.iter().filter(compared).count();
        let confidence = if options.simultaneous {
            options.confidence.simultaneous(figures.max(1))
        } else {
            options.confidence
        };
        let groups: Vec<_> = sums.iter().map(|sum| sum.values().to_vec()).collect();
        let found = if groups.is_empty() {
            Vec::new()
        } else {
            oracle.estimate_groups(counts, &groups, population, confidence)?
        };
        let reports = Reports {
            oracle,
            counts,
            population,
        };
        let mut comparisons = Vec::new();
        for first in sums.iter().take(1) {
            for second in sums.iter().filter(compared) {
                let pair = (first.values(), second.values());
                let ratio = match reports.ratio(pair, confidence) {
                    Err(EstimateError::PerhapsNobody) => None,
                    found => Some(found?),
                };
                let apart = oracle.compare_groups(counts, pair, population, confidence)?;
                comparisons.push(SumComparison {
                    first: first.name().to_owned(),
                    second: second.name().to_owned(),
                    difference: Compared {
                        estimate: apart.difference,
                        standard_error: apart.standard_error,
                        interval: apart.interval,
                    },
                    ratio: ratio.map(|ratio| Compared {
                        estimate: ratio.ratio,
                        standard_error: ratio.standard_error,
                        interval: ratio.interval,
                    }),
                });
            }
        }
        let sums = sums.iter().zip(&found).map(|(sum, found)| SumEstimate {
            id: sum.name().to_owned(),
            estimate: found.share,
            standard_error: found.standard_error,
            interval: found.interval,
        });
        Ok(Self {
            sums: sums.collect(),
            comparisons,
        })
    }

    /// Adds tables for people.
    pub(super) fn show(&self, interval: &str, listing: &mut Listing) {
        if self.sums.is_empty() {
            return;
        }
        let head = |name| {
            [
                (name, Alignment::Left),
                ("share", Alignment::Right),
                (interval, Alignment::Right),
            ]
        };
        let range = |(low, high): (f64, f64), error| {
            format!("{} to {}", percent(low, error), percent(high, error))
        };
        let row = |sum: &SumEstimate| {
            let error = sum.standard_error;
            vec![
                sum.id.clone(),
                percent(sum.estimate, error),
                range(sum.interval, error),
            ]
        };
        listing.line("");
        listing.table(&head("sum"), &self.sums.iter().map(row).collect::<Vec<_>>());
        if self.comparisons.is_empty() {
            return;
        }
        let mut rows = Vec::new();
        for one in &self.comparisons {
            let (found, error) = (&one.difference, one.difference.standard_error);
            rows.push(vec![
                format!("{} less {}", one.first, one.second),
                percent(found.estimate, error),
                range(found.interval, error),
            ]);
            let name = format!("{} to {}", one.first, one.second);
            rows.push(match &one.ratio {
                None => vec![name, "–".to_owned(), "anything".to_owned()],
                Some(ratio) => {
                    let error = ratio.standard_error;
                    let (low, high) = ratio.interval;
                    let low = decimals(low, error);
                    let high = high.map(|high| format!("{low} to {}", decimals(high, error)));
                    vec![
                        name,
                        decimals(ratio.estimate, error) + " times",
                        high.unwrap_or_else(|| format!("at least {low}")),
                    ]
                }
            });
        }
        listing.line("");
        listing.table(&head("compared"), &rows);
    }
}
