//! What an export can be, and what its file is called.

use std::{fmt, str::FromStr};

use sotto_survey::Survey;
use thiserror::Error;

/// A format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Estimates as a table.
    Csv,
    /// Estimates as one JSON document.
    Json,
    /// Estimates and codebook as a workbook.
    Xlsx,
    /// Codebook as a page.
    Codebook,
    /// Codebook as DDI-Codebook 2.5.
    Ddi,
    /// Description of the data set for search engines.
    JsonLd,
    /// Channels and noisy counts.
    Channels,
    /// Script that makes the estimates again, for Python.
    Python,
    /// The same for R.
    REstimates,
    /// Report to be printed.
    Report,
    /// Noisy rows as a table of codes.
    Rows,
    /// The same with labels.
    RowsLabelled,
    /// Noisy rows as they were sent, as a table.
    Reports,
    /// The same as objects.
    Ndjson,
    /// Noisy rows as columns of codes.
    Parquet,
    /// Noisy rows for SPSS.
    Sav,
    /// Script that labels the rows, for R.
    R,
    /// The same for Stata.
    Stata,
    /// The same for SPSS.
    Spss,
}

/// There is no format of that name.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("there is no such format: use one of {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat;

impl Format {
    /// Each of them.
    pub const ALL: [Self; 19] = [
        Self::Csv,
        Self::Json,
        Self::Xlsx,
        Self::Codebook,
        Self::Ddi,
        Self::JsonLd,
        Self::Channels,
        Self::Python,
        Self::REstimates,
        Self::Report,
        Self::Rows,
        Self::RowsLabelled,
        Self::Reports,
        Self::Ndjson,
        Self::Parquet,
        Self::Sav,
        Self::R,
        Self::Stata,
        Self::Spss,
    ];

    /// What it is called, what its files end in, and what it is.
    const fn named(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Csv => (
                "csv",
                "results.csv",
                "Estimates as a table, one line each, with labels",
            ),
            Self::Json => (
                "json",
                "results.json",
                "Estimates as one JSON document, with the labels of every language",
            ),
            Self::Xlsx => (
                "xlsx",
                "results.xlsx",
                "Estimates and codebook as a workbook for spreadsheets",
            ),
            Self::Codebook => (
                "codebook",
                "codebook.html",
                "Codebook as a page, in every language of the survey",
            ),
            Self::Ddi => ("ddi", "codebook.xml", "Codebook as DDI-Codebook 2.5"),
            Self::JsonLd => (
                "json-ld",
                "codebook.jsonld",
                "Description of the data set for search engines (schema.org)",
            ),
            Self::Channels => (
                "channels",
                "channels.json",
                "Channel and noisy counts of every categorical question",
            ),
            Self::Python => (
                "python",
                "estimates.py",
                "Script that reproduces the estimates from the channels (Python, nothing to install)",
            ),
            Self::REstimates => (
                "r-estimates",
                "estimates.R",
                "The same for R, channels and counts included",
            ),
            Self::Report => (
                "report",
                "report.html",
                "Report to be printed: method, epsilon, number of reports, wording, estimates",
            ),
            Self::Rows => ("rows", "rows.csv", "Noisy rows as a table of codes"),
            Self::RowsLabelled => (
                "rows-labelled",
                "rows-labelled.csv",
                "The same with labels in place of codes",
            ),
            Self::Reports => (
                "reports",
                "reports.csv",
                "Noisy rows as they were sent: a table with each report in JSON",
            ),
            Self::Ndjson => ("ndjson", "rows.ndjson", "The same, one JSON object a line"),
            Self::Parquet => (
                "parquet",
                "rows.parquet",
                "Noisy rows as columns of codes, with their labels beside them",
            ),
            Self::Sav => ("sav", "rows.sav", "Noisy rows for SPSS, with their labels"),
            Self::R => (
                "r",
                "labels.R",
                "Script that reads the rows and labels them, for R",
            ),
            Self::Stata => ("stata", "labels.do", "The same for Stata"),
            Self::Spss => ("spss", "labels.sps", "The same for SPSS"),
        }
    }

    /// Its name, as commands and addresses have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.named().0
    }

    /// The name of its file.
    #[must_use]
    pub fn file_name(self, survey: &Survey) -> String {
        let (_, end, _) = self.named();
        format!("{}-{}-{end}", survey.id(), survey.version())
    }

    /// The media type of its file.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv | Self::Rows | Self::RowsLabelled | Self::Reports => {
                "text/csv; charset=utf-8; header=present"
            }
            Self::Json | Self::Channels => "application/json",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Codebook | Self::Report => KEPT,
            Self::Ddi => "application/xml",
            Self::JsonLd => "application/ld+json",
            Self::Python | Self::REstimates | Self::R | Self::Stata | Self::Spss => TEXT,
            Self::Ndjson => "application/x-ndjson",
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Sav => "application/x-spss-sav",
        }
    }

    /// What it is, in a line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        self.named().2
    }

    /// Whether it is made of noisy rows.
    #[must_use]
    pub const fn needs_rows(self) -> bool {
        matches!(
            self,
            Self::Rows
                | Self::RowsLabelled
                | Self::Reports
                | Self::Ndjson
                | Self::Parquet
                | Self::Sav
        )
    }

    /// Whether it is made of results. The others are made of the survey alone.
    #[must_use]
    pub const fn needs_results(self) -> bool {
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
            | Self::Reports
            | Self::Ndjson
            | Self::Parquet
            | Self::Sav
            | Self::R
            | Self::Stata
            | Self::Spss => false,
        }
    }

    /// Whether it is no text, so that a terminal cannot show it.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Xlsx | Self::Parquet | Self::Sav)
    }
}

/// Of pages: a browser is to keep them, and never to show them as the collector's own.
const KEPT: &str = "application/octet-stream";

/// Of scripts, which a browser is to show or to keep, and never to run.
const TEXT: &str = "text/plain; charset=utf-8";

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or(UnknownFormat)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_format_has_a_name_and_a_file_of_its_own() {
        let names: BTreeSet<_> = Format::ALL.iter().map(|one| one.name()).collect();
        let files: BTreeSet<_> = Format::ALL.iter().map(|one| one.named().1).collect();
        assert_eq!(
            (names.len(), files.len()),
            (Format::ALL.len(), Format::ALL.len())
        );
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert_eq!("CSV".parse::<Format>(), Err(UnknownFormat));
    }
}
