//! The vocabulary that the browser and the collector share: surveys, answers, submissions, results.
//!
//! A [`Survey`] that exists is valid: its mechanisms are built, and what a respondent loses is
//! within what it declares. An [`Answer`] can only become a report; it can neither be serialised
//! nor printed. No I/O, no clock, no browser here.
#![forbid(unsafe_code)]

mod answer;
mod error;
mod identifier;
mod pin;
mod problem;
mod question;
mod report_id;
mod results;
mod submission;
mod survey;
mod survey_file;
mod tally;
mod text;

pub use answer::Answer;
pub use error::{SubmissionError, SurveyError};
pub use identifier::Identifier;
pub use problem::{Problem, ProblemKind};
pub use question::{Category, DECLINE, Question, QuestionKind};
pub use report_id::ReportId;
pub use results::{CategoryResults, QuestionResults, Results};
pub use submission::{Submission, SubmissionFile};
pub use survey::Survey;
pub use survey_file::{OptionFile, Plan, QuestionFile, QuestionType, SurveyFile};
pub use tally::Tally;
pub use text::Text;
