//! The command line: its commands and their flags, and what each command does.

mod arrivals;
mod audit;
mod chances;
mod check;
mod class;
mod classify;
mod codes;
mod collector;
mod compile;
mod copies;
mod demo;
mod designs;
mod document_format;
mod documents;
mod ending;
mod estimate;
mod export;
mod fraction;
mod given_out;
mod health;
mod import;
mod log_reading;
mod pictures;
mod pin;
mod plan;
mod prerender;
mod protocol;
mod publish;
mod randomize;
mod regress;
mod relay;
mod results;
mod rooms;
mod serve;
mod simulate;
mod site_inside;
mod submit;
mod survey_plan;
mod survey_text;
mod synthesize;
mod token;
mod values;
mod verify;
mod versions;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Surveys whose answers nobody can hold against the person who gave them.
#[derive(Debug, Parser)]
#[command(name = "sotto", version, arg_required_else_help = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Demo),
    Serve(serve::Serve),
    Class(class::ClassArgs),
    Relay(relay::RelayArgs),
    Token(token::TokenArgs),
    Check(check::Check),
    Import(import::Import),
    Compile(compile::Compile),
    Prerender(prerender::Prerender),
    Pin(pin::PinArgs),
    Verify(verify::Verify),
    Publish(publish::Publish),
    Results(results::ResultsArgs),
    Arrivals(arrivals::ArrivalsArgs),
    Codes(codes::Codes),
    Rooms(rooms::RoomsArgs),
    Health(health::Health),
    Export(export::Export),
    Backup(copies::Backup),
    Restore(copies::Restore),
    Migrate(copies::Migrate),
    Randomize(randomize::Randomize),
    Estimate(estimate::EstimateArgs),
    Plan(plan::PlanFlags),
    Audit(audit::Audit),
    Simulate(simulate::Simulate),
    Submit(submit::Submit),
    Classify(classify::Classify),
    Regress(regress::Regress),
    Synthesize(synthesize::Synthesize),
    Completions(documents::Completions),
    Man(documents::Man),
}

impl CommandLine {
    /// Does what was asked, and says on standard error what went wrong.
    pub fn run(self) -> ExitCode {
        match self.command {
            Command::Demo(demo) => demo.run(),
            Command::Serve(serve) => serve.run(),
            Command::Class(class) => class.run(),
            Command::Relay(relay) => relay.run(),
            Command::Token(token) => token.run(),
            Command::Check(check) => check.run(),
            Command::Import(import) => import.run(),
            Command::Compile(compile) => compile.run(),
            Command::Prerender(prerender) => prerender.run(),
            Command::Pin(pin) => pin.run(),
            Command::Verify(verify) => verify.run(),
            Command::Publish(publish) => publish.run(),
            Command::Results(results) => results.run(),
            Command::Arrivals(arrivals) => arrivals.run(),
            Command::Codes(codes) => codes.run(),
            Command::Rooms(rooms) => rooms.run(),
            Command::Health(health) => health.run(),
            Command::Export(export) => export.run(),
            Command::Backup(backup) => backup.run(),
            Command::Restore(restore) => restore.run(),
            Command::Migrate(migrate) => migrate.run(),
            Command::Randomize(randomize) => randomize.run(),
            Command::Estimate(estimate) => estimate.run(),
            Command::Plan(plan) => plan.run(),
            Command::Audit(audit) => audit.run(),
            Command::Simulate(simulate) => simulate.run(),
            Command::Submit(submit) => submit.run(),
            Command::Classify(classify) => classify.run(),
            Command::Regress(regress) => regress.run(),
            Command::Synthesize(synthesize) => synthesize.run(),
            Command::Completions(completions) => completions.run(Self::command()),
            Command::Man(man) => man.run(Self::command()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
