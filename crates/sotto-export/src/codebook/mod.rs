//! Codebooks: what was asked, what its values mean, how it was protected, and what was estimated.
//!
//! They are of the survey and its estimates, never of a respondent.

mod ddi;
mod html;
mod json_ld;

pub(super) use self::{ddi::ddi, html::html, json_ld::json_ld};
