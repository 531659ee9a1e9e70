//! The command line: its commands and their flags, and what each command does.

mod audit;
mod chances;
mod check;
mod class;
mod classify;
mod collector;
mod compile;
mod copies;
mod designs;
mod document_format;
mod documents;
mod estimate;
mod export;
mod fraction;
mod import;
mod plan;
mod protocol;
mod publish;
mod randomize;
mod regress;
mod results;
mod serve;
mod simulate;
mod survey_plan;
mod survey_text;
mod synthesize;
mod token;

use std::{
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
    str::FromStr,
};

use clap::{
    Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
};
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
    Class(class::Class),
    Token(token::Token),
    Check(check::Check),
    Import(import::Import),
    Compile(compile::Compile),
    Publish(publish::Publish),
    Results(results::Results),
    Export(export::Export),
    Backup(copies::Backup),
    Restore(copies::Restore),
    Migrate(copies::Migrate),
    Randomize(randomize::Randomize),
    Estimate(estimate::Estimate),
    Plan(plan::Plan),
    Audit(audit::Audit),
    Simulate(simulate::Simulate),
    Classify(classify::Classify),
    Regress(regress::Regress),
    Synthesize(synthesize::Synthesize),
    Completions(documents::Completions),
    Man(documents::Man),
}

/// 2: the call was wrong. 1: it failed. 0: done.
const WRONG_CALL: u8 = 2;

impl CommandLine {
    /// Does what was asked, and says on standard error what went wrong.
    pub fn run(self) -> ExitCode {
        match self.command {
            Command::Serve(serve) => serve.run(),
            Command::Class(class) => class.run(),
            Command::Token(token) => token.run(),
            Command::Check(check) => check.run(),
            Command::Import(import) => import.run(),
            Command::Compile(compile) => compile.run(),
            Command::Publish(publish) => publish.run(),
            Command::Results(results) => results.run(),
            Command::Export(export) => export.run(),
            Command::Backup(backup) => backup.run(),
            Command::Restore(restore) => restore.run(),
            Command::Migrate(migrate) => migrate.run(),
            Command::Randomize(randomize) => randomize.run(),
            Command::Estimate(estimate) => estimate.run(),
            Command::Plan(plan) => plan.run(),
            Command::Audit(audit) => audit.run(),
            Command::Simulate(simulate) => simulate.run(),
            Command::Classify(classify) => classify.run(),
            Command::Regress(regress) => regress.run(),
            Command::Synthesize(synthesize) => synthesize.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
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
        Ok(protocol) => assert!(protocol.oracle().domain_size() > 0),
        Err(sentence) => assert!(!sentence.is_empty()),
    }
}

/// An error as the sentence that is shown.
fn sentence(error: impl Display) -> String {
    error.to_string()
}

fn wrong_call(sentence: &str) -> ExitCode {
    log::say(format_args!("error: {sentence}"));
    ExitCode::from(WRONG_CALL)
}

fn failure(sentence: impl Display) -> ExitCode {
    log::say(format_args!("error: {sentence}"));
    ExitCode::FAILURE
}

/// Prints what a command was asked for.
fn say_on_stdout(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failure(format_args!("standard output cannot be written: {error}")),
    }
}

/// Bytes that are read and written at once by commands over streams.
const BUFFER: usize = 1 << 18;

/// The stream has ended. A reader that has read enough is not a failure.
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

/// Reads one of the core's names, which `--help` lists.
fn one_of<T>(names: &[&'static str]) -> impl TypedValueParser<Value = T> + use<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
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
