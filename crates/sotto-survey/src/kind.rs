//! What a question asks, checked: its options, rows, levels and numbers, and the domains of its
//! parts.

use sotto_ldp::numbers::{Decimal, Grid};

use crate::{
    error::{SurveyError, TextPlace},
    identifier::Identifier,
    part::{PartDomain, PartRole},
    question_file::{
        FieldFile, Icons, LabelsFile, OptionFile, QuestionFile, QuestionType, RowFile, Wanted,
    },
    text::{Text, TextFault},
};

/// The category of those who prefer not to answer.
pub const DECLINE: &str = "decline";

/// How many options a multiple choice may have: each is a report of its own.
const MAX_CHOICES: usize = 200;

/// How many cells a grid may have from whose reports a mean is wanted.
const MAX_CELLS: u32 = 10_001;

/// The same for a distribution: more cannot be told apart.
const MAX_DISTRIBUTION_CELLS: u32 = 1_001;

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

/// A question's file while it is read.
struct Reading<'a> {
    file: &'a mut QuestionFile,
    language: &'a str,
}

impl Reading<'_> {
    fn name(&self) -> String {
        self.file.id.to_string()
    }

    fn type_name(&self) -> &'static str {
        self.file.question_type.name()
    }

    fn needs(&self, field: &'static str) -> SurveyError {
        SurveyError::FieldMissing {
            question: self.name(),
            question_type: self.type_name(),
            field,
        }
    }

    fn wrong(&self, reason: &'static str) -> SurveyError {
        SurveyError::Question {
            question: self.name(),
            reason,
        }
    }

    fn refuse_foreign_fields(&self) -> Result<(), SurveyError> {
        use QuestionType as T;
        let (file, is) = (&*self.file, self.file.question_type);
        let choice = matches!(
            is,
            T::SingleChoice | T::Dropdown | T::Likert | T::MultipleChoice | T::Matrix
        );
        let number = matches!(is, T::Number | T::Slider);
        let silent = matches!(is, T::Statement | T::Consent);
        let several = matches!(is, T::MultipleChoice | T::Matrix | T::Numbers);
        let fields = [
            ("options", file.options.is_some(), choice),
            ("rows", file.rows.is_some(), is == T::Matrix),
            ("fields", file.fields.is_some(), is == T::Numbers),
            ("min", file.min.is_some(), number),
            ("max", file.max.is_some(), number),
            ("step", file.step.is_some(), number),
            ("unit", file.unit.is_some(), number),
            ("estimate", file.estimate.is_some(), number),
            ("scale", file.scale.is_some(), is == T::Rating),
            ("icons", file.icons.is_some(), is == T::Rating),
            (
                "labels",
                file.labels.is_some(),
                matches!(is, T::Rating | T::Nps),
            ),
            ("at-least", file.at_least.is_some(), is == T::MultipleChoice),
            ("at-most", file.at_most.is_some(), is == T::MultipleChoice),
            ("reported", file.reported.is_some(), several),
            ("mechanism", file.mechanism.is_some(), !silent),
            ("epsilon", file.epsilon.is_some(), !silent),
            ("share", file.share.is_some(), !silent),
            ("weights", file.weights.is_some(), !silent),
            ("decline", file.decline.is_some(), !silent),
            ("required", file.required, is != T::Statement),
        ];
        match fields
            .iter()
            .find(|(_, stands, belongs)| *stands && !belongs)
        {
            Some(&(field, ..)) => Err(SurveyError::FieldForeign {
                question: self.name(),
                question_type: self.type_name(),
                field,
            }),
            None => Ok(()),
        }
    }

    fn text(&self, text: &Text, what: &'static str) -> Result<(), SurveyError> {
        let question = || self.name();
        check_text(text, self.language, &|| TextPlace::Question {
            what,
            question: question(),
        })
    }

    fn entry_text(
        &self,
        text: &Text,
        (what, id): (&'static str, &Identifier),
    ) -> Result<(), SurveyError> {
        check_text(text, self.language, &|| TextPlace::Entry {
            what,
            id: id.to_string(),
            question: self.name(),
        })
    }

    /// Checks names and titles of what is listed.
    fn listed(
        &self,
        what: &'static str,
        entries: &[(&Identifier, &Text)],
    ) -> Result<(), SurveyError> {
        for (id, title) in entries {
            self.entry_text(title, (what, id))?;
        }
        let mut ids: Vec<_> = entries.iter().map(|(id, _)| id.as_str()).collect();
        ids.sort_unstable();
        match ids.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(SurveyError::Repeated {
                question: Some(self.name()),
                id: pair[0].to_owned(),
            }),
            None => Ok(()),
        }
    }

    fn options(&mut self) -> Result<Vec<OptionFile>, SurveyError> {
        let options = self.file.options.take();
        let options = options.ok_or_else(|| self.needs("options"))?;
        let entries: Vec<_> = options.iter().map(|o| (&o.id, &o.title)).collect();
        self.listed("title of option", &entries)?;
        let takes_decline = self.file.decline.unwrap_or(true);
        if takes_decline && options.iter().any(|option| option.id.as_str() == DECLINE) {
            return Err(self.wrong(
                "the id \"decline\" is taken by \"Prefer not to answer\"; choose another or set \"decline\": false",
            ));
        }
        let alone = self.file.question_type == QuestionType::MultipleChoice;
        if !alone && options.iter().any(|option| option.exclusive) {
            return Err(self.wrong(
                "only an option of a multiple-choice can be \"exclusive\": of any other type one is chosen anyway",
            ));
        }
        Ok(options)
    }

    fn labels(&mut self) -> Result<Option<LabelsFile>, SurveyError> {
        let labels = self.file.labels.take();
        if let Some(labels) = &labels {
            self.text(&labels.low, "label \"low\"")?;
            self.text(&labels.high, "label \"high\"")?;
        }
        Ok(labels)
    }

    fn rating(&mut self) -> Result<Rating, SurveyError> {
        let scale = self.file.scale.unwrap_or(5);
        if !(2..=10).contains(&scale) {
            return Err(self.wrong("the \"scale\" of a rating is from 2 to 10"));
        }
        Ok(Rating {
            scale,
            icons: self.file.icons.unwrap_or_default(),
            labels: self.labels()?,
        })
    }

    fn multiple_choice(&mut self) -> Result<MultipleChoice, SurveyError> {
        let options = self.options()?;
        if options.len() > MAX_CHOICES {
            return Err(self.wrong(
                "a multiple-choice has at most 200 options, because each is a report of its own",
            ));
        }
        let count = u32::try_from(options.len()).unwrap_or(u32::MAX);
        if count + u32::from(self.file.decline.unwrap_or(true)) < 2 {
            return Err(self.wrong("a multiple-choice needs at least two options"));
        }
        let at_least = self.file.at_least.unwrap_or(0);
        let at_most = self.file.at_most.unwrap_or(count);
        if at_least > at_most || at_most > count || at_most == 0 {
            return Err(self.wrong(
                "\"at-least\" may not exceed \"at-most\", nor that the number of options, and at least one must be allowed",
            ));
        }
        Ok(MultipleChoice {
            options,
            at_least,
            at_most,
        })
    }

    fn matrix(&mut self) -> Result<Matrix, SurveyError> {
        let rows = self.file.rows.take().ok_or_else(|| self.needs("rows"))?;
        if rows.is_empty() {
            return Err(self.wrong("a matrix needs at least one row"));
        }
        let entries: Vec<_> = rows.iter().map(|row| (&row.id, &row.title)).collect();
        self.listed("title of row", &entries)?;
        Ok(Matrix {
            rows,
            options: self.options()?,
        })
    }

    fn grid(
        &self,
        (min, max, step): (Decimal, Decimal, Option<Decimal>),
        maximum: u32,
    ) -> Result<Grid, SurveyError> {
        let question = self.name();
        let grid = Grid::new(min, max, step.unwrap_or_else(|| 1.into()));
        let grid = grid.map_err(|error| SurveyError::Number { question, error })?;
        if grid.cells() > maximum {
            return Err(SurveyError::TooFine {
                question: self.name(),
                found: grid.cells(),
                maximum,
            });
        }
        Ok(grid)
    }

    fn number(&mut self) -> Result<NumberRange, SurveyError> {
        let min = self.file.min.ok_or_else(|| self.needs("min"))?;
        let max = self.file.max.ok_or_else(|| self.needs("max"))?;
        let wanted = self.file.estimate.unwrap_or_default();
        let maximum = match wanted {
            Wanted::Mean => MAX_CELLS,
            Wanted::Distribution => MAX_DISTRIBUTION_CELLS,
        };
        if let Some(unit) = &self.file.unit {
            self.text(unit, "unit")?;
        }
        Ok(NumberRange {
            grid: self.grid((min, max, self.file.step), maximum)?,
            unit: self.file.unit.take(),
            wanted,
        })
    }

    fn fields(&mut self) -> Result<Vec<NumberField>, SurveyError> {
        let fields = self.file.fields.take();
        let fields = fields.ok_or_else(|| self.needs("fields"))?;
        if fields.is_empty() {
            return Err(self.wrong("several numbers need at least one field"));
        }
        let entries: Vec<_> = fields.iter().map(|f| (&f.id, &f.title)).collect();
        self.listed("title of field", &entries)?;
        let read = |field: FieldFile| {
            if let Some(unit) = &field.unit {
                self.entry_text(unit, ("unit of field", &field.id))?;
            }
            Ok(NumberField {
                grid: self.grid((field.min, field.max, field.step), MAX_CELLS)?,
                id: field.id,
                title: field.title,
                unit: field.unit,
            })
        };
        fields.into_iter().map(read).collect()
    }
}

/// Refuses a text that is missing, empty, too long or not plain.
pub(crate) fn check_text(
    text: &Text,
    language: &str,
    place: &dyn Fn() -> TextPlace,
) -> Result<(), SurveyError> {
    match text.fault(language) {
        None => Ok(()),
        Some(TextFault::Hidden) => Err(SurveyError::HiddenCharacters { place: place() }),
        Some(TextFault::Language | TextFault::Length) => Err(SurveyError::Text {
            place: place(),
            language: language.to_owned(),
        }),
    }
}
