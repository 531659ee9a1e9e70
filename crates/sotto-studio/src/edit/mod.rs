//! Everything that can be done to a draft, each as one edit that can be undone.

mod applying;
mod closing;
mod fresh;
mod groups;
mod items;
mod kinds;
mod naming;
mod plans;
mod questions;
mod theme;
mod values;

pub use applying::apply;
pub(crate) use fresh::of_words as id_of_words;
pub use items::Pasted;
pub use kinds::{Edit, Translation};
pub(crate) use naming::named_by_words;
pub(crate) use values::object_at;
