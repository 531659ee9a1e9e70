//! The command `sotto`: what may be said on its command line, and what each command does.
//!
//! The collector itself is `sotto-collector`; here it is only started. The other commands work on
//! files and streams: nothing true that they read leaves this machine.
#![forbid(unsafe_code)]

mod command_line;
mod data_set;
#[cfg(feature = "fuzzing")]
pub mod foreign_bytes;
mod generator;
mod simulate;
mod streams;

pub use command_line::CommandLine;
