//! The command `sotto`: what may be said on its command line, and what each command does.
//!
//! The collector itself is `sotto-collector`; here it is only started. The other commands work on
//! files and streams: nothing true that they read leaves this machine.
//!
//! ```
//! use clap::Parser;
//! use sotto_cli::CommandLine;
//!
//! // How many respondents a yes-no question needs at ε = 1, for 3 points either way.
//! let call = "sotto plan --mechanism rr --epsilon 1 --size 2 --margin 0.03";
//! let command = CommandLine::try_parse_from(call.split(' '))?;
//! assert_eq!(command.run(), std::process::ExitCode::SUCCESS);
//! # Ok::<(), clap::Error>(())
//! ```
#![forbid(unsafe_code)]

mod command_line;
mod data_set;
#[cfg(feature = "fuzzing")]
pub mod foreign_bytes;
mod generator;
mod learning;
mod listing;
mod simulate;
mod streams;
mod synthetic;

pub use command_line::CommandLine;
