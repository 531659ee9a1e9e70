//! What a simulation is told: the flags of `sotto simulate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Mapping;
use crate::data_set::Separator;

/// What to simulate.
#[derive(Clone, Debug, Args)]
pub(crate) struct SimulateOptions {
    /// The survey's file; the collector must have the same one
    #[arg(long, value_name = "FILE")]
    pub(super) survey: PathBuf,

    /// The data set: one respondent per row
    #[arg(long, value_name = "FILE")]
    pub(super) data: PathBuf,

    /// Which column answers which question: question=column,… (see below)
    #[arg(long, value_name = "QUESTION=COLUMN,…")]
    pub(super) map: Mapping,

    /// The collector, such as http://127.0.0.1:8080
    #[arg(long)]
    pub(super) url: String,

    /// The arm that everybody's link names, by its question, where the survey leaves arms to links; once for each
    /// list of arms [default: each row's link is drawn]
    #[arg(long, value_name = "QUESTION")]
    pub(super) arm: Vec<String>,

    /// At most this many rows answer, from the top [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) respondents: Option<u64>,

    /// Make the run repeatable, report ids included: for tests, as it is not private
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Separator between cells
    #[arg(long, value_enum, value_name = "SEPARATOR", default_value_t = Separator::Auto)]
    pub(super) separator: Separator,

    /// Whether the first row names the columns
    #[arg(long, value_enum, default_value_t = HeaderOption::Auto)]
    pub(super) header: HeaderOption,

    /// What to do with a row that does not answer the survey
    #[arg(long, value_enum, default_value_t = OnError::Skip)]
    pub(super) on_error: OnError,

    /// Name every bad row, not only the first 20
    #[arg(long)]
    pub(super) verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HeaderOption {
    Auto,
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnError {
    Skip,
    Stop,
}
