//! What a question asks, checked: its options, rows, levels and numbers, and the domains of its
//! parts.

mod reading;

use sotto_ldp::numbers::Grid;

use self::reading::Reading;
pub(crate) use self::reading::check_text;
use crate::{
    error::SurveyError,
    identifier::Identifier,
    part::{PartDomain, PartRole},
    question_file::{
        FieldFile, Icons, LabelsFile, OptionFile, QuestionFile, QuestionType, RowFile, Wanted,
    },
    text::Text,
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
    /// What is wanted of all answers.
    pub wanted: Wanted,
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
    /// Takes out what the type of a question needs, and refuses what belongs to another.
    pub(crate) fn of_file(file: &mut QuestionFile, language: &str) -> Result<Self, SurveyError> {
        let mut reading = Reading { file, language };
        reading.refuse_foreign_fields()?;
        Ok(match reading.file.question_type {
            QuestionType::YesNo => Self::YesNo,
            QuestionType::SingleChoice => Self::SingleChoice(reading.options()?),
            QuestionType::Dropdown => Self::Dropdown(reading.options()?),
            QuestionType::Likert => Self::Likert(reading.options()?),
            QuestionType::Rating => Self::Rating(reading.rating()?),
            QuestionType::Nps => Self::Nps(reading.labels()?),
            QuestionType::MultipleChoice => Self::MultipleChoice(reading.multiple_choice()?),
            QuestionType::Matrix => Self::Matrix(reading.matrix()?),
            QuestionType::Number => Self::Number(reading.number()?),
            QuestionType::Slider => Self::Slider(reading.number()?),
            QuestionType::Numbers => Self::Numbers(reading.fields()?),
            QuestionType::Statement => Self::Statement,
            QuestionType::Consent => Self::Consent,
        })
    }

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
            Self::Matrix(matrix) => {
                file.rows = Some(matrix.rows.clone());
                file.options = Some(matrix.options.clone());
            }
            Self::Number(range) | Self::Slider(range) => {
                file.min = Some(range.grid.minimum());
                file.max = Some(range.grid.maximum());
                file.step = Some(range.grid.step());
                file.unit.clone_from(&range.unit);
                file.estimate = Some(range.wanted);
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
            Self::Matrix(_) => QuestionType::Matrix,
            Self::Number(_) => QuestionType::Number,
            Self::Slider(_) => QuestionType::Slider,
            Self::Numbers(_) => QuestionType::Numbers,
            Self::Statement => QuestionType::Statement,
            Self::Consent => QuestionType::Consent,
        }
    }

    /// Whether anything of it is reported.
    #[must_use]
    pub const fn is_reported(&self) -> bool {
        !matches!(self, Self::Statement | Self::Consent)
    }

    /// Whether it asks for numbers.
    pub(crate) const fn has_numbers(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Slider(_) | Self::Numbers(_))
    }

    /// Whether it may have several parts of which some are drawn.
    pub(crate) const fn has_several_parts(&self) -> bool {
        matches!(
            self,
            Self::MultipleChoice(_) | Self::Matrix(_) | Self::Numbers(_)
        )
    }

    /// The options, where the question has any.
    #[must_use]
    pub fn options(&self) -> &[OptionFile] {
        match self {
            Self::SingleChoice(options) | Self::Dropdown(options) | Self::Likert(options) => {
                options
            }
            Self::MultipleChoice(choice) => &choice.options,
            Self::Matrix(matrix) => &matrix.options,
            _ => &[],
        }
    }

    /// The categories without declining.
    pub(crate) fn categories(&self) -> impl Iterator<Item = Category<'_>> {
        let (fixed, levels): (&[Category<'_>], _) = match self {
            Self::YesNo => (&[Category::Yes, Category::No], 0..0),
            Self::Rating(rating) => (&[], 1..rating.scale + 1),
            Self::Nps(_) => (&[], 0..11),
            _ => (&[], 0..0),
        };
        fixed
            .iter()
            .copied()
            .chain(levels.map(Category::Level))
            .chain(self.options().iter().map(Category::Option))
    }

    /// How many categories there are, without declining.
    pub(crate) fn category_count(&self) -> u32 {
        match self {
            Self::YesNo => 2,
            Self::Rating(rating) => rating.scale,
            Self::Nps(_) => 11,
            // A longer list was refused while it was read.
            _ => u32::try_from(self.options().len()).unwrap_or(u32::MAX - 1),
        }
    }

    /// The grids of a question for numbers, in order; none of another.
    #[must_use]
    pub fn grids(&self) -> Vec<Grid> {
        match self {
            Self::Number(range) | Self::Slider(range) => vec![range.grid],
            Self::Numbers(fields) => fields.iter().map(|field| field.grid).collect(),
            _ => Vec::new(),
        }
    }

    /// The parts that are drawn from, and whether there is one more that tells who declined.
    pub(crate) fn parts(&self, decline: bool) -> (Vec<(PartRole, PartDomain)>, bool) {
        let categories = PartDomain::Categories(self.category_count() + u32::from(decline));
        match self {
            Self::Statement | Self::Consent => (Vec::new(), false),
            Self::MultipleChoice(choice) => {
                let bits = 0..choice.options.len() + usize::from(decline);
                let part = |place| (PartRole::Option(place), PartDomain::Categories(2));
                (bits.map(part).collect(), false)
            }
            Self::Matrix(matrix) => {
                let rows = 0..matrix.rows.len();
                (
                    rows.map(|row| (PartRole::Row(row), categories)).collect(),
                    false,
                )
            }
            Self::Number(_) | Self::Slider(_) | Self::Numbers(_) => {
                let grids = self.grids().into_iter().enumerate();
                let part = |(place, grid)| (PartRole::Number(place), PartDomain::Numbers(grid));
                (grids.map(part).collect(), decline)
            }
            _ => (vec![(PartRole::Category, categories)], false),
        }
    }
}
