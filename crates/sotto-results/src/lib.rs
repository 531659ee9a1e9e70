//! The results of a survey: estimates as charts, tables and sentences, live from a collector or from
//! one inside the page.
//!
//! It knows nothing of the widget: what a respondent answered never comes here.

pub mod json;
pub mod panel;

mod in_page_collector;
mod live_results;

pub use in_page_collector::InPageCollector;
pub use live_results::{LiveNews, LiveResults};
