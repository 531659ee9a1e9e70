//! The JSON shape of a question. Every type of question has the same fields; which of them a type
//! takes is decided when [`crate::Question`] is made from it.

use serde::{Serialize, Serializer};
use sotto_ldp::{Epsilon, numbers::Decimal};

use crate::{
    condition::Condition,
    identifier::Identifier,
    json::{self, Fields, Json, ReadError},
    text::Text,
};

/// A question as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct QuestionFile {
    /// The question's name, unique within the survey.
    pub id: Identifier,
    /// What kind of answer it takes.
    #[serde(rename = "type")]
    pub question_type: QuestionType,
    /// What is asked.
    pub title: Text,
    /// More words, where the question needs them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Text>,
    /// The choices: of a single choice, dropdown, Likert scale, multiple choice or matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionFile>>,
    /// The rows of a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<RowFile>>,
    /// The several numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<FieldFile>>,
    /// The least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Decimal>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Decimal>,
    /// The distance between numbers; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
    /// What is wanted of the numbers; their mean if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Wanted>,
    /// A rating's greatest level, 2 to 10; 5 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<u32>,
    /// How a rating is drawn; numbers if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icons: Option<Icons>,
    /// What stands at the ends of a rating's or an NPS question's scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<LabelsFile>,
    /// How many options must be chosen; 0 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// How many options may be chosen; all if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// The name of a mechanism, or `auto`, which is the same as none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<String>,
    /// The ε of all of the question's reports together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Epsilon>,
    /// The question's share of the survey's ε under the plan `split`; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<u32>,
    /// How many of several parts each respondent reports; chosen if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<u32>,
    /// The mechanism's exact integers; computed from ε where they are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsFile>,
    /// Whether "Prefer not to answer" is offered; it is if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline: Option<bool>,
    /// Whether something must be chosen, be it "Prefer not to answer"; not if absent.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// When the question is asked; always if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl QuestionFile {
    const FIELDS: &[&str] = &[
        "id",
        "type",
        "title",
        "help",
        "options",
        "rows",
        "fields",
        "min",
        "max",
        "step",
        "unit",
        "estimate",
        "scale",
        "icons",
        "labels",
        "at-least",
        "at-most",
        "mechanism",
        "epsilon",
        "share",
        "reported",
        "weights",
        "decline",
        "required",
        "condition",
    ];

    pub(crate) fn read(json: Json) -> Result<Self, ReadError> {
        let mut fields = Fields::of(json, Self::FIELDS)?;
        let fields = &mut fields;
        Ok(Self {
            id: fields.needed("id", Identifier::read)?,
            question_type: fields.needed("type", QuestionType::read)?,
            title: fields.needed("title", Text::read)?,
            help: fields.optional("help", Text::read)?,
            options: fields.optional("options", |options| {
                json::list(options, 10_000, OptionFile::read)
            })?,
            rows: fields.optional("rows", |rows| json::list(rows, 100, RowFile::read))?,
            fields: fields.optional("fields", |fields| json::list(fields, 100, FieldFile::read))?,
            min: fields.optional("min", decimal)?,
            max: fields.optional("max", decimal)?,
            step: fields.optional("step", decimal)?,
            unit: fields.optional("unit", Text::read)?,
            estimate: fields.optional("estimate", Wanted::read)?,
            scale: fields.optional("scale", json::count)?,
            icons: fields.optional("icons", Icons::read)?,
            labels: fields.optional("labels", LabelsFile::read)?,
            at_least: fields.optional("at-least", json::count)?,
            at_most: fields.optional("at-most", json::count)?,
            mechanism: fields.optional("mechanism", json::text)?,
            epsilon: fields.optional("epsilon", epsilon)?,
            share: fields.optional("share", json::count)?,
            reported: fields.optional("reported", json::count)?,
            weights: fields.optional("weights", WeightsFile::read)?,
            decline: fields.optional("decline", json::flag)?,
            required: fields.flag("required")?,
            condition: fields.optional("condition", Condition::read)?,
        })
    }
}

/// Reads an ε, which is written in quotes.
pub(crate) fn epsilon(json: Json) -> Result<Epsilon, ReadError> {
    let text = json::text(json)?;
    text.parse().map_err(|error| ReadError::of(&error))
}

/// Reads a number with decimals.
pub(crate) fn decimal(json: Json) -> Result<Decimal, ReadError> {
    let number = match json {
        Json::Whole(number) => Decimal::from_units(number),
        Json::Float(number) => Decimal::try_from(number),
        _ => return Err(ReadError::expected("a number with at most six decimals")),
    };
    number.map_err(|error| ReadError::of(&error))
}

/// The kinds of question there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionType {
    /// Yes or no.
    YesNo,
    /// One of several options.
    SingleChoice,
    /// One of many options, to be searched.
    Dropdown,
    /// One of several options in order, such as from "disagree" to "agree".
    Likert,
    /// One of the levels of a scale from 1.
    Rating,
    /// How likely a recommendation is, from 0 to 10.
    Nps,
    /// Any number of several options.
    MultipleChoice,
    /// One of the same options for each of several rows.
    Matrix,
    /// A number.
    Number,
    /// A number, chosen on a line.
    Slider,
    /// Several numbers.
    Numbers,
    /// Words without an answer.
    Statement,
    /// Words that must be agreed to; the agreement is not reported.
    Consent,
}

