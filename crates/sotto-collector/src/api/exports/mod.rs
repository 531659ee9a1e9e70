//! What can be taken away from a survey: every format of `sotto-export`.

mod asked;
pub(super) mod file;
pub(super) mod rows;
