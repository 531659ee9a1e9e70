//! The `sotto` command: what may be said, and what becomes of it.

mod serve;
mod simulate;

use std::{fmt::Display, process::ExitCode};

use clap::{Parser, Subcommand};

use crate::log;

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
    Simulate(simulate::Simulate),
}

/// 2: the call was wrong. 1: it failed. 0: done.
const WRONG_CALL: u8 = 2;

impl CommandLine {
    /// Does what was asked, and says on standard error what went wrong.
    pub fn run(self) -> ExitCode {
        match self.command {
            Command::Serve(serve) => serve.run(),
            Command::Simulate(simulate) => simulate.run(),
        }
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
