//! Which table is learned from, and how its cells are read: flags.

use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::{Args, ValueEnum};

use super::projection::Directions;
use crate::data_set::{ColumnName, Separator};

/// A table whose rows have a class.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableOptions {
    /// The table: one respondent per row. It stays on this machine
    #[arg(long, value_name = "FILE")]
    pub(super) data: PathBuf,

    /// The column of the class, by its name or its number [default: the last]
    #[arg(long, value_name = "COLUMN", value_parser = column_name)]
    pub(super) class: Option<ColumnName>,

    /// Columns to leave out
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',', value_parser = column_name)]
    pub(super) skip: Vec<ColumnName>,

    /// A column of numbers and the range they may lie in, cut into bins of equal width
    #[arg(long, value_name = "COLUMN=MIN..MAX", allow_hyphen_values = true)]
    pub(super) number: Vec<NumberColumn>,

    /// The bins of each column of numbers
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(super) bins: u32,

    /// How numbers are cut into bins
    #[arg(long, value_enum, default_value_t = Cuts::Width)]
    pub(super) cuts: Cuts,

    /// A public table of the same columns, on which cuts of equal frequency and projections are fitted; never
    /// the table that is to be protected
    #[arg(long, value_name = "FILE")]
    pub(super) public: Option<PathBuf>,

    /// Replace all numbers by this many directions of the public table
    #[arg(long, value_enum, requires = "public")]
    pub(super) project: Option<Directions>,

    /// How many directions
    #[arg(long, value_name = "N", default_value_t = 2, requires = "project", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(super) directions: u8,

    /// The values that a column may have; those of others are taken from the table
    #[arg(long, value_name = "COLUMN=A|B|…")]
    pub(super) values: Vec<DeclaredColumn>,

    /// What becomes of a missing value: an empty cell, ?, NA or N/A
    #[arg(long, value_enum, default_value_t = Missing::Category)]
    pub(super) missing: Missing,

    /// Separator between cells
    #[arg(long, value_enum, value_name = "SEPARATOR", default_value_t = Separator::Auto)]
    pub(super) separator: Separator,

    /// Whether the first row names the columns
    #[arg(long, value_enum, default_value_t = Header::Auto)]
    pub(super) header: Header,
}

impl TableOptions {
    /// The table's file.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// What stands between its cells.
    pub(crate) const fn separator(&self) -> Separator {
        self.separator
    }

    /// The table's file, without its folder.
    pub(crate) fn name(&self) -> String {
        let name = self.data.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

/// How numbers are cut into bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cuts {
    /// Bins of equal width over the declared range
    Width,
    /// Bins with as many rows of the public table each
    Frequency,
}

/// Whether the first row names the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Header {
    /// It does if its class is no other row's
    Auto,
    /// It does
    Yes,
    /// It is a row
    No,
}

/// What becomes of a missing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Missing {
    /// It is a value like any other, and perturbed like any other
    Category,
    /// The whole row is left out
    Skip,
}

/// A column of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NumberColumn {
    pub(super) column: ColumnName,
    pub(super) minimum: f64,
    /// Above the minimum.
    pub(super) maximum: f64,
}

/// A column whose values are declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeclaredColumn {
    pub(super) column: ColumnName,
    pub(super) values: Vec<String>,
}

pub(super) fn column_name(text: &str) -> Result<ColumnName, String> {
    match (text.trim(), text.trim().parse()) {
        ("", _) => Err("name a column, or give its number, counted from 1".to_owned()),
        (_, Ok(0)) => Err("columns are counted from 1".to_owned()),
        (_, Ok(number)) => Ok(ColumnName::Number(number)),
        (name, Err(_)) => Ok(ColumnName::Name(name.to_owned())),
    }
}

impl FromStr for NumberColumn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "write COLUMN=MIN..MAX, such as age=0..100".to_owned();
        let (column, range) = text.rsplit_once('=').ok_or_else(form)?;
        let (minimum, maximum) = range.split_once("..").ok_or_else(form)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| form());
        let (minimum, maximum) = (number(minimum)?, number(maximum)?);
        if !(minimum < maximum && (maximum - minimum).is_finite()) {
            return Err("the range must end above its beginning".to_owned());
        }
        Ok(Self {
            column: column_name(column)?,
            minimum,
            maximum,
        })
    }
}

impl FromStr for DeclaredColumn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "write COLUMN=A|B|…, such as smokes=yes|no".to_owned();
        let (column, values) = text.split_once('=').ok_or_else(form)?;
        let values: Vec<_> = values
            .split('|')
            .map(|value| value.trim().to_owned())
            .collect();
        let twice = |(index, value): (usize, &String)| values[..index].contains(value);
        if values.iter().enumerate().any(twice) {
            return Err("a value is given twice".to_owned());
        }
        if values.iter().any(String::is_empty) {
            return Err(form());
        }
        Ok(Self {
            column: column_name(column)?,
            values,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let number: NumberColumn = "a=b=-1.5..2".parse().unwrap();
        assert_eq!(number.column, ColumnName::Name("a=b".to_owned()));
        assert!((number.minimum + 1.5).abs() < 1e-12 && (number.maximum - 2.0).abs() < 1e-12);
        for bad in [
            "age", "age=1", "age=2..1", "age=1..1", "=0..1", "0=0..1", "a=NaN..1", "a=0..inf",
        ] {
            assert!(bad.parse::<NumberColumn>().is_err(), "{bad}");
        }
        let declared: DeclaredColumn = "3=yes | no".parse().unwrap();
        assert_eq!(declared.column, ColumnName::Number(3));
        assert_eq!(declared.values, ["yes", "no"]);
        for bad in ["a", "a=", "a=x||y", "a=x|x"] {
            assert!(bad.parse::<DeclaredColumn>().is_err(), "{bad}");
        }
    }
}
