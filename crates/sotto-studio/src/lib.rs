#![doc = include_str!("../README.md")]

mod check;
mod draft;
mod edit;
mod history;
mod keeping;
mod lines;
mod page;
mod publishing;
mod reading;
mod references;
mod templates;

pub use check::{Checked, check};
pub use draft::{Draft, List, Place, QuestionDraft, Setting, Ways, Words};
pub use edit::{Edit, apply};
pub use history::History;
pub use keeping::{Drafts, Keeping, KeptDraft, PinnedPage, PinnedPages, Shelf};
pub use lines::line_of;
pub use page::{StudioPage, StudioPageProps, arrival};
pub use publishing::MadeFrom;
pub use reading::{ForeignFile, Named, Reading, Report, ReportLine};
pub use references::{asked_of_all, hanging};
pub use templates::{TEMPLATES, Template};
