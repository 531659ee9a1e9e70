//! Shares of categories.

use std::io::Write;

use serde::Serialize;
use sotto_ldp::Estimate;

use super::{
    super::{CategoryProtocol, InputValues, StreamError},
    counting::count_all,
    likelihood::Likelihood,
    options::EstimateOptions,
    sums::SumEstimates,
};
use crate::listing::{Alignment, Listing, count, percent};
use sotto_export::spreadsheet::cell;

/// The estimates of all categories, in their order.
#[derive(Debug, Serialize)]
pub(super) struct CategoryEstimates {
    categories: Vec<CategoryEstimate>,
    /// Of shares that are climbed to: whether the climb got there.
    #[serde(skip_serializing_if = "Option::is_none")]
    converged: Option<bool>,
    #[serde(flatten)]
    sums: SumEstimates,
}

#[derive(Debug, Serialize)]
struct CategoryEstimate {
    id: String,
    /// How many reports support it; reports of a table of one's own support no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// The share, unbiased or likeliest.
    estimate: f64,
    /// Beside the likeliest share: the standard error and the interval are this one's.
    #[serde(skip_serializing_if = "Option::is_none")]
    unbiased: Option<f64>,
    standard_error: f64,
    interval: (f64, f64),
    #[serde(skip_serializing_if = "Option::is_none")]
    consistent: Option<f64>,
}

pub(super) fn estimate(
    protocol: &CategoryProtocol,
    options: &EstimateOptions,
    lines: &mut dyn InputValues,
) -> Result<(u64, CategoryEstimates), StreamError> {
    let oracle = &*protocol.oracle;
    let mut counts = oracle.empty_counts();
    let mut likelihood = Likelihood::new(protocol, options.method)?;
    count_all(lines, oracle, |reports| {
        oracle.accumulate_all(reports, &mut counts)?;
        if let Some(likelihood) = &mut likelihood {
            likelihood.add_reports(oracle, reports)?;
        }
        Ok(())
    })?;
    let estimates = oracle.estimate(&counts, options.intervals())?;
    let decoded = oracle.decode(&counts);
    let unbiased: Vec<_> = estimates.iter().map(|estimate| estimate.share).collect();
    let fit = likelihood
        .map(|likelihood| likelihood.fit(oracle, decoded.as_ref().unwrap_or(&counts)))
        .transpose()?;
    let likeliest = fit.as_ref().map(|fit| &fit.shares);
    let shares = likeliest.unwrap_or(&unbiased);
    let consistent = match options.consistency {
        sotto_ldp::Consistency::None => None,
        consistency => {
            let population = options.interval.population();
            let of_absent = oracle.precision()?;
            let of_absent = of_absent.variance(0.0, counts.reports(), population)?;
            Some(consistency.apply(shares, of_absent.sqrt()))
        }
    };
    let named = |index| decoded.as_ref()?.supports().get(index).copied();
    let category = |(index, estimate): (usize, &Estimate)| CategoryEstimate {
        id: protocol.id(index).into_owned(),
        count: named(index),
        estimate: shares.get(index).copied().unwrap_or(estimate.share),
        unbiased: likeliest.is_some().then_some(estimate.share),
        standard_error: estimate.standard_error,
        interval: estimate.interval,
        consistent: consistent
            .as_ref()
            .and_then(|shares| shares.get(index).copied()),
    };
    let rows = estimates.iter().enumerate();
    Ok((
        counts.reports(),
        CategoryEstimates {
            categories: rows.map(category).collect(),
            converged: fit.as_ref().map(|fit| fit.converged),
            sums: SumEstimates::new(protocol, options, &counts)?,
        },
    ))
}

impl CategoryEstimates {
    /// Adds a table for people, and which is the most common.
    pub(super) fn show(&self, interval: &str, listing: &mut Listing) {
        let first = self.categories.first();
        let has_count = first.is_some_and(|category| category.count.is_some());
        let has_consistent = first.is_some_and(|category| category.consistent.is_some());
        let mut head = vec![
            ("category", Alignment::Left),
            ("share", Alignment::Right),
            (interval, Alignment::Right),
        ];
        head.extend(has_consistent.then_some(("consistent", Alignment::Right)));
        head.extend(has_count.then_some(("named in", Alignment::Right)));
        let row = |category: &CategoryEstimate| {
            let error = category.standard_error;
            let (low, high) = category.interval;
            let mut cells = vec![
                category.id.clone(),
                percent(category.estimate, error),
                format!("{} to {}", percent(low, error), percent(high, error)),
            ];
            cells.extend(category.consistent.map(|share| percent(share, error)));
            cells.extend(category.count.map(count));
            cells
        };
        let rows: Vec<_> = self.categories.iter().map(row).collect();
        listing.table(&head, &rows);
        listing.line("");
        let tied = self.tied();
        let names: Vec<_> = tied.iter().map(|category| category.id.as_str()).collect();
        match &*names {
            [] => {}
            [most] => listing.line(&format!("Most common: {most}.")),
            all if all.len() == self.categories.len() => {
                listing.line("A tie: all intervals overlap the greatest share's.");
            }
            tied => listing.line(&format!(
                "A tie for the most common, as their intervals overlap: {}.",
                tied.join(", ")
            )),
        }
        if self.converged == Some(false) {
            listing.line("The climb was given up before its end: take the unbiased shares.");
        }
        self.sums.show(interval, listing);
    }

    /// Those that may be the most common: whose intervals overlap that of the greatest share.
    fn tied(&self) -> Vec<&CategoryEstimate> {
        let most = self
            .categories
            .iter()
            .max_by(|one, other| one.estimate.total_cmp(&other.estimate));
        let Some(most) = most else {
            return Vec::new();
        };
        let overlaps = |category: &&CategoryEstimate| category.interval.1 >= most.interval.0;
        self.categories.iter().filter(overlaps).collect()
    }

    pub(super) fn write_table<W: Write>(&self, table: &mut csv::Writer<W>) -> csv::Result<()> {
        let first = self.categories.first();
        let has_unbiased = first.is_some_and(|category| category.unbiased.is_some());
        let has_consistent = first.is_some_and(|category| category.consistent.is_some());
        let mut names = vec!["id", "count", "estimate", "standard_error", "low", "high"];
        names.extend(has_unbiased.then_some("unbiased"));
        names.extend(has_consistent.then_some("consistent"));
        table.write_record(names)?;
        for category in &self.categories {
            let numbers = [
                Some(category.estimate),
                Some(category.standard_error),
                Some(category.interval.0),
                Some(category.interval.1),
                category.unbiased,
                category.consistent,
            ];
            let count = category
                .count
                .map_or(String::new(), |count| count.to_string());
            let mut cells = vec![cell(&category.id).into_owned(), count];
            cells.extend(
                numbers
                    .into_iter()
                    .flatten()
                    .map(|number| number.to_string()),
            );
            table.write_record(cells)?;
        }
        Ok(())
    }
}
