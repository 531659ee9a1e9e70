//! The vocabulary that the browser and the collector share: surveys, answers, submissions, results.
//!
//! A [`Survey`] that exists is valid: its mechanisms are built, and what a respondent loses is
//! within what it declares. An [`Answer`] can only become a report; it can neither be serialised
//! nor printed. No I/O, no clock, no browser here.
#![forbid(unsafe_code)]

mod answer;
mod answering;
mod asked;
mod condition;
mod design;
mod error;
mod estimates;
mod fault;
mod fields;
mod identifier;
mod json;
mod kind;
mod oracles;
mod part;
mod permanent;
mod pin;
mod problem;
mod question;
mod question_file;
mod received;
mod report_id;
mod results;
mod submission;
mod survey;
mod survey_file;
mod tally;
mod text;

pub use answer::Answer;
pub use condition::Condition;
pub use error::{AnswerError, SubmissionError};
pub use fault::{Fault, FaultCause, Faults, Total, ValueKind};
pub use identifier::{Identifier, InvalidIdentifier};
pub use json::{Json, JsonError};
pub use kind::{
    AnswerShape, Categories, Category, DECLINE, Matrix, MultipleChoice, NumberField, NumberFields,
    NumberRange, QuestionKind, Rating,
};
pub use oracles::SurveyOracles;
pub use part::{Part, PartDomain, PartRole};
pub use permanent::PermanentReports;
pub use problem::{Problem, ProblemKind};
pub use question::Question;
pub use question_file::{
    Estimand, FieldFile, Icons, LabelsFile, OptionFile, QuestionFile, QuestionType, RowFile,
    WeightsFile,
};
pub use received::ReceivedReports;
pub use report_id::ReportId;
pub use results::{
    BinResults, CategoryResults, FieldResults, MeanResults, QuestionResults, Results, RowResults,
    ShareResults,
};
pub use submission::{Submission, SubmissionFile};
pub use survey::{Page, Survey};
pub use survey_file::{PageFile, Plan, SurveyFile};
pub use tally::Tally;
pub use text::Text;
