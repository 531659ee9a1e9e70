//! When a question is asked: a condition on the answers to earlier questions.
//!
//! It is evaluated on the device, on true answers; a question that is not asked is reported as
//! declined, perturbed like any other, so that nobody can tell.

use serde::{Serialize, Serializer, ser::SerializeMap};
use sotto_ldp::numbers::Decimal;

use crate::{
    fault::{At, FaultCause},
    fields::{Fields, decimal, list},
    identifier::Identifier,
    json::Json,
};

/// How deep conditions may be nested.
pub(crate) const MAX_DEPTH: u32 = 8;

/// How many conditions may stand in one list, and values in one test.
pub(crate) const MAX_ELEMENTS: usize = 100;

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

impl Condition {
    const FIELDS: &[&str] = &[
        "all", "any", "not", "question", "row", "is", "field", "at-least", "at-most",
    ];

    pub(crate) fn read(json: Json, at: &At<'_>) -> Option<Self> {
        Self::read_at(json, at, 1)
    }

    /// Reads a condition that stands in so many others, itself included.
    fn read_at(json: Json, at: &At<'_>, depth: u32) -> Option<Self> {
        if depth > MAX_DEPTH {
            return at.refuse(FaultCause::ConditionTooDeep);
        }
        let before = at.faults();
        let mut fields = Fields::of(json, at, Self::FIELDS);
        let found = fields.count();
        let mut several = |name| {
            let json = fields.present(name)?;
            let below = |json, at: &At<'_>| Self::read_at(json, at, depth + 1);
            // Those that cannot be read are left out: their faults keep the survey from being made.
            let read = list(json, &at.key(name), MAX_ELEMENTS, below);
            Some(read?.into_iter().flatten().collect::<Vec<_>>())
        };
        let (all, any) = (several("all"), several("any"));
        let not = fields.present("not");
        let not = not.and_then(|json| Self::read_at(json, &at.key("not"), depth + 1));
        let question = fields.optional("question", Identifier::read);
        let row = fields.optional("row", Identifier::read);
        let is = fields.optional_list("is", MAX_ELEMENTS, Identifier::read_or_stand_in);
        let field = fields.optional("field", Identifier::read);
        let at_least = fields.optional("at-least", decimal);
        let at_most = fields.optional("at-most", decimal);
        let bounds = usize::from(at_least.is_some()) + usize::from(at_most.is_some());
        // Each form has these fields and no others.
        let condition = match (all, any, not, question, is) {
            (Some(conditions), None, None, None, None) if found == 1 => Self::All(conditions),
            (None, Some(conditions), None, None, None) if found == 1 => Self::Any(conditions),
            (None, None, Some(condition), None, None) if found == 1 => {
                Self::Not(Box::new(condition))
            }
            (None, None, None, Some(question), Some(is))
                if found == 2 + usize::from(row.is_some()) =>
            {
                Self::Is { question, row, is }
            }
            (None, None, None, Some(question), None)
                if bounds > 0 && found == 1 + bounds + usize::from(field.is_some()) =>
            {
                Self::Within {
                    question,
                    field,
                    at_least,
                    at_most,
                }
            }
            _ if at.faults() > before => return None,
            _ => return at.refuse(FaultCause::ConditionForm),
        };
        Some(condition)
    }
}

/// A schema of each form.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{
            ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type,
            schema::AdditionalProperties,
        },
    };

    use super::{Condition, Identifier, MAX_ELEMENTS};

    impl PartialSchema for Condition {
        fn schema() -> RefOr<Schema> {
            let closed = || {
                ObjectBuilder::new()
                    .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            };
            let another = || Ref::from_schema_name("Condition");
            let several = |name: &str| {
                let list = ArrayBuilder::new().items(another());
                let list = list.max_items(Some(MAX_ELEMENTS));
                closed().property(name, list).required(name)
            };
            let ids = ArrayBuilder::new().items(Identifier::schema());
            let test = || {
                let test = closed().property("question", Identifier::schema());
                test.required("question")
            };
            let number = || ObjectBuilder::new().schema_type(Type::Number);
            let within = |needed: &str| {
                test()
                    .property("field", Identifier::schema())
                    .property("at-least", number())
                    .property("at-most", number())
                    .required(needed)
            };
            let is = test()
                .property("row", Identifier::schema())
                .property("is", ids.max_items(Some(MAX_ELEMENTS)))
                .required("is");
            let not = closed().property("not", another()).required("not");
            let ranges = OneOfBuilder::new().item(within("at-least")).item(
                test()
                    .property("field", Identifier::schema())
                    .property("at-most", number())
                    .required("at-most"),
            );
            OneOfBuilder::new()
                .item(several("all"))
                .item(several("any"))
                .item(not)
                .item(is)
                .item(ranges)
                .into()
        }
    }

    impl ToSchema for Condition {
        fn name() -> Cow<'static, str> {
            Cow::Borrowed("Condition")
        }
    }
}
