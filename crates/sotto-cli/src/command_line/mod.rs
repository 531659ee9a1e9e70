//! The `sotto` command: what may be said, and what becomes of it.

mod audit;
mod chances;
mod copies;
mod estimate;
mod fraction;
mod plan;
mod protocol;
mod randomize;
mod serve;
mod simulate;

use std::{fmt::Display, process::ExitCode};

use clap::{Parser, Subcommand};
use sotto_collector::log;
use sotto_ldp::Confidence;

use crate::streams::StreamError;

/// Surveys whose answers nobody can hold against the person who gave them.
#[derive(Debug, Parser)]
#[command(name = "sotto", version, arg_required_else_help = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Backup(copies::Backup),
    Restore(copies::Restore),
    Migrate(copies::Migrate),
    Randomize(randomize::Randomize),
    Estimate(estimate::Estimate),
    Plan(plan::Plan),
    Audit(audit::Audit),
    Simulate(simulate::Simulate),
}

/// 2: the call was wrong. 1: it failed. 0: done.
const WRONG_CALL: u8 = 2;

impl CommandLine {
    /// Does what was asked, and says on standard error what went wrong.
    pub fn run(self) -> ExitCode {
        match self.command {
            Command::Serve(serve) => serve.run(),
            Command::Backup(backup) => backup.run(),
            Command::Restore(restore) => restore.run(),
            Command::Migrate(migrate) => migrate.run(),
            Command::Randomize(randomize) => randomize.run(),
            Command::Estimate(estimate) => estimate.run(),
            Command::Plan(plan) => plan.run(),
            Command::Audit(audit) => audit.run(),
            Command::Simulate(simulate) => simulate.run(),
        }
    }
}

/// Reads arguments, and what they say is to perturb values, which no stream is needed for.
#[cfg(feature = "fuzzing")]
pub(crate) fn read<'a>(arguments: impl Iterator<Item = &'a str>) {
    let Ok(read) = CommandLine::try_parse_from(std::iter::once("sotto").chain(arguments)) else {
        return;
    };
    let protocol = match &read.command {
        Command::Randomize(randomize) => randomize.protocol.protocol(),
        Command::Estimate(estimate) => estimate.protocol.protocol(),
        Command::Plan(plan) => plan.protocol.protocol().inspect(|protocol| {
            // A sentence says what cannot be planned.
            let _ = plan.planned(protocol);
        }),
        _ => return,
    };
    match protocol {
        Ok(protocol) => assert!(protocol.size() > 0),
        Err(sentence) => assert!(!sentence.is_empty()),
    }
}

fn wrong_call(sentence: &str) -> ExitCode {
    log::say(format_args!("error: {sentence}"));
    ExitCode::from(WRONG_CALL)
}

fn failure(sentence: impl Display) -> ExitCode {
    log::say(format_args!("error: {sentence}"));
    ExitCode::FAILURE
}

/// Bytes that are read and written at once by commands over streams.
const BUFFER: usize = 1 << 18;

/// A stream has ended; that its reader has had enough is no failure.
fn ended(result: Result<(), StreamError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => failure(error),
    }
}

fn confidence(text: &str) -> Result<Confidence, String> {
    let level: f64 = text
        .parse()
        .map_err(|_| "write a number between 0 and 1, such as 0.95")?;
    Confidence::new(level).map_err(|error| error.to_string())
}

fn in_runtime(work: impl Future<Output = ExitCode>) -> ExitCode {
    match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => failure(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
