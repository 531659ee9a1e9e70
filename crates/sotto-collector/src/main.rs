//! The `sotto` command.

use std::process::ExitCode;

use clap::Parser;
use sotto_collector::command_line::CommandLine;

fn main() -> ExitCode {
    CommandLine::parse().run()
}
