#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod access;
mod api;
mod arrivals;
mod audit_log;
mod believed_clock;
mod catalog;
mod clock;
mod collecting;
pub mod config;
mod database_url;
mod eligibility;
mod estimates;
#[cfg(feature = "fuzzing")]
pub mod foreign_bytes;
mod gateway;
mod lessons;
mod limits;
mod metrics;
mod objects;
mod public_log;
mod relay;
mod retention;
mod rooms;
mod secret;
mod serve;
mod settings;
mod site;
pub mod storage;
#[cfg(test)]
#[path = "../tests/evidence/temporary.rs"]
mod temporary;
mod transport;
mod webhook;
mod writer;

use sotto_log as log;

pub use clock::{Clock, StoppedClock, SystemClock};
pub use database_url::{DatabaseUrl, DatabaseUrlError, PostgresAddress};
pub use limits::{Limits, Rate};
pub use relay::{Relay, RelayOptions};
pub use serve::{Collector, MetricsPlace, ServeError, ServeOptions};
pub use site::{FirstPages, Inside, SiteFile, SiteFiles};
pub use storage::StorageError;
pub use transport::{TlsError, TlsFiles};
