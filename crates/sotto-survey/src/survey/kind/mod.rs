//! What a question asks, checked: its options, rows, levels and numbers, and the domains of its
//! parts.

mod reading;
mod shape;
mod whole_program;

use sotto_ldp::numbers::{Decimal, Grid};

pub use self::shape::{AnswerShape, Categories, Innocent, NumberFields, RankedOptions};
use self::whole_program::WholeProgram;
use crate::{
    file::{
        known_share::KnownShare,
        question_file::{
            Estimand, FieldFile, Icons, LabelsFile, OptionFile, QuestionFile, RankingReport,
            RowFile, SecretFile,
        },
    },
    terms::{
        bound::Bound, calendar::Calendar, identifier::Identifier, question_type::QuestionType,
        text::Text,
    },
};

/// The category of those who prefer not to answer.
pub const DECLINE: &str = "decline";

/// The ids of the levels of ratings and of NPS questions.
const LEVELS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// What kind of answer a question takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Categories `yes` and `no`.
    YesNo,
    /// One category for each option.
    SingleChoice(Vec<OptionFile>),
    /// The same, to be searched.
    Dropdown(Vec<OptionFile>),
    /// The same, in order from one end to the other.
    Likert(Vec<OptionFile>),
    /// One category for each level from 1.
    Rating(Rating),
    /// One category for each number from 0 to 10.
    Nps(Option<LabelsFile>),
    /// Any number of options within bounds.
    MultipleChoice(MultipleChoice),
    /// All options, in order.
    Ranking(Ranking),
    /// One category for each option, in every row.
    Matrix(Matrix),
    /// A number.
    Number(NumberRange),
    /// A number, chosen on a line.
    Slider(NumberRange),
    /// Several numbers.
    Numbers(Vec<NumberField>),
    /// Words without an answer.
    Statement,
    /// Words that must be agreed to; the agreement is not reported.
    Consent,
    /// Categories `yes` and `no`, of which the person only tells whether the answer is the same as that to
    /// an innocent statement.
    OwnSecret(OwnSecret),
}

/// The innocent statement beside a question by an own secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSecret {
    /// What is true or not of each person, and known to nobody else.
    pub title: Text,
    /// Of whom it is true.
    pub innocent: Innocent,
    /// Of how many the question's own statement is known to be true, where it is the survey's anchor.
    pub known_share: Option<KnownShare>,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The greatest level; the least is 1.
    pub scale: u32,
    /// How the levels are drawn.
    pub icons: Icons,
    /// What stands at the ends.
    pub labels: Option<LabelsFile>,
}

/// A multiple choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultipleChoice {
    /// At least two, declining included.
    pub options: Vec<OptionFile>,
    /// How many must be chosen, unless it is an exclusive one.
    pub at_least: u32,
    /// How many may be chosen.
    pub at_most: u32,
}

/// A ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// What is put in order, from 2 to 20.
    pub options: Vec<OptionFile>,
    /// What each respondent reports.
    pub report: RankingReport,
    whole: WholeProgram,
}

/// A matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// At least one.
    pub rows: Vec<RowFile>,
    /// What can be answered in each.
    pub options: Vec<OptionFile>,
}

/// A number that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// Minimum, maximum and step.
    pub grid: Grid,
    /// What it counts.
    pub unit: Option<Text>,
    /// What is to be estimated from all answers.
    pub estimand: Estimand,
    /// What the numbers stand for, if they are no plain ones.
    pub calendar: Option<Calendar>,
}

impl NumberRange {
    /// The number that a file or a program writes: `2.5`, or of a day, month or time `2020-01-31`, `2020-01` or `13:30`.
    /// Whether it lies in the range is not asked.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Decimal> {
        match self.calendar {
            Some(calendar) => Decimal::from_units(calendar.read(text)?).ok(),
            None => text.parse().ok(),
        }
    }

    /// A number as an end of this range is written: a plain one, or a day, month or time.
    #[must_use]
    pub const fn bound(&self, number: Decimal) -> Bound {
        Bound {
            number,
            calendar: self.calendar,
        }
    }
}

/// One of several numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberField {
    /// Its name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// Minimum, maximum and step.
    pub grid: Grid,
    /// What it counts.
    pub unit: Option<Text>,
}

/// One of the values that a question's answer can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category<'a> {
    /// `yes`.
    Yes,
    /// `no`.
    No,
    /// An option of the survey.
    Option(&'a OptionFile),
    /// A level of a rating or an NPS question.
    Level(u32),
    /// "Prefer not to answer".
    Decline,
}

