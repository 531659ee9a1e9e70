//! The columns of a table: categories that are found or declared, or bins of a range of numbers.

use std::collections::HashMap;

use super::{
    error::TableError,
    public_rows::{PublicRows, cuts_of_equal_frequency},
    table_options::{Cuts, TableOptions},
    text_table::{find, shortened},
};
use crate::data_set::is_missing;

/// The most values that a column may have.
const MOST_VALUES: usize = 1000;

/// How a cell that holds no value is called.
const MISSING: &str = "?";

/// What a column's cells become.
pub(super) enum CellKind {
    /// Categories, found or declared.
    Categories {
        index: HashMap<String, u32>,
        declared: bool,
    },
    /// Bins of a range; a missing number has the bin behind the last.
    Bins {
        minimum: f64,
        maximum: f64,
        /// Between the bins, rising.
        cuts: Vec<f64>,
    },
    /// Nothing.
    Skipped,
}

pub(super) struct Column {
    pub(super) name: String,
    /// Counted from 1.
    number: usize,
    pub(super) kind: CellKind,
    /// How often each value occurs.
    occurrences: Vec<u64>,
}

impl Column {
    /// What stands for a cell; of a line, for a message.
    pub(super) fn value(&mut self, cell: &str, line: u64) -> Result<u32, TableError> {
        let (column, name) = (self.number, &self.name);
        match &mut self.kind {
            CellKind::Skipped => Ok(0),
            CellKind::Bins { cuts, .. } if is_missing(cell) => Ok(bins(cuts)),
            CellKind::Bins {
                minimum,
                maximum,
                cuts,
            } => {
                let number = cell.parse::<f64>().ok().filter(|number| number.is_finite());
                let number = number.ok_or_else(|| TableError::NotANumber {
                    line,
                    column,
                    name: name.clone(),
                    cell: shortened(cell),
                })?;
                if !(*minimum..=*maximum).contains(&number) {
                    return Err(TableError::OutsideRange {
                        line,
                        column,
                        name: name.clone(),
                        cell: shortened(cell),
                    });
                }
                let reached = cuts.iter().take_while(|cut| number >= **cut);
                Ok(u32::try_from(reached.count()).unwrap_or(0))
            }
            CellKind::Categories { index, declared } => {
                let key = if is_missing(cell) { MISSING } else { cell };
                if let Some(&value) = index.get(key) {
                    return Ok(value);
                }
                if *declared && key != MISSING {
                    return Err(TableError::Undeclared {
                        line,
                        column,
                        name: name.clone(),
                        cell: shortened(cell),
                    });
                }
                if index.len() >= MOST_VALUES {
                    return Err(TableError::TooManyValues {
                        name: name.clone(),
                        most: MOST_VALUES,
                    });
                }
                let value = u32::try_from(index.len()).unwrap_or(u32::MAX);
                index.insert(key.to_owned(), value);
                Ok(value)
            }
        }
    }

    /// Notes that a value occurs.
    pub(super) fn count(&mut self, value: u32) {
        let index = value as usize;
        if self.occurrences.len() <= index {
            self.occurrences.resize(index + 1, 0);
        }
        self.occurrences[index] += 1;
    }

    /// The values there are; of a column of bins one more where a number is missing.
    pub(super) fn size(&self) -> u32 {
        let seen = u32::try_from(self.occurrences.len()).unwrap_or(u32::MAX);
        match &self.kind {
            CellKind::Skipped => 0,
            CellKind::Bins { cuts, .. } => seen.max(bins(cuts)),
            CellKind::Categories { index, .. } => u32::try_from(index.len()).unwrap_or(u32::MAX),
        }
    }

    /// How many values occur.
    pub(super) fn seen(&self) -> usize {
        self.occurrences.iter().filter(|count| **count > 0).count()
    }

    /// The name of the commonest value, for a message.
    pub(super) fn only_value(&self) -> String {
        match &self.kind {
            CellKind::Categories { index, .. } => index.keys().next().cloned().unwrap_or_default(),
            CellKind::Bins { .. } | CellKind::Skipped => String::new(),
        }
    }
}

/// How many bins cuts make.
fn bins(cuts: &[f64]) -> u32 {
    u32::try_from(cuts.len())
        .unwrap_or(u32::MAX)
        .saturating_add(1)
}

/// The columns of a table, as the flags describe them.
pub(super) fn columns(
    options: &TableOptions,
    names: Vec<String>,
    class: usize,
    public: Option<&PublicRows>,
) -> Result<Vec<Column>, TableError> {
    let mut kinds: Vec<CellKind> = names
        .iter()
        .map(|_| CellKind::Categories {
            index: HashMap::new(),
            declared: false,
        })
        .collect();
    for declared in &options.values {
        let values = (0..).zip(&declared.values);
        kinds[find(&declared.column, &names)?] = CellKind::Categories {
            index: values
                .map(|(index, value)| (value.clone(), index))
                .collect(),
            declared: true,
        };
    }
    for number in &options.number {
        let column = find(&number.column, &names)?;
        let cuts = match options.cuts {
            Cuts::Width => {
                let width = (number.maximum - number.minimum) / f64::from(options.bins);
                let cut = |bin| number.minimum + f64::from(bin) * width;
                (1..options.bins).map(cut).collect()
            }
            Cuts::Frequency => {
                let public = public.ok_or(TableError::NoPublic)?;
                let numbers = public.numbers(column, &names[column])?;
                cuts_of_equal_frequency(numbers, options.bins)
            }
        };
        kinds[column] = CellKind::Bins {
            minimum: number.minimum,
            maximum: number.maximum,
            cuts,
        };
    }
    for skipped in &options.skip {
        let index = find(skipped, &names)?;
        if index != class {
            kinds[index] = CellKind::Skipped;
        }
    }
    let column = |(index, (name, kind)): (usize, (String, CellKind))| Column {
        name,
        number: index + 1,
        kind,
        occurrences: Vec::new(),
    };
    Ok(names
        .into_iter()
        .zip(kinds)
        .enumerate()
        .map(column)
        .collect())
}

/// The columns that tell anything, by their indices.
pub(super) fn features(columns: &[Column], class: usize) -> Vec<usize> {
    let is_feature = |index: &usize| *index != class && columns[*index].size() > 1;
    (0..columns.len()).filter(is_feature).collect()
}