impl QuestionType {
    /// Every type.
    pub const ALL: [Self; 13] = [
        Self::YesNo,
        Self::SingleChoice,
        Self::Dropdown,
        Self::Likert,
        Self::Rating,
        Self::Nps,
        Self::MultipleChoice,
        Self::Matrix,
        Self::Number,
        Self::Slider,
        Self::Numbers,
        Self::Statement,
        Self::Consent,
    ];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::YesNo => "yes-no",
            Self::SingleChoice => "single-choice",
            Self::Dropdown => "dropdown",
            Self::Likert => "likert",
            Self::Rating => "rating",
            Self::Nps => "nps",
            Self::MultipleChoice => "multiple-choice",
            Self::Matrix => "matrix",
            Self::Number => "number",
            Self::Slider => "slider",
            Self::Numbers => "numbers",
            Self::Statement => "statement",
            Self::Consent => "consent",
        }
    }
}

impl Serialize for QuestionType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl QuestionType {
    fn read(json: Json) -> Result<Self, ReadError> {
        let name = json::text(json)?;
        let found = Self::ALL.into_iter().find(|t| t.name() == name);
        found.ok_or_else(|| {
            let name = json::shortened(&name);
            let known = Self::ALL.map(Self::name).join(", ");
            ReadError::new(match &*name {
                "text" | "free-text" | "comment" | "textarea" | "open" => {
                    "free text cannot be asked: no noise can hide who wrote a sentence, so local differential privacy does not protect it; ask with options or a number instead".to_owned()
                }
                _ => ["there is no question type \"", &name, "\": use one of ", &known].concat(),
            })
        })
    }
}

/// What is wanted of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// The mean alone, as exactly as can be.
    #[default]
    Mean,
    /// The whole distribution.
    Distribution,
}

impl Wanted {
    fn read(json: Json) -> Result<Self, ReadError> {
        let names = [("mean", Self::Mean), ("distribution", Self::Distribution)];
        json::named(json, &names)
    }
}

/// How a rating is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Icons {
    /// Stars.
    Stars,
    /// Faces from sad to happy.
    Smileys,
    /// The numbers themselves.
    #[default]
    Numbers,
}

impl Icons {
    fn read(json: Json) -> Result<Self, ReadError> {
        let names = [
            ("stars", Self::Stars),
            ("smileys", Self::Smileys),
            ("numbers", Self::Numbers),
        ];
        json::named(json, &names)
    }
}

/// What stands at the ends of a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LabelsFile {
    /// At the low end.
    pub low: Text,
    /// At the high end.
    pub high: Text,
}

impl LabelsFile {
    fn read(json: Json) -> Result<Self, ReadError> {
        let mut fields = Fields::of(json, &["low", "high"])?;
        Ok(Self {
            low: fields.needed("low", Text::read)?,
            high: fields.needed("high", Text::read)?,
        })
    }
}

/// An option as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionFile {
    /// The option's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// Of a multiple choice: whether no other can be chosen with it ("None of these").
    #[serde(skip_serializing_if = "is_false")]
    pub exclusive: bool,
}

impl OptionFile {
    fn read(json: Json) -> Result<Self, ReadError> {
        let mut fields = Fields::of(json, &["id", "title", "exclusive"])?;
        Ok(Self {
            id: fields.needed("id", Identifier::read)?,
            title: fields.needed("title", Text::read)?,
            exclusive: fields.flag("exclusive")?,
        })
    }
}

/// A row of a matrix as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowFile {
    /// The row's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
}

impl RowFile {
    fn read(json: Json) -> Result<Self, ReadError> {
        let mut fields = Fields::of(json, &["id", "title"])?;
        Ok(Self {
            id: fields.needed("id", Identifier::read)?,
            title: fields.needed("title", Text::read)?,
        })
    }
}

/// One of several numbers as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldFile {
    /// The number's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// The least number.
    pub min: Decimal,
    /// The greatest number.
    pub max: Decimal,
    /// The distance between numbers; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
}

impl FieldFile {
    fn read(json: Json) -> Result<Self, ReadError> {
        let mut fields = Fields::of(json, &["id", "title", "min", "max", "step", "unit"])?;
        Ok(Self {
            id: fields.needed("id", Identifier::read)?,
            title: fields.needed("title", Text::read)?,
            min: fields.needed("min", decimal)?,
            max: fields.needed("max", decimal)?,
            step: fields.optional("step", decimal)?,
            unit: fields.optional("unit", Text::read)?,
        })
    }
}

/// Published integers as decimal digits, because a number in a browser holds no more than 53 bits:
/// `["3", "1"]` for a question of one part, a list of such lists for one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsFile {
    /// The digits of each part's integers.
    pub parts: Vec<Vec<String>>,
    /// Whether they stand in a list of lists.
    pub nested: bool,
}

impl Serialize for WeightsFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.parts[..] {
            [part] if !self.nested => part.serialize(serializer),
            parts => serializer.collect_seq(parts),
        }
    }
}

/// No question has more parts than this.
const MOST_PARTS: usize = 10_001;

/// No mechanism has more integers.
const MOST_WEIGHTS: usize = 16;

impl WeightsFile {
    fn read(json: Json) -> Result<Self, ReadError> {
        let nested = matches!(&json, Json::List(elements) if !matches!(elements.first(), Some(Json::Text(_))));
        let digits = |json| json::list(json, MOST_WEIGHTS, json::text);
        let parts = if nested {
            json::list(json, MOST_PARTS, digits)?
        } else {
            vec![digits(json)?]
        };
        Ok(Self { parts, nested })
    }
}
