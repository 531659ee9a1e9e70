//! The API's description of itself: what stands in it changes only on purpose.

use std::{collections::BTreeSet, path::Path};

use serde_json::{Value, json};
use sotto_survey::ProblemKind;

use crate::harness::Running;

const ADDRESS: &str = "/api/v1/openapi.json";

/// The description as it was last approved. After a change on purpose, run this test with
/// `SOTTO_APPROVE=1` and read the difference before committing it.
#[tokio::test]
async fn the_description_is_the_approved_one() {
    let running = Running::start().await;
    let response = running.get(ADDRESS).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    let served = String::from_utf8(response.bytes().await.unwrap().to_vec()).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os("SOTTO_APPROVE").is_some() {
        std::fs::write(&file, &served).unwrap();
    }
    let approved = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        served == approved,
        "the API's description is not openapi.json any more: approve it with SOTTO_APPROVE=1"
    );
}

#[tokio::test]
async fn every_kind_of_problem_and_every_reference_is_there() {
    let running = Running::start().await;
    let document = running.json(ADDRESS).await;
    assert_eq!(document["openapi"], "3.1.0");
    let kinds = &document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"];
    let kinds: BTreeSet<_> = strings(kinds).into_iter().collect();
    assert_eq!(kinds, ProblemKind::ALL.map(ProblemKind::type_uri).into());
    let mut references = Vec::new();
    collect(&document, "$ref", &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    let mut operations = Vec::new();
    collect(&document, "operationId", &mut operations);
    let different: BTreeSet<_> = operations.iter().collect();
    assert_eq!(different.len(), operations.len(), "{operations:?}");
}

/// What is for everybody says nothing of tokens; where a survey's settings decide, nothing may do.
#[tokio::test]
async fn who_needs_a_token_can_read_so() {
    let running = Running::start().await;
    let document = running.json(ADDRESS).await;
    let (mut free, mut either) = (BTreeSet::new(), BTreeSet::new());
    for operations in document["paths"].as_object().unwrap().values() {
        for operation in operations.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap();
            match operation["security"].as_array() {
                None => free.insert(id),
                Some(ways) if ways.contains(&json!({})) => {
                    // Nobody, and whoever leads the room; or nobody, and both ways to be signed in.
                    let expected = if ways.contains(&json!({ "presenter": [] })) {
                        2
                    } else {
                        3
                    };
                    assert_eq!(ways.len(), expected, "{id}");
                    either.insert(id)
                }
                Some(_) => continue,
            };
        }
    }
    assert_eq!(
        either,
        [
            "list_versions",
            "listen_to_results",
            "listen_to_room",
            "read_cross_tabs",
            "read_export",
            "read_results",
            "read_room",
            "read_sums"
        ]
        .into()
    );
    let expected = [
        "buy_unlinkable_token",
        "check_health",
        "check_invite",
        "join_room",
        "metrics",
        "open_pool",
        "open_room",
        "read_checkpoint",
        "read_gateway_keys",
        "read_log_key",
        "read_picture",
        "read_proof",
        "read_status",
        "read_survey",
        "ready",
        "set_up",
        "sign_in",
        "submit",
        "take_encapsulated",
    ];
    assert_eq!(free, expected.into());
    let surveys = &document["components"]["schemas"]["TokenRequest"]["properties"]["surveys"];
    let pointer = surveys["items"]["$ref"].as_str().unwrap();
    let item = document.pointer(pointer.trim_start_matches('#')).unwrap();
    assert_eq!(item["pattern"], "^[a-z0-9][a-z0-9-]{0,63}$");
}

fn strings(value: &Value) -> Vec<&str> {
    let items = value.as_array().unwrap().iter();
    items.map(|item| item.as_str().unwrap()).collect()
}

/// Every string under that key, wherever it stands.
fn collect<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == key => found.push(text),
                    member => collect(member, key, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, key, found)),
        _ => {}
    }
}
