//! The JSON shape of a question. Every type of question has the same fields; which of them a type
//! takes is decided when [`crate::Question`] is made from it.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};
use sotto_ldp::{Epsilon, numbers::Decimal};

use crate::{bounded, condition::Condition, identifier::Identifier, text::Text};

/// A question as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuestionFile {
    /// The question's name, unique within the survey.
    pub id: Identifier,
    /// What kind of answer it takes.
    #[serde(rename = "type")]
    pub question_type: QuestionType,
    /// What is asked.
    pub title: Text,
    /// More words, where the question needs them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<Text>,
    /// The choices: of a single choice, dropdown, Likert scale, multiple choice or matrix.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "bounded::optional::<10_000, _, _>"
    )]
    pub options: Option<Vec<OptionFile>>,
    /// The rows of a matrix.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "bounded::optional::<100, _, _>"
    )]
    pub rows: Option<Vec<RowFile>>,
    /// The several numbers.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "bounded::optional::<100, _, _>"
    )]
    pub fields: Option<Vec<FieldFile>>,
    /// The least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Decimal>,
    /// The greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Decimal>,
    /// The distance between numbers; 1 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
    /// What is wanted of the numbers; their mean if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Wanted>,
    /// A rating's greatest level, 2 to 10; 5 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<u32>,
    /// How a rating is drawn; numbers if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Icons>,
    /// What stands at the ends of a rating's or an NPS question's scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<LabelsFile>,
    /// How many options must be chosen; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// How many options may be chosen; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// The name of a mechanism, or `auto`, which is the same as none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<String>,
    /// The ε of all of the question's reports together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<Epsilon>,
    /// The question's share of the survey's ε under the plan `split`; 1 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<u32>,
    /// How many of several parts each respondent reports; chosen if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<u32>,
    /// The mechanism's exact integers; computed from ε where they are absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsFile>,
    /// Whether "Prefer not to answer" is offered; it is if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decline: Option<bool>,
    /// Whether something must be chosen, be it "Prefer not to answer"; not if absent.
    #[serde(default, skip_serializing_if = "is_false")]
    pub required: bool,
    /// When the question is asked; always if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
const fn is_false(value: &bool) -> bool {
    !*value
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

impl<'de> Deserialize<'de> for QuestionType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TypeVisitor)
    }
}

struct TypeVisitor;

impl Visitor<'_> for TypeVisitor {
    type Value = QuestionType;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a type of question, such as \"yes-no\"")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<QuestionType, E> {
        let found = QuestionType::ALL.into_iter().find(|t| t.name() == name);
        found.ok_or_else(|| match name {
            "text" | "free-text" | "comment" | "textarea" | "open" => E::custom(
                "free text cannot be asked: no noise can hide who wrote a sentence, so local differential privacy does not protect it; ask with options or a number instead",
            ),
            _ => {
                let shown: String = name.chars().take(40).collect();
                let known = QuestionType::ALL.map(QuestionType::name).join(", ");
                E::custom(format_args!(
                    "there is no question type {shown:?}: use one of {known}"
                ))
            }
        })
    }
}

/// What is wanted of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// The mean alone, as exactly as can be.
    #[default]
    Mean,
    /// The whole distribution.
    Distribution,
}

/// How a rating is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// What stands at the ends of a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelsFile {
    /// At the low end.
    pub low: Text,
    /// At the high end.
    pub high: Text,
}

/// An option as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionFile {
    /// The option's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
    /// Of a multiple choice: whether no other can be chosen with it ("None of these").
    #[serde(default, skip_serializing_if = "is_false")]
    pub exclusive: bool,
}

/// A row of a matrix as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowFile {
    /// The row's name, unique within the question.
    pub id: Identifier,
    /// What is shown.
    pub title: Text,
}

/// One of several numbers as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Decimal>,
    /// What the number counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Text>,
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

impl<'de> Deserialize<'de> for WeightsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(WeightsVisitor)
    }
}

/// No question has more parts than this, and no mechanism as many integers.
const MOST_WEIGHTS: usize = 10_001;

struct WeightsVisitor;

impl<'de> Visitor<'de> for WeightsVisitor {
    type Value = WeightsFile;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of integers in quotes, or a list of such lists, one for each part")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<WeightsFile, A::Error> {
        let (mut digits, mut parts) = (Vec::new(), Vec::new());
        while let Some(element) = elements.next_element()? {
            if digits.len() + parts.len() == MOST_WEIGHTS {
                return Err(A::Error::custom("there are too many weights"));
            }
            match element {
                Weights::Digits(text) => digits.push(text),
                Weights::Part(part) => parts.push(part),
            }
        }
        match (digits.is_empty(), parts.is_empty()) {
            (true, _) => Ok(WeightsFile {
                parts,
                nested: true,
            }),
            (false, true) => Ok(WeightsFile {
                parts: vec![digits],
                nested: false,
            }),
            (false, false) => Err(A::Error::custom(
                "weights are a list of integers or a list of lists, not both",
            )),
        }
    }
}

enum Weights {
    Digits(String),
    Part(Vec<String>),
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ElementVisitor)
    }
}

struct ElementVisitor;

impl<'de> Visitor<'de> for ElementVisitor {
    type Value = Weights;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an integer in quotes, or a list of them")
    }

    fn visit_str<E: Error>(self, digits: &str) -> Result<Weights, E> {
        Ok(Weights::Digits(digits.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Weights, A::Error> {
        let mut part = Vec::new();
        while let Some(digits) = elements.next_element()? {
            if part.len() == 16 {
                return Err(A::Error::custom("no mechanism has more than 16 integers"));
            }
            part.push(digits);
        }
        Ok(Weights::Part(part))
    }
}
