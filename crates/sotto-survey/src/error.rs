//! What can be wrong with a survey or a submission, where, and what would be right.

use sotto_ldp::{EpsilonError, ImpossibleReport, MechanismError, OutsideDomain, PrivacyLoss};
use thiserror::Error;

/// Why a survey definition is no survey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SurveyError {
    /// A name breaks the pattern.
    #[error("{0:?} is no identifier: use 1 to 64 of a-z, 0-9 and \"-\", not beginning with \"-\"")]
    Identifier(String),
    /// The file is of another format version.
    #[error("\"sotto\" is {0}, but this program reads version 1 of the format")]
    Format(u32),
    /// Versions count from one.
    #[error("\"version\" is 0, but versions count from 1")]
    Version,
    /// No language is named, or a tag is malformed.
    #[error("\"languages\" must name at least one language, such as \"en\" or \"zh-CN\"")]
    Languages,
    /// A text lacks the first language, is empty or is too long.
    #[error("{place} needs a text in {language:?}, and every text must have 1 to 2000 characters")]
    Text {
        /// Which text.
        place: String,
        /// The survey's first language.
        language: String,
    },
    /// There is nothing to ask, or too much.
    #[error("a survey has from 1 to 200 questions, not {0}")]
    QuestionCount(usize),
    /// Two questions or options share a name.
    #[error("{place} uses the id {id:?} twice; ids must differ")]
    Repeated {
        /// Where.
        place: String,
        /// The id.
        id: String,
    },
    /// The plan is not one that can be carried out.
    #[error("the plan {0:?} is not available: use \"fixed\" and give each question its epsilon")]
    Plan(&'static str),
    /// A question has no ε of its own.
    #[error("question {0:?} needs its own \"epsilon\" under the plan \"fixed\"")]
    EpsilonMissing(String),
    /// A question's options are absent, or where none belong.
    #[error("question {question:?}: {reason}")]
    Options {
        /// The question's id.
        question: String,
        /// What would be right.
        reason: &'static str,
    },
    /// An ε is unusable.
    #[error("question {question:?}: {error}")]
    Epsilon {
        /// The question's id.
        question: String,
        /// Why.
        error: EpsilonError,
    },
    /// The mechanism cannot serve the question.
    #[error("question {question:?}: {error}")]
    Mechanism {
        /// The question's id.
        question: String,
        /// Why.
        error: MechanismError,
    },
    /// The published weights are no integers.
    #[error("question {question:?}: the weight {found:?} is no integer; write digits in quotes")]
    Weight {
        /// The question's id.
        question: String,
        /// What stands there.
        found: String,
    },
    /// The published weights protect less than the ε beside them.
    #[error(
        "question {question:?}: its weights cost {actual}, more than the declared epsilon {declared}"
    )]
    WeightsExceedEpsilon {
        /// The question's id.
        question: String,
        /// The loss that the weights imply, rounded up.
        actual: PrivacyLoss,
        /// The declared ε.
        declared: String,
    },
    /// The questions together cost more than the survey declares.
    #[error(
        "the questions together cost {actual}, more than the survey's epsilon {declared}: raise it or lower theirs"
    )]
    BudgetExceeded {
        /// The sum over the questions, rounded up.
        actual: PrivacyLoss,
        /// The survey's declared ε.
        declared: String,
    },
}

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
    /// The survey has no such question.
    #[error("the survey has no question {0:?}")]
    UnknownQuestion(String),
    /// A question has no report.
    #[error("there is no report for question {0:?}; every question needs one, answered or not")]
    MissingReport(String),
    /// The mechanism can never have produced the report.
    #[error("question {question:?}: {error}")]
    Impossible {
        /// The question's id.
        question: String,
        /// Why.
        error: ImpossibleReport,
    },
    /// A question that must be answered has not been.
    #[error("question {0:?} has no answer, and it does not offer to decline")]
    Unanswered(String),
    /// The number of answers is not that of the questions.
    #[error("there are {found} answers to {expected} questions")]
    AnswerCount {
        /// Questions.
        expected: usize,
        /// Answers.
        found: usize,
    },
    /// An answer belongs to another question.
    #[error("question {question:?}: {error}")]
    Answer {
        /// The question's id.
        question: String,
        /// Why.
        error: OutsideDomain,
    },
}
