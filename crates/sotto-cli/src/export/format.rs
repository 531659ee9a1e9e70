//! What an export can be, and what its file is called.

use std::fmt;

use clap::ValueEnum;
use sotto_survey::Survey;

/// A format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Format {
    /// Estimates as a table, one line each, with labels
    Csv,
    /// Estimates as one JSON document, with the labels of every language
    Json,
    /// Estimates and codebook as a workbook for spreadsheets
    Xlsx,
    /// Codebook as a page, in every language of the survey
    Codebook,
    /// Codebook as DDI-Codebook 2.5
    Ddi,
    /// Description of the data set for search engines (schema.org)
    JsonLd,
    /// Channel and noisy counts of every categorical question
    Channels,
    /// Script that reproduces the estimates from the channels (Python, nothing to install)
    Python,
    /// The same for R, channels and counts included
    REstimates,
    /// Report to be printed: method, epsilon, number of reports, wording, estimates
    Report,
    /// Noisy rows as a table of codes
    Rows,
    /// The same with labels in place of codes
    RowsLabelled,
    /// Noisy rows, one JSON object a line, with ids in place of codes
    Ndjson,
    /// Noisy rows as columns of codes, with their labels beside them
    Parquet,
    /// Noisy rows for SPSS, with their labels
    Sav,
    /// Script that reads the rows and labels them, for R
    R,
    /// The same for Stata
    Stata,
    /// The same for SPSS
    Spss,
}

impl Format {
    /// The name of its file.
    pub(crate) fn file_name(self, survey: &Survey) -> String {
        let end = match self {
            Self::Csv => "results.csv",
            Self::Json => "results.json",
            Self::Xlsx => "results.xlsx",
            Self::Codebook => "codebook.html",
            Self::Ddi => "codebook.xml",
            Self::JsonLd => "codebook.jsonld",
            Self::Channels => "channels.json",
            Self::Python => "estimates.py",
            Self::REstimates => "estimates.R",
            Self::Report => "report.html",
            Self::Rows => "rows.csv",
            Self::RowsLabelled => "rows-labelled.csv",
            Self::Ndjson => "rows.ndjson",
            Self::Parquet => "rows.parquet",
            Self::Sav => "rows.sav",
            Self::R => "labels.R",
            Self::Stata => "labels.do",
            Self::Spss => "labels.sps",
        };
        format!("{}-{}-{end}", survey.id(), survey.version())
    }

    /// Whether it is made of noisy rows.
    pub(crate) const fn needs_rows(self) -> bool {
        matches!(
            self,
            Self::Rows | Self::RowsLabelled | Self::Ndjson | Self::Parquet | Self::Sav
        )
    }

    /// Whether it is made of results. The others are made of the survey alone.
    pub(crate) const fn needs_results(self) -> bool {
        match self {
            Self::Csv
            | Self::Json
            | Self::Xlsx
            | Self::Codebook
            | Self::Ddi
            | Self::JsonLd
            | Self::Channels
            | Self::REstimates
            | Self::Report => true,
            Self::Python
            | Self::Rows
            | Self::RowsLabelled
            | Self::Ndjson
            | Self::Parquet
            | Self::Sav
            | Self::R
            | Self::Stata
            | Self::Spss => false,
        }
    }

    /// Whether it is no text, so that a terminal cannot show it.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Self::Xlsx | Self::Parquet | Self::Sav)
    }
}

/// As it is written at the command line.
impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_possible_value() {
            Some(value) => out.write_str(value.get_name()),
            None => Ok(()),
        }
    }
}
