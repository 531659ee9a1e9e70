//! The survey as a respondent sees it: the element, its questions, the review, the receipt, and the way
//! out for the scrambled copy; also without an interface.
//!
//! Every respondent downloads this crate, so it depends on nothing that designers or teachers use.

pub mod element;
pub mod headless;
pub mod json_value;
pub mod outbox;
pub mod survey;
