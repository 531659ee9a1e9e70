//! What can be wrong with a submission or an answer, where, and what would be right.

use sotto_ldp::{ImpossibleReport, OutsideDomain, numbers::NumberError};
use thiserror::Error;

use super::pin::Pin;

/// Why a submission cannot be made, or not be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubmissionError {
    /// A report id is malformed.
    #[error("\"report_id\" must be 32 lowercase hexadecimal digits")]
    ReportId,
    /// The submission is to another version of the survey.
    #[error("the submission is to version {found}, but the survey is at version {current}")]
    Version {
        /// The version submitted to.
        found: u32,
        /// The version that collects.
        current: u32,
    },
    /// The submission is to a survey that told people something else.
    #[error(
        "the submission is to the survey with the pin {found}, but this one has the pin {current}: its words, its parameters, who may answer or whether rows are kept have changed"
    )]
    Pin {
        /// The pin of the survey that was answered.
        found: Pin,
        /// The pin of the version that collects.
        current: Pin,
    },
    /// The survey has no such question.
    #[error("the survey has no question \"{0}\"")]
    UnknownQuestion(String),
    /// A question has no report.
    #[error("there is no report for question \"{0}\"; every question needs one, answered or not")]
    MissingReport(String),
    /// The mechanism can never have produced the report.
    #[error("question \"{question}\": {error}")]
    Impossible {
        /// The question's id.
        question: String,
        /// Why.
        error: ImpossibleReport,
    },
    /// A submission is to another survey.
    #[error("the submission has {found} reports, but the survey has {expected} parts")]
    ReportCount {
        /// Parts of the survey.
        expected: usize,
        /// Reports of the submission.
        found: usize,
    },
    /// What arrived for a question has the form of no report.
    #[error("question \"{0}\" needs a report, or a list with one for each of its parts")]
    Malformed(String),
    /// A question of several parts has another number of reports.
    #[error("question \"{question}\" has {expected} parts, but {found} reports")]
    PartCount {
        /// The question's id.
        question: String,
        /// Parts.
        expected: usize,
        /// Reports.
        found: usize,
    },
    /// More or fewer parts are reported than are drawn.
    #[error(
        "question \"{question}\" reports {found} of its parts, but {expected} are drawn: null stands for the others, and for no other part"
    )]
    DrawnParts {
        /// The question's id.
        question: String,
        /// Parts that are drawn.
        expected: u32,
        /// Reports that are not null.
        found: usize,
    },
    /// More or fewer questions are reported than are drawn.
    #[error("{found} questions are reported, but {expected} are drawn: null stands for the others")]
    DrawnQuestions {
        /// Questions that are drawn.
        expected: usize,
        /// Questions that are not null.
        found: usize,
    },
    /// Of arms none is reported, or more than one.
    #[error("of the arms with \"{0}\" exactly one is reported: null stands for the others")]
    Arms(String),
    /// A question that must be answered has not been.
    #[error("question \"{0}\" has no answer, and it does not offer to decline")]
    Unanswered(String),
    /// The number of answers is not that of the questions.
    #[error("there are {found} answers to {expected} questions")]
    AnswerCount {
        /// Questions.
        expected: usize,
        /// Answers.
        found: usize,
    },
    /// An answer belongs to another question, or is incomplete.
    #[error("question \"{question}\": {error}")]
    Answer {
        /// The question's id.
        question: String,
        /// Why.
        error: AnswerError,
    },
}

/// Why a survey cannot be asked of somebody whose link names arms.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArmsError {
    /// Nothing is left to links.
    #[error(
        "the survey leaves no arm to the link, so that none can be named: \"arms-by-link\" would"
    )]
    Drawn,
    /// No arm has that id.
    #[error("\"{0}\" is no arm of the survey")]
    Unknown(String),
    /// Of some arms none is named.
    #[error("of the arms with \"{0}\" none is named: name one of each list of \"arms\"")]
    Missing(String),
    /// Of some arms more than one is named.
    #[error("\"{0}\" is one arm too many: name one of each list of \"arms\"")]
    Twice(String),
}

/// Why something is not an answer, or not yet one. None of these tells what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// The question takes another kind of answer.
    #[error("the question takes another kind of answer")]
    Kind,
    /// There is no such category.
    #[error(transparent)]
    Outside(#[from] OutsideDomain),
    /// The number cannot be answered.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// There are more or fewer rows, fields or values.
    #[error("there are {found} values, but the question takes {expected}")]
    Count {
        /// Rows, fields or values of the question.
        expected: usize,
        /// Those given.
        found: usize,
    },
    /// An option that excludes others is chosen with another.
    #[error("an option that excludes others is chosen together with one")]
    Exclusive,
    /// Nothing is answered.
    #[error("an answer is needed")]
    Missing,
    /// Too few options are chosen.
    #[error("at least {0} options must be chosen")]
    TooFew(u32),
    /// Too many options are chosen.
    #[error("at most {0} options can be chosen")]
    TooMany(u32),
    /// A row has no answer.
    #[error("row {} needs an answer", .0 + 1)]
    RowMissing(usize),
    /// A field has no number.
    #[error("number {} is needed", .0 + 1)]
    FieldMissing(usize),
}
