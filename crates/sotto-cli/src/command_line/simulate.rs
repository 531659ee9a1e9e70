//! `sotto simulate`.

use std::{io::Write, process::ExitCode};

use clap::Args;

use super::ending::{failure, in_runtime, wrong_call};
use crate::simulate::{SimulateOptions, SimulationSummary, simulate};

/// Let each row of a data set answer a survey, through the real randomizers and the real API
///
/// The data stay on this machine: what is sent are noisy reports, as from a respondent's device.
#[derive(Debug, Args)]
#[command(after_long_help = MAP_HELP)]
pub(super) struct Simulate {
    #[command(flatten)]
    options: SimulateOptions,
}

const MAP_HELP: &str = "\
The map names a column for each question, by its name in the header or by its number, counted from \
1. A question that can be declined may be left out: then everybody declines it.

A cell names a category by its id, by its id after normalising (\"Adm-clerical\" is adm-clerical, \
\"Farming / fishing\" is farming-fishing), or by its title. A row with a cell that names none is bad.

A cell that is empty, ?, NA or N/A has no value: that declines the question, or the row of a matrix, \
where this is offered and it is asked, and is counted in the summary; elsewhere the row is bad.

A number stands in its cell as it is. The options of a multiple choice stand in one cell, with ; or | \
between them. Each row of a matrix, and each of several numbers, has a column of its own: \
question.row=column.

A yes-no question can also be answered by a comparison: question=column>number, with > >= < <= or \
=; behind = there may be text as well. In quotes, because of the shell:

  sotto simulate --survey www/surveys/census.json --data adult.data \\
    --map 'over-50=1>50,occupation=7,race=9' --url http://127.0.0.1:8080

Every run is another crowd: run twice, the same rows are counted twice.

Exit code: 0 when every good row was sent and counted (bad rows are told), 1 when not or when no row is \
good, 2 for a wrong call.";

impl Simulate {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            let mut summary = SimulationSummary::default();
            let ended = simulate(&self.options, &mut summary).await;
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
