//! `sotto estimate`.

use std::{
    io::{BufReader, stdin, stdout},
    process::ExitCode,
};

use clap::Args;
use sotto_ldp::{Confidence, Consistency, intervals::IntervalMethod};

use super::{
    ending::{ended, wrong_call},
    protocol::{ProtocolFlags, mechanism_help},
    values::{confidence, one_of},
};
use crate::streams::{
    self, BUFFER, EstimateOptions, NamedSum, PrintFormat, ShareMethod, StreamProtocol, Sum,
};

/// Estimate shares or a mean: one report per line in, estimates out
///
/// The flags of the mechanism must be those with which the reports were drawn.
#[derive(Debug, Args)]
#[command(after_long_help = mechanism_help())]
pub(super) struct EstimateArgs {
    #[command(flatten)]
    pub(super) protocol: ProtocolFlags,

    /// How sure the intervals are
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    confidence: Confidence,

    /// How the intervals are made
    #[arg(long, value_name = "NAME", default_value = "fixed-population", value_parser = one_of::<IntervalMethod>(&IntervalMethod::ALL.map(IntervalMethod::name)))]
    interval: IntervalMethod,

    /// Let all intervals hold at once, not each on its own
    #[arg(long)]
    simultaneous: bool,

    /// Add shares that are consistent, made in this way
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = one_of::<Consistency>(&Consistency::ALL.map(Consistency::name)))]
    consistency: Consistency,

    /// How the shares are made
    #[arg(long, value_enum, default_value_t = ShareMethod::Unbiased)]
    method: ShareMethod,

    /// Add the share of several categories together; the first of several sums is held against the others
    #[arg(long = "sum", value_name = "NAME=A,B,…", allow_hyphen_values = true)]
    sums: Vec<NamedSum>,

    /// Read a table in CSV, whose first row names the columns, and take the reports from this one
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// How they are printed [default: a table on a terminal, JSON elsewhere]
    #[arg(long, value_enum)]
    format: Option<PrintFormat>,

    /// Ignored, as nothing is drawn: so that the flags may be the same as those of randomize
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
}

impl EstimateArgs {
    pub(super) fn run(self) -> ExitCode {
        let protocol = match self.protocol.protocol() {
            Ok(protocol) => protocol,
            Err(sentence) => return wrong_call(&sentence),
        };
        let options = EstimateOptions {
            confidence: self.confidence,
            interval: self.interval,
            simultaneous: self.simultaneous,
            consistency: self.consistency,
            method: self.method,
            sums: match sums(&protocol, &self.sums) {
                Ok(sums) => sums,
                Err(sentence) => return wrong_call(&sentence),
            },
        };
        if let Some(sentence) = refusal(&protocol, &options) {
            return wrong_call(sentence);
        }
        if !options.sums.is_empty() && self.format == Some(PrintFormat::Csv) {
            return wrong_call("--sum is printed as JSON or as a table: take --format json");
        }
        let input = BufReader::with_capacity(BUFFER, stdin().lock());
        let column = self.column.as_deref();
        let estimates = streams::estimate(&protocol, &options, column, input);
        let format = self.format.unwrap_or_else(PrintFormat::by_reader);
        ended(estimates.and_then(|estimates| estimates.write(format, stdout().lock())))
    }
}

/// The sums that the call names.
fn sums(protocol: &StreamProtocol, named: &[NamedSum]) -> Result<Vec<Sum>, String> {
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let StreamProtocol::Categories(protocol) = protocol else {
        return Err("--sum is for categories".to_owned());
    };
    if !protocol.mechanism.tells_groups() {
        return Err(format!(
            "--sum: the reports of {} do not tell what several categories amount to; those of direct encoding, subset selection and unary encoding do",
            protocol.mechanism.name()
        ));
    }
    let size = protocol.oracle.domain_size();
    let of = |sum: &NamedSum| sum.of(size, |name| protocol.index_named(name));
    named.iter().map(of).collect()
}

/// What does not go with the mechanism.
fn refusal(protocol: &StreamProtocol, options: &EstimateOptions) -> Option<&'static str> {
    let of_numbers = matches!(protocol, StreamProtocol::Numbers(_));
    (of_numbers && options.consistency != Consistency::None)
        .then_some("--consistency is for categories: a distribution of numbers is consistent")
}
