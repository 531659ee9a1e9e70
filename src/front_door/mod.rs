//! The site's first page: a visitor answers, sees what left the browser, and watches the crowd's
//! estimate form; beside it, a simulated crowd.
//!
//! It hosts `<sotto-survey>` as any page does, by its attributes and events, and never touches a
//! true answer.

mod crowd_chart;
mod crowd_section;
mod crowd_settings;
mod crowd_worker;
mod estimates_section;
mod find_collector;
mod language;
mod page;
mod places;
mod sent_copy;
mod sent_section;
mod site;
mod state;
mod survey_element;
mod survey_section;

pub use places::Places;
pub use sent_copy::SentCopy;
pub use site::{Site, SiteProps};
