//! The studio: where a survey is written, checked, planned and tried before anybody is asked.
//!
//! A [`Draft`] may be invalid in every way; [`apply`] makes the next draft from it and an [`Edit`], and
//! [`History`] keeps them all. [`check`] says what keeps a draft from being a survey, in the words of
//! sotto-survey. The page around them keeps each draft in the browser, and publishes it at the collector
//! that the page came from; what that is about, apart from the page, is in `publishing`.
//!
//! It makes no rule of its own about surveys, sends nothing before its designer says so, and never sees an
//! answer. Nothing of it is loaded by respondents.

mod check;
mod draft;
mod edit;
mod fitting;
mod history;
mod keeping;
mod lines;
mod outline;
mod page;
mod placeholders;
mod publishing;
mod references;
mod scales;
mod templates;

pub use check::{Checked, check};
pub use draft::{Draft, List, Place, QuestionDraft, Setting, Ways, Words};
pub use edit::{Edit, Pasted, apply};
pub use fitting::{Change, Design, Figures, Fitting, best_plan, figures};
pub use history::History;
pub use keeping::{Drafts, Keeping, KeptDraft, PinnedPage, PinnedPages, Shelf};
pub use lines::line_of;
pub use page::{StudioPage, StudioPageProps, arrival};
pub use placeholders::filled;
pub use publishing::MadeFrom;
pub use references::{asked_of_all, hanging};
pub use templates::{TEMPLATES, Template};
