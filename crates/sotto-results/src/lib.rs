#![doc = include_str!("../README.md")]

pub mod json;

mod asking;
mod crossing;
mod estimates;
mod in_page_collector;
mod live;
mod naming;
mod page;
mod saving;
mod select;

pub use estimates::{Estimates, EstimatesProps};
pub use in_page_collector::InPageCollector;
pub use live::{Connection, LiveNews, LiveSource, use_live_results};
pub use page::{ImaginedResults, ImaginedResultsProps, ResultsPage, ResultsPageProps};
