//! What the browser keeps of drafts and pages, apart from the browser: how it is written, and when one tab may
//! write over what stands there.

mod draft;
mod kept_history;
mod pages;
mod shelf;

pub use draft::KeptDraft;
pub use kept_history::{UnreadHistory, history_of_text, history_to_text};
pub use pages::{PinnedPage, PinnedPages};
pub use shelf::{Drafts, Keeping, Shelf};
