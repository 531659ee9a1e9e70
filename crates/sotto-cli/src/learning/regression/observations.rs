//! From a table to the observations of a model.

use sotto_ldp::{Collector, Report};
use sotto_learn::regression::{Model, Observation, RegressionError, Seen};

use super::{
    super::{
        error::TableError,
        table_options::{DeclaredColumn, Header},
        text_table::{TextRow, TextTable, find, names, shortened},
    },
    columns::RegressionOptions,
};
use crate::data_set::{ColumnName, is_missing};

/// The outcome's two values, and what perturbed them.
pub(crate) struct OutcomeColumn<'a> {
    /// `None`: the column has the outcome itself.
    pub(crate) oracle: Option<&'a dyn Collector>,
    /// The names of its two values; `None`: they are 0 and 1.
    pub(crate) names: Option<[String; 2]>,
}

/// The table as observations.
pub(crate) struct RegressionTable {
    pub(super) model: Model,
    pub(super) observations: Vec<Observation>,
    /// Of the coefficients, the intercept's first.
    pub(super) coefficients: Vec<String>,
    pub(super) event: String,
    /// What was decided on the way, in sentences for people.
    pub(super) notes: Vec<String>,
}

/// A known predictor.
struct KnownPredictor {
    /// Counted from 0.
    column: usize,
    name: String,
    /// Empty: it is a number.
    categories: Vec<String>,
}

struct Protected {
    column: usize,
    name: String,
    names: Vec<String>,
    oracle: Box<dyn Collector>,
}

impl RegressionTable {
    /// Reads a table.
    pub(crate) fn read(
        options: &RegressionOptions,
        outcome: &OutcomeColumn<'_>,
    ) -> Result<Self, TableError> {
        let has_header = match options.header {
            Header::Yes => true,
            Header::No => false,
            Header::Auto => matches!(options.outcome, ColumnName::Name(_)),
        };
        let TextTable { header, rows } =
            TextTable::read(&options.data, options.separator, |_| has_header)?;
        let names = names(header.as_deref(), &rows);
        let at = find(&options.outcome, &names)?;
        let event = event(options, outcome)?;
        let protected = protected(options, &names)?;
        let used = |name: &ColumnName| find(name, &names);
        let mut columns: Vec<usize> = vec![at];
        columns.extend(protected.iter().map(|one| one.column));
        for name in &options.predictors {
            columns.push(used(name)?);
        }
        for (index, column) in columns.iter().enumerate() {
            if columns[..index].contains(column) {
                return Err(TableError::Twice(names[*column].clone()));
            }
        }
        let is_whole = |row: &&TextRow| columns.iter().all(|&index| !is_missing(&row.cells[index]));
        let kept: Vec<&TextRow> = rows.iter().filter(is_whole).collect();
        if kept.is_empty() {
            return Err(TableError::NoRows(options.data.clone()));
        }
        let mut notes = Vec::new();
        if kept.len() < rows.len() {
            notes.push(format!(
                "{} rows with missing values are left out.",
                rows.len() - kept.len()
            ));
        }
        let known = known(options, &names, &kept)?;
        let size = |one: &Protected| u32::try_from(one.names.len()).unwrap_or(u32::MAX);
        let known_columns = known.iter().map(KnownPredictor::width).sum();
        let model = Model::new(known_columns, protected.iter().map(size).collect())
            .map_err(TableError::Regression)?;
        let observation = |row: &&TextRow| {
            let mut numbers = Vec::new();
            for one in &known {
                one.read(row, &mut numbers)?;
            }
            Ok(Observation {
                known: numbers,
                outcome: outcome_seen(row, at, &names[at], outcome, event)?,
                protected: protected
                    .iter()
                    .map(|one| seen(row, one.column, &one.name, &*one.oracle))
                    .collect::<Result<_, TableError>>()?,
            })
        };
        let observations = kept.iter().map(observation);
        let observations = observations.collect::<Result<_, TableError>>()?;
        let event_name = match &outcome.names {
            Some(names) => names[event].clone(),
            None => event.to_string(),
        };
        Ok(Self {
            coefficients: coefficients(&known, &protected),
            model,
            observations,
            event: format!("{} = {event_name}", names[at]),
            notes,
        })
    }
}

/// The index of the value whose odds are told.
fn event(options: &RegressionOptions, outcome: &OutcomeColumn<'_>) -> Result<usize, TableError> {
    let names = match &outcome.names {
        Some(names) => names.clone(),
        None => ["0", "1"].map(str::to_owned),
    };
    match &options.event {
        Some(wanted) => {
            names
                .iter()
                .position(|name| name == wanted)
                .ok_or_else(|| TableError::NoEvent {
                    wanted: shortened(wanted),
                    names: names.join(" and "),
                })
        }
        None => Ok(usize::from(names[0] != "yes")),
    }
}

fn protected(options: &RegressionOptions, names: &[String]) -> Result<Vec<Protected>, TableError> {
    let read = options.protected.iter().map(|one| {
        let column = find(&one.column, names)?;
        Ok(Protected {
            column,
            name: names[column].clone(),
            names: one.names.clone(),
            oracle: one.oracle().map_err(TableError::Mechanism)?,
        })
    });
    read.collect()
}

