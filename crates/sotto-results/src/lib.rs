//! The results of a survey: estimates as charts, tables and sentences, live from a collector or from
//! one inside the page.
//!
//! It reads results, wherever they come from, and knows nothing of the widget: what a respondent answered
//! never comes here.

pub mod json;

mod estimates;
mod in_page_collector;
mod live_results;
mod reading;

pub use estimates::{Estimates, EstimatesProps, category_title};
pub use in_page_collector::InPageCollector;
pub use live_results::{LiveNews, LiveResults};
use reading::Reading;
