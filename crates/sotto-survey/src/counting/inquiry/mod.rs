//! What a reader asks of results beyond what they say by themselves: several categories together, one
//! against another, the same answer among some and among others.
//!
//! Everything is computed from the published survey and its [`Results`](crate::Results), so that a page
//! can answer without a collector, and says the same as one would.

mod source;

pub use source::{Group, InquiryError, Source, p_value_of};
