//! Everything that can be done to a draft, each as one edit that can be undone.

mod applying;
mod fresh;
mod items;
mod kinds;
mod plans;
mod questions;
mod values;

pub use applying::apply;
pub use kinds::Edit;
