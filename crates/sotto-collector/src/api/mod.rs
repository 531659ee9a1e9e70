//! The HTTP API under `/api/v1`, and `/healthz`.

mod admission;
mod asked;
mod audit_log;
pub(crate) mod body;
mod clock;
mod context;
pub(crate) mod credentials;
mod cross_tabs;
mod error;
mod exports;
mod front;
mod health;
mod invites;
mod live;
mod metrics;
mod openapi;
mod origins;
mod public_log;
mod readiness;
mod respond;
mod results;
mod rooms;
mod router;
mod session;
mod setup;
pub(crate) mod submissions;
pub(crate) mod surveys;
mod tokens;
mod unread;

pub(crate) use context::Context;
pub(crate) use error::ApiError;
pub(crate) use front::Front;
pub(crate) use metrics::own_router as metrics_router;
pub(crate) use readiness::Readiness;
pub(crate) use router::router;
pub(crate) use unread::Unread;
