//! The file of a survey: its JSON shape, how it is read, and the faults that are noted of it.

#[cfg(feature = "whole")]
pub(crate) mod closing_file;
#[cfg(feature = "whole")]
pub(crate) mod counted_since;
pub(crate) mod fault;
pub(crate) mod fields;
#[cfg(feature = "whole")]
pub(crate) mod invalid_word;
pub(crate) mod joint_file;
pub(crate) mod json;
pub(crate) mod known_share;
pub(crate) mod list_order;
#[cfg(feature = "whole")]
pub(crate) mod picture_file;
pub(crate) mod prevalence;
pub(crate) mod question_file;
#[cfg(feature = "schema")]
pub(crate) mod schema;
pub(crate) mod survey_file;
#[cfg(feature = "whole")]
pub(crate) mod theme_file;
#[cfg(feature = "whole")]
pub(crate) mod words_file;
