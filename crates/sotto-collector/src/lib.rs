//! The collector: takes noisy submissions over HTTP, counts each of them once, and answers with
//! estimates for the whole crowd. Also the `sotto` command, and a client for programs.
//!
//! Nothing about a respondent is kept beyond the noisy reports themselves: no address, no time, no
//! order of arrival, here or in a log.
#![forbid(unsafe_code)]

mod access;
mod api;
mod catalog;
pub mod client;
pub mod command_line;
mod config;
mod database_url;
mod eligibility;
mod estimates;
mod exports;
mod generator;
mod limits;
mod log;
mod metrics;
mod retention;
mod serve;
mod settings;
pub mod simulate;
mod site;
mod spreadsheet;
pub mod storage;
mod streams;
mod transport;
pub mod unlinkable;
mod webhook;
mod writer;

#[cfg(feature = "fuzzing")]
pub use api::foreign_bytes;
pub use config::{ConfigurationError, Source};
pub use database_url::{DatabaseUrl, DatabaseUrlError, PostgresAddress};
pub use limits::{Limits, Rate};
pub use serve::{Collector, MetricsPlace, ServeError, ServeOptions};
pub use storage::StorageError;
pub use transport::{TlsError, TlsFiles};
