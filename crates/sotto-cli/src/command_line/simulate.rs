//! `sotto simulate`.

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};

use super::{failure, in_runtime, wrong_call};
use crate::{
    data_set::Separator,
    simulate::{Mapping, SimulateOptions, Summary, simulate},
};

/// Let each row of a data set answer a survey, through the real randomizers and the real API
///
/// The data stay on this machine: what is sent are noisy reports, as from a respondent's device.
#[derive(Debug, Args)]
#[command(after_long_help = MAP_HELP)]
pub(super) struct Simulate {
    /// The survey's file; the collector must have the same one
    #[arg(long, value_name = "FILE")]
    survey: PathBuf,

    /// The data set: one respondent per row
    #[arg(long, value_name = "FILE")]
    data: PathBuf,

    /// Which column answers which question: question=column,… (see below)
    #[arg(long, value_name = "QUESTION=COLUMN,…")]
    map: Mapping,

    /// The collector, such as http://127.0.0.1:8080
    #[arg(long)]
    url: String,

    /// At most this many rows answer, from the top [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    respondents: Option<u64>,

    /// Make the run repeatable, report ids included: for tests, as it is not private
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// What stands between cells: auto, or one of , ; tab space
    #[arg(long, value_name = "SEPARATOR", default_value = "auto", value_parser = separator)]
    separator: MaybeSeparator,

    /// Whether the first row names the columns
    #[arg(long, value_enum, default_value_t = Header::Auto)]
    header: Header,

    /// What to do with a row that does not answer the survey
    #[arg(long, value_enum, default_value_t = OnError::Skip)]
    on_error: OnError,

    /// Name every bad row, not only the first 20
    #[arg(long)]
    verbose: bool,
}

const MAP_HELP: &str = "\
The map names a column for each question, by its name in the header or by its number, counted from \
1. A question that can be declined may be left out: then everybody declines it.

A cell names a category by its id, by its id after normalising (\"Adm-clerical\" is adm-clerical, \
\"Farming / fishing\" is farming-fishing), or by its title. A row with a cell that names none is \
bad; so is one whose cell is empty, ?, NA or N/A.

A number stands in its cell as it is. The options of a multiple choice stand in one cell, with ; or | \
between them. Each row of a matrix, and each of several numbers, has a column of its own: \
question.row=column.

A yes-no question can also be answered by a comparison: question=column>number, with > >= < <= or \
=; behind = there may be text as well. In quotes, because of the shell:

  sotto simulate --survey www/surveys/census.json --data adult.data \\
    --map 'over-50=1>50,occupation=7,race=9' --url http://127.0.0.1:8080

Exit code: 0 when every good row was sent and counted (bad rows are told), 1 when not, 2 for a wrong \
call.";

/// `None`: found out from the data.
type MaybeSeparator = Option<Separator>;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Header {
    Auto,
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OnError {
    Skip,
    Stop,
}

impl Simulate {
    pub(super) fn run(self) -> ExitCode {
        let options = SimulateOptions {
            survey: self.survey,
            data: self.data,
            mapping: self.map,
            url: self.url,
            respondents: self.respondents,
            seed: self.seed,
            separator: self.separator,
            header: match self.header {
                Header::Auto => None,
                Header::Yes => Some(true),
                Header::No => Some(false),
            },
            stop_on_error: matches!(self.on_error, OnError::Stop),
            verbose: self.verbose,
        };
        in_runtime(async {
            let mut summary = Summary::default();
            let ended = simulate(&options, &mut summary).await;
            if ended.is_ok() || summary.rows > 0 {
                // Who does not read it has the exit code.
                let _ = writeln!(std::io::stdout(), "{summary}");
            }
            match ended {
                Ok(()) if summary.refused == 0 => ExitCode::SUCCESS,
                Ok(()) => ExitCode::FAILURE,
                Err(error) if error.is_wrong_call() => wrong_call(&error.to_string()),
                Err(error) => failure(error),
            }
        })
    }
}

fn separator(text: &str) -> Result<MaybeSeparator, &'static str> {
    match text {
        "auto" => Ok(None),
        text => text.parse().map(Some),
    }
}
