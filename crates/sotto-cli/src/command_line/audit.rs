//! `sotto audit`.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use sotto_ldp::{
    Confidence, Epsilon, Evidence, PrivacyLoss,
    audit::{BlackBoxAudit, black_box},
};

use super::{
    document_format::DocumentFormat,
    ending::{ended, failure, wrong_call},
    protocol::{ProtocolFlags, mechanism_help},
    values::confidence,
};
use crate::{
    generator::generator,
    listing::{Listing, count, decimals},
    streams::StreamProtocol,
};

/// Certify a mechanism: hold every chance of every report against epsilon, in integers
///
/// Exit code: 0 when it is certified and, if reports were drawn, not refuted; 1 when it is not; 2
/// for a wrong call.
#[derive(Debug, Args)]
#[command(after_long_help = mechanism_help())]
pub(super) struct Audit {
    #[command(flatten)]
    protocol: ProtocolFlags,

    /// Also draw reports, at least N for each of a few values, and infer from them alone what the
    /// mechanism costs at least
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    black_box: Option<u64>,

    /// Confidence of what the reports show
    #[arg(long, value_name = "LEVEL", default_value = "0.999999", value_parser = confidence, requires = "black_box", allow_hyphen_values = true)]
    confidence: Confidence,

    /// Make the drawing repeatable: for tests, as it is not private
    #[arg(long, value_name = "N", requires = "black_box")]
    seed: Option<u64>,

    /// How it is printed [default: a table on a terminal, JSON elsewhere]
    #[arg(long, value_enum)]
    format: Option<DocumentFormat>,
}

/// A certificate, as it is printed.
#[derive(Debug, Serialize)]
struct Audited {
    mechanism: &'static str,
    epsilon: Epsilon,
    /// What the published integers imply, rounded up.
    epsilon_actual: PrivacyLoss,
    /// Categories, or answers on the grid, with "decline" where that is one.
    size: u32,
    /// Whether it is a number that can be declined.
    declinable: bool,
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

impl Audited {
    /// The same for people.
    fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        let is = if self.certified { "is" } else { "is NOT" };
        listing.line(&format!(
            "{} {is} certified at ε = {}",
            self.mechanism, self.epsilon
        ));
        listing.line("");
        let loss = |loss: PrivacyLoss| format!("ε = {loss}");
        let outputs = self.outputs.map_or_else(|| "2⁶⁴ or more".to_owned(), count);
        let mut fields = vec![
            ("its integers cost", loss(self.epsilon_actual)),
            (
                "its chances cost",
                self.privacy_loss
                    .map_or_else(|| "without bound".to_owned(), loss),
            ),
            ("values", count(self.size.into())),
            ("different reports", outputs),
            (
                "chances add up alike",
                if self.rows_are_equal { "yes" } else { "no" }.to_owned(),
            ),
            (
                "evidence",
                match self.evidence {
                    "enumeration" => "every chance was read",
                    _ => "the chances that differ were read, as its proof says",
                }
                .to_owned(),
            ),
        ];
        if let Some(found) = &self.black_box {
            let (often, rarely) = found.seen;
            fields.extend([
                (
                    "drawn reports say",
                    format!(
                        "ε is {} at least: {}",
                        decimals(found.epsilon_at_least, 0.02),
                        if found.refuted {
                            "more than its integers say"
                        } else {
                            "no more than its integers say"
                        }
                    ),
                ),
                (
                    "by",
                    format!(
                        "{}: {} times of {} under value {}, {} under value {}",
                        found.event,
                        count(often),
                        count(found.trials),
                        found.inputs.0,
                        count(rarely),
                        found.inputs.1
                    ),
                ),
            ]);
        }
        listing.fields(&fields);
        listing
    }
}

impl Audit {
    pub(super) fn run(self) -> ExitCode {
        let protocol = match self.protocol.protocol() {
            Ok(protocol) => protocol,
            Err(sentence) => return wrong_call(&sentence),
        };
        let certificate = protocol.oracle().certificate();
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
            epsilon_actual: protocol.oracle().privacy_loss(),
            size: protocol.oracle().domain_size(),
            declinable: protocol.is_declinable(),
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
        let format = DocumentFormat::or_by_reader(self.format);
        let printed = ended(format.print(&audited, || audited.listing()));
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
    protocol: &StreamProtocol,
    trials: u64,
    confidence: Confidence,
    seed: Option<u64>,
) -> Result<BlackBox, String> {
    let mut generator = generator(seed).map_err(|error| {
        format!("the operating system gives no randomness, so nothing was drawn: {error}")
    })?;
    let client = |input| protocol.oracle().randomize(input, &mut generator);
    black_box(protocol.oracle(), trials, confidence, client)
        .map(|audit| BlackBox::new(&audit, protocol.oracle().privacy_loss()))
        .map_err(|error| error.to_string())
}
