//! `sotto audit`.

use std::{io::stdout, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sotto_ldp::{Epsilon, Evidence, PrivacyLoss};

use super::{ended, failure, protocol::Chosen, wrong_call};
use crate::streams::write_document;

/// Certify a mechanism: hold every chance of every report against epsilon, in integers
///
/// Exit code: 0 when it is certified, 1 when it is not, 2 for a wrong call.
#[derive(Debug, Args)]
pub(super) struct Audit {
    /// auto, or the full or short name of a mechanism for categories
    #[arg(long, value_name = "NAME")]
    mechanism: String,

    /// What a report may cost: a decimal such as 0.5, or "ln 3"
    #[arg(long, value_name = "E", allow_hyphen_values = true)]
    epsilon: Epsilon,

    /// The number of categories
    #[arg(long, value_name = "K")]
    size: u32,
}

/// A certificate, as it is printed.
#[derive(Debug, Serialize)]
struct Audited {
    mechanism: &'static str,
    epsilon: Epsilon,
    /// What the published integers imply, rounded up.
    epsilon_actual: PrivacyLoss,
    size: u32,
    certified: bool,
    /// Different reports; `None` when they are 2⁶⁴ or more.
    outputs: Option<u64>,
    /// What the channel itself has shown, rounded up; `None` when it is without bound.
    privacy_loss: Option<PrivacyLoss>,
    rows_are_equal: bool,
    /// Whether every chance was read, or those that differ.
    evidence: &'static str,
}

impl Audit {
    pub(super) fn run(self) -> ExitCode {
        let Chosen {
            mechanism, oracle, ..
        } = match Chosen::new(&self.mechanism, &self.epsilon, self.size) {
            Ok(chosen) => chosen,
            Err(sentence) => return wrong_call(&sentence),
        };
        let certificate = oracle.certificate();
        let certified = certificate.holds(&self.epsilon.exp_lower_bound());
        let audited = Audited {
            mechanism: mechanism.name(),
            epsilon: self.epsilon,
            epsilon_actual: oracle.privacy_loss(),
            size: self.size,
            certified,
            outputs: certificate.outputs,
            privacy_loss: certificate.privacy_loss,
            rows_are_equal: certificate.rows_are_equal,
            evidence: match certificate.evidence {
                Evidence::Enumeration => "enumeration",
                Evidence::Structure => "structure",
            },
        };
        let printed = ended(write_document(&audited, stdout().lock()));
        if certified {
            printed
        } else {
            failure(format_args!(
                "{} is not certified at epsilon {}",
                mechanism.name(),
                self.epsilon
            ))
        }
    }
}
