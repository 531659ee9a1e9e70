//! The JSON shape of a question. Every type of question has the same fields; which of them a type
//! takes is decided when [`crate::Question`] is made from it.

use serde::{Serialize, Serializer};
use sotto_ldp::{Epsilon, numbers::Decimal};

use crate::{
    condition::Condition,
    fault::{At, FaultCause},
    fields::{self, Fields, decimal, list},
    identifier::Identifier,
    json::Json,
    text::Text,
};

/// A question as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Question))]
pub struct QuestionFile {
    /// The question's name, unique within the survey.
    pub id: Identifier,
    /// What kind of answer it takes.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schema(schema_with = question_types))]
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
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>))]
    pub min: Option<Decimal>,
    /// The greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>))]
    pub max: Option<Decimal>,
    /// The distance between numbers; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>))]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
    /// What is to be estimated from the numbers; their mean if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimand>,
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
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub epsilon: Option<Epsilon>,
    /// The question's share of the survey's ε under the plan `split`; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<u32>,
    /// How many of several parts each respondent reports; chosen if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<u32>,
    /// The mechanism's exact integers; computed from ε where they are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<serde_json::Value>>))]
    pub weights: Option<WeightsFile>,
    /// Whether "Prefer not to answer" is offered; it is if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline: Option<bool>,
    /// Whether something must be chosen, be it "Prefer not to answer"; not if absent.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// When the question is asked; always if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub condition: Option<Condition>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The names of all types of question.
#[cfg(feature = "schema")]
fn question_types() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(QuestionType::ALL.map(QuestionType::name)))
        .build()
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

    pub(crate) fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, Self::FIELDS);
        let id = fields.needed_or("id", Identifier::read);
        let question_type = fields.needed("type", QuestionType::read);
        // Nothing else can be asked for or refused before the type is known.
        let question_type = question_type.unwrap_or(QuestionType::Statement);
        let title = fields.needed_or("title", Text::read);
        let mut file = Self::new(id, question_type, title);
        file.help = fields.optional("help", Text::read);
        file.options = fields.optional_list("options", 10_000, OptionFile::read);
        file.rows = fields.optional_list("rows", 100, RowFile::read);
        file.fields = fields.optional_list("fields", 100, FieldFile::read);
        file.min = fields.optional("min", decimal);
        file.max = fields.optional("max", decimal);
        file.step = fields.optional("step", decimal);
        file.unit = fields.optional("unit", Text::read);
        file.estimate = fields.optional("estimate", Estimand::read);
        file.scale = fields.optional("scale", fields::count);
        file.icons = fields.optional("icons", Icons::read);
        file.labels = fields.optional("labels", |json, at| Some(LabelsFile::read(json, at)));
        file.at_least = fields.optional("at-least", fields::count);
        file.at_most = fields.optional("at-most", fields::count);
        file.mechanism = fields.optional("mechanism", fields::text);
        file.epsilon = fields.optional("epsilon", fields::epsilon);
        file.share = fields.optional("share", fields::count);
        file.reported = fields.optional("reported", fields::count);
        file.weights = fields.optional("weights", WeightsFile::read);
        file.decline = fields.optional("decline", fields::flag);
        file.required = fields.optional_flag("required");
        file.condition = fields.optional("condition", Condition::read);
        file
    }
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
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let name = fields::text(json, at)?;
        let found = Self::ALL.into_iter().find(|t| t.name() == name);
        found.or_else(|| {
            at.refuse(match &*name {
                "text" | "free-text" | "comment" | "textarea" | "open" => FaultCause::FreeText,
                _ => FaultCause::UnknownType(fields::shortened(&name)),
            })
        })
    }
}

/// What is to be estimated from the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Estimand {
    /// The mean alone, as exactly as can be.
    #[default]
    Mean,
    /// The whole distribution.
    Distribution,
}

impl Estimand {
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["mean", "distribution"])?;
        [Self::Mean, Self::Distribution].get(index).copied()
    }
}

/// How a rating is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let index = fields::one_of(json, at, &["stars", "smileys", "numbers"])?;
        [Self::Stars, Self::Smileys, Self::Numbers]
            .get(index)
            .copied()
    }
}

/// What stands at the ends of a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ScaleLabels))]
pub struct LabelsFile {
    /// At the low end.
    pub low: Text,
    /// At the high end.
    pub high: Text,
}

impl LabelsFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["low", "high"]);
        Self {
            low: fields.needed_or("low", Text::read),
            high: fields.needed_or("high", Text::read),
        }
    }
}

/// An option as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = QuestionOption))]
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
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["id", "title", "exclusive"]);
        Self {
            id: fields.needed_or("id", Identifier::read),
            title: fields.needed_or("title", Text::read),
            exclusive: fields
                .optional("exclusive", fields::flag)
                .unwrap_or_default(),
        }
    }
}

/// A row of a matrix as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatrixRow))]
pub struct RowFile {
    /// The row's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
}

impl RowFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["id", "title"]);
        Self {
            id: fields.needed_or("id", Identifier::read),
            title: fields.needed_or("title", Text::read),
        }
    }
}

/// One of several numbers as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NumberField))]
pub struct FieldFile {
    /// The number's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// The least number.
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    pub min: Decimal,
    /// The greatest number.
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    pub max: Decimal,
    /// The distance between numbers; 1 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>))]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
}

impl FieldFile {
    fn read(json: Json, at: &At<'_>) -> Self {
        let mut fields = Fields::of(json, at, &["id", "title", "min", "max", "step", "unit"]);
        Self {
            id: fields.needed_or("id", Identifier::read),
            title: fields.needed_or("title", Text::read),
            min: fields.needed_or("min", decimal),
            max: fields.needed_or("max", decimal),
            step: fields.optional("step", decimal),
            unit: fields.optional("unit", Text::read),
        }
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
    fn read(json: Json, at: &At<'_>) -> Option<Self> {
        let is_digits = |element: &Json| matches!(element, Json::Text(_));
        let nested = match &json {
            Json::List(elements) => !elements.first().is_some_and(is_digits),
            _ => false,
        };
        let digits = |json, at: &At<'_>| {
            let text = |json, at: &At<'_>| fields::text(json, at).unwrap_or_default();
            list(json, at, MOST_WEIGHTS, text).unwrap_or_default()
        };
        let parts = if nested {
            list(json, at, MOST_PARTS, digits)?
        } else {
            vec![digits(json, at)]
        };
        Some(Self { parts, nested })
    }
}
