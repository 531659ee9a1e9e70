//! What can be wrong with a survey or a submission, where, and what would be right.

use sotto_ldp::{
    Epsilon, EpsilonError, ImpossibleReport, MechanismError, OutsideDomain, PrivacyLoss,
    composition::CompositionError, numbers::NumberError, waves::WavesError,
};
use thiserror::Error;

/// Why a survey definition is no survey.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SurveyError {
    /// A name breaks the pattern.
    #[error(
        "\"{0}\" is no identifier: use 1 to 64 of a-z, 0-9 and \"-\", not beginning with \"-\""
    )]
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
    #[error(
        "{place} needs a text in \"{language}\", and every text must have 1 to 2000 characters"
    )]
    Text {
        /// Which text.
        place: TextPlace,
        /// The survey's first language.
        language: String,
    },
    /// A text holds characters that cannot be seen.
    #[error(
        "{place} holds characters that cannot be seen and can turn what is read: control characters, or marks that change the direction (U+202A to U+202E, U+2066 to U+2069); take them out"
    )]
    HiddenCharacters {
        /// Which text.
        place: TextPlace,
    },
    /// There is nothing to ask, or too much.
    #[error("a survey has from 1 to 200 questions, not {0}")]
    QuestionCount(usize),
    /// The questions together have too many parts or values.
    #[error("the questions together have {found} {what}, but at most {maximum} can be counted")]
    TooLarge {
        /// Parts or values.
        what: &'static str,
        /// How many.
        found: u64,
        /// How many there may be.
        maximum: u64,
    },
    /// Two questions or options share a name.
    #[error(
        "{} uses the id \"{id}\" twice; ids must differ",
        question.as_ref().map_or_else(|| "the survey".to_owned(), |id| ["question \"", id, "\""].concat())
    )]
    Repeated {
        /// In which question; `None` for the survey.
        question: Option<String>,
        /// The id.
        id: String,
    },
    /// The plan and what belongs to it do not fit.
    #[error("the plan \"{plan}\": {reason}")]
    Plan {
        /// The plan.
        plan: &'static str,
        /// What would be right.
        reason: &'static str,
    },
    /// More or fewer questions are to be drawn than are reported.
    #[error("\"sample\" is {sample}, but from 1 to {questions} of the questions can be drawn")]
    Sample {
        /// Questions to draw.
        sample: u32,
        /// Questions of which anything is reported.
        questions: usize,
    },
    /// The pages do not hold the questions in order.
    #[error(
        "\"pages\" must hold every question once, in the order of \"questions\": \"{0}\" is out of place"
    )]
    Pages(String),
    /// The survey was never published.
    #[error("question \"{0}\" has no \"weights\": publish the survey first, which computes them")]
    Unpublished(String),
    /// A question has no ε of its own.
    #[error("question \"{0}\" needs its own \"epsilon\" under the plan \"fixed\"")]
    EpsilonMissing(String),
    /// Something in a question is wrong.
    #[error("question \"{question}\": {reason}")]
    Question {
        /// The question's id.
        question: String,
        /// What would be right.
        reason: &'static str,
    },
    /// A field that the type needs is absent.
    #[error("question \"{question}\": {question_type} needs \"{field}\"")]
    FieldMissing {
        /// The question's id.
        question: String,
        /// Its type.
        question_type: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A field belongs to another type.
    #[error("question \"{question}\": {question_type} takes no \"{field}\"")]
    FieldForeign {
        /// The question's id.
        question: String,
        /// Its type.
        question_type: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A condition cannot be evaluated.
    #[error("the condition of question \"{question}\": \"{named}\" {reason}")]
    Condition {
        /// The question's id.
        question: String,
        /// What the condition names.
        named: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A range of numbers is wrong.
    #[error("question \"{question}\": {error}")]
    Number {
        /// The question's id.
        question: String,
        /// Why.
        error: NumberError,
    },
    /// A range of numbers has too many steps.
    #[error(
        "question \"{question}\" has {found} different answers, but at most {maximum} can be told apart: choose a larger \"step\""
    )]
    TooFine {
        /// The question's id.
        question: String,
        /// How many there are.
        found: u32,
        /// How many there may be.
        maximum: u32,
    },
    /// An ε cannot be divided among the parts.
    #[error("question \"{question}\": {error}")]
    Division {
        /// The question's id.
        question: String,
        /// Why.
        error: CompositionError,
    },
    /// More or fewer parts are to be reported than there are.
    #[error(
        "question \"{question}\": \"reported\" is {reported}, but it must be from 1 to {parts}"
    )]
    Reported {
        /// The question's id.
        question: String,
        /// Parts to report.
        reported: u32,
        /// Parts there are.
        parts: usize,
    },
    /// The published weights are not those of each part.
    #[error(
        "question \"{question}\": \"weights\" must hold the integers of {expected} parts: one list for one part, a list of lists for several"
    )]
    WeightCount {
        /// The question's id.
        question: String,
        /// Parts there are.
        expected: usize,
    },
    /// An ε is unusable.
    #[error("question \"{question}\": {error}")]
    Epsilon {
        /// The question's id.
        question: String,
        /// Why.
        error: EpsilonError,
    },
    /// The mechanism cannot serve the question.
    #[error("question \"{question}\": {error}")]
    Mechanism {
        /// The question's id.
        question: String,
        /// Why.
        error: MechanismError,
    },
    /// The published weights are no integers.
    #[error(
        "question \"{question}\": the weight \"{found}\" is no integer; write digits in quotes"
    )]
    Weight {
        /// The question's id.
        question: String,
        /// What stands there.
        found: String,
    },
    /// The published weights protect less than the ε beside them.
    #[error(
        "question \"{question}\": its weights cost {actual}, more than the declared epsilon {declared}"
    )]
    WeightsExceedEpsilon {
        /// The question's id.
        question: String,
        /// The loss that the weights imply, rounded up.
        actual: PrivacyLoss,
        /// The declared ε.
        declared: Epsilon,
    },
    /// A single copy costs more than a survey in waves declares.
    #[error(
        "a single copy costs {actual}, more than \"epsilon-first\" {declared}: raise it, or lower the questions' epsilons"
    )]
    FirstExceeded {
        /// The sum over the questions, rounded up.
        actual: PrivacyLoss,
        /// The survey's declared ε of a single copy.
        declared: String,
    },
    /// The two layers of a question of a survey in waves cannot be built.
    #[error("question \"{question}\": {error}")]
    Waves {
        /// The question's id.
        question: String,
        /// Why.
        error: WavesError,
    },
    /// The questions together cost more than the survey declares.
    #[error(
        "the questions together cost {actual}, more than the survey's epsilon {declared}: raise it or lower theirs"
    )]
    BudgetExceeded {
        /// The sum over the questions, rounded up.
        actual: PrivacyLoss,
        /// The survey's declared ε.
        declared: Epsilon,
    },
}

/// Which of a survey's texts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextPlace {
    /// One of the survey itself.
    #[error("the survey's {0}")]
    Survey(&'static str),
    /// That of a page; pages count from 1.
    #[error("the title of page {0}")]
    Page(usize),
    /// One of a question.
    #[error("the {what} of question \"{question}\"")]
    Question {
        /// Its title, help, unit or a label.
        what: &'static str,
        /// The question's id.
        question: String,
    },
    /// One of what a question lists.
    #[error("the {what} \"{id}\" of question \"{question}\"")]
    Entry {
        /// The title or the unit of an option, a row or a field.
        what: &'static str,
        /// The entry's id.
        id: String,
        /// The question's id.
        question: String,
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

/// Why something is no answer, or not yet. None of them tells what was answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// The question takes another kind of answer.
    #[error("the question takes another kind of answer")]
    Kind,
    /// There is no such category.
    #[error(transparent)]
    Outside(#[from] OutsideDomain),
    /// The number is none that can be answered.
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
