//! A table as examples: its columns as categories, one of them the class.

use std::collections::HashMap;

use sotto_ldp::learning::{Examples, Schema, gaussian::GaussianReporting};

use super::{
    error::TableError,
    number_rows::{Projected, on_grids},
    public_rows::{PublicRows, cuts_of_equal_frequency},
    table_options::{Cuts, Header, Missing, TableOptions},
    text_table::{TextRow, TextTable, find, names, shortened},
};
use crate::data_set::{ColumnName, is_missing};

/// The most values that a column may have.
const MOST_VALUES: usize = 1000;

/// How a cell that holds no value is called.
const MISSING: &str = "?";

/// A table that can be learned from.
#[derive(Debug)]
pub(crate) struct LabelledRows {
    /// The rows, as categories.
    pub(crate) examples: Examples,
    /// The same rows with each number on a finer grid; `None` unless all features are numbers, and none is missing.
    pub(crate) cells: Option<Examples>,
    /// What was decided on the way, in sentences for people.
    pub(crate) notes: Vec<String>,
}

/// What a column's cells become.
pub(super) enum Kind {
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
    pub(super) kind: Kind,
    /// How often each value occurs.
    occurrences: Vec<u64>,
}

impl LabelledRows {
    /// Reads a table.
    pub(crate) fn read(options: &TableOptions) -> Result<Self, TableError> {
        let TextTable { header, rows } =
            TextTable::read(&options.data, options.separator, |rows| {
                match options.header {
                    Header::Yes => true,
                    Header::No => false,
                    Header::Auto => looks_like_header(options, rows),
                }
            })?;
        let names = names(header.as_deref(), &rows);
        let width = names.len();
        let class = match &options.class {
            Some(name) => find(name, &names)?,
            None => width.saturating_sub(1),
        };
        let public = options
            .public
            .as_ref()
            .map(|file| PublicRows::read(file, options, (header.is_some(), width)));
        let public = public.transpose()?;
        let mut columns = columns(options, names, class, public.as_ref())?;
        let mut notes = Vec::new();
        if header.is_some() && options.header == Header::Auto {
            notes.push(
                "The first row is taken as the header; --header no makes it a row.".to_owned(),
            );
        }
        let (mut cells, mut kept) = (Vec::with_capacity(rows.len()), Vec::new());
        let mut left_out = 0_u64;
        for row in &rows {
            match values(row, &mut columns, options.missing)? {
                Some(values) => {
                    cells.push(values);
                    kept.push(row);
                }
                None => left_out += 1,
            }
        }
        if left_out > 0 {
            notes.push(format!("{left_out} rows with missing values are left out."));
        }
        if cells.is_empty() {
            return Err(TableError::NoRows(options.data.clone()));
        }
        for values in &cells {
            for (column, &value) in columns.iter_mut().zip(values) {
                column.count(value);
            }
        }
        note_columns(&columns, class, &mut notes);
        let examples = examples(&columns, class, &cells)?;
        if let (Some(which), Some(public)) = (options.project, &public) {
            let projected = Projected::new(options, which, (&columns, class), (public, &kept))?;
            notes.push(format!(
                "{} directions of the public table stand in place of all numbers; what lies beyond its rows is held at the end.",
                projected.count()
            ));
            return Ok(Self {
                examples: projected.examples(&examples, options.bins)?,
                cells: Some(projected.examples(&examples, GaussianReporting::CELLS)?),
                notes,
            });
        }
        let cells = on_grids(&columns, class, &kept, &examples);
        Ok(Self {
            examples,
            cells,
            notes,
        })
    }
}

/// The values of all columns; `None` where one is missing and such rows are left out.
fn values(
    row: &TextRow,
    columns: &mut [Column],
    missing: Missing,
) -> Result<Option<Vec<u32>>, TableError> {
    let mut values = Vec::with_capacity(columns.len());
    for (cell, column) in row.cells.iter().zip(columns) {
        let is_used = !matches!(column.kind, Kind::Skipped);
        if missing == Missing::Skip && is_used && is_missing(cell) {
            return Ok(None);
        }
        values.push(column.value(cell, row.line)?);
    }
    Ok(Some(values))
}

