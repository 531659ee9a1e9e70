//! The page for whoever wants to answer: a visitor answers, sees what left the browser, and watches the crowd's
//! estimate form; beside it, a simulated crowd. The address may name a survey (`?survey=census`).
//!
//! It hosts `<sotto-survey>` as any page does, by its attributes and events, and never touches a
//! true answer.

mod crowd_chart;
mod crowd_section;
mod crowd_settings;
mod estimates_section;
mod find_collector;
mod page;
mod places;
mod populations;
mod sent_copy;
mod sent_section;
mod state;
mod survey_element;
mod survey_section;

/// What leads from the page to the site's folder.
const BASE: &str = "../";

pub use page::{Page, PageProps};
pub use places::Places;
pub use sent_copy::SentCopy;
