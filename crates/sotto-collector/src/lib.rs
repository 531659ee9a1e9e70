//! The collector: takes noisy submissions over HTTP, counts each of them once, and answers with
//! estimates for the whole crowd. Also the `sotto` command, and a client for programs.
//!
//! Nothing about a respondent is kept beyond the noisy reports themselves: no address, no time, no
//! order of arrival, here or in a log.
#![forbid(unsafe_code)]

mod access;
mod api;
mod catalog;
mod clock;
pub mod config;
mod database_url;
mod eligibility;
mod estimates;
mod exports;
mod limits;
pub mod log;
mod metrics;
mod retention;
mod serve;
mod settings;
mod site;
pub mod spreadsheet;
pub mod storage;
mod transport;
mod webhook;
mod writer;

#[cfg(feature = "fuzzing")]
pub use api::foreign_bytes;
pub use clock::{Clock, StoppedClock, SystemClock};
pub use database_url::{DatabaseUrl, DatabaseUrlError, PostgresAddress};
pub use limits::{Limits, Rate};
pub use serve::{Collector, MetricsPlace, ServeError, ServeOptions};
pub use storage::StorageError;
pub use transport::{TlsError, TlsFiles};
