//! What can be taken away from a survey.

pub(super) mod aggregates;
pub(super) mod rows;