impl<'a> Category<'a> {
    /// The category's name in files and results.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Option(option) => option.id.as_str(),
            Self::Level(level) => LEVELS.get(level as usize).copied().unwrap_or_default(),
            Self::Decline => DECLINE,
        }
    }
}

impl QuestionKind {
    /// Writes back what [`Self::of_file`] has read.
    pub(crate) fn to_file(&self, file: &mut QuestionFile) {
        match self {
            Self::YesNo | Self::Statement | Self::Consent => {}
            Self::SingleChoice(options) | Self::Dropdown(options) | Self::Likert(options) => {
                file.options = Some(options.clone());
            }
            Self::Rating(rating) => {
                file.scale = Some(rating.scale);
                file.icons = Some(rating.icons);
                file.labels.clone_from(&rating.labels);
            }
            Self::Nps(labels) => file.labels.clone_from(labels),
            Self::MultipleChoice(choice) => {
                file.options = Some(choice.options.clone());
                file.at_least = Some(choice.at_least);
                file.at_most = Some(choice.at_most);
            }
            Self::Ranking(ranking) => {
                file.options = Some(ranking.options.clone());
                file.report = Some(ranking.report);
            }
            Self::Matrix(matrix) => {
                file.rows = Some(matrix.rows.clone());
                file.options = Some(matrix.options.clone());
            }
            Self::Number(range) | Self::Slider(range) => {
                file.min = Some(range.bound(range.grid.minimum()));
                file.max = Some(range.bound(range.grid.maximum()));
                file.step = Some(range.grid.step());
                file.unit.clone_from(&range.unit);
                file.estimate = Some(range.estimand);
                file.calendar = range.calendar;
            }
            Self::Numbers(fields) => {
                let written = |field: &NumberField| FieldFile {
                    id: field.id.clone(),
                    title: field.title.clone(),
                    min: field.grid.minimum(),
                    max: field.grid.maximum(),
                    step: Some(field.grid.step()),
                    unit: field.unit.clone(),
                };
                file.fields = Some(fields.iter().map(written).collect());
            }
            Self::OwnSecret(secret) => {
                file.secret = Some(SecretFile {
                    title: secret.title.clone(),
                    prevalence: secret.innocent.prevalence,
                    known_share: secret.known_share,
                });
            }
        }
    }

    /// Tells what can be put in order: the ids, and whether an element stays whatever is said. "None of
    /// these" does.
    pub(crate) fn each_movable(&self, tell: &mut dyn FnMut(&Identifier, bool)) {
        let (options, rows): (&[OptionFile], &[RowFile]) = match self {
            Self::SingleChoice(options) | Self::Likert(options) => (options, &[]),
            Self::MultipleChoice(choice) => (&choice.options, &[]),
            Self::Ranking(ranking) => (&ranking.options, &[]),
            Self::Matrix(matrix) => (&[], &matrix.rows),
            Self::YesNo
            | Self::Dropdown(_)
            | Self::Rating(_)
            | Self::Nps(_)
            | Self::Number(_)
            | Self::Slider(_)
            | Self::Numbers(_)
            | Self::Statement
            | Self::Consent
            | Self::OwnSecret(_) => (&[], &[]),
        };
        for option in options {
            tell(&option.id, option.exclusive);
        }
        for row in rows {
            tell(&row.id, false);
        }
    }

    /// The type in files.
    #[must_use]
    pub const fn question_type(&self) -> QuestionType {
        match self {
            Self::YesNo => QuestionType::YesNo,
            Self::SingleChoice(_) => QuestionType::SingleChoice,
            Self::Dropdown(_) => QuestionType::Dropdown,
            Self::Likert(_) => QuestionType::Likert,
            Self::Rating(_) => QuestionType::Rating,
            Self::Nps(_) => QuestionType::Nps,
            Self::MultipleChoice(_) => QuestionType::MultipleChoice,
            Self::Ranking(_) => QuestionType::Ranking,
            Self::Matrix(_) => QuestionType::Matrix,
            Self::Number(_) => QuestionType::Number,
            Self::Slider(_) => QuestionType::Slider,
            Self::Numbers(_) => QuestionType::Numbers,
            Self::Statement => QuestionType::Statement,
            Self::Consent => QuestionType::Consent,
            Self::OwnSecret(_) => QuestionType::OwnSecret,
        }
    }
}