/// The known predictors: a column that holds numbers alone is one, unless its values are declared.
fn known(
    options: &RegressionOptions,
    names: &[String],
    rows: &[&TextRow],
) -> Result<Vec<KnownPredictor>, TableError> {
    /// The most categories of a known predictor: each has a coefficient.
    const MOST: usize = 64;
    for declared in &options.values {
        let column = find(&declared.column, names)?;
        let is_predictor = |name: &ColumnName| find(name, names).is_ok_and(|one| one == column);
        if !options.predictors.iter().any(is_predictor) {
            return Err(TableError::NotAPredictor(names[column].clone()));
        }
    }
    let read = options.predictors.iter().map(|name| {
        let column = find(name, names)?;
        let is_declared =
            |one: &&DeclaredColumn| find(&one.column, names).is_ok_and(|found| found == column);
        let name = names[column].clone();
        if let Some(declared) = options.values.iter().find(is_declared) {
            return Ok(KnownPredictor {
                column,
                name,
                categories: declared.values.clone(),
            });
        }
        let is_number = |row: &&TextRow| number(&row.cells[column]).is_some();
        let mut categories = Vec::new();
        if !rows.iter().all(is_number) {
            categories = rows.iter().map(|row| row.cells[column].clone()).collect();
            categories.sort_unstable();
            categories.dedup();
            if categories.len() > MOST {
                let first = rows.iter().find(|row| !is_number(row));
                return Err(TableError::ManyCategories {
                    line: first.map_or(0, |row| row.line),
                    column: column + 1,
                    name,
                    most: MOST,
                });
            }
            if categories.len() < 2 {
                return Err(TableError::OneValue(name));
            }
        }
        Ok(KnownPredictor {
            column,
            name,
            categories,
        })
    });
    read.collect()
}

impl KnownPredictor {
    /// How many coefficients it has.
    const fn width(&self) -> usize {
        if self.categories.is_empty() {
            1
        } else {
            self.categories.len() - 1
        }
    }

    fn read(&self, row: &TextRow, numbers: &mut Vec<f64>) -> Result<(), TableError> {
        let cell = &row.cells[self.column];
        if self.categories.is_empty() {
            numbers.push(number(cell).unwrap_or(f64::NAN));
            return Ok(());
        }
        let value = self.categories.iter().position(|one| one == cell);
        let value = value.ok_or_else(|| TableError::Undeclared {
            line: row.line,
            column: self.column + 1,
            name: self.name.clone(),
            cell: shortened(cell),
        })?;
        let indicator = |one: usize| f64::from(u8::from(one == value));
        numbers.extend((1..self.categories.len()).map(indicator));
        Ok(())
    }
}

fn coefficients(known: &[KnownPredictor], protected: &[Protected]) -> Vec<String> {
    let mut all = vec!["intercept".to_owned()];
    for one in known {
        if one.categories.is_empty() {
            all.push(one.name.clone());
        }
        let others = one.categories.iter().skip(1);
        all.extend(others.map(|value| format!("{} = {value}", one.name)));
    }
    for one in protected {
        let others = one.names.iter().skip(1);
        all.extend(others.map(|value| format!("{} = {value}", one.name)));
    }
    all
}

fn number(cell: &str) -> Option<f64> {
    cell.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// What a report in a cell says.
fn seen(
    row: &TextRow,
    column: usize,
    name: &str,
    oracle: &dyn Collector,
) -> Result<Seen, TableError> {
    let cell = &row.cells[column];
    let (line, column) = (row.line, column + 1);
    let report: Report = serde_json::from_str(cell).map_err(|_| TableError::NotAReport {
        line,
        column,
        name: name.to_owned(),
        cell: shortened(cell),
        expected: oracle.longest_report().description(),
    })?;
    Seen::report(oracle, &report).map_err(|error| match error {
        RegressionError::Report(error) => TableError::ImpossibleReport {
            line,
            column,
            name: name.to_owned(),
            error,
        },
        error => TableError::Regression(error),
    })
}

/// What is seen of the outcome: its event is value 1 of the model.
fn outcome_seen(
    row: &TextRow,
    column: usize,
    name: &str,
    outcome: &OutcomeColumn<'_>,
    event: usize,
) -> Result<Seen, TableError> {
    let cell = &row.cells[column];
    let Some(oracle) = outcome.oracle else {
        let value = match &outcome.names {
            Some(names) => names.iter().position(|one| one == cell),
            None => ["0", "1"].iter().position(|one| one == cell),
        };
        let value = value.ok_or_else(|| TableError::Undeclared {
            line: row.line,
            column: column + 1,
            name: name.to_owned(),
            cell: shortened(cell),
        })?;
        return Ok(Seen::value(u32::from(value == event), 2));
    };
    let seen = seen(row, column, name, oracle)?;
    Ok(if event == 1 { seen } else { seen.reversed() })
}
