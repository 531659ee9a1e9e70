//! Shares of categories.

use std::io::Write;

use serde::Serialize;
use sotto_ldp::Estimate;

use super::{
    super::{CategoryProtocol, StreamError, Values},
    EstimateOptions, count_all,
    likelihood::Likelihood,
};
use sotto_collector::spreadsheet::cell;

/// The estimates of all categories, in their order.
#[derive(Debug, Serialize)]
pub(super) struct CategoryEstimates {
    categories: Vec<CategoryEstimate>,
}

#[derive(Debug, Serialize)]
struct CategoryEstimate {
    id: String,
    /// How many reports support it.
    count: u64,
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
    lines: &mut dyn Values,
) -> Result<(u64, CategoryEstimates), StreamError> {
    let oracle = &*protocol.oracle;
    let mut counts = oracle.empty_counts();
    let mut likelihood = options
        .likeliest
        .then(|| Likelihood::new(protocol))
        .transpose()?;
    let longest = oracle.longest_report();
    count_all(lines, &longest, |reports| {
        oracle
            .accumulate_all(&reports.iter().collect::<Vec<_>>(), &mut counts)
            .map_err(|(place, error)| (place, error.into()))?;
        if let Some(likelihood) = &mut likelihood {
            likelihood
                .add_reports(oracle, reports)
                .map_err(|(place, error)| (place, error.into()))?;
        }
        Ok(())
    })?;
    let estimates = oracle.estimate(&counts, options.intervals())?;
    let decoded = oracle.decode(&counts).unwrap_or_else(|| counts.clone());
    let unbiased: Vec<_> = estimates.iter().map(|estimate| estimate.share).collect();
    let likeliest = likelihood
        .map(|likelihood| likelihood.shares(oracle, &decoded))
        .transpose()?;
    let shares = likeliest.as_ref().unwrap_or(&unbiased);
    let consistent = match options.consistency {
        sotto_ldp::Consistency::None => None,
        consistency => {
            let population = options.interval.population();
            let of_absent = oracle.precision()?;
            let of_absent = of_absent.variance(0.0, counts.reports(), population)?;
            Some(consistency.apply(shares, of_absent.sqrt()))
        }
    };
    let category = |(place, (estimate, &count)): (usize, (&Estimate, &u64))| CategoryEstimate {
        id: protocol.id(place).into_owned(),
        count,
        estimate: shares.get(place).copied().unwrap_or(estimate.share),
        unbiased: likeliest.is_some().then_some(estimate.share),
        standard_error: estimate.standard_error,
        interval: estimate.interval,
        consistent: consistent
            .as_ref()
            .and_then(|shares| shares.get(place).copied()),
    };
    let rows = estimates.iter().zip(decoded.supports()).enumerate();
    Ok((
        counts.reports(),
        CategoryEstimates {
            categories: rows.map(category).collect(),
        },
    ))
}

impl CategoryEstimates {
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
            let mut cells = vec![cell(&category.id).into_owned(), category.count.to_string()];
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