impl Column {
    fn value(&mut self, cell: &str, line: u64) -> Result<u32, TableError> {
        let (column, name) = (self.number, &self.name);
        match &mut self.kind {
            Kind::Skipped => Ok(0),
            Kind::Bins { cuts, .. } if is_missing(cell) => Ok(bins(cuts)),
            Kind::Bins {
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
            Kind::Categories { index, declared } => {
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

    fn count(&mut self, value: u32) {
        let place = value as usize;
        if self.occurrences.len() <= place {
            self.occurrences.resize(place + 1, 0);
        }
        self.occurrences[place] += 1;
    }

    /// The values there are; of a column of bins one more where a number is missing.
    fn size(&self) -> u32 {
        let seen = u32::try_from(self.occurrences.len()).unwrap_or(u32::MAX);
        match &self.kind {
            Kind::Skipped => 0,
            Kind::Bins { cuts, .. } => seen.max(bins(cuts)),
            Kind::Categories { index, .. } => u32::try_from(index.len()).unwrap_or(u32::MAX),
        }
    }

    /// The name of the commonest value, for a message.
    fn only_value(&self) -> String {
        match &self.kind {
            Kind::Categories { index, .. } => index.keys().next().cloned().unwrap_or_default(),
            Kind::Bins { .. } | Kind::Skipped => String::new(),
        }
    }
}

/// How many bins cuts make.
fn bins(cuts: &[f64]) -> u32 {
    u32::try_from(cuts.len())
        .unwrap_or(u32::MAX)
        .saturating_add(1)
}

/// Whether a flag names a column that the first row holds, or its class is that of no other row.
fn looks_like_header(options: &TableOptions, rows: &[TextRow]) -> bool {
    let Some((first, others)) = rows.split_first() else {
        return false;
    };
    let class = match &options.class {
        Some(name) => find(name, &first.cells).ok(),
        None => first.cells.len().checked_sub(1),
    };
    let Some(class) = class else { return false };
    let same = |row: &TextRow| row.cells.get(class) == first.cells.get(class);
    matches!(options.class, Some(ColumnName::Name(_))) || !others.iter().any(same)
}

fn columns(
    options: &TableOptions,
    names: Vec<String>,
    class: usize,
    public: Option<&PublicRows>,
) -> Result<Vec<Column>, TableError> {
    let mut kinds: Vec<Kind> = names
        .iter()
        .map(|_| Kind::Categories {
            index: HashMap::new(),
            declared: false,
        })
        .collect();
    for declared in &options.values {
        let values = (0..).zip(&declared.values);
        kinds[find(&declared.column, &names)?] = Kind::Categories {
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
        kinds[column] = Kind::Bins {
            minimum: number.minimum,
            maximum: number.maximum,
            cuts,
        };
    }
    for skipped in &options.skip {
        let index = find(skipped, &names)?;
        if index != class {
            kinds[index] = Kind::Skipped;
        }
    }
    let column = |(index, (name, kind)): (usize, (String, Kind))| Column {
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

/// What people should know of how the columns were read.
fn note_columns(columns: &[Column], class: usize, notes: &mut Vec<String>) {
    let found = columns.iter().filter(|column| {
        matches!(
            column.kind,
            Kind::Categories {
                declared: false,
                ..
            }
        )
    });
    let found = found.count();
    if found > 0 {
        notes.push(format!(
            "The values of {found} columns are taken from the table itself. A survey must declare them, because no noise hides which values occur."
        ));
    }
    for (index, column) in columns.iter().enumerate() {
        let is_feature = index != class && !matches!(column.kind, Kind::Skipped);
        if is_feature && column.size() < 2 {
            notes.push(format!(
                "Column {} has one value, which tells nothing, and is left out.",
                column.name
            ));
        }
    }
}

/// The columns that tell anything, by their indices.
pub(super) fn features(columns: &[Column], class: usize) -> Vec<usize> {
    let is_feature = |index: &usize| *index != class && columns[*index].size() > 1;
    (0..columns.len()).filter(is_feature).collect()
}

fn examples(columns: &[Column], class: usize, cells: &[Vec<u32>]) -> Result<Examples, TableError> {
    let features = features(columns, class);
    if features.is_empty() {
        return Err(TableError::NoFeatures);
    }
    let of_class = &columns[class];
    let seen = of_class.occurrences.iter().filter(|count| **count > 0);
    if seen.count() < 2 {
        return Err(TableError::OneClass {
            rows: cells.len(),
            class: of_class.only_value(),
        });
    }
    let sizes = features.iter().map(|&index| columns[index].size());
    let schema = Schema::new(of_class.size(), sizes.collect())?;
    let mut examples = Examples::empty(schema);
    for values in cells {
        let row: Vec<_> = features.iter().map(|&index| values[index]).collect();
        examples.push(&row, values[class])?;
    }
    Ok(examples)
}
