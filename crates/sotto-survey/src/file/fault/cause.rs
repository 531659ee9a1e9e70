//! What can be wrong with a survey file, each cause with its sentence: what is wrong, and what would
//! be right. The sentence is made where it is shown; a program that shows none carries none.

use std::fmt;

use sotto_ldp::{
    Epsilon, EpsilonError, MECHANISMS, MechanismError, PrivacyLoss, composition::CompositionError,
    numbers::NumberError, waves::WavesError,
};
use thiserror::Error;

use crate::terms::{
    calendar::Calendar, condition, identifier::InvalidIdentifier, plan::Plan,
    question_type::QuestionType, text::Text,
};
#[cfg(feature = "whole")]
use crate::{
    file::invalid_word::InvalidWord,
    terms::{
        address::InvalidAddress,
        colour::{Colour, Contrast, LeastContrast, NotAColour},
        completion_code::InvalidCompletionCode,
        picture_hash::NotAPictureHash,
    },
};

/// Why a survey file, or a value in it, is not what it must be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultCause {
    /// A value is of another kind.
    #[error("expected {0}")]
    Expected(ValueKind),
    /// An object has a field that does not belong there.
    #[error("unknown field `{name}`, expected one of `{}`", .known.join("`, `"))]
    UnknownField {
        /// The beginning of its name.
        name: String,
        /// The fields that belong there.
        known: &'static [&'static str],
    },
    /// A name is not one of those that can stand there.
    #[error("unknown variant `{name}`, expected one of `{}`", .known.join("`, `"))]
    UnknownName {
        /// Its beginning.
        name: String,
        /// Those that can.
        known: &'static [&'static str],
    },
    /// A field is missing.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// A list has more elements than this.
    #[error("a list is too long: at most {0} elements can stand here")]
    TooLong(usize),
    /// A text has too many languages.
    #[error("a text has at most {} languages", Text::MAX_LANGUAGES)]
    TooManyLanguages,
    /// Free text was to be asked for.
    #[error(
        "free text cannot be asked: no noise can hide who wrote a sentence, so local differential privacy does not protect it; ask with options or a number instead"
    )]
    FreeText,
    /// There is no such type of question.
    #[error("there is no question type \"{0}\": use one of {known}", known = QuestionType::ALL.map(QuestionType::name).join(", "))]
    UnknownType(String),
    /// A name breaks the pattern.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
    /// An ε cannot be used.
    #[error(transparent)]
    Epsilon(#[from] EpsilonError),
    /// A number or a range of numbers cannot be used.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// An address is none that people can be led to.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    Address(#[from] InvalidAddress),
    /// A completion code is none that everybody can type.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    CompletionCode(#[from] InvalidCompletionCode),
    /// Words cannot stand in place of the widget's.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    Word(#[from] InvalidWord),
    /// A picture is not named by its hash.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    PictureHash(#[from] NotAPictureHash),
    /// A picture is too wide or too high, or has no size.
    #[error("a picture is from 1 to 4096 pixels wide and high, not {0}: make it smaller")]
    PictureSize(u32),
    /// One picture more than there may be.
    #[error(
        "a survey has at most 40 pictures: everybody downloads all of them before the first question"
    )]
    TooManyPictures,
    /// Options of such a question have no room for pictures.
    #[error(
        "the options of {} have no room for pictures: those of single-choice, likert and multiple-choice have, and every question", .0.name()
    )]
    PictureForeign(QuestionType),
    /// A colour is written in another way.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    Colour(#[from] NotAColour),
    /// A colour cannot be read on what it stands on.
    #[cfg(feature = "whole")]
    #[error(
        "{colour} on {ground} has a contrast of {found}, and to be read by everybody it needs {least}: the nearest colour that has it is {nearest}"
    )]
    Contrast {
        /// The colour.
        colour: Colour,
        /// What it stands on.
        ground: Colour,
        /// How much it has.
        found: Contrast,
        /// How much it needs.
        least: LeastContrast,
        /// The nearest colour of the same hue that has as much.
        nearest: Colour,
    },
    /// A look says nothing.
    #[error(
        "\"theme\" or its \"dark\" says nothing: give it \"accent\", \"surface\" or \"text\", the theme also \"font\" or \"corners\", or leave it out"
    )]
    ThemeEmpty,
    /// Closing words say nothing.
    #[error(
        "\"closing\" says nothing: give it a \"text\", a \"code\" or \"own-code\", \"help\", \"links\" or a \"redirect\", or leave it out"
    )]
    ClosingEmpty,
    /// People would get two completion codes.
    #[error(
        "\"code\" is one code for everybody, and \"own-code\" gives each person another: leave one of them out"
    )]
    CodesOfTwoKinds,
    /// What people read at the end depends on what they answered.
    #[error(
        "what stands behind the last question is the same for everybody and takes no \"condition\": a help line or an address that depended on an answer would tell that answer to whoever sees the screen or is led to"
    )]
    ClosingCondition,
    /// Something is to be put into closing words; the beginning of the placeholder.
    #[error(
        "\"{0}\" stands in closing words, which are the same for everybody: no answer and no value is put into them, because it would tell that answer. Write the words without braces"
    )]
    ClosingPiping(String),
    /// An answer is put into words that are the same whatever was answered; what the place names.
    #[error(
        "an answer, {{answer: {0}}}, is put into the title and the help of a later question alone: write these words without it"
    )]
    PipingForeign(String),
    /// An answer is put into words, and nothing is said for those who gave none; what the place names.
    #[error(
        "{{answer: {0}}} needs \"otherwise\": the words that stand there where the question was declined, left alone or not asked"
    )]
    OtherwiseMissing(String),
    /// Words stand in place of an answer that is put in nowhere.
    #[error(
        "\"otherwise\" stands in place of an earlier answer, but neither \"title\" nor \"help\" has a place for one, such as {{answer: id}}"
    )]
    OtherwiseAlone,
    /// The answer to a question is put in that is none of those before.
    #[error(
        "{{answer: {0}}} names no earlier question: an answer is put into the words of later ones"
    )]
    PipedUnknown(String),
    /// The answer to a question is put in that has no single answer in words.
    #[error(
        "the answer to \"{0}\" cannot be put into words: that of a question with one choice or one number can"
    )]
    PipedKind(String),
    /// The answer can read in too many ways.
    #[error(
        "the answer can read in {found} ways, but at most {maximum} can be laid out so that nothing moves: ask with fewer options or a larger \"step\", or word the question without the answer"
    )]
    PipedTooMany {
        /// In how many.
        found: u32,
        /// In how many it may.
        maximum: u32,
    },
    /// A second answer is put into the words of one question; what its place names.
    #[error(
        "{{answer: {0}}} is a second answer in the words of one question: put in one, as often as you like"
    )]
    PipedSeveral(String),
    /// The file is of another format version.
    #[error("\"sotto\" is {0}, but this program reads version 1 of the format")]
    Format(u32),
    /// Versions count from one.
    #[error("\"version\" is 0, but versions count from 1")]
    Version,
    /// No language is named.
    #[error("\"languages\" must name at least one language, such as \"en\" or \"zh-CN\"")]
    NoLanguage,
    /// A language tag is malformed; its beginning.
    #[error("\"{0}\" is not a language tag: write one such as \"en\" or \"zh-CN\"")]
    LanguageTag(String),
    /// A text lacks the survey's first language.
    #[error("a text in \"{0}\", the survey's first language, is missing")]
    Untranslated(String),
    /// A text is empty or too long.
    #[error(
        "a text must have 1 to {} characters, not only spaces",
        Text::MAX_CHARACTERS
    )]
    TextLength,
    /// A text holds characters that cannot be seen and change how others are read.
    #[error(
        "the text holds invisible characters that can change how it reads: control characters, or marks that change the direction (U+202A to U+202E, U+2066 to U+2069); take them out"
    )]
    HiddenCharacters,
    /// There is nothing to ask, or too much.
    #[error("a survey has from 1 to 200 questions, not {0}")]
    QuestionCount(usize),
    /// The questions together have too many parts or values.
    #[error("the questions together have {found} {total}, but at most {maximum} can be counted")]
    TooLarge {
        /// What there is too much of.
        total: Total,
        /// How many.
        found: u64,
        /// How many there may be.
        maximum: u64,
    },
    /// Another question, option, row or field before it has this id.
    #[error("the id \"{0}\" is used twice; ids must differ")]
    RepeatedId(String),
    /// The plan `sample` does not say how many questions are drawn.
    #[error("the plan \"sample\" needs \"sample\": how many questions each respondent reports")]
    SampleMissing,
    /// `sample` stands beside another plan.
    #[error("\"sample\" belongs to the plan \"sample\", but the plan is \"{}\"", .0.name())]
    SampleForeign(Plan),
    /// More or fewer questions are to be drawn than are reported.
    #[error("\"sample\" is {sample}, but from 1 to {questions} of the questions can be drawn")]
    SampleOutOfRange {
        /// Questions to draw.
        sample: u32,
        /// Questions of which anything is reported.
        questions: usize,
    },
    /// A survey in waves draws questions.
    #[error(
        "a survey in waves (\"epsilon-first\") reports every question in every wave: another draw each time would report them all in the end"
    )]
    SampleInWaves,
    /// A page names another question than the next.
    #[error(
        "\"pages\" must hold every question once, in the order of \"questions\": \"{0}\" is out of place"
    )]
    PageOutOfOrder(String),
    /// A page holds no question.
    #[error("a page needs at least one question")]
    PageEmpty,
    /// No page holds this question.
    #[error(
        "\"pages\" must hold every question once, in the order of \"questions\": \"{0}\" is on none of them"
    )]
    PageMissing(String),
    /// Arms in a survey that draws in another way, too.
    #[error(
        "\"arms\" belong to the plan \"fixed\", and to no survey in waves: each arm has its own epsilon, and who was in which stays so"
    )]
    ArmsPlan,
    /// Fewer than two arms, or too many.
    #[error("there are 2 to 10 arms, not {0}")]
    ArmsSize(usize),
    /// No question has that id.
    #[error("there is no question \"{0}\"")]
    ArmUnknown(String),
    /// Nothing is reported of that question.
    #[error("nothing is reported of \"{0}\", so that it cannot be an arm")]
    ArmKind(String),
    /// The question is an arm already, or linked.
    #[error("\"{0}\" is an arm or linked already; a question can be so once")]
    ArmTaken(String),
    /// Arms are left to the link, and there are none.
    #[error(
        "\"arms-by-link\" leaves \"arms\" to the link: list the questions of which it is to name one"
    )]
    ArmsByLink,
    /// Links could name arms in too many ways.
    #[error(
        "links could name these arms in {found} ways, and what a link names is sent: at most {maximum}, so that it cannot tell one person from all others"
    )]
    ArmsWays {
        /// How many ways there are.
        found: usize,
        /// How many there may be.
        maximum: usize,
    },
    /// Something is pinned in a list that stays as written.
    #[error(
        "\"pinned\" keeps places in a list that moves: say how with \"order\", or leave it out"
    )]
    PinnedWithoutOrder,
    /// What is pinned is not in the list.
    #[error("\"{0}\" cannot be pinned, as nothing in the list has that id")]
    UnknownPin(String),
    /// A condition, or a place for an answer, names a question that a drawn order may show later.
    #[error(
        "the order is drawn, so that \"{0}\" may be asked after this question: pin it before this one, or do not make this question depend on it"
    )]
    MayBeAskedLater(String),
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
    /// The survey's ε is so great that answers are hardly protected, and its designer has not said that
    /// this is meant.
    #[error(
        "the survey's epsilon is {0}: above 3, all answers together can make more than 95 in 100 of a 50\u{2013}50 guess. Lower it, let each device draw which questions it reports (the plan \"sample\"), or say with \"weak-protection\": true that this is meant; respondents are told"
    )]
    WeakProtection(Epsilon),
    /// A single copy costs more than a survey in waves declares.
    #[error(
        "a single copy costs {actual}, more than \"epsilon-first\" {declared}: raise it, or lower the questions' epsilons"
    )]
    FirstExceeded {
        /// The sum over the questions, rounded up.
        actual: PrivacyLoss,
        /// The survey's declared ε of a single copy.
        declared: Epsilon,
    },
    /// A question has no ε of its own under the plan `fixed`.
    #[error("a question needs its own \"epsilon\" under the plan \"fixed\"")]
    EpsilonMissing,
    /// `share` stands beside another plan than `split`.
    #[error("\"share\" belongs to the plan \"split\"")]
    ShareForeign,
    /// A share is zero or too large.
    #[error("a \"share\" is from 1 to 1000")]
    ShareOutOfRange,
    /// A field that the type of question needs is absent.
    #[error("{} needs \"{field}\"", .question_type.name())]
    FieldMissing {
        /// The type.
        question_type: QuestionType,
        /// The field.
        field: &'static str,
    },
    /// A field belongs to another type of question.
    #[error("{} takes no \"{field}\"", .question_type.name())]
    FieldForeign {
        /// The type.
        question_type: QuestionType,
        /// The field.
        field: &'static str,
    },
    /// An option has the id of "Prefer not to answer".
    #[error(
        "the id \"decline\" is taken by \"Prefer not to answer\"; choose another or set \"decline\": false"
    )]
    DeclineTaken,
    /// An option excludes others where only one is chosen anyway.
    #[error(
        "only an option of a multiple-choice can be \"exclusive\": of any other type one is chosen anyway"
    )]
    ExclusiveForeign,
    /// A rating has too few levels or too many.
    #[error("the \"scale\" of a rating is from 2 to 10")]
    ScaleOutOfRange,
    /// A multiple choice has too few options or too many.
    #[error(
        "a multiple-choice has from 2 options, \"Prefer not to answer\" included, to 200, because each is a report of its own"
    )]
    OptionCount,
    /// A multiple choice asks for more options than it allows, or than it has.
    #[error(
        "\"at-least\" may not exceed \"at-most\", nor that the number of options, and at least one must be allowed"
    )]
    ChoiceBounds,
    /// A ranking has too few options or too many.
    #[error("a ranking has from 2 to 20 options, not {0}: nobody can put more in order")]
    RankedCount(usize),
    /// The mean order does not follow from this mechanism's reports of pairs.
    #[error(
        "from reports of {0} the mean order cannot be told with its error: leave the mechanism to \"auto\", use one of {known}, or report the \"first-place\"", known = telling_groups()
    )]
    RankingMechanism(&'static str),
    /// A matrix has no row, several numbers have no field, or a condition names nothing.
    #[error("the list needs at least one element")]
    NothingListed,
    /// A range of numbers has too many steps.
    #[error(
        "there are {found} different answers, but at most {maximum} can be told apart: choose a larger \"step\""
    )]
    TooFine {
        /// How many different answers there are.
        found: u32,
        /// How many there may be.
        maximum: u32,
    },
    /// A number stands where a day, month or time is meant, or the other way round.
    #[error("{}", bound_words(*.0))]
    Bound(Option<Calendar>),
    /// A day, month or time counts nothing.
    #[error("a {} counts nothing: leave out the \"unit\"", .0.name())]
    CalendarUnit(Calendar),
    /// Days, months or minutes are divided.
    #[error("with \"as\": \"{}\" the \"step\" is a whole number of {}s, 1 at least", .0.name(), .0.unit())]
    CalendarStep(Calendar),
    /// A range of days, months or times is empty.
    #[error("the range from {min} to {max} is empty: \"max\" must be later than \"min\"")]
    CalendarEmpty {
        /// The first.
        min: String,
        /// The last.
        max: String,
    },
    /// Steps pass over the last day, month or time.
    #[error("steps of {step} pass over {max}: end at {before}, or choose another \"step\"")]
    CalendarMissed {
        /// The steps, with their unit.
        step: String,
        /// The last.
        max: String,
        /// The one before it that steps reach.
        before: String,
    },
    /// A question that is not asked of everybody cannot be declined.
    #[error(
        "a question with a \"condition\" must offer to decline, because that is what is reported for those who are not asked"
    )]
    ConditionNeedsDecline,
    /// The share of an innocent statement hides nothing, or teaches nothing; its beginning.
    #[error(
        "the prevalence \"{0}\" cannot be used: write of how many of how many people the secret is true, such as \"1/4\", of a million at most. It lies between 0 and 1, where nobody knows it, and is not one half, from which nothing could be learned"
    )]
    Prevalence(String),
    /// The share of people of whom an anchor's statement is true tells nothing; its beginning.
    #[error(
        "the known share \"{0}\" cannot be used: write of how many of how many people the question's statement is true, such as \"0/1\" for nobody or \"1/20\", of a million at most. It is not one half, which nobody could tell from careless answers"
    )]
    KnownShare(String),
    /// Nothing is corrected by a known share, or one question by several.
    #[error(
        "\"known-share\" stands in one question of a survey, the anchor, and corrects its other own-secret questions, of which there is at least one"
    )]
    AnchorAlone,
    /// Two questions that one person is asked stand beside one secret; the id of the first.
    #[error(
        "the secret is that of \"{0}\" too: both reports together would tell of each person whether the two statements are alike. Give each question a secret of its own"
    )]
    SecretTwice(String),
    /// A question by an own secret is asked of some people only.
    #[error(
        "an own-secret question is asked of everybody and takes no \"condition\": the device could report nothing in place of those who are not asked"
    )]
    SecretConditional,
    /// A condition depends on what the device never learns.
    #[error("the answer to \"{0}\" never enters the device, so that no condition can depend on it")]
    SecretInCondition(String),
    /// A survey in waves asks by an own secret.
    #[error(
        "a survey in waves cannot ask by an own secret: no record could be kept on the device from which it would draw"
    )]
    SecretInWaves,
    /// A condition has none of the forms that there are.
    #[error(
        "a condition is one of {{ \"question\", \"is\" }}, {{ \"question\", \"at-least\", \"at-most\" }}, {{ \"all\" }}, {{ \"any\" }} and {{ \"not\" }}"
    )]
    ConditionForm,
    /// A condition stands in too many others.
    #[error(
        "a condition is nested too deep: at most {} levels can stand in one another",
        condition::MAX_DEPTH
    )]
    ConditionTooDeep,
    /// A condition combines too many tests.
    #[error("the condition combines too many tests: at most 200 can be evaluated")]
    TooManyTests,
    /// A condition names a question that is not asked before.
    #[error("no earlier question has the id \"{0}\"")]
    NotAskedBefore(String),
    /// A condition on a matrix names no row.
    #[error("the question is a matrix: name the \"row\" that counts")]
    RowUnnamed,
    /// A condition names a row that the question does not have.
    #[error("that question has no row \"{0}\"")]
    UnknownRow(String),
    /// A condition names a category that the question does not have.
    #[error("that question has no category \"{0}\"")]
    UnknownCategory(String),
    /// A condition compares the answer to a question that asks for no number.
    #[error(
        "the question does not ask for a number, so \"at-least\" and \"at-most\" say nothing about it"
    )]
    NoNumber,
    /// A condition on several numbers names none of them.
    #[error("the question asks for several numbers: name the \"field\" that counts")]
    NumberUnnamed,
    /// A condition names a number that the question does not ask for.
    #[error("that question has no field \"{0}\"")]
    UnknownNumber(String),
    /// A link has too few questions or too many.
    #[error("a link has two or three questions, not {0}")]
    JointSize(usize),
    /// A link names a question that the survey does not have.
    #[error("the survey has no question \"{0}\"")]
    JointUnknown(String),
    /// A question stands in two links, or twice in one.
    #[error(
        "the question \"{0}\" is linked before: a question is reported once, so it has one link, of three questions at most; it may be in several, with other questions in each, where every respondent reports one of them (plan \"sample\", sample 1)"
    )]
    JointTwice(String),
    /// A link names a question that has more or less than one answer of several.
    #[error(
        "a {} cannot be linked: link questions with one answer out of several, such as single-choice or yes-no; ask for a number as ranges", .0.name()
    )]
    JointKind(QuestionType),
    /// The table of a link has too many cells.
    #[error(
        "together the linked questions have {cells} combinations of answers, but at most {maximum} can be told apart: link fewer questions, or offer fewer options"
    )]
    JointTooLarge {
        /// Combinations there are.
        cells: u64,
        /// How many there may be.
        maximum: u64,
    },
    /// The shares of single questions do not follow from this mechanism's joint reports.
    #[error(
        "from joint reports of {0} the answers to each question cannot be told with their errors: leave the mechanism to \"auto\", or use one of {known}", known = telling_groups()
    )]
    JointMechanism(&'static str),
    /// A linked question has what belongs to its link.
    #[error(
        "the question is linked: its link has the \"{0}\", as {{ \"questions\": [\u{2026}], \"{0}\": \u{2026} }}"
    )]
    JointHas(&'static str),
    /// The mechanism cannot serve the question.
    #[error(transparent)]
    Mechanism(#[from] MechanismError),
    /// The two layers of a question of a survey in waves cannot be built.
    #[error(transparent)]
    Waves(#[from] WavesError),
    /// A survey in waves asks for numbers.
    #[error("a survey in waves cannot ask for numbers: ask for a range among options")]
    NumbersInWaves,
    /// A survey in waves draws parts of a question.
    #[error(
        "a survey in waves reports every part in every wave: another draw each time would report them all in the end"
    )]
    ReportedInWaves,
    /// Integers have no cell for those who decline, who are offered to.
    #[error(
        "a number with \"decline\" has a cell for it: the integers of each number end with a 1"
    )]
    NoDeclinedCell,
    /// Integers have a cell for those who decline, who are not offered to.
    #[error(
        "a 1 behind a number's integers is a cell for those who decline: leave it out where \"decline\" is false"
    )]
    DeclinedCell,
    /// A distribution is wanted from a mechanism that tells means alone.
    #[error(
        "a \"distribution\" can be recovered from the reports of square-wave or piecewise only"
    )]
    NoDistribution,
    /// An ε cannot be divided among the parts.
    #[error(transparent)]
    Division(#[from] CompositionError),
    /// More or fewer parts are to be reported than there are.
    #[error("\"reported\" is {reported}, but it must be from 1 to {parts}")]
    ReportedOutOfRange {
        /// Parts to report.
        reported: u32,
        /// Parts there are.
        parts: usize,
    },
    /// Integers are published, but no mechanism is named.
    #[error("\"weights\" are those of a mechanism: name it, not \"auto\"")]
    WeightsWithoutMechanism,
    /// A table of one's own was named, and not written.
    #[error(
        "a \"custom-channel\" is the table in its \"weights\": write a row of integers for each category, or name \"direct-encoding\", which is the table that epsilon alone makes"
    )]
    OwnTableMissing,
    /// The published integers are not those of each part.
    #[error(
        "\"weights\" must hold the integers of {expected} parts: one list for one part, a list of lists for several"
    )]
    WeightCount {
        /// Parts there are.
        expected: usize,
    },
    /// The integers of whole sets are for sets of another size.
    #[error("the third of \"weights\" must be {at_most}, as many options as may be chosen")]
    SetSize {
        /// How many may be chosen.
        at_most: u32,
    },
    /// A published weight is not a whole number; its beginning.
    #[error("the weight \"{0}\" is not a whole number: write digits in quotes")]
    Weight(String),
    /// The published weights protect less than the ε beside them.
    #[error("its weights cost {actual}, more than the declared epsilon {declared}")]
    WeightsExceedEpsilon {
        /// The loss that the weights imply, rounded up.
        actual: PrivacyLoss,
        /// The declared ε.
        declared: Epsilon,
    },
    /// The survey was never published: the integers are missing.
    #[error("there are no \"weights\": publish the survey first, which computes them")]
    Unpublished,
}

