//! The results of a survey as charts, tables and sentences, live from a collector or from one inside the
//! page.
//!
//! It reads results wherever they come from and knows nothing of the widget: a respondent's answer never
//! comes here.
//!
//! ```
//! use sotto_results::InPageCollector;
//!
//! let survey = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/surveys/census.json"));
//! let mut collector = InPageCollector::new(serde_json::from_str(survey).unwrap()).unwrap();
//! assert_eq!(collector.receive("not a submission", None), 400);
//! assert_eq!(collector.results().questions[0].reports, 0);
//! ```

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
pub use page::{ResultsPage, ResultsPageProps};
