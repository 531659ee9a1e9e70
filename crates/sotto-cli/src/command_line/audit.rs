//! `sotto audit`.

use std::{io::stdout, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, Evidence, PrivacyLoss,
    audit::{AuditError, BlackBoxAudit, black_box, black_box_of_numbers},
};

use super::{
    confidence, ended, failure,
    protocol::{MECHANISM_HELP, ProtocolFlags},
    wrong_call,
};
use crate::{
    generator::generator,
    streams::{Protocol, write_document},
};

/// Certify a mechanism: hold every chance of every report against epsilon, in integers
///
/// Exit code: 0 when it is certified and, if reports were drawn, not refuted; 1 when it is not; 2
/// for a wrong call.
#[derive(Debug, Args)]
#[command(after_long_help = MECHANISM_HELP)]
pub(super) struct Audit {
    #[command(flatten)]
    protocol: ProtocolFlags,

    /// Draw reports as well, at least N of each of a few values, and tell from them alone what the
    /// mechanism costs at least
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    black_box: Option<u64>,

    /// How sure what the reports tell is
    #[arg(long, value_name = "LEVEL", default_value = "0.999999", value_parser = confidence, requires = "black_box", allow_hyphen_values = true)]
    confidence: Confidence,

    /// Make the drawing repeatable: for tests, as it is not private
    #[arg(long, value_name = "N", requires = "black_box")]
    seed: Option<u64>,
}

/// A certificate, as it is printed.
#[derive(Debug, Serialize)]
struct Audited {
    mechanism: &'static str,
    epsilon: Epsilon,
    /// What the published integers imply, rounded up.
    epsilon_actual: PrivacyLoss,
    /// Categories, or answers on the grid.
    size: u32,
    certified: bool,
    /// Different reports; `None` when they are 2⁶⁴ or more.
    outputs: Option<u64>,
    /// What the channel itself has shown, rounded up; `None` when it is without bound.
    privacy_loss: Option<PrivacyLoss>,
    rows_are_equal: bool,
    /// Whether every chance was read, or those that differ.
    evidence: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_box: Option<BlackBox>,
}

/// What reports have shown.
#[derive(Debug, Serialize)]
struct BlackBox {
    /// The real ε is at least this, as surely as `confidence` says.
    epsilon_at_least: f64,
    confidence: f64,
    /// Whether that is more than the integers imply.
    refuted: bool,
    /// What was looked for, in words.
    event: String,
    /// The values under which it is frequent, and rare.
    inputs: (u32, u32),
    /// How often it was seen under either.
    seen: (u64, u64),
    /// Reports of each of the two.
    trials: u64,
}

impl BlackBox {
    fn new(audit: &BlackBoxAudit, claimed: PrivacyLoss) -> Self {
        Self {
            epsilon_at_least: audit.epsilon,
            confidence: audit.confidence.level(),
            refuted: audit.refutes(claimed),
            event: audit.event.to_string(),
            inputs: audit.inputs,
            seen: audit.seen,
            trials: audit.trials,
        }
    }
}

impl Audit {
    pub(super) fn run(self) -> ExitCode {
        let protocol = match self.protocol.protocol() {
            Ok(protocol) => protocol,
            Err(sentence) => return wrong_call(&sentence),
        };
        let certificate = protocol.certificate();
        let epsilon = protocol.epsilon();
        let certified = certificate.holds(&epsilon.exp_lower_bound());
        let black_box = match self.black_box {
            None => None,
            Some(trials) => match drawn(&protocol, trials, self.confidence, self.seed) {
                Ok(black_box) => Some(black_box),
                Err(sentence) => return failure(sentence),
            },
        };
        let refuted = black_box.as_ref().is_some_and(|found| found.refuted);
        let name = protocol.mechanism().name();
        let audited = Audited {
            mechanism: name,
            epsilon,
            epsilon_actual: protocol.privacy_loss(),
            size: protocol.size(),
            certified,
            outputs: certificate.outputs,
            privacy_loss: certificate.privacy_loss,
            rows_are_equal: certificate.rows_are_equal,
            evidence: match certificate.evidence {
                Evidence::Enumeration => "enumeration",
                Evidence::Structure => "structure",
            },
            black_box,
        };
        let printed = ended(write_document(&audited, stdout().lock()));
        if !certified {
            return failure(format_args!("{name} is not certified at epsilon {epsilon}"));
        }
        if refuted {
            return failure(format_args!(
                "the reports of {name} cost more than epsilon {epsilon}"
            ));
        }
        printed
    }
}

fn drawn(
    protocol: &Protocol,
    trials: u64,
    confidence: Confidence,
    seed: Option<u64>,
) -> Result<BlackBox, String> {
    let mut generator = generator(seed).map_err(|error| {
        format!("the operating system gives no randomness, so nothing was drawn: {error}")
    })?;
    let mut client = |input| protocol.randomize(input, &mut generator);
    let audit: Result<_, AuditError> = match protocol {
        Protocol::Categories(protocol) => {
            black_box(&*protocol.oracle, trials, confidence, &mut client)
        }
        Protocol::Numbers(protocol) => {
            black_box_of_numbers(&*protocol.randomizer, trials, confidence, &mut client)
        }
    };
    audit
        .map(|audit| BlackBox::new(&audit, protocol.privacy_loss()))
        .map_err(|error| error.to_string())
}