/// How ends of a range are written.
fn bound_words(calendar: Option<Calendar>) -> String {
    if let Some(calendar) = calendar {
        let (name, example) = (calendar.name(), calendar.example());
        return format!("with \"as\": \"{name}\" it is written like \"{example}\"");
    }
    let names: Vec<_> = Calendar::ALL.iter().map(|one| one.name()).collect();
    let names = names.join("\", \"");
    format!(
        "it is a number here; of a date, month or time the question says so by \"as\": one of \"{names}\""
    )
}

/// The names of the mechanisms whose reports tell groups of values apart.
fn telling_groups() -> String {
    let telling = MECHANISMS.iter().filter(|one| one.tells_groups());
    let names: Vec<_> = telling.map(|one| one.name()).collect();
    names.join(", ")
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

impl fmt::Display for ValueKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Object => "an object",
            Self::List => "a list",
            Self::Text => "a string",
            Self::Texts => "a text by language, such as { \"en\": \"Yes\" }",
            Self::Flag => "true or false",
            Self::Count => "a whole number from 0 to 4294967295",
            Self::LongCount => "a whole number from 0",
            Self::Decimal => "a number with at most six decimals",
        })
    }
}

/// What a survey may not have too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// The parts of all questions.
    Parts,
    /// The values of all parts.
    Values,
}

impl fmt::Display for Total {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Parts => "parts",
            Self::Values => "values",
        })
    }
}
