//! The `sotto` command.

use std::process::ExitCode;

use clap::Parser;
use sotto_cli::CommandLine;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    CommandLine::parse().run()
}
