//! The words that every other room uses: names, texts, answers, parts, plans, and what can be wrong.

#[cfg(feature = "whole")]
pub(crate) mod address;
pub(crate) mod answer;
pub(crate) mod bound;
pub(crate) mod calendar;
#[cfg(feature = "whole")]
pub(crate) mod completion_code;
pub(crate) mod condition;
pub(crate) mod error;
pub(crate) mod identifier;
pub(crate) mod order;
pub(crate) mod part;
#[cfg(feature = "whole")]
pub(crate) mod picture_hash;
pub(crate) mod pin;
#[cfg(feature = "whole")]
pub(crate) mod piping;
pub(crate) mod plan;
pub(crate) mod problem;
pub(crate) mod question_type;
pub(crate) mod report_id;
pub(crate) mod text;
pub(crate) mod whom;
