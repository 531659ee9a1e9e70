//! When a question is asked: a condition on the answers to earlier questions.
//!
//! It is evaluated on the device, on true answers; a question that is not asked is reported as
//! declined, perturbed like any other, so that nobody can tell.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
    ser::SerializeMap,
};
use sotto_ldp::numbers::Decimal;

use crate::identifier::Identifier;

/// How deep conditions may be nested.
pub(crate) const MAX_DEPTH: u32 = 8;

/// How many conditions may stand in one list, and values in one test.
const MAX_ELEMENTS: usize = 100;

/// A condition as it stands in a file.
///
/// `{ "question": "smokes", "is": ["yes"] }` holds when the answer is one of those, of a multiple
/// choice when one of those is chosen; `"row"` names the row of a matrix. `{ "question": "age",
/// "at-least": 18, "at-most": 30 }` holds when the number is within, both ends included; `"field"`
/// names one of several numbers. `{ "all": […] }`, `{ "any": […] }` and `{ "not": … }` combine
/// conditions. A test of a question that was not asked or not answered does not hold, but for
/// `"is": ["decline"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// All of them hold.
    All(Vec<Self>),
    /// At least one of them holds.
    Any(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
    /// The answer is one of several.
    Is {
        /// The earlier question.
        question: Identifier,
        /// The row, of a matrix.
        row: Option<Identifier>,
        /// The categories.
        is: Vec<Identifier>,
    },
    /// The number is within a range.
    Within {
        /// The earlier question.
        question: Identifier,
        /// Which of several numbers.
        field: Option<Identifier>,
        /// The least number; any if absent.
        at_least: Option<Decimal>,
        /// The greatest number; any if absent.
        at_most: Option<Decimal>,
    },
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::All(conditions) => map.serialize_entry("all", conditions)?,
            Self::Any(conditions) => map.serialize_entry("any", conditions)?,
            Self::Not(condition) => map.serialize_entry("not", condition)?,
            Self::Is { question, row, is } => {
                map.serialize_entry("question", question)?;
                if let Some(row) = row {
                    map.serialize_entry("row", row)?;
                }
                map.serialize_entry("is", is)?;
            }
            Self::Within {
                question,
                field,
                at_least,
                at_most,
            } => {
                map.serialize_entry("question", question)?;
                if let Some(field) = field {
                    map.serialize_entry("field", field)?;
                }
                if let Some(least) = at_least {
                    map.serialize_entry("at-least", least)?;
                }
                if let Some(most) = at_most {
                    map.serialize_entry("at-most", most)?;
                }
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed { depth: 1 }.deserialize(deserializer)
    }
}

/// Reads a condition at some depth: not every reader of JSON bounds its own recursion.
#[derive(Clone, Copy)]
struct Seed {
    depth: u32,
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Condition;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Condition, D::Error> {
        if self.depth > MAX_DEPTH {
            return Err(D::Error::custom(format_args!(
                "a condition is nested too deep: at most {MAX_DEPTH} levels can stand in one another"
            )));
        }
        deserializer.deserialize_map(self)
    }
}

const KEYS: &[&str] = &[
    "all", "any", "not", "question", "row", "is", "field", "at-least", "at-most",
];

/// What a condition's object holds.
#[derive(Default)]
struct Fields {
    all: Option<Vec<Condition>>,
    any: Option<Vec<Condition>>,
    not: Option<Box<Condition>>,
    question: Option<Identifier>,
    row: Option<Identifier>,
    is: Option<Vec<Identifier>>,
    field: Option<Identifier>,
    at_least: Option<Decimal>,
    at_most: Option<Decimal>,
}

impl<'de> Visitor<'de> for Seed {
    type Value = Condition;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a condition, such as { \"question\": \"smokes\", \"is\": [\"yes\"] }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Condition, A::Error> {
        let below = Self {
            depth: self.depth + 1,
        };
        let mut fields = Fields::default();
        while let Some(key) = map.next_key::<String>()? {
            let twice = match key.as_str() {
                "all" => fields
                    .all
                    .replace(map.next_value_seed(List(below))?)
                    .is_some(),
                "any" => fields
                    .any
                    .replace(map.next_value_seed(List(below))?)
                    .is_some(),
                "not" => {
                    let condition = Box::new(map.next_value_seed(below)?);
                    fields.not.replace(condition).is_some()
                }
                "question" => fields.question.replace(map.next_value()?).is_some(),
                "row" => fields.row.replace(map.next_value()?).is_some(),
                "is" => fields.is.replace(map.next_value_seed(Ids)?).is_some(),
                "field" => fields.field.replace(map.next_value()?).is_some(),
                "at-least" => fields.at_least.replace(map.next_value()?).is_some(),
                "at-most" => fields.at_most.replace(map.next_value()?).is_some(),
                unknown => return Err(A::Error::unknown_field(unknown, KEYS)),
            };
            if twice {
                return Err(A::Error::custom(format_args!(
                    "a condition has {key:?} twice"
                )));
            }
        }
        fields.condition().ok_or_else(|| {
            A::Error::custom(
                "a condition is one of { \"question\", \"is\" }, { \"question\", \"at-least\", \"at-most\" }, { \"all\" }, { \"any\" } and { \"not\" }",
            )
        })
    }
}

impl Fields {
    fn condition(self) -> Option<Condition> {
        Some(match self {
            Self {
                all: Some(conditions),
                any: None,
                not: None,
                question: None,
                row: None,
                is: None,
                field: None,
                at_least: None,
                at_most: None,
            } => Condition::All(conditions),
            Self {
                all: None,
                any: Some(conditions),
                not: None,
                question: None,
                row: None,
                is: None,
                field: None,
                at_least: None,
                at_most: None,
            } => Condition::Any(conditions),
            Self {
                all: None,
                any: None,
                not: Some(condition),
                question: None,
                row: None,
                is: None,
                field: None,
                at_least: None,
                at_most: None,
            } => Condition::Not(condition),
            Self {
                all: None,
                any: None,
                not: None,
                question: Some(question),
                row,
                is: Some(is),
                field: None,
                at_least: None,
                at_most: None,
            } => Condition::Is { question, row, is },
            Self {
                all: None,
                any: None,
                not: None,
                question: Some(question),
                row: None,
                is: None,
                field,
                at_least,
                at_most,
            } if at_least.is_some() || at_most.is_some() => Condition::Within {
                question,
                field,
                at_least,
                at_most,
            },
            _ => return None,
        })
    }
}

/// A list of conditions.
struct List(Seed);

impl<'de> DeserializeSeed<'de> for List {
    type Value = Vec<Condition>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List {
    type Value = Vec<Condition>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of conditions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(condition) = elements.next_element_seed(self.0)? {
            if list.len() == MAX_ELEMENTS {
                return Err(A::Error::custom("a condition combines too many others"));
            }
            list.push(condition);
        }
        Ok(list)
    }
}

/// A list of categories.
struct Ids;

impl<'de> DeserializeSeed<'de> for Ids {
    type Value = Vec<Identifier>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        crate::bounded::list::<MAX_ELEMENTS, _, D>(deserializer)
    }
}
