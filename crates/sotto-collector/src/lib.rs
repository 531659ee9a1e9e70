//! The collector: takes noisy submissions over HTTP, counts each of them once, and answers with
//! estimates for the whole crowd.
//!
//! Of a respondent nothing is kept but what their noisy reports add to the counts, and two hashes by
//! which a submission that is sent again is known; the noisy reports themselves only where a survey
//! asks for them. No address, no time and no order of arrival is kept, here or in a log.
//!
//! ```
//! use sotto_collector::{Collector, DatabaseUrl, ServeOptions};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let folder = tempfile::tempdir()?;
//! let database = DatabaseUrl::sqlite_file(folder.path().join("sotto.sqlite"));
//! let collector = Collector::start(&ServeOptions::new("127.0.0.1:0", database)).await?;
//! // A fresh database holds the sample survey.
//! assert!(collector.surveys()[0].contains("census"));
//! collector.stop().await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
