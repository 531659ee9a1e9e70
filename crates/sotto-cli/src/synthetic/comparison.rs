//! How well rows answer what may be asked of them: shares, ranges and means, beside the estimates that they
//! were made of, and beside true rows where somebody has them.

use std::path::Path;

use serde::Serialize;

use super::{
    error::SyntheticError, rows::SyntheticRows, source::KnownTables, variable::SyntheticColumn,
};
use crate::{
    data_set::Separator,
    learning::text_table,
    listing::{Alignment, Listing, decimals},
};

/// Every query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct QueryComparison {
    rows: usize,
    queries: Vec<Query>,
    /// Over the shares and ranges.
    greatest_difference_to_estimates: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    greatest_difference_to_data: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Query {
    column: String,
    /// `share`, `at-most` or `mean`.
    kind: &'static str,
    /// Of a share or a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    rows: f64,
    /// Unbiased: it may lie below 0.
    estimates: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<f64>,
}

impl QueryComparison {
    /// Of rows with their source; with a table of true rows also with that.
    pub(crate) fn new(
        source: &KnownTables,
        rows: &SyntheticRows,
        data: Option<(&Path, Separator)>,
    ) -> Result<Self, SyntheticError> {
        let truth = data.map(|(file, separator)| read(source, file, separator));
        let truth = truth.transpose()?;
        let mut queries = Vec::new();
        for (index, variable) in source.variables.iter().enumerate() {
            let counted = counted(&rows.values, index, variable.size());
            let true_shares = truth.as_ref().and_then(|truth| truth[index].clone());
            let of = [Some(counted), Some(source.shares(index)), true_shares];
            let query = |kind, value: Option<usize>, look: &dyn Fn(&[f64]) -> f64| {
                let [rows, estimates, data] = &of;
                let look = |shares: &Option<Vec<f64>>| shares.as_deref().map(look);
                Query {
                    column: variable.name.clone(),
                    kind,
                    value: value.map(|value| variable.value_name(value)),
                    rows: look(rows).unwrap_or(0.0),
                    estimates: look(estimates).unwrap_or(0.0),
                    data: look(data),
                }
            };
            for value in 0..variable.size() {
                queries.push(query("share", Some(value), &|shares| shares[value]));
            }
            if let Some(numbers) = variable.numbers() {
                for value in 0..variable.size().saturating_sub(1) {
                    let at_most = |shares: &[f64]| shares[..=value].iter().sum();
                    queries.push(query("at-most", Some(value), &at_most));
                }
                let mean = |shares: &[f64]| {
                    let all: f64 = shares.iter().sum();
                    let products = shares
                        .iter()
                        .zip(&numbers)
                        .map(|(share, number)| share * number);
                    products.sum::<f64>() / if all.abs() > 1e-12 { all } else { 1.0 }
                };
                queries.push(query("mean", None, &mean));
            }
        }
        let shares = || queries.iter().filter(|query| query.kind != "mean");
        let to_data = shares().filter_map(|query| Some((query.rows - query.data?).abs()));
        Ok(Self {
            rows: rows.values.len(),
            greatest_difference_to_estimates: shares()
                .map(|query| (query.rows - query.estimates).abs())
                .fold(0.0, f64::max),
            greatest_difference_to_data: to_data.reduce(f64::max),
            queries,
        })
    }

    /// The same for people.
    pub(crate) fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        let head = [
            ("column", Alignment::Left),
            ("query", Alignment::Left),
            ("rows", Alignment::Right),
            ("estimates", Alignment::Right),
            ("data", Alignment::Right),
        ];
        let row = |query: &Query| {
            let figure = |figure: f64| match query.kind {
                "mean" => decimals(figure, 0.02),
                _ => decimals(100.0 * figure, 0.2) + " %",
            };
            let value = query.value.as_deref().unwrap_or("");
            vec![
                query.column.clone(),
                format!("{} {value}", query.kind),
                figure(query.rows),
                figure(query.estimates),
                query.data.map_or_else(String::new, figure),
            ]
        };
        listing.table(&head, &self.queries.iter().map(row).collect::<Vec<_>>());
        listing
    }
}

/// The share of each value of a variable.
fn counted(rows: &[Vec<u32>], variable: usize, size: usize) -> Vec<f64> {
    let mut counts = vec![0_u32; size];
    for row in rows {
        counts[row[variable] as usize] += 1;
    }
    let all = u32::try_from(rows.len()).map_or(1.0, f64::from).max(1.0);
    counts
        .into_iter()
        .map(|count| f64::from(count) / all)
        .collect()
}

/// The shares of the variables that a table of true rows has.
fn read(
    source: &KnownTables,
    file: &Path,
    separator: Separator,
) -> Result<Vec<Option<Vec<f64>>>, SyntheticError> {
    let table = text_table::TextTable::read(file, separator, |_| true)?;
    let names = text_table::names(table.header.as_deref(), &table.rows);
    let of = |variable: &SyntheticColumn| {
        let Some(column) = names.iter().position(|name| *name == variable.name) else {
            return Ok(None);
        };
        let values = table.rows.iter().map(|row| {
            let cell = &row.cells[column];
            let value = variable.read(cell).ok_or_else(|| SyntheticError::Foreign {
                file: file.to_owned(),
                line: row.line,
                column: column + 1,
                name: variable.name.clone(),
                cell: text_table::shortened(cell),
            })?;
            Ok(vec![value])
        });
        let values: Vec<_> = values.collect::<Result<_, SyntheticError>>()?;
        Ok(Some(counted(&values, 0, variable.size())))
    };
    source.variables.iter().map(of).collect()
}
