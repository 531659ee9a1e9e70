//! What an audit finds, or why there can be none.

use thiserror::Error;

use super::event::ReportEvent;
use crate::kernel::{Confidence, ImpossibleReport, OutsideDomain, PrivacyLoss};

/// Why a client cannot be audited.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AuditError {
    /// Nothing can be said from no reports.
    #[error("an audit needs at least 1 report of each input for choosing and for judging")]
    NoTrials,
    /// The client sent what its mechanism cannot.
    #[error("the client sent a report that its mechanism cannot: {0}")]
    Impossible(#[from] ImpossibleReport),
    /// The client refused an input of the domain.
    #[error("the client refused an input: {0}")]
    Refused(#[from] OutsideDomain),
}

/// What a client's reports have shown.
#[derive(Clone, Debug, PartialEq)]
pub struct BlackBoxAudit {
    /// With the stated confidence, the real ε is at least this.
    pub epsilon: f64,
    /// How sure that is.
    pub confidence: Confidence,
    /// The event that was judged.
    pub event: ReportEvent,
    /// The input under which it is frequent, and the one under which it is rare.
    pub inputs: (u32, u32),
    /// How often it was seen under either input, of `trials` fresh reports each.
    pub seen: (u64, u64),
    /// The number of fresh reports of each of the two inputs.
    pub trials: u64,
}

impl BlackBoxAudit {
    /// Whether the client certainly loses more than it claims (as certainly as the confidence says).
    #[must_use]
    pub fn refutes(&self, claimed: PrivacyLoss) -> bool {
        self.epsilon > claimed.to_f64()
    }
}
