//! The form of a survey file as a JSON Schema (2020-12), made from the types that are read: for
//! editors and other programs. What a schema cannot say, such as that ids differ and an ε is enough,
//! is checked where a survey is read.

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::survey_file::SurveyFile;

/// Where the schema of version 1 of the format is known by.
const ID: &str = "urn:sotto:schema:survey-1";

/// The schema of version 1 of the format.
#[must_use]
pub fn survey_schema() -> Value {
    let mut parts = Vec::new();
    SurveyFile::schemas(&mut parts);
    let in_json = |schema| serde_json::to_value(schema).unwrap_or_default();
    let mut definitions: Vec<(String, Value)> = parts
        .into_iter()
        .map(|(name, schema)| (name, in_json(schema)))
        .collect();
    definitions.sort_by(|(one, _), (other, _)| one.cmp(other));
    definitions.dedup_by(|(one, _), (other, _)| one == other);
    let mut schema = in_json(SurveyFile::schema());
    for (_, definition) in &mut definitions {
        close(definition);
    }
    close(&mut schema);
    let mut whole = Map::new();
    whole.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    whole.insert("$id".to_owned(), json!(ID));
    whole.insert("title".to_owned(), json!("A survey of Sotto"));
    if let Value::Object(members) = schema {
        whole.extend(members);
    }
    let definitions: Map<String, Value> = definitions.into_iter().collect();
    whole.insert("$defs".to_owned(), definitions.into());
    whole.into()
}

/// Points references at the schema's own definitions, and lets objects have no other members than
/// those that are named.
fn close(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(name) = reference.strip_prefix("#/components/schemas/")
            {
                *reference = format!("#/$defs/{name}");
            }
            let names_members = matches!(members.get("properties"), Some(Value::Object(_)));
            if names_members && !members.contains_key("additionalProperties") {
                members.insert("additionalProperties".to_owned(), false.into());
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
