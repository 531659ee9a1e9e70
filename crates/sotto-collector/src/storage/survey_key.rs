//! The primary key of a version of a survey.

/// Primary key of a survey version in every table. Never reused.
pub type SurveyKey = i64;
