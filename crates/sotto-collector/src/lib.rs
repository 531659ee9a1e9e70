//! The collector: takes noisy submissions over HTTP, counts each of them once, and answers with
//! estimates for the whole crowd. Also the `sotto` command, and a client for programs.
//!
//! Nothing about a respondent is kept beyond the noisy reports themselves: no address, no time, no
//! order of arrival, here or in a log.
#![forbid(unsafe_code)]

mod api;
mod catalog;
pub mod client;
pub mod command_line;
mod database_url;
mod generator;
mod log;
mod serve;
pub mod simulate;
mod site;
pub mod storage;
mod streams;
mod writer;

pub use database_url::{DatabaseUrl, DatabaseUrlError, PostgresAddress};
pub use serve::{Collector, ServeError, ServeOptions};
