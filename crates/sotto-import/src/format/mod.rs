//! The formats, one file for each.

mod formbricks;
mod google_forms;
mod import;
mod imported;
mod limesurvey;
mod lss;
mod qsf;
mod surveyjs;
mod typeform;
mod xlsform;

pub use import::import;
use imported::whole;
pub use imported::{Format, Imported};
