//! The JSON shape of a question. Every type of question has the same fields; which of them a type
//! takes is decided when [`crate::Question`] is made from it.

use serde::{Serialize, Serializer};
use sotto_ldp::{
    Epsilon,
    numbers::{Decimal, NumberError},
};

use crate::{
    condition::Condition,
    identifier::Identifier,
    json::{self, Fault, Fields, Form, Json, Read},
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

    /// A question that says no more than what it asks.
    pub(crate) const fn new(id: Identifier, question_type: QuestionType, title: Text) -> Self {
        Self {
            id,
            question_type,
            title,
            help: None,
            options: None,
            rows: None,
            fields: None,
            min: None,
            max: None,
            step: None,
            unit: None,
            estimate: None,
            scale: None,
            icons: None,
            labels: None,
            at_least: None,
            at_most: None,
            mechanism: None,
            epsilon: None,
            share: None,
            reported: None,
            weights: None,
            decline: None,
            required: false,
            condition: None,
        }
    }

    pub(crate) fn read(json: Json) -> Read<Self> {
        let mut fields = Fields::of(json, Self::FIELDS)?;
        let id = fields.needed("id", Identifier::read)?;
        let question_type = fields.needed("type", QuestionType::read)?;
        let mut file = Self::new(id, question_type, fields.needed("title", Text::read)?);
        fields.set("help", &mut file.help, Text::read);
        fields.set_list("options", &mut file.options, 10_000, OptionFile::read);
        fields.set_list("rows", &mut file.rows, 100, RowFile::read);
        fields.set_list("fields", &mut file.fields, 100, FieldFile::read);
        fields.set("min", &mut file.min, decimal);
        fields.set("max", &mut file.max, decimal);
        fields.set("step", &mut file.step, decimal);
        fields.set("unit", &mut file.unit, Text::read);
        fields.set("estimate", &mut file.estimate, Wanted::read);
        fields.set("scale", &mut file.scale, json::count);
        fields.set("icons", &mut file.icons, Icons::read);
        fields.set("labels", &mut file.labels, LabelsFile::read);
        fields.set("at-least", &mut file.at_least, json::count);
        fields.set("at-most", &mut file.at_most, json::count);
        fields.set("mechanism", &mut file.mechanism, json::text);
        fields.set("epsilon", &mut file.epsilon, epsilon);
        fields.set("share", &mut file.share, json::count);
        fields.set("reported", &mut file.reported, json::count);
        fields.set("weights", &mut file.weights, WeightsFile::read);
        fields.set("decline", &mut file.decline, json::flag);
        fields.set_flag("required", &mut file.required);
        fields.set("condition", &mut file.condition, Condition::read);
        fields.end()?;
        Ok(file)
    }
}

/// Reads an ε, which is written in quotes.
pub(crate) fn epsilon(json: Json) -> Read<Epsilon> {
    Ok(json::text(json)?.parse()?)
}

/// Reads a number with decimals.
#[expect(
    clippy::needless_pass_by_value,
    reason = "every reader takes its value over, so that each can be passed where one is asked for"
)]
pub(crate) fn decimal(json: Json) -> Read<Decimal> {
    Ok(match json {
        Json::Whole(number) => Decimal::from_units(number).map_err(NumberError::from)?,
        Json::Float(number) => Decimal::try_from(number).map_err(NumberError::from)?,
        _ => return Err(Fault::Expected(Form::Decimal).into()),
    })
}

/// One list of the types, so that none is missing from another.
macro_rules! question_types {
    ($($(#[$words:meta])* $variant:ident = $name:literal,)+) => {
        /// The types of question.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum QuestionType {
            $($(#[$words])* $variant,)+
        }

        impl QuestionType {
            /// Every type.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

question_types! {
    /// Yes or no.
    YesNo = "yes-no",
    /// One of several options.
    SingleChoice = "single-choice",
    /// One of many options, to be searched.
    Dropdown = "dropdown",
    /// One of several options in order, such as from "disagree" to "agree".
    Likert = "likert",
    /// One of the levels of a scale from 1.
    Rating = "rating",
    /// How likely a recommendation is, from 0 to 10.
    Nps = "nps",
    /// Any number of several options.
    MultipleChoice = "multiple-choice",
    /// One of the same options for each of several rows.
    Matrix = "matrix",
    /// A number.
    Number = "number",
    /// A number, chosen on a line.
    Slider = "slider",
    /// Several numbers.
    Numbers = "numbers",
    /// Words without an answer.
    Statement = "statement",
    /// Words that must be agreed to; the agreement is not reported.
    Consent = "consent",
}

impl Serialize for QuestionType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl QuestionType {
    fn read(json: Json) -> Read<Self> {
        let name = json::text(json)?;
        let found = Self::ALL.into_iter().find(|t| t.name() == name);
        found.ok_or_else(|| match &*name {
            "text" | "free-text" | "comment" | "textarea" | "open" => Fault::FreeText.into(),
            _ => Fault::QuestionType(json::shortened(&name)).into(),
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
    fn read(json: Json) -> Read<Self> {
        let place = json::one_of(json, &["mean", "distribution"])?;
        Ok([Self::Mean, Self::Distribution][place])
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
    fn read(json: Json) -> Read<Self> {
        let place = json::one_of(json, &["stars", "smileys", "numbers"])?;
        Ok([Self::Stars, Self::Smileys, Self::Numbers][place])
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
    fn read(json: Json) -> Read<Self> {
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
    fn read(json: Json) -> Read<Self> {
        let mut fields = Fields::of(json, &["id", "title", "exclusive"])?;
        Ok(Self {
            id: fields.needed("id", Identifier::read)?,
            title: fields.needed("title", Text::read)?,
            exclusive: fields
                .optional("exclusive", json::flag)?
                .unwrap_or_default(),
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
    fn read(json: Json) -> Read<Self> {
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
    fn read(json: Json) -> Read<Self> {
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
    fn read(json: Json) -> Read<Self> {
        let is_digits = |element: &Json| matches!(element, Json::Text(_));
        let nested = match &json {
            Json::List(elements) => !elements.first().is_some_and(is_digits),
            _ => false,
        };
        let digits = |json| json::list(json, MOST_WEIGHTS, json::text);
        let parts = if nested {
            json::list(json, MOST_PARTS, digits)?
        } else {
            vec![digits(json)?]
        };
        Ok(Self { parts, nested })
    }
}
