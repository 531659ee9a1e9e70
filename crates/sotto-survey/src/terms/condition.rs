//! When a question is asked: a condition on the answers to earlier questions.
//!
//! It is evaluated on the device, on true answers; a question that is not asked is reported as
//! declined, perturbed like any other, so that nobody can tell.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{bound::Bound, identifier::Identifier};

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
        at_least: Option<Bound>,
        /// The greatest number; any if absent.
        at_most: Option<Bound>,
    },
}

#[cfg(feature = "whole")]
impl Condition {
    /// The questions that it is about, each as often as it is tested.
    #[must_use]
    pub fn tested(&self) -> Vec<&Identifier> {
        match self {
            Self::All(conditions) | Self::Any(conditions) => {
                conditions.iter().flat_map(Self::tested).collect()
            }
            Self::Not(condition) => condition.tested(),
            Self::Is { question, .. } | Self::Within { question, .. } => vec![question],
        }
    }
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

/// A schema of each form.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{
            ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema,
            schema::AdditionalProperties,
        },
    };

    use super::{Bound, Condition, Identifier, MAX_ELEMENTS};

    impl PartialSchema for Condition {
        fn schema() -> RefOr<Schema> {
            let closed = || {
                ObjectBuilder::new()
                    .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            };
            let another = || Ref::from_schema_name("Condition");
            let several = |name: &str| {
                let list = ArrayBuilder::new().items(another());
                let list = list.min_items(Some(1)).max_items(Some(MAX_ELEMENTS));
                closed().property(name, list).required(name)
            };
            let ids = ArrayBuilder::new().items(Identifier::schema());
            let test = || {
                let test = closed().property("question", Identifier::schema());
                test.required("question")
            };
            let number = || Bound::schema();
            let within = |needed: &str| {
                test()
                    .property("field", Identifier::schema())
                    .property("at-least", number())
                    .property("at-most", number())
                    .required(needed)
            };
            let is = test()
                .property("row", Identifier::schema())
                .property("is", ids.min_items(Some(1)).max_items(Some(MAX_ELEMENTS)))
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
