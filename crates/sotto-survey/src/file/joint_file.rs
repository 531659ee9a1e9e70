//! The JSON shape of a link: questions that are reported together.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    fault::At,
    fields::{Fields, list, text},
    json::Json,
    question_file::WeightsFile,
};
use crate::terms::identifier::Identifier;

/// No link has more questions; a longer list is refused with the number that it has.
const LONGEST: usize = 200;

/// A link as it stands in a file: `["smokes", "age-group"]`, or with what else there is to say about
/// it `{ "questions": […], "mechanism": …, "weights": […] }`, in which form it is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointFile {
    /// The ids of its questions.
    pub questions: Vec<Identifier>,
    /// The name of a mechanism, or `auto`, which is the same as none.
    pub mechanism: Option<String>,
    /// The mechanism's exact integers; computed from ε where they are absent.
    pub weights: Option<WeightsFile>,
    /// Whether it is written as the list of its questions alone.
    pub listed: bool,
}

impl JointFile {
    pub(crate) fn read(json: Json, at: &At<'_>) -> Self {
        let ids = |json, at: &At<'_>| list(json, at, LONGEST, Identifier::read_or_stand_in);
        if let Json::List(_) = json {
            return Self {
                questions: ids(json, at).unwrap_or_default(),
                mechanism: None,
                weights: None,
                listed: true,
            };
        }
        let mut fields = Fields::of(json, at, &["questions", "mechanism", "weights"]);
        Self {
            questions: fields.needed_or("questions", ids),
            mechanism: fields.optional("mechanism", text),
            weights: fields.optional("weights", WeightsFile::read),
            listed: false,
        }
    }
}

impl Serialize for JointFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.listed {
            return self.questions.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("questions", &self.questions)?;
        if let Some(mechanism) = &self.mechanism {
            map.serialize_entry("mechanism", mechanism)?;
        }
        if let Some(weights) = &self.weights {
            map.serialize_entry("weights", weights)?;
        }
        map.end()
    }
}

/// Either of the two forms.
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{
            ArrayBuilder, ObjectBuilder, OneOfBuilder, RefOr, Schema, Type,
            schema::AdditionalProperties,
        },
    };

    use super::{Identifier, JointFile, WeightsFile};

    impl PartialSchema for JointFile {
        fn schema() -> RefOr<Schema> {
            let ids = || {
                ArrayBuilder::new()
                    .items(Identifier::schema())
                    .min_items(Some(2))
                    .max_items(Some(3))
                    .description(Some("The ids of two or three questions"))
            };
            let text = || ObjectBuilder::new().schema_type(Type::String);
            let whole = ObjectBuilder::new()
                .property("questions", ids())
                .required("questions")
                .property("mechanism", text())
                .property("weights", WeightsFile::schema())
                .additional_properties(Some(AdditionalProperties::FreeForm(false)));
            OneOfBuilder::new().item(ids()).item(whole).into()
        }
    }

    impl ToSchema for JointFile {
        fn name() -> Cow<'static, str> {
            Cow::Borrowed("Link")
        }
    }
}
