//! What every handler works with.

use std::sync::Arc;

use tokio::sync::watch;

use super::{Readiness, Unread};
use crate::{
    access::{Actor, Authenticator},
    arrivals::Arrivals,
    audit_log::AuditLog,
    believed_clock::BelievedClock,
    catalog::Catalog,
    clock::Clock,
    eligibility::Eligibility,
    estimates::{Answers, Turns},
    gateway::Gateway,
    limits::{Admission, Paces, Streams},
    metrics::Metrics,
    rooms::Rooms,
    storage::{Storage, StorageError},
    transport::Gate,
    webhook::Targets,
    writer::Counter,
};

/// The collector's services and what they share.
pub(crate) struct Context {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) believed_clock: Arc<BelievedClock>,
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) storage: Arc<dyn Storage>,
    /// What tokens do is noted there.
    pub(crate) audit_log: AuditLog,
    pub(crate) counter: Counter,
    pub(crate) admission: Arc<Admission>,
    pub(crate) streams: Streams,
    /// How many submissions surveys take in an hour.
    pub(crate) paces: Paces,
    pub(crate) arrivals: Arrivals,
    /// Results that are being read.
    pub(crate) unread: Unread,
    pub(crate) metrics: Metrics,
    pub(crate) readiness: Readiness,
    pub(crate) gate: Gate,
    /// Whether /metrics stands beside the API.
    pub(crate) shows_metrics: bool,
    pub(crate) authenticator: Authenticator,
    pub(crate) eligibility: Eligibility,
    /// Opens what comes through a relay.
    pub(crate) gateway: Gateway,
    /// Turns at results.
    pub(crate) estimating: Turns,
    /// Turns at cross-tabs.
    pub(crate) crossing: Turns,
    /// Turns at what designers have computed.
    pub(crate) designing: Turns,
    /// What was computed of late.
    pub(crate) answers: Answers,
    pub(crate) rooms: Arc<Rooms>,
    /// Where webhooks may lead.
    pub(crate) webhook_targets: Targets,
    /// Whether the collector speaks TLS itself.
    pub(crate) speaks_tls: bool,
    /// Becomes true when the collector stops; streams end then.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl Context {
    /// Notes what somebody did, after it was done.
    pub(super) async fn record(
        &self,
        actor: &Actor,
        act: &str,
        survey: Option<&str>,
    ) -> Result<(), StorageError> {
        let token = actor.token.as_str();
        self.audit_log.record(token, act, survey).await
    }
}
