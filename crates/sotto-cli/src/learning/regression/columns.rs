//! The columns of a regression, as flags name them: the outcome, known and protected predictors.

use std::{path::PathBuf, str::FromStr};

use clap::Args;
use sotto_ldp::{Collector, Epsilon, Mechanism, choose};

use super::super::table_options::{DeclaredColumn, Header, column_name};
use crate::data_set::{ColumnName, Separator};

/// A table of one row for each respondent, some of whose columns are perturbed.
#[derive(Clone, Debug, Args)]
pub(crate) struct RegressionOptions {
    /// The table: one respondent per row, reports as `sotto randomize` prints them, or
    /// `sotto export --format reports`
    #[arg(long, value_name = "FILE")]
    pub(super) data: PathBuf,

    /// The column of the outcome, by its name or its number
    #[arg(long, value_name = "COLUMN", value_parser = column_name)]
    pub(super) outcome: ColumnName,

    /// Which of the outcome's two values is the event whose odds are told, by name or index
    /// [default: yes, else the second]
    #[arg(long, value_name = "VALUE")]
    pub(super) event: Option<String>,

    /// Columns that are known, such as an arm or an age: numbers, or categories of which the first
    /// is the one that the others are held against
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',', value_parser = column_name)]
    pub(super) predictors: Vec<ColumnName>,

    /// The categories of a known predictor in their order [default: those of the table, sorted]
    #[arg(long, value_name = "COLUMN=A|B|…")]
    pub(super) values: Vec<DeclaredColumn>,

    /// A predictor that is perturbed, by which mechanism, at which epsilon, over which categories,
    /// such as smokes=grr:1:no|yes, or smokes=grr:1:2 for two of them
    #[arg(long, value_name = "COLUMN=MECHANISM:E:A|B|…")]
    pub(super) protected: Vec<ProtectedColumn>,

    /// Separator between cells
    #[arg(long, value_enum, value_name = "SEPARATOR", default_value_t = Separator::Auto)]
    pub(super) separator: Separator,

    /// Whether the first row names the columns; auto: it does if the outcome is given by its name
    #[arg(long, value_enum, default_value_t = Header::Auto)]
    pub(super) header: Header,
}

impl RegressionOptions {
    /// Whether some predictor is perturbed.
    pub(crate) const fn protects_predictors(&self) -> bool {
        !self.protected.is_empty()
    }
}

/// A predictor that is perturbed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProtectedColumn {
    pub(super) column: ColumnName,
    /// `None`: the one of least variance.
    mechanism: Option<Mechanism>,
    epsilon: Epsilon,
    /// Of its values, at least two.
    pub(super) names: Vec<String>,
}

impl ProtectedColumn {
    /// What its reports were drawn by.
    pub(super) fn oracle(&self) -> Result<Box<dyn Collector>, String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", self.column);
        let size = u32::try_from(self.names.len()).map_err(|error| said(&error))?;
        let mechanism = match self.mechanism {
            Some(mechanism) => mechanism,
            None => {
                choose(&self.epsilon, size)
                    .map_err(|error| said(&error))?
                    .mechanism
            }
        };
        let parameters = mechanism.parameters(&self.epsilon, size);
        let parameters = parameters.map_err(|error| said(&error))?;
        mechanism
            .oracle(&parameters, size)
            .map_err(|error| said(&error))
    }
}

impl FromStr for ProtectedColumn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "write COLUMN=MECHANISM:E:A|B|…, such as smokes=grr:1:no|yes".to_owned();
        let (column, rest) = text.split_once('=').ok_or_else(form)?;
        let mut parts = rest.splitn(3, ':');
        let (Some(mechanism), Some(epsilon), Some(values)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(form());
        };
        let mechanism = match mechanism.trim() {
            "auto" => None,
            name => Some(Mechanism::named(name).map_err(|error| error.to_string())?),
        };
        let epsilon = epsilon.trim().parse::<Epsilon>();
        let names: Vec<String> = match values.trim().parse::<u16>() {
            Ok(size) => (0..size).map(|index| index.to_string()).collect(),
            Err(_) => values
                .split('|')
                .map(|name| name.trim().to_owned())
                .collect(),
        };
        if names.len() < 2 {
            return Err("a protected predictor has at least two categories".to_owned());
        }
        Ok(Self {
            column: column_name(column)?,
            mechanism,
            epsilon: epsilon.map_err(|error| error.to_string())?,
            names,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protected_columns_are_read() {
        let named: ProtectedColumn = "smokes=grr:ln 3:no|yes".parse().unwrap();
        assert_eq!(named.column, ColumnName::Name("smokes".to_owned()));
        assert_eq!(named.names, ["no", "yes"]);
        assert_eq!(named.oracle().unwrap().domain_size(), 2);
        let counted: ProtectedColumn = "3=auto:2:4".parse().unwrap();
        assert_eq!(counted.names, ["0", "1", "2", "3"]);
        for bad in [
            "a",
            "a=grr",
            "a=grr:1",
            "a=grr:1:1",
            "a=grr:x:2",
            "a=none:1:2",
            "=grr:1:2",
        ] {
            assert!(bad.parse::<ProtectedColumn>().is_err(), "{bad}");
        }
        let two_coins: ProtectedColumn = "a=two-coins:1:3".parse().unwrap();
        assert!(two_coins.oracle().is_err());
    }
}
