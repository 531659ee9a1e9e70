//! `sotto randomize`.

use std::{
    io::{BufReader, BufWriter, stdin, stdout},
    process::ExitCode,
};

use clap::Args;

use super::{
    ending::{ended, failure, wrong_call},
    protocol::{ProtocolFlags, mechanism_help},
};
use crate::{
    generator::generator,
    streams::{self, BUFFER},
};

/// Perturb values: one value per line in, one report per line out
///
/// Reports are JSON, in the order of the values. Nothing is kept.
#[derive(Debug, Args)]
#[command(after_long_help = mechanism_help())]
pub(super) struct Randomize {
    #[command(flatten)]
    pub(super) protocol: ProtocolFlags,

    /// Read a table in CSV, whose first row names the columns, and take the values from this one
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// Make the run repeatable: for tests, as it is not private
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Randomize {
    pub(super) fn run(self) -> ExitCode {
        let protocol = match self.protocol.protocol() {
            Ok(protocol) => protocol,
            Err(sentence) => return wrong_call(&sentence),
        };
        let mut generator = match generator(self.seed) {
            Ok(generator) => generator,
            Err(error) => {
                return failure(format_args!(
                    "the operating system gives no randomness, so nothing was drawn: {error}"
                ));
            }
        };
        let input = BufReader::with_capacity(BUFFER, stdin().lock());
        let output = BufWriter::with_capacity(BUFFER, stdout().lock());
        ended(streams::randomize(
            &protocol,
            self.column.as_deref(),
            input,
            output,
            &mut generator,
        ))
    }
}
