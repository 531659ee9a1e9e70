#![doc = include_str!("../README.md")]
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
