//! What can be wrong with a survey file.

use sotto_ldp::{
    Epsilon, EpsilonError, MechanismError, PrivacyLoss, composition::CompositionError,
    numbers::NumberError, waves::WavesError,
};

use crate::{identifier::InvalidIdentifier, question_file::QuestionType, survey_file::Plan};

/// Why a survey file, or a value in it, is not what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultCause {
    /// A value is of another kind.
    Expected(ValueKind),
    /// An object has a field that does not belong there.
    UnknownField {
        /// The beginning of its name.
        name: String,
        /// The fields that belong there.
        known: &'static [&'static str],
    },
    /// A name is not one of those that can stand there.
    UnknownName {
        /// Its beginning.
        name: String,
        /// Those that can.
        known: &'static [&'static str],
    },
    /// A field is missing.
    Missing(&'static str),
    /// A list has more elements than this.
    TooLong(usize),
    /// A text has too many languages.
    TooManyLanguages,
    /// Free text was to be asked for.
    FreeText,
    /// There is no such type of question.
    UnknownType(String),
    /// A name breaks the pattern.
    Identifier(InvalidIdentifier),
    /// An ε cannot be used.
    Epsilon(EpsilonError),
    /// A number or a range of numbers cannot be used.
    Number(NumberError),
    /// The file is of another format version.
    Format(u32),
    /// Versions count from one.
    Version,
    /// No language is named.
    NoLanguage,
    /// A language tag is malformed; its beginning.
    LanguageTag(String),
    /// A text lacks the survey's first language.
    Untranslated(String),
    /// A text is empty or too long.
    TextLength,
    /// A text holds characters that cannot be seen and change how others are read.
    HiddenCharacters,
    /// There is nothing to ask, or too much.
    QuestionCount(usize),
    /// The questions together have too many parts or values.
    TooLarge {
        /// What there is too much of.
        total: Total,
        /// How many.
        found: u64,
        /// How many there may be.
        maximum: u64,
    },
    /// Another question, option, row or field before it has this id.
    RepeatedId(String),
    /// The plan `sample` does not say how many questions are drawn.
    SampleMissing,
    /// `sample` stands beside another plan.
    SampleForeign(Plan),
    /// More or fewer questions are to be drawn than are reported.
    SampleOutOfRange {
        /// Questions to draw.
        sample: u32,
        /// Questions of which anything is reported.
        questions: usize,
    },
    /// A survey in waves draws questions.
    SampleInWaves,
    /// A page names another question than the next.
    PageOutOfOrder(String),
    /// A page holds no question.
    PageEmpty,
    /// No page holds this question.
    PageMissing(String),
    /// The questions together cost more than the survey declares.
    BudgetExceeded {
        /// The sum over the questions, rounded up.
        actual: PrivacyLoss,
        /// The survey's declared ε.
        declared: Epsilon,
    },
    /// A single copy costs more than a survey in waves declares.
    FirstExceeded {
        /// The sum over the questions, rounded up.
        actual: PrivacyLoss,
        /// The survey's declared ε of a single copy.
        declared: Epsilon,
    },
    /// A question has no ε of its own under the plan `fixed`.
    EpsilonMissing,
    /// `share` stands beside another plan than `split`.
    ShareForeign,
    /// A share is zero or too large.
    ShareOutOfRange,
    /// A field that the type of question needs is absent.
    FieldMissing {
        /// The type.
        question_type: QuestionType,
        /// The field.
        field: &'static str,
    },
    /// A field belongs to another type of question.
    FieldForeign {
        /// The type.
        question_type: QuestionType,
        /// The field.
        field: &'static str,
    },
    /// An option has the id of "Prefer not to answer".
    DeclineTaken,
    /// An option excludes others where only one is chosen anyway.
    ExclusiveForeign,
    /// A rating has too few levels or too many.
    ScaleOutOfRange,
    /// A multiple choice has too few options or too many.
    OptionCount,
    /// A multiple choice asks for more options than it allows, or than it has.
    ChoiceBounds,
    /// A matrix has no row, or several numbers no field.
    NothingListed,
    /// A range of numbers has too many steps.
    TooFine {
        /// How many different answers there are.
        found: u32,
        /// How many there may be.
        maximum: u32,
    },
    /// A question that is not asked of everybody cannot be declined.
    ConditionNeedsDecline,
    /// A condition has none of the forms that there are.
    ConditionForm,
    /// A condition stands in too many others.
    ConditionTooDeep,
    /// A condition combines too many tests.
    TooManyTests,
    /// A condition names a question that is not asked before.
    NotAskedBefore(String),
    /// A condition on a matrix names no row.
    RowUnnamed,
    /// A condition names a row that the question does not have.
    UnknownRow(String),
    /// A condition names a category that the question does not have.
    UnknownCategory(String),
    /// A condition compares the answer to a question that asks for no number.
    NoNumber,
    /// A condition on several numbers names none of them.
    NumberUnnamed,
    /// A condition names a number that the question does not ask for.
    UnknownNumber(String),
    /// The mechanism cannot serve the question.
    Mechanism(MechanismError),
    /// The two layers of a question of a survey in waves cannot be built.
    Waves(WavesError),
    /// A survey in waves asks for numbers.
    NumbersInWaves,
    /// A survey in waves draws parts of a question.
    ReportedInWaves,
    /// A distribution is wanted from a mechanism that tells means alone.
    NoDistribution,
    /// An ε cannot be divided among the parts.
    Division(CompositionError),
    /// More or fewer parts are to be reported than there are.
    ReportedOutOfRange {
        /// Parts to report.
        reported: u32,
        /// Parts there are.
        parts: usize,
    },
    /// Integers are published, but no mechanism is named.
    WeightsWithoutMechanism,
    /// The published integers are not those of each part.
    WeightCount {
        /// Parts there are.
        expected: usize,
    },
    /// A published weight is not a whole number; its beginning.
    Weight(String),
    /// The published weights protect less than the ε beside them.
    WeightsExceedEpsilon {
        /// The loss that the weights imply, rounded up.
        actual: PrivacyLoss,
        /// The declared ε.
        declared: Epsilon,
    },
    /// The survey was never published: the integers are missing.
    Unpublished,
}

/// The kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// An object.
    Object,
    /// A list.
    List,
    /// A string.
    Text,
    /// A string for each language.
    Texts,
    /// Yes or no.
    Flag,
    /// A number from 0 to 2³² − 1.
    Count,
    /// A number from 0 on.
    LongCount,
    /// A number with decimals.
    Decimal,
}

/// What a survey may not have too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// The parts of all questions.
    Parts,
    /// The values of all parts.
    Values,
}

macro_rules! from_errors {
    ($($variant:ident($error:ty)),+ $(,)?) => {$(
        impl From<$error> for FaultCause {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )+};
}

from_errors!(
    Identifier(InvalidIdentifier),
    Epsilon(EpsilonError),
    Number(NumberError),
    Mechanism(MechanismError),
    Waves(WavesError),
    Division(CompositionError),
);
